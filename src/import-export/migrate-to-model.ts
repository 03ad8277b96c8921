// Migrates entries that the import source does not contain: a changed model changes their shape, and their references
// may now resolve to another entry.

import type { DanglingReference } from '../content/bind-references.ts'
import { bindReferences, type ForbiddenTarget } from '../content/bind-references.ts'
import { type ChangeSet, isSameContent } from '../content/change-set.ts'
import { compileValues, type ReferenceBinder } from '../content/compile-entry.ts'
import { type EntryRow, readEntries } from '../content/entries.store.ts'
import {
  checkOverlays,
  compileOverlays,
  migrateValues,
  parseValues,
  parseVariants,
  toDraftText,
  toVariantsText,
} from '../content/entry-values.ts'
import { checkValues } from '../content/field-values.ts'
import type { Collection } from '../content/model.ts'
import { type LivePublication, readLive, readUnsettled } from '../content/publications.store.ts'
import type { Writes } from '../database/database.ts'
import type { ImportPlan } from './import-plan.ts'
import { type Loss, type LossKind, toLoss } from './losses.ts'
import type { Stage } from './stage.store.ts'

const batchSize = 500
const ignoreErrors = { onError: () => {} }

interface Parts {
  readonly writes: Writes
  readonly stage: Stage
  readonly changes: ChangeSet
  readonly plan: ImportPlan
  readonly models: ReadonlyMap<string, Collection>
  /** Collections whose fields changed. */
  readonly changedModels: ReadonlySet<string>
}

export interface MigratedEntries {
  readonly changed: ReadonlySet<string>
  readonly losses: readonly Loss[]
  readonly dangling: readonly DanglingReference[]
}

/** Publications rewritten here keep their version and times, because this is not a new publication. */
export async function migrateAbsentEntries(parts: Parts): Promise<MigratedEntries> {
  const { writes, changes } = parts
  return migrate(parts, await readUnsettled(writes, changes.space), parts.plan.absent)
}

/** The same for the given entries only; none of them may be staged. */
export async function migrateAgain(parts: Parts, ids: readonly string[]): Promise<MigratedEntries> {
  const live = await readLive(parts.writes, parts.changes.space, ids)
  return migrate(parts, [...live.keys()], ids)
}

async function migrate(
  parts: Parts,
  unsettledIds: readonly string[],
  absent: readonly string[],
): Promise<MigratedEntries> {
  const { writes, stage, changes, plan, changedModels } = parts
  const unsettled = new Set(unsettledIds)
  const affected = absent.filter(
    id => unsettled.has(id) || changedModels.has(plan.addresses.get(id)?.collection ?? ''),
  )
  const report: MigrationReport = { losses: [], dangling: [] }
  const changed = new Set<string>()
  for (let start = 0; start < affected.length; start += batchSize) {
    const batch = affected.slice(start, start + batchSize)
    for (const id of await migrateBatch(parts, batch, report)) changed.add(id)
    await changes.flush(writes, stage)
  }
  return { changed, ...report }
}

interface MigrationReport {
  readonly losses: Loss[]
  readonly dangling: DanglingReference[]
}

async function migrateBatch(
  parts: Parts,
  ids: readonly string[],
  report: MigrationReport,
): Promise<string[]> {
  const { writes, changes, plan, models } = parts
  const live = await readLive(writes, changes.space, ids)
  const changed: string[] = []
  for (const entry of await readEntries(writes, changes.space, ids)) {
    const lose = reportOnce(entry, report.losses)
    const onLoss = (field: string, error: string) =>
      lose('value_not_imported', field, `${error} Its value was removed.`)
    const forbidden: ForbiddenTarget[] = []
    const bind = bindReferences(entry.id, plan.addresses, {
      onDangling: dangling => report.dangling.push(dangling),
      onForbidden: reference => void forbidden.push(reference),
    })
    const fields = models.get(entry.collection)?.fields ?? []
    const draftChanged = migrateDraft(changes, entry, fields, onLoss)
    const publication = live.get(entry.id)
    const liveChanged = publication !== undefined && keepLive(changes, publication, fields, bind, onLoss)
    // An earlier import already reported references that did not resolve before.
    if (liveChanged) for (const { field, what } of forbidden) lose('reference_not_allowed', field, what)
    if (draftChanged || liveChanged) changed.push(entry.id)
  }
  return changed
}

/** The draft, the published values and their overlays often drop the same values: report each once. */
function reportOnce({ id, collection }: EntryRow, losses: Loss[]) {
  const reported = new Set<string>()
  return (kind: LossKind, field: string, what: string): void => {
    const key = JSON.stringify([kind, field, what])
    if (!reported.has(key)) losses.push(toLoss({ kind, collection, entry: id, field, what }))
    reported.add(key)
  }
}

type Fields = Collection['fields']
type OnLoss = (field: string, error: string) => void

function migrateDraft(changes: ChangeSet, entry: EntryRow, fields: Fields, onLoss: OnLoss): boolean {
  const values = checkValues(fields, migrateValues(fields, parseValues(entry.data), onLoss), ignoreErrors)
  const overlays = Object.fromEntries(
    Object.entries(parseVariants(entry.variants)).map(([id, overlay]) => [
      id,
      migrateValues(fields, overlay, onLoss),
    ]),
  )
  const data = toDraftText(fields, values)
  const variants = toVariantsText(fields, checkOverlays(fields, overlays, ignoreErrors))
  if (data === entry.data && variants === entry.variants) return false
  changes.changeEntry({ ...entry, data, variants })
  return true
}

/** Keeps published values live in the shape of the new model; true if that changes them. */
export function keepLive(
  changes: ChangeSet,
  live: LivePublication,
  fields: Fields,
  bind: ReferenceBinder,
  onLoss: OnLoss,
): boolean {
  const values = checkValues(fields, migrateValues(fields, parseValues(live.row.data), onLoss), ignoreErrors)
  const overlays = Object.fromEntries(
    [...live.overlays].map(([id, overlay]) => [id, migrateValues(fields, parseValues(overlay.data), onLoss)]),
  )
  const publication = {
    values: compileValues(fields, values, bind),
    overlays: compileOverlays(fields, checkOverlays(fields, overlays, ignoreErrors), bind),
  }
  if (isSameContent(live, publication)) return false
  changes.reopen(live, publication)
  return true
}
