// Converts scheduled drafts of collections whose model an import changes, and of entries that it moves to another
// collection. They go live under the model that they have then.
import type { SpaceId } from '../../base/ids.ts'
import type { StagedSchedule } from '../../bulk/stage-tables.store.ts'
import {
  listScheduledEntries,
  moveScheduledDrafts,
  stageSchedules,
} from '../../bulk/staged-schedules.store.ts'
import { checkValues } from '../../content/fields/field-values.ts'
import {
  checkOverlays,
  migrateValues,
  parseValues,
  parseVariants,
  toText,
} from '../../content/publish/entry-content.ts'
import { readVersionContents } from '../../content/tables/entry-versions.store.ts'
import type { Writes } from '../../database/database.ts'
import { type Loss, toLoss } from '../read/losses.ts'
import type { Models } from './import-models.ts'

const batchSize = 200
const ignoreErrors = { onError: () => {} }

export async function hasScheduledDrafts(writes: Writes, space: SpaceId, models: Models): Promise<boolean> {
  return (await listConcerned(writes, space, models)).length > 0
}

async function listConcerned(writes: Writes, space: SpaceId, { known, byName, changed, moved }: Models) {
  if (changed.size === 0 && moved.size === 0) return []
  const collections = moved.size === 0 ? changed : new Set([...known.keys(), ...byName.keys()])
  const entries = await listScheduledEntries(writes, space, [...collections])
  return entries.filter(({ id, collection }) => changed.has(collection) || moved.has(id))
}

/**
 * Runs under the lock, after the drafts are moved and schedules are cancelled. The old drafts are stored until
 * `keptUntil`. Returns a warning for each value that is lost.
 */
export async function convertScheduledDrafts(
  writes: Writes,
  space: SpaceId,
  models: Models,
  keptUntil: number,
): Promise<readonly Loss[]> {
  const losses: Loss[] = []
  const entries = await listConcerned(writes, space, models)
  if (entries.length === 0) return losses
  const older = entries.filter(({ scheduled, newest }) => scheduled !== newest)
  for (let start = 0; start < older.length; start += batchSize) {
    const batch = older.slice(start, start + batchSize)
    // The newest draft is the scheduled one in the form of the new model.
    const isMoved = ({ scheduled, newest, reason }: (typeof batch)[number]) =>
      newest === scheduled + 1 && reason === 'model'
    const moved = batch.filter(isMoved).map(({ id: entry, scheduled: version, newest }): StagedSchedule => {
      return { entry, version, moved_to: newest, data: null, variants: null }
    })
    const others = new Map(batch.filter(each => !isMoved(each)).map(each => [each.id, each]))
    const versions = new Map([...others].map(([id, { scheduled }]) => [id, scheduled]))
    const contents = await readVersionContents(writes, space, versions)
    const converted = contents.map(({ entry, draft_version: version, data, variants }): StagedSchedule => {
      const draft = { entry, collection: others.get(entry)!.collection, data: data!, variants }
      return { entry, version, moved_to: null, ...convert(draft, models, losses) }
    })
    await stageSchedules(writes, [...moved, ...converted])
  }
  await moveScheduledDrafts(writes, space, keptUntil)
  return losses
}

interface ScheduledDraft {
  readonly entry: string
  readonly collection: string
  readonly data: string
  readonly variants: string | null
}

function convert({ entry, collection, data, variants }: ScheduledDraft, models: Models, losses: Loss[]) {
  const { fields } = models.byName.get(collection)!
  const lost = new Set<string>()
  const onLoss = (field: string, error: string) => {
    const what = `${error} Its value was removed from the draft that is scheduled.`
    const key = JSON.stringify([field, what])
    if (!lost.has(key)) losses.push(toLoss({ kind: 'value_not_imported', collection, entry, field, what }))
    lost.add(key)
  }
  const values = migrateValues(fields, parseValues(data), onLoss)
  const overlays = Object.fromEntries(
    Object.entries(parseVariants(variants)).map(([id, overlay]) => [
      id,
      migrateValues(fields, overlay, onLoss),
    ]),
  )
  return toText(fields, {
    values: checkValues(fields, values, ignoreErrors),
    overlays: checkOverlays(fields, overlays, ignoreErrors),
  })
}
