// Prepares the entries again that other writers changed while an import was being prepared.
import type { SpaceId } from '../../base/ids.ts'
import { preparationOutdated } from '../../bulk/bulk-change.ts'
import { isAnyPrepared, readStagedRecords } from '../../bulk/staged-publications.store.ts'
import type { EntryPath } from '../../content/publish/address-index.ts'
import { ChangeSet } from '../../content/publish/change-set.ts'
import {
  isAssetAction,
  listActivitySince,
  listAssetsChangedSince,
  readNewestActivity,
} from '../../content/tables/activity.store.ts'
import { readAddresses } from '../../content/tables/entries.store.ts'
import { listChangedSince } from '../../content/tables/publication-reads.store.ts'
import { readLiveAddresses } from '../../content/tables/publications.store.ts'
import { readRevisions } from '../../content/tables/revision.store.ts'
import { LockContention, type Writes } from '../../database/database.ts'
import { EntryImporter } from '../plan/entry-importer.ts'
import { toLookups } from '../plan/import-models.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { type MigratedEntries, migrateAgain } from '../plan/migrate-to-model.ts'
import { endRemoved, type ImportWork, type PreparedImport } from '../plan/prepared-import.ts'
import { isOfText } from '../read/json-oddities.ts'
import type { Loss } from '../read/losses.ts'
import { canBindPublished } from './bind-published.ts'

const batchSize = 500

/**
 * Re-evaluates entries that other writers have changed, published or unpublished since preparation, and returns their
 * number. Throws {@link LockContention} if one of them has already been written before the lock.
 */
export async function prepareChangedAgain(
  writes: Writes,
  work: ImportWork,
  prepared: PreparedImport,
): Promise<number | typeof preparationOutdated> {
  const { space } = work
  const { revisions, beforeLock } = prepared
  const now = await readRevisions(writes, space)
  if (beforeLock !== null && now.served >= beforeLock.revision) return preparationOutdated
  const drafts = now.content === revisions.content ? [] : await listChangedDrafts(writes, work, prepared)
  if (drafts === preparationOutdated) return preparationOutdated
  // Publications that the import has written itself are at a later revision.
  const live =
    now.served === revisions.served ? [] : await listChangedSince(writes, space, revisions.served, now.served)
  const ids = [...new Set([...drafts, ...live])]
  if (beforeLock !== null && (await isAnyPrepared(writes, ids))) throw new LockContention()
  if (!(await adoptPaths(writes, space, prepared, drafts))) return preparationOutdated
  if (!(await adoptLiveSlugs(writes, space, prepared, live))) return preparationOutdated
  await work.stage.index?.note(writes, live, now.served)
  for (const id of live) prepared.published.add(id)
  if (!canBindPublished(prepared)) return preparationOutdated
  const changes = new ChangeSet(space, now.served + 1, prepared.assets.planned)
  for (let start = 0; start < ids.length; start += batchSize) {
    await reevaluateEntries(writes, work, prepared, changes, ids.slice(start, start + batchSize))
  }
  await changes.end(writes, work.stage)
  prepared.isServed ||= changes.isServed
  prepared.revisions = now
  prepared.activity = await readNewestActivity(writes, space)
  return ids.length
}

/**
 * Lists the changed drafts from the activity, which records every change. A record without an entry, such as an import,
 * may have changed any draft.
 */
async function listChangedDrafts(
  writes: Writes,
  { space, firstPass }: ImportWork,
  { activity, othersAssets }: PreparedImport,
): Promise<readonly string[] | typeof preparationOutdated> {
  const records = await listActivitySince(writes, space, activity)
  const entries = new Set<string>()
  for (const { entry, action } of records) {
    if (isAssetAction(action)) continue
    if (entry === null || action === 'delete') return preparationOutdated
    entries.add(entry)
  }
  if (records.length === 0) return preparationOutdated
  // The import's content that shows these assets is updated under the lock.
  for (const id of await listAssetsChangedSince(writes, space, activity)) {
    if (firstPass.assets.has(id)) return preparationOutdated
    othersAssets.add(id)
  }
  return [...entries]
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

/** Builds the set only if it is needed, because a source may have many entries. */
function toLookup(ids: readonly string[]): (id: string) => boolean {
  let known: ReadonlySet<string> | null = null
  return id => {
    known ??= new Set(ids)
    return known.has(id)
  }
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
  for (const id of staying) migrated.delete(id)
  const again = await migrateAgain(parts, staying)
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
