// Prepares the entries again that other writers changed while an import was being prepared.
import type { EntryPath, SpaceId } from '../../base/ids.ts'
import type { ChangesOfOthers } from '../../bulk/bulk-change.ts'
import { readStagedRecords } from '../../bulk/stage.store.ts'
import { ChangeSet } from '../../content/publish/change-set.ts'
import { isAssetAction, listAssetsChangedSince } from '../../content/tables/activity.store.ts'
import { readAddresses } from '../../content/tables/entries.store.ts'
import { readLiveAddresses } from '../../content/tables/publications.store.ts'
import { PreparationOutdated, type Writes } from '../../database/database.ts'
import { EntryImporter } from '../plan/entry-importer.ts'
import { toLookups } from '../plan/import-models.ts'
import { type ImportPlan, toLookup } from '../plan/import-plan.ts'
import { type MigratedEntries, migrate } from '../plan/migrate-to-model.ts'
import {
  endRemoved,
  type ImportWork,
  type PreparedImport,
  timeModelChanges,
} from '../plan/prepared-import.ts'
import { findOwner, isThere, toPath } from '../plan/resolve-references.ts'
import { isOfText } from '../read/json-oddities.ts'
import type { Loss } from '../read/losses.ts'

const batchSize = 500

/** With more references to take over, the import is prepared again, because other writers wait meanwhile. */
const takenOverMax = 500

/**
 * Lists the changed entries. Throws {@link PreparationOutdated} if an entry was deleted, or if a record has no entry, such
 * as that of an import, which may have changed any entry.
 */
export async function listChanged(
  writes: Writes,
  { space, firstPass }: ImportWork,
  prepared: PreparedImport,
  { records, published }: ChangesOfOthers,
): Promise<readonly string[]> {
  const entries = new Set<string>()
  for (const { entry, action } of records) {
    if (isAssetAction(action)) continue
    if (entry === null || action === 'delete') throw new PreparationOutdated('changed')
    entries.add(entry)
  }
  // The import's content that shows these assets is updated under the lock.
  for (const id of await listAssetsChangedSince(writes, space, prepared.activity)) {
    if (firstPass.assets.has(id)) throw new PreparationOutdated('changed')
    prepared.othersAssets.add(id)
  }
  for (const id of published) entries.add(id)
  return [...entries]
}

/**
 * Evaluates these entries again. Returns true if published content changes. Throws {@link PreparationOutdated} if they do
 * not fit the plan.
 */
export async function prepareAgain(
  writes: Writes,
  work: ImportWork,
  prepared: PreparedImport,
  entries: readonly string[],
  revision: number,
): Promise<boolean> {
  const { space } = work
  if (!(await adoptPaths(writes, space, prepared, entries))) throw new PreparationOutdated('changed')
  if (!(await adoptLiveSlugs(writes, space, prepared, entries))) throw new PreparationOutdated('changed')
  if (!canTakeOver(prepared)) throw new PreparationOutdated('changed')
  // Other writers may have saved versions since. Rows that are written before the lock have the time already.
  if (prepared.beforeLock === null)
    Object.assign(prepared, await timeModelChanges(writes, work, prepared.models))
  const changes = new ChangeSet(space, revision, prepared.assets.planned)
  for (let start = 0; start < entries.length; start += batchSize) {
    await reevaluateEntries(writes, work, prepared, changes, entries.slice(start, start + batchSize))
  }
  await changes.end(writes, work.stage)
  return changes.isServed
}

/**
 * Checks whether the take-over of references can handle those that lead to paths at which others have placed entries. They
 * must be few, and others must have published these entries. A reference to an entry that they have unpublished again stays
 * dangling until the next publication.
 */
function canTakeOver({ plan, dangling, published }: PreparedImport): boolean {
  const found = dangling.filter(({ to }) => to.includes('/') && isThere(plan, to))
  return found.length <= takenOverMax && found.every(({ to }) => published.has(findOwner(plan, toPath(to)!)!))
}

/** Adopts the current paths of these entries. Returns false if that would change the plan. */
async function adoptPaths(
  writes: Writes,
  space: SpaceId,
  { plan, models }: PreparedImport,
  changed: readonly string[],
): Promise<boolean> {
  if (changed.length === 0) return true
  const removed = new Set(plan.removed)
  const isInSource = toLookup(plan.ids)
  for (const { id, collection, slug, archived_at } of await readAddresses(writes, space, changed)) {
    const before = plan.before.get(id)
    if (before?.collection === collection && before.slug === slug) continue
    if (isInSource(id) || (plan.archived.has(id) && archived_at !== null)) return false
    plan.before.set(id, { collection, slug })
    if (removed.has(id) || plan.archived.has(id)) continue
    const owners = ownersOf(plan, { collection, slug })
    const isGone = !models.byName.has(collection) || models.gone.includes(collection)
    // The plan decides whether a singleton may have another entry.
    if (models.byName.get(collection)?.singleton && archived_at === null) return false
    if (isGone || owners.some(owner => owner !== id)) return false
    plan.addresses.set(id, { collection, slug })
    if (before === undefined) plan.absent.push(id)
  }
  return true
}

/** Lists the entries that have a path after the import, in their drafts or live. */
function ownersOf({ addresses, liveSlugs }: ImportPlan, { collection, slug }: EntryPath): string[] {
  const owners = [addresses.idAt(collection, slug), liveSlugs.get(`${collection}\n${slug}`)]
  return owners.filter(owner => owner !== undefined)
}

/** Adopts the current live paths of these entries. Returns false if an entry of the plan needs one of these slugs. */
async function adoptLiveSlugs(
  writes: Writes,
  space: SpaceId,
  { plan }: PreparedImport,
  ids: readonly string[],
): Promise<boolean> {
  if (ids.length === 0) return true
  const removed = new Set(plan.removed)
  const live = (await readLiveAddresses(writes, space, ids)).filter(
    ({ entry }) => !removed.has(entry) && !plan.archived.has(entry),
  )
  if (live.some(({ entry, ...path }) => ownersOf(plan, path).some(owner => owner !== entry))) return false
  const isInSource = toLookup(plan.ids)
  const changed = new Set(ids)
  for (const [path, entry] of plan.liveSlugs) {
    if (changed.has(entry) && !isInSource(entry)) plan.liveSlugs.delete(path)
  }
  for (const { entry, collection, slug } of live) {
    if (plan.addresses.idAt(collection, slug) === entry || isInSource(entry)) continue
    plan.liveSlugs.set(`${collection}\n${slug}`, entry)
  }
  return true
}

async function reevaluateEntries(
  writes: Writes,
  { stage, clock }: ImportWork,
  prepared: PreparedImport,
  changes: ChangeSet,
  ids: readonly string[],
): Promise<void> {
  const { plan, models, counts, migrated, sizes } = prepared
  const parts = { writes, stage, changes, plan, ...toLookups(models), clock, sizes }
  const records = await readStagedRecords(writes, ids)
  const importer = new EntryImporter(parts)
  await importer.importAgain(records)
  for (const { id } of importer.newlyLive) prepared.published.add(id)
  counts.changed += importer.counts.changed
  counts.unchanged += importer.counts.unchanged
  const inSource = new Set(records.map(({ entry }) => entry))
  const absent = ids.filter(id => !inSource.has(id) && plan.before.get(id) !== undefined)
  await stage.forget(writes, absent)
  await importer.stageMoves(absent)
  const removed = new Set(plan.removed)
  await endRemoved(
    writes,
    stage,
    changes,
    absent.filter(id => removed.has(id)),
  )
  const staying = absent.filter(id => !removed.has(id))
  for (const id of staying) if (!prepared.takenOver.has(id)) migrated.delete(id)
  const again = await migrate(parts, staying)
  for (const id of again.changed) migrated.add(id)
  reportAgain(prepared, ids, importer, again)
}

/**
 * Replaces the warnings about these entries. Warnings about the text of their records stay, because the text is not read
 * again.
 */
function reportAgain(
  prepared: PreparedImport,
  ids: readonly string[],
  importer: EntryImporter,
  again: MigratedEntries,
): void {
  const { losses, dangling, missingAssets, unpublished } = prepared
  const known = new Set(ids)
  const isOther = ({ entry }: { readonly entry: string | null }) => entry === null || !known.has(entry)
  const stays = (loss: Loss) => isOther(loss) || isOfText(loss)
  prepared.losses = [...losses.filter(stays), ...importer.losses, ...again.losses]
  prepared.dangling = [...dangling.filter(isOther), ...importer.dangling, ...again.dangling]
  prepared.missingAssets = [...missingAssets.filter(isOther), ...importer.missingAssets]
  prepared.unpublished = [...unpublished.filter(({ id }) => !known.has(id)), ...importer.unpublished]
}
