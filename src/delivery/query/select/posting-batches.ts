// Reads the postings of an index field in batches, at the pace of the query.
import type { KeyInterval } from '../../../content/index/query-keys.ts'
import type { Reads } from '../../../database/database.ts'
import {
  countPostings,
  type IndexScope,
  type PostingCount,
  type PostingPosition,
  type PostingRow,
  readPostings,
  readPostingsOfKeys,
  rowsPerRead,
} from '../../store/postings.store.ts'
import type { ReadPace } from '../../store/read-pace.ts'

interface PacedReads {
  readonly reads: Reads
  readonly pace: ReadPace
}

export type OnRows = (rows: readonly PostingRow[]) => void

/** The number of keys looked up at a time. It adapts to the number of postings per key in the earlier reads. */
const keysOfFirstRead = 50
const keysPerReadMax = 500

/** The position before the first posting of a key. */
export const startOf = (key: Uint8Array): PostingPosition => ({ key, chunk: -1 })

/** Reads the postings of an interval of keys in order. */
export async function eachBatch(
  { reads, pace }: PacedReads,
  scope: IndexScope,
  { from, to }: KeyInterval,
  onRows: OnRows,
): Promise<void> {
  const limit = rowsPerRead(reads)
  for (let after = startOf(from); ; ) {
    const rows = await readPostings(reads, scope, { after, to, limit })
    onRows(rows)
    await pace.count(rows.length)
    if (rows.length < limit) return
    after = rows.at(-1)!
  }
}

const rowsPerCount = 5000
type PostingsCounted = Awaited<ReturnType<typeof countPostings>>

/** Counts the postings of an interval of keys in all scopes. Stops when there are more than `enough`. */
export async function countBatches(
  { reads, pace }: PacedReads,
  scopes: readonly IndexScope[],
  { from, to }: KeyInterval,
  enough: Partial<PostingCount>,
): Promise<PostingCount> {
  const { rows: rowsMax = Number.POSITIVE_INFINITY, pairs: pairsMax = Number.POSITIVE_INFINITY } = enough
  let [rows, pairs] = [0, 0]
  for (const scope of scopes) {
    let after: PostingPosition | null = startOf(from)
    while (after !== null && rows <= rowsMax && pairs <= pairsMax) {
      const counted: PostingsCounted = await countPostings(reads, scope, { after, to, limit: rowsPerCount })
      rows += counted.rows
      pairs += counted.pairs
      after = counted.last
      await pace.count(counted.rows)
    }
  }
  return { rows, pairs }
}

/** Reads the postings of each key, in no particular order. */
export async function eachOfKeys(
  { reads, pace }: PacedReads,
  scope: IndexScope,
  keys: readonly Uint8Array[],
  onRows: OnRows,
): Promise<void> {
  const rowsMax = rowsPerRead(reads)
  let size = keysOfFirstRead
  for (let from = 0; from < keys.length; ) {
    const some = keys.slice(from, from + size)
    const rows = await readPostingsOfKeys(reads, scope, some)
    onRows(rows)
    await pace.count(rows.length)
    from += size
    size = Math.min(keysPerReadMax, Math.ceil((some.length * rowsMax) / (rows.length + 1)))
  }
}
