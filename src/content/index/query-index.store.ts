// SQL statements for the query index. Only this file writes postings and numbers of entries.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { columnsOf, runInParts } from '../../database/bulk.ts'
import { engineOf, isIn, type Writes } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import { insideMark } from '../model/query-model.ts'
import { chunkSize } from './postings.ts'

export type PostingRow = Schema['query_posting']

/** The position of a posting within a space. */
export interface PostingKey {
  readonly collection: string
  readonly field: string
  readonly variant: string
  readonly key: Uint8Array
  readonly chunk: number
}

/** Reads the revision at which the models of a space last changed. */
export async function readModelRevision(writes: Writes, space: SpaceId): Promise<number> {
  const row = await writes
    .selectFrom('space')
    .select('model_revision')
    .where('id', '=', space)
    .executeTakeFirstOrThrow()
  return row.model_revision
}

/** Records the revision at which models changed. */
export async function setModelRevision(writes: Writes, space: SpaceId, revision: number): Promise<void> {
  await writes.updateTable('space').set({ model_revision: revision }).where('id', '=', space).execute()
}

/** Reads the numbers of those of the entries that were published at least once. */
export async function readNumbers(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await writes
    .selectFrom('query_entry')
    .select(['entry', 'number'])
    .where('space', '=', space)
    .where(isIn('entry', ids))
    .execute()
  return new Map(rows.map(({ entry, number }) => [entry, number]))
}

/** Returns the numbers of these entries. Entries without one get the next consecutive numbers. */
export async function numberEntries(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const numbers = await readNumbers(writes, space, ids)
  const added = ids.filter(id => !numbers.has(id))
  if (added.length === 0) return numbers
  const first = await reserveNumbers(writes, space, added.length)
  const created = added.map((entry, index) => ({ space, entry, number: first + index }))
  for (const { entry, number } of created) numbers.set(entry, number)
  await runInParts(writes, 'insertNumbers', numberColumns, created, part =>
    writes.insertInto('query_entry').values(part.map(row => columnsOf(row, numberColumns))),
  )
  return numbers
}

const numberColumns = ['space', 'entry', 'number'] as const

/** Reserves consecutive unused chunks, and returns the first one. */
export async function reserveChunks(writes: Writes, space: SpaceId, count: number): Promise<number> {
  const next = await reserveNumbers(writes, space, 0)
  const first = Math.ceil(next / chunkSize)
  await reserveNumbers(writes, space, (first + count) * chunkSize - next)
  return first
}

/** Reserves consecutive numbers, and returns the first one. */
async function reserveNumbers(writes: Writes, space: SpaceId, count: number): Promise<number> {
  const { next_number } = await writes
    .updateTable('space')
    .set({ next_number: sql<number>`next_number + ${count}` })
    .where('id', '=', space)
    .returning('next_number')
    .executeTakeFirstOrThrow()
  return next_number - count
}

/** Returns keys as an SQL table, with their `place` in the list. */
export function keysAsTable(writes: Writes, keys: readonly PostingKey[]) {
  return engineOf(writes) === 'sqlite'
    ? sql`(
        select key as place, value ->> 0 as collection, value ->> 1 as field, value ->> 2 as variant,
          unhex(value ->> 3) as key, value ->> 4 as chunk
        from json_each(${JSON.stringify(keys.map(toJson))})
      )`
    : sql`(
        select ordinal - 1 as place, collection, field, variant, key, chunk
        from ${unnested(keys)} with ordinality as wanted(collection, field, variant, key, chunk, ordinal)
      )`
}

/** Reads the postings of these keys; `place` is the index in the list. */
export async function readPostings(
  writes: Writes,
  space: SpaceId,
  keys: readonly PostingKey[],
): Promise<readonly { readonly place: number; readonly count: number; readonly numbers: Uint8Array }[]> {
  // SQLite keeps the join order of a cross join.
  const { rows } = await sql<{ place: number | string; count: number; numbers: Uint8Array }>`
    select wanted.place as place, posting.count as count, posting.numbers as numbers
    from ${keysAsTable(writes, keys)} as wanted cross join query_posting as posting
    where posting."space" = ${space} and posting.collection = wanted.collection
      and posting.field = wanted.field and posting.variant = wanted.variant and posting.key = wanted.key and posting.chunk = wanted.chunk`.execute(
    writes,
  )
  return rows.map(row => ({ ...row, place: Number(row.place) }))
}

function toJson({ collection, field, variant, key, chunk }: PostingKey) {
  return [
    collection,
    field,
    variant,
    Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('hex'),
    chunk,
  ]
}

const columns = ['space', 'collection', 'field', 'variant', 'key', 'chunk', 'count', 'numbers'] as const

/** Inserts postings, or replaces existing ones. */
export async function savePostings(writes: Writes, rows: readonly PostingRow[]): Promise<void> {
  const set = { count: sql<number>`excluded.count`, numbers: sql<Uint8Array>`excluded.numbers` }
  await runInParts(writes, 'savePostings', columns, rows, part =>
    writes
      .insertInto('query_posting')
      .values(part.map(row => columnsOf(row, columns)))
      .onConflict(conflict =>
        conflict.columns(['space', 'collection', 'field', 'variant', 'key', 'chunk']).doUpdateSet(set),
      ),
  )
}

export async function deletePostings(
  writes: Writes,
  space: SpaceId,
  keys: readonly PostingKey[],
): Promise<void> {
  const rows = keys.map(key => ({ space, ...key }))
  if (engineOf(writes) === 'sqlite') {
    const names = ['space', 'collection', 'field', 'variant', 'key', 'chunk'] as const
    return runInParts(writes, 'deletePostings', names, rows, ([row]) => {
      let statement = writes.deleteFrom('query_posting')
      for (const name of names) statement = statement.where(name, '=', row![name])
      return statement
    })
  }
  await sql`
    delete from query_posting as posting using ${unnested(keys)} as gone(collection, field, variant, key, chunk)
    where posting."space" = ${space} and posting.collection = gone.collection and posting.field = gone.field
      and posting.variant = gone.variant and posting.key = gone.key and posting.chunk = gone.chunk`.execute(
    writes,
  )
}

/** Returns the keys as an SQL table, on PostgreSQL. */
function unnested(keys: readonly PostingKey[]) {
  return sql`unnest(${keys.map(({ collection }) => collection)}::text[],
    ${keys.map(({ field }) => field)}::text[], ${keys.map(({ variant }) => variant)}::text[],
    ${keys.map(({ key }) => key)}::bytea[], ${keys.map(({ chunk }) => chunk)}::int[])`
}

/**
 * Deletes the postings of these index fields of a collection; null means all fields. A name that ends with the
 * {@link insideMark} means all index fields that begin with it.
 */
export async function deleteIndexFields(
  writes: Writes,
  space: SpaceId,
  collection: string,
  fields: readonly string[] | null,
): Promise<void> {
  const statement = writes
    .deleteFrom('query_posting')
    .where('space', '=', space)
    .where('collection', '=', collection)
  if (fields === null) {
    await statement.execute()
    return
  }
  await statement.where(isIn('field', fields)).execute()
  for (const field of fields.filter(name => name.endsWith(insideMark)))
    await statement.where('field', '>', field).where('field', '<', endOf(field)).execute()
}

/** Returns the first text after all that begin with a name, which ends with the mark. */
function endOf(name: string): string {
  return name.slice(0, -1) + String.fromCharCode(insideMark.charCodeAt(0) + 1)
}

export async function deleteAllPostings(writes: Writes, space: SpaceId): Promise<void> {
  await writes.deleteFrom('query_posting').where('space', '=', space).execute()
}
