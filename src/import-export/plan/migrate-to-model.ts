// Migrates entries that are not in the source: a changed model changes their shape, their references may now resolve to
// another entry, and a prune archives them.
import { toActorText } from '../../base/caller.ts'
import type { Clock } from '../../base/clock.ts'
import type { Stage } from '../../bulk/stage.store.ts'
import { checkValues, listAssetNames } from '../../content/fields/field-values.ts'
import {
  type BindingListener,
  bindReferences,
  type DanglingReference,
  type ForbiddenTarget,
} from '../../content/publish/bind-references.ts'
import type { ChangeSet } from '../../content/publish/change-set.ts'
import {
  type ContentText,
  checkOverlays,
  compileContent,
  isSameContent,
  migrateValues,
  parseValues,
  parseVariants,
  type ReferenceBinder,
  toPublishedText,
} from '../../content/publish/entry-content.ts'
import { type FindRow, readFindAsset } from '../../content/publish/resolve-assets.ts'
import { listReferrers } from '../../content/tables/draft-references.store.ts'
import { type EntryRow, readEntries } from '../../content/tables/entries.store.ts'
import { type LivePublication, readLive } from '../../content/tables/publications.store.ts'
import type { Collection } from '../../content/values/model.ts'
import { asWritten } from '../../content/values/stored-data.ts'
import { readsWithin, type Writes } from '../../database/database.ts'
import { toOverwrite } from '../../entries/drafts/draft-write.ts'
import { type Loss, type LossKind, toLoss } from '../read/losses.ts'
import { importer } from './import-context.ts'
import type { ImportPlan } from './import-plan.ts'
import { targetsIn } from './resolve-references.ts'

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
  /** Collections whose title field or fields changed, so that derived columns of drafts may change. */
  readonly rederivedModels: ReadonlySet<string>
  readonly clock: Clock
}

export interface MigratedEntries {
  /** The changed entries, except those that the import archives. */
  readonly changed: ReadonlySet<string>
  readonly losses: readonly Loss[]
  readonly dangling: readonly DanglingReference[]
}

/** Lists the entries that already refer to entries that the import creates. */
export async function listReferrersOfCreated({ writes, changes, plan }: Parts): Promise<ReadonlySet<string>> {
  const created = plan.before.size === 0 ? [] : plan.ids.filter(id => plan.before.get(id) === undefined)
  const referrers = new Set<string>()
  for (let start = 0; start < created.length; start += batchSize) {
    const batch = created.slice(start, start + batchSize)
    for (const { entry } of await listReferrers(readsWithin(writes), changes.space, batch))
      referrers.add(entry)
  }
  return referrers
}

/** Migrates all entries that are not in the source. `referrers` refer to entries that the import creates. */
export function migrateAbsentEntries(parts: Parts, referrers: ReadonlySet<string>): Promise<MigratedEntries> {
  const { plan, changedModels, rederivedModels } = parts
  const changesWith = (name: string) => changedModels.has(name) || rederivedModels.has(name)
  const affected = plan.absent.filter(
    id => referrers.has(id) || plan.archived.has(id) || changesWith(plan.addresses.get(id)?.collection ?? ''),
  )
  return migrate(parts, affected)
}

/**
 * Migrates the given entries, none of which may be staged. Rewritten publications keep their version and times, because
 * this is not a new publication.
 */
export async function migrate(parts: Parts, affected: readonly string[]): Promise<MigratedEntries> {
  const { writes, stage, changes } = parts
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
  const live = await readLive(readsWithin(writes), changes.space, ids)
  const changed: string[] = []
  const entries = await readEntries(writes, changes.space, ids)
  const names = listAssets(models, entries)
  const findAsset = await readFindAsset(readsWithin(writes), changes.space, names, changes.assets)
  for (const entry of entries) {
    const lose = reportOnce(entry, report.losses)
    const onLoss = (field: string, error: string) =>
      lose('value_not_imported', field, `${error} Its value was removed.`)
    const forbidden: ForbiddenTarget[] = []
    const dangling: DanglingReference[] = []
    const listener: BindingListener = {
      onDangling: reference => void dangling.push(reference),
      onForbidden: reference => void forbidden.push(reference),
    }
    const bind = bindReferences(entry.id, plan.addresses, listener)
    const fields = models.get(entry.collection)?.fields ?? []
    const isArchived = plan.archived.has(entry.id)
    const publication = isArchived ? undefined : live.get(entry.id)
    if (isArchived && live.has(entry.id)) changes.close(entry.id)
    const staying = publication === undefined ? null : keepLive(changes, publication, fields, bind, onLoss)
    const draftChanged = migrateDraft(parts, entry, { publication, staying, findAsset }, onLoss)
    const liveChanged = staying?.isChanged ?? false
    // An earlier import already reported references that were not allowed before.
    if (liveChanged) for (const { field, what } of forbidden) lose('reference_not_allowed', field, what)
    if (isArchived || !(draftChanged || liveChanged)) continue
    changed.push(entry.id)
    report.dangling.push(...dangling)
  }
  return changed
}

/** Reports each loss once, because the draft, the published values and their overlays often lose the same values. */
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

interface MigratedLive {
  readonly publication: LivePublication | undefined
  readonly staying: LiveForm | null
  readonly findAsset: FindRow
}

function listAssets(models: Parts['models'], entries: readonly EntryRow[]): string[] {
  return entries.flatMap(({ collection, data, variants }) =>
    listAssetNames(models.get(collection)?.fields ?? [], {
      data: parseValues(data),
      variants: parseVariants(variants),
    }),
  )
}

/** Returns true if the draft changes. */
function migrateDraft(
  { changes, plan, models, clock }: Parts,
  entry: EntryRow,
  { publication, staying, findAsset }: MigratedLive,
  onLoss: OnLoss,
): boolean {
  const model = models.get(entry.collection) ?? noModel
  const { fields } = model
  const values = checkValues(fields, migrateValues(fields, parseValues(entry.data), onLoss), ignoreErrors)
  const overlays = Object.fromEntries(
    Object.entries(parseVariants(entry.variants)).map(([id, overlay]) => [
      id,
      migrateValues(fields, overlay, onLoss),
    ]),
  )
  const content = { slug: entry.slug, values, overlays: checkOverlays(fields, overlays, ignoreErrors) }
  const { id, collection } = entry
  const now = clock()
  const archivedAt = entry.archived_at ?? (plan.archived.has(id) ? now : null)
  const publishedAt = publication?.row.published_at ?? null
  const { draft, references, assets } = toOverwrite(entry, { id, collection, content }, 'model', {
    ...targetsIn(plan.addresses),
    ...{
      findAsset,
      model,
      live: staying?.text ?? null,
      publishedAt,
      archivedAt,
      at: now,
      by: toActorText(importer),
    },
  })
  const { row } = draft
  const isChanged = row.data !== entry.data || row.variants !== entry.variants
  // Changed rules may change the problems and the resolved references even if no value changes.
  if (isChanged || staying?.isChanged || !Bun.deepEquals(row, entry))
    changes.changeEntry(draft, references, assets)
  return isChanged
}

const noModel: Pick<Collection, 'titleField' | 'fields'> = { fields: [] }

interface LiveForm {
  readonly text: ContentText
  readonly isChanged: boolean
}

/** Keeps published values live in the shape of the new model, and returns them. */
export function keepLive(
  changes: ChangeSet,
  live: LivePublication,
  fields: Fields,
  bind: ReferenceBinder,
  onLoss: OnLoss,
): LiveForm {
  const values = checkValues(
    fields,
    migrateValues(fields, parseValues(asWritten(live.row)), onLoss),
    ignoreErrors,
  )
  const overlays = Object.fromEntries(
    [...live.overlays].map(([id, overlay]) => [
      id,
      migrateValues(fields, parseValues(asWritten(overlay)), onLoss),
    ]),
  )
  const content = { values, overlays: checkOverlays(fields, overlays, ignoreErrors) }
  const publication = compileContent(fields, content, bind)
  const text = toPublishedText(live.row.slug, publication)
  if (isSameContent(live, publication)) return { text, isChanged: false }
  changes.reopen(live, publication)
  return { text, isChanged: true }
}
