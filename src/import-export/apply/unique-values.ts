// Checks unique fields in an import. An import may publish values that break a rule because the source did, including a
// value that another live entry has. That is not a problem of a draft, so the report lists it.

import { listServed } from '../../bulk/stage.store.ts'
import {
  listSharing,
  readUniqueFields,
  rebuildLiveValues,
  type SharedValue,
  updateLiveValues,
} from '../../content/index/live-values.store.ts'
import type { Collection } from '../../content/values/model.ts'
import type { Writes } from '../../database/database.ts'
import type { Models } from '../plan/import-models.ts'
import type { ImportWork, PreparedImport } from '../plan/prepared-import.ts'
import { toWhereText } from '../read/import-source.ts'
import { type Loss, toLoss } from '../read/losses.ts'

const batchSize = 500

export function hasUniqueFields({ byName }: Models): boolean {
  return [...byName.values()].some(collection => uniqueFieldsOf(collection).length > 0)
}

function uniqueFieldsOf(collection: Collection | undefined): readonly string[] {
  return (collection?.fields ?? []).flatMap(({ apiName, unique }) => (unique ? [apiName] : []))
}

/**
 * Runs under the lock after publications are written. Returns a warning for each duplicate live value of entries that
 * the import publishes, and of fields that it makes unique.
 */
export async function updateUniqueValues(
  writes: Writes,
  work: ImportWork,
  prepared: PreparedImport,
): Promise<readonly Loss[]> {
  const { space } = work
  const { models } = prepared
  if ((await readUniqueFields(writes, space)).size === 0) return []
  const served = await listServed(writes)
  await updateLiveValues(writes, space, served)
  const saved = models.saved.filter(({ apiName }) => models.known.has(apiName))
  const rebuilt = saved.map(({ apiName }) => apiName)
  if (rebuilt.length > 0) await rebuildLiveValues(writes, space, rebuilt)
  const shared: SharedValue[] = []
  for (let start = 0; start < served.length; start += batchSize)
    shared.push(...(await listSharing(writes, space, served.slice(start, start + batchSize))))
  for (const collection of saved) {
    const { apiName } = collection
    const before = new Set(uniqueFieldsOf(models.known.get(apiName)))
    for (const field of uniqueFieldsOf(collection))
      if (!before.has(field))
        shared.push(...(await listSharing(writes, space, { collection: apiName, field })))
  }
  return toLosses(shared, work, prepared)
}

/** Returns one warning per field of an entry, in the order of the source. Entries that are not in the source come first. */
function toLosses(
  shared: readonly SharedValue[],
  { firstPass }: ImportWork,
  { plan }: PreparedImport,
): Loss[] {
  if (shared.length === 0) return []
  const places = new Map(plan.ids.map((id, place) => [id, place]))
  const placeOf = ({ entry }: SharedValue) => places.get(entry) ?? -1
  const fields = new Map<string, SharedValue>()
  for (const each of [...shared].sort((a, b) => (a.other < b.other ? -1 : 1))) {
    const key = `${each.entry}\n${each.field}`
    if (!fields.has(key)) fields.set(key, each)
  }
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
  sorted.sort((a, b) => placeOf(a) - placeOf(b))
  return sorted.map(each => {
    const { entry, collection, field, other } = each
    const claim = firstPass.claims[placeOf(each)]
    const where = claim === undefined ? null : toWhereText(claim.where)
    const what = `The value must be unique, and the live entry ${other} has the same: it is live nevertheless, and cannot be published again like this.`
    return toLoss({ kind: 'value_not_unique', where, collection, entry, field, what })
  })
}
