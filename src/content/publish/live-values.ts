// Maintains the live values of unique fields, so that publishing can detect values that are taken. Only base values are
// stored, because overlays need not be unique.
import type { SpaceId } from '../../base/ids.ts'
import { readsWithin, type Writes } from '../../database/database.ts'
import {
  type LiveValueRow,
  listLiveEntries,
  readUniqueFields,
  replaceLiveValues,
} from '../index/live-values.store.ts'
import { readLive } from '../tables/publications.store.ts'
import type { Field, Json, Values } from '../values/model.ts'

const batchSize = 500

/** Updates the values of entries whose publications began or ended. Call after these were written. */
export async function updateLiveValues(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
): Promise<void> {
  if (entries.length === 0) return
  const uniques = await readUniqueFields(writes, space)
  if (uniques.size === 0) return
  for (let start = 0; start < entries.length; start += batchSize) {
    await replace(writes, space, entries.slice(start, start + batchSize), uniques)
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
    await replace(writes, space, entries, uniques)
    after = last
  }
}

async function replace(
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
