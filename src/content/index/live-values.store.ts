// SQL statements for the live values of unique fields. Only this file writes them.
import type { SpaceId } from '../../base/ids.ts'
import { columnsOf, runInParts } from '../../database/bulk.ts'
import { isIn, type Writes } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import type { Field } from '../values/model.ts'

export type LiveValueRow = Schema['live_value']

/** Reads the unique fields by collection. Collections without any are absent or have an empty list. */
export async function readUniqueFields(
  writes: Writes,
  space: SpaceId,
): Promise<ReadonlyMap<string, readonly Field[]>> {
  const rows = await writes
    .selectFrom('collection')
    .select(['api_name', 'fields'])
    .where('space', '=', space)
    .execute()
  // Most models have no unique fields, and need not be parsed.
  const some = rows.filter(({ fields }) => fields.includes('"unique":true'))
  return new Map(
    some.map(row => [row.api_name, (JSON.parse(row.fields) as Field[]).filter(({ unique }) => unique)]),
  )
}

const columns = ['space', 'collection', 'field', 'value', 'entry'] as const

/** Replaces the values of these entries. */
export async function replaceLiveValues(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
  rows: readonly LiveValueRow[],
): Promise<void> {
  await writes.deleteFrom('live_value').where('space', '=', space).where(isIn('entry', entries)).execute()
  await runInParts(writes, 'insertLiveValues', columns, rows, part =>
    writes.insertInto('live_value').values(part.map(row => columnsOf(row, columns))),
  )
}

/** Lists values that one of these entries shares with another entry. */
export async function listSharedValues(writes: Writes, space: SpaceId, entries: readonly string[]) {
  return writes
    .selectFrom('live_value as own')
    .innerJoin('live_value as other', join =>
      join
        .onRef('other.space', '=', 'own.space')
        .onRef('other.collection', '=', 'own.collection')
        .onRef('other.field', '=', 'own.field')
        .onRef('other.value', '=', 'own.value')
        .onRef('other.entry', '<>', 'own.entry'),
    )
    .select(['own.entry', 'own.field', 'other.entry as other'])
    .where('own.space', '=', space)
    .where(isIn('own.entry', entries))
    .orderBy('own.entry')
    .orderBy('own.field')
    .orderBy('other.entry')
    .execute()
}

/** Lists live entries of these collections after the given one. */
export async function listLiveEntries(
  writes: Writes,
  space: SpaceId,
  collections: readonly string[],
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await writes
    .selectFrom('publication')
    .select('entry')
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(isIn('collection', collections))
    .where('entry', '>', after)
    .orderBy('entry')
    .limit(limit)
    .execute()
  return rows.map(({ entry }) => entry)
}

/** A live entry with a value of a unique field that another live entry has, too. */
export interface SharedValue {
  readonly entry: string
  readonly collection: string
  readonly field: string
  /** The first of the other entries, by id. */
  readonly other: string
}

/**
 * Lists shared values of these entries, or of a whole field. Looks up one other entry for each by key, because a join of a
 * thousand equal values would have a million rows.
 */
export async function listSharing(
  writes: Writes,
  space: SpaceId,
  among: readonly string[] | Pick<SharedValue, 'collection' | 'field'>,
): Promise<SharedValue[]> {
  const rows = await writes
    .selectFrom('live_value as own')
    .select(['own.entry', 'own.collection', 'own.field'])
    .select(({ selectFrom }) =>
      selectFrom('live_value as other')
        .select('other.entry')
        .where('other.space', '=', space)
        .whereRef('other.collection', '=', 'own.collection')
        .whereRef('other.field', '=', 'own.field')
        .whereRef('other.value', '=', 'own.value')
        .whereRef('other.entry', '<>', 'own.entry')
        .orderBy('other.entry')
        .limit(1)
        .as('other'),
    )
    .where('own.space', '=', space)
    .$if('field' in among, own => {
      const { collection, field } = among as Pick<SharedValue, 'collection' | 'field'>
      return own.where('own.collection', '=', collection).where('own.field', '=', field)
    })
    .$if(!('field' in among), own => own.where(isIn('own.entry', among as readonly string[])))
    .execute()
  return rows.flatMap(({ other, ...own }) => (other === null ? [] : [{ ...own, other }]))
}
