// Migrates entries that are not in the source: a changed model changes their shape, their references may now resolve to
// another entry, and a prune archives them.

import { toActorText } from '../../base/actor.ts'
import type { Clock } from '../../base/clock.ts'
import type { Stage } from '../../bulk/stage.store.ts'
import {
  type AddressIndex,
  type BindingListener,
  bindReferences,
  type DanglingReference,
  type ForbiddenTarget,
} from '../../content/publish/bind-references.ts'
import { readBoundReferences } from '../../content/publish/bound-references.ts'
import type { ChangeSet } from '../../content/publish/change-set.ts'
import { compileValues, type ReferenceBinder } from '../../content/publish/compile-entry.ts'
import {
  checkOverlays,
  compileOverlays,
  migrateValues,
  parseValues,
  parseVariants,
} from '../../content/publish/entry-values.ts'
import { type FindRow, readFindAsset } from '../../content/publish/find-asset.ts'
import { isSameContent } from '../../content/publish/published-content.ts'
import { type EntryRow, readEntries } from '../../content/tables/entries.store.ts'
import { readUnsettled } from '../../content/tables/publication-reads.store.ts'
import { type LivePublication, readLive } from '../../content/tables/publications.store.ts'
import { listAssetNames } from '../../content/values/asset-names.ts'
import { checkValues } from '../../content/values/field-values.ts'
import type { Collection } from '../../content/values/model.ts'
import { asWritten } from '../../content/values/stored-data.ts'
import { readsWithin, type Writes } from '../../database/database.ts'
import { type ContentText, toVariantsJson } from '../../entries/drafts/draft-row.ts'
import { toOverwrite } from '../../entries/drafts/draft-write.ts'
import { type Loss, type LossKind, toLoss } from '../read/losses.ts'
import { importer } from './import-context.ts'
import type { ImportPlan } from './import-plan.ts'
import { addressesFor, targetsIn, withoutDrafts } from './resolve-references.ts'

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

/**
 * Migrates all entries that are not in the source. Rewritten publications keep their version and times, because this is
 * not a new publication.
 */
export async function migrateAbsentEntries(parts: Parts): Promise<MigratedEntries> {
  const { writes, changes } = parts
  return migrate(parts, await readUnsettled(writes, changes.space), parts.plan.absent)
}

/** Migrates only the given entries, none of which may be staged. */
export async function migrateAgain(parts: Parts, ids: readonly string[]): Promise<MigratedEntries> {
  const live = await readLive(readsWithin(parts.writes), parts.changes.space, ids)
  const unsettled = [...live.values()].flatMap(({ row }) => (row.rebind === 0 ? [] : row.entry))
  return migrate(parts, unsettled, ids)
}

async function migrate(
  parts: Parts,
  unsettledIds: readonly string[],
  absent: readonly string[],
): Promise<MigratedEntries> {
  const { writes, stage, changes, plan, changedModels, rederivedModels } = parts
  const unsettled = new Set(unsettledIds)
  const changesWith = (name: string) => changedModels.has(name) || rederivedModels.has(name)
  const affected = absent.filter(
    id => unsettled.has(id) || plan.archived.has(id) || changesWith(plan.addresses.get(id)?.collection ?? ''),
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
  const live = await readLive(readsWithin(writes), changes.space, ids)
  const bound = await readBoundReferences(readsWithin(writes), changes.space, live.values())
  const changed: string[] = []
  const entries = await readEntries(writes, changes.space, ids)
  const names = listAssets(models, entries)
  const findAsset = await readFindAsset(readsWithin(writes), changes.space, names, changes.assets)
  for (const entry of entries) {
    const lose = reportOnce(entry, report.losses)
    const onLoss = (field: string, error: string) =>
      lose('value_not_imported', field, `${error} Its value was removed.`)
    const forbidden: ForbiddenTarget[] = []
    const own = bound.get(entry.id)
    const addresses = addressesFor(plan, { bound: own, isInSource: false })
    const listener: BindingListener = {
      onDangling: dangling => report.dangling.push(dangling),
      onForbidden: reference => void forbidden.push(reference),
    }
    const bind = withoutDrafts(bindReferences(entry.id, addresses, listener), plan, own)
    const fields = models.get(entry.collection)?.fields ?? []
    const isArchived = plan.archived.has(entry.id)
    const publication = isArchived ? undefined : live.get(entry.id)
    if (isArchived && live.has(entry.id)) changes.close(entry.id)
    const staying = publication === undefined ? null : keepLive(changes, publication, fields, bind, onLoss)
    const draftChanged = migrateDraft(parts, entry, { publication, staying, addresses, findAsset }, onLoss)
    const liveChanged = staying?.isChanged ?? false
    // An earlier import already reported references that did not resolve before.
    if (liveChanged) for (const { field, what } of forbidden) lose('reference_not_allowed', field, what)
    if (!isArchived && (draftChanged || liveChanged)) changed.push(entry.id)
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
  readonly addresses: AddressIndex
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
  { publication, staying, addresses, findAsset }: MigratedLive,
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
    ...targetsIn(addresses),
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
  const publication = {
    values: compileValues(fields, values, bind),
    overlays: compileOverlays(fields, checkOverlays(fields, overlays, ignoreErrors), bind),
  }
  const text = {
    slug: live.row.slug,
    data: publication.values.data,
    variants: toVariantsJson(publication.overlays),
  }
  if (isSameContent(live, publication)) return { text, isChanged: false }
  changes.reopen(live, publication)
  return { text, isChanged: true }
}
