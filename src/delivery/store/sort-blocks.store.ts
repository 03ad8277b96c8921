// Reads the sort numbers of entries, in blocks that the query index stores among its postings.
import { sql } from 'kysely'
import { sortBlockKey } from '../../content/index/query-keys.ts'
import { blockInChunk, blocksPerChunk, chunkOfBlock } from '../../content/index/sort-blocks.ts'
import { type Reads, statementOf } from '../../database/database.ts'
import { byEngine } from '../../database/engine.ts'
import { prepare, toJsonParameter } from '../../database/prepare.ts'
import { type IndexScope, type PackedPostings, within } from './postings.store.ts'

export interface SortBlockRow {
  /** The index of the block in the requested list. */
  readonly place: number
  readonly numbers: Uint8Array
}

/** Returns the blocks of sort numbers that exist, in no particular order: see content/index/sort-blocks.ts. */
export async function readSortBlocks(
  reads: Reads,
  scope: IndexScope,
  blocks: readonly number[],
): Promise<readonly SortBlockRow[]> {
  const places = blocks.map(block => blockKeyDigits[blockInChunk(block)]! + chunkOfBlock(block))
  const rows = await reads.all(sortBlocksAt({ ...scope, places }))
  const [first] = rows
  return first !== undefined && 'packed' in first ? unpackBlocks(first.packed) : (rows as SortBlockRow[])
}

const blockKeyDigits = Array.from({ length: blocksPerChunk }, (_, block) =>
  Buffer.from(sortBlockKey(block)).toString('hex'),
)

function unpackBlocks(packed: Uint8Array | null): SortBlockRow[] {
  if (packed === null) return []
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const rows: SortBlockRow[] = []
  for (let at = 0; at < packed.length; ) {
    const end = at + 8 + view.getInt32(at + 4)
    rows.push({ place: view.getInt32(at), numbers: packed.subarray(at + 8, end) })
    at = end
  }
  return rows
}

/** Each text contains the key in hexadecimal digits and the chunk. The cross join makes SQLite keep this order. */
const sortBlocksAt = prepare((values: IndexScope & { readonly places: readonly string[] }) =>
  statementOf(
    byEngine<SortBlockRow | PackedPostings>({
      sqlite: sql`select "place", "numbers"
        from (select "key" as "place", "value" as "text" from json_each(${toJsonParameter(values.places)})) as "wanted"
          cross join "query_posting"
        where ${within(values)} and "key" = unhex(substr("text", 1, 4)) and "chunk" = cast(substr("text", 5) as integer)`,
      postgres: sql`select string_agg(int4send("place"::int) || int4send(octet_length("numbers")) || "numbers", ''::bytea) as "packed"
        from (select "ordinal" - 1 as "place", "text" from unnest(${values.places}::text[]) with ordinality as "listed"("text", "ordinal")) as "wanted"
          cross join "query_posting"
        where ${within(values)} and "key" = decode(left("text", 4), 'hex') and "chunk" = substr("text", 5)::int`,
    }),
  ),
)
