// The live values of unique fields, so that publishing can detect values that are taken. Only base values are stored,
// because overlays need not be unique. Only this file writes them.
import type { SpaceId } from '../../base/ids.ts'
import { columnsOf, runInParts } from '../../database/bulk.ts'
import { isIn, readsWithin, type Writes } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import { readLive } from '../tables/publications.store.ts'
import type { Field, Json, Values } from '../values/model.ts'

type LiveValueRow = Schema['live_value']

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
async function replaceLiveValues(
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

const batchSize = 500

/** Updates the values of entries whose publications began or ended. Call after these were written. */
export async function updateLiveValues(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
): Promise<void> {
  const uniques = await readUniqueFields(writes, space)
  if (uniques.size === 0) return
  for (let start = 0; start < entries.length; start += batchSize) {
    await replaceBatch(writes, space, entries.slice(start, start + batchSize), uniques)
  }
}

/** Rebuilds the values of all live entries of these collections, after their unique fields have changed. */
export async function rebuildLiveValues(
  writes: Writes,
  space: SpaceId,
  collections: readonly string[],
): Promise<void> {
  const uniques = await readUniqueFields(writes, space)
  for (let after = ''; ; ) {
    const entries = await listLiveEntries(writes, space, collections, { after, limit: batchSize })
    const last = entries.at(-1)
    if (last === undefined) return
    await replaceBatch(writes, space, entries, uniques)
    after = last
  }
}

async function replaceBatch(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
  uniques: ReadonlyMap<string, readonly Field[]>,
): Promise<void> {
  const rows: LiveValueRow[] = []
  for (const { row } of (await readLive(readsWithin(writes), space, entries)).values()) {
    const { collection, entry } = row
    const fields = uniques.get(collection)
    if (!fields) continue
    const data = JSON.parse(row.data) as Values
    for (const { apiName } of fields) {
      for (const value of keysOf(data[apiName] ?? null))
        rows.push({ space, collection, field: apiName, value, entry })
    }
  }
  await replaceLiveValues(writes, space, entries, rows)
}

/** Longer values are replaced by a hash, because databases limit the length of keys. */
const keyLengthMax = 200

function keysOf(value: Json): ReadonlySet<string> {
  const values = Array.isArray(value) ? (value as readonly Json[]) : [value]
  const texts = values.filter(each => each !== null && each !== '').map(each => JSON.stringify(each))
  return new Set(
    texts.map(text =>
      text.length <= keyLengthMax ? text : new Bun.CryptoHasher('sha256').update(text).digest('hex'),
    ),
  )
}
