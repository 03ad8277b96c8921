// Applies one record of an import to its entry: the draft and the live content after the import.
import { parseTimestamp } from '../../base/clock.ts'
import {
  type BindingListener,
  bindReferences,
  type DanglingReference,
  type ForbiddenTarget,
} from '../../content/publish/bind-references.ts'
import type { ChangeSet } from '../../content/publish/change-set.ts'
import { compileValues } from '../../content/publish/compile-entry.ts'
import type { EntrySizes } from '../../content/publish/entry-size.ts'
import { checkOverlays, compileOverlays, toVariantsText } from '../../content/publish/entry-values.ts'
import { isSameContent, type PublishedContent } from '../../content/publish/published-content.ts'
import { hasUnsettled } from '../../content/publish/unsettled.ts'
import type { EntryRow } from '../../content/tables/entries.store.ts'
import { checkValues } from '../../content/values/field-values.ts'
import type { Collection } from '../../content/values/model.ts'
import { type ContentText, stateOf, toVariantsJson } from '../../entries/drafts/draft-row.ts'
import { toOverwrite, type WriteContext } from '../../entries/drafts/draft-write.ts'
import type { ImportError } from '../read/first-pass.ts'
import { type SourceItem, toWhereText } from '../read/import-source.ts'
import type { EntryRecord } from '../read/records.ts'
import type { EntryLosses } from './entry-losses.ts'
import type { ExistingEntries } from './existing-entries.ts'
import type { ImportPlan, PlannedEntry } from './import-plan.ts'
import { keepLive } from './migrate-to-model.ts'
import { addressesFor, targetsIn, withoutDrafts } from './resolve-references.ts'

export interface WriterParts {
  readonly changes: ChangeSet
  readonly plan: ImportPlan
  readonly models: ReadonlyMap<string, Collection>
  /** Collects the entries that may be too large to serve. */
  readonly sizes: EntrySizes
  readonly now: number
  /** The actor of the import, as stored. */
  readonly by: string
  readonly losses: EntryLosses
  readonly errors: ImportError[]
  readonly dangling: DanglingReference[]
  /** Entries that were live and no longer are. */
  readonly unpublished: PlannedEntry[]
  /** Entries that moved and were live before. */
  readonly movedLive: ReadonlySet<string>
  /** Ids of variants that entries have overlays for. */
  readonly variants: Set<string>
}

export interface PendingEntry {
  readonly item: SourceItem
  readonly record: EntryRecord
  readonly planned: PlannedEntry
}

/** The live content of an entry after the import. */
interface LiveResult {
  readonly live: ContentText | null
  readonly publishedAt: number | null
  readonly isChanged: boolean
}

const nothingLive = { live: null, publishedAt: null }

/** Returns null if the record has errors. */
export function writeEntry(
  parts: WriterParts,
  { item, record, planned }: PendingEntry,
  present: ExistingEntries,
): 'created' | 'changed' | 'unchanged' | null {
  const { plan, changes, errors, losses } = parts
  const model = parts.models.get(planned.collection)
  if (!model) return null
  const { fields } = model
  const errorsBefore = errors.length
  const context = {
    onError: (message: string) => void errors.push({ where: toWhereText(item.where), message }),
  }
  const liveValues = record.liveData && checkValues(fields, record.liveData, context)
  const draftValues = record.data ? checkValues(fields, record.data, context) : (liveValues ?? [])
  const overlays = checkOverlays(fields, record.variants ?? {}, context)
  const liveOverlays = record.liveVariants ? checkOverlays(fields, record.liveVariants, context) : overlays
  if (item.oddities.length > 0) errors.push(...losses.addOddities(item, planned, fields))
  const forbidden: ForbiddenTarget[] = []
  const bound = present.bound.get(planned.id)
  const addresses = addressesFor(plan, { bound, isInSource: true })
  const listener: BindingListener = {
    onDangling: dangling => parts.dangling.push(dangling),
    onForbidden: reference => void forbidden.push(reference),
  }
  const bind = withoutDrafts(bindReferences(planned.id, addresses, listener), plan, bound)
  const values = compileValues(fields, liveValues ?? draftValues, bind)
  const draft = record.data && liveValues ? compileValues(fields, draftValues, bind) : values
  const publication = { values, overlays: compileOverlays(fields, liveOverlays, bind) }
  if (plan.errors.length > 0 || errors.length > errorsBefore) return null

  for (const id of [...overlays.keys(), ...liveOverlays.keys()]) parts.variants.add(id)
  const slug = record.archived ? (record.slug ?? planned.id) : planned.slug
  const texts = { slug, data: draft.data, variants: toVariantsText(fields, overlays) }
  const old = present.entries.get(planned.id) ?? null
  const archivedAt = record.archived ? (old?.archived_at ?? parts.now) : null
  const draftChanged = old === null || !isSameDraft(old, { ...planned, ...texts, archived_at: archivedAt })
  const staysLive = !liveValues && item.keepsLive
  const staying = staysLive ? present.live.get(planned.id) : undefined
  const onLoss = (field: string, what: string) =>
    losses.add(item, planned, { kind: 'value_not_imported', field, what })
  const result = liveValues
    ? toPublished(parts, { item, record, planned }, publication, present)
    : staying
      ? toStaying(keepLive(changes, staying, fields, bind, onLoss), staying.row)
      : {
          ...nothingLive,
          isChanged: withdraw(parts, { item, record, planned: { ...planned, slug } }, present),
        }
  let draftVersion = old?.draft_version ?? null
  if (draftChanged) {
    const { draft, references, assets } = toOverwrite(
      old,
      { ...planned, content: { slug, values: draftValues, overlays }, texts },
      'import',
      {
        ...targetsIn(addresses),
        ...toWriteContext(parts, model, result),
        ...{ findAsset: present.findAsset, archivedAt },
      },
    )
    draftVersion = draft.row.draft_version
    if (old === null) changes.createEntry(draft, references, assets)
    else changes.changeEntry(draft, references, assets)
  } else if (
    archivedAt === null &&
    (old.state !== stateOf(texts, result.live) || old.published_at !== result.publishedAt)
  ) {
    changes.setLiveState(planned.id, { state: stateOf(texts, result.live), publishedAt: result.publishedAt })
  }
  if (liveValues && result.isChanged) {
    const isDraft = stateOf(texts, result.live) === 'live'
    const live = { ...planned, slug: result.live!.slug }
    publish(parts, live, publication, present, result.publishedAt!, isDraft ? draftVersion : null)
  }
  const isChanged = draftChanged || result.isChanged
  losses.addUnsafeAddresses(item, planned, fields, record, isChanged)
  losses.addForbidden(item, planned, forbidden, record, isChanged)
  return old === null ? 'created' : isChanged ? 'changed' : 'unchanged'
}

function toWriteContext(
  { now, by }: WriterParts,
  model: Collection,
  { live, publishedAt }: LiveResult,
): Omit<WriteContext, 'findTarget' | 'findAsset' | 'idOf'> {
  return { model, live, publishedAt, at: now, by }
}

/** Returns the future live content of a record with published values. */
function toPublished(
  { changes, now, sizes }: WriterParts,
  { item, record, planned }: PendingEntry,
  publication: PublishedContent,
  present: ExistingEntries,
): LiveResult {
  sizes.add(planned.id, toWhereText(item.where), publication)
  const current = present.live.get(planned.id)
  const wantedTime = record.publishedAt === undefined ? null : parseTimestamp(record.publishedAt)
  const isTimely = wantedTime === null || wantedTime === current?.row.published_at
  const slug = record.liveSlug ?? planned.slug
  const isSame = current?.row.slug === slug && isTimely && isSameContent(current, publication)
  // The referenced entry no longer exists. If an entry is created again under its id, the reference must be checked again.
  if (isSame && current.row.rebind === 0 && hasUnsettled(publication)) changes.reopen(current, publication)
  const variants = toVariantsJson(publication.overlays)
  return {
    live: { slug, data: publication.values.data, variants },
    publishedAt: isSame ? current.row.published_at : (wantedTime ?? now),
    isChanged: !isSame,
  }
}

function publish(
  { changes, by }: WriterParts,
  planned: PlannedEntry,
  publication: PublishedContent,
  present: ExistingEntries,
  publishedAt: number,
  draftVersion: number | null,
): void {
  const history = present.history.get(planned.id)
  const live = present.live.get(planned.id)
  const next = {
    ...publication,
    entry: planned.id,
    collection: planned.collection,
    slug: planned.slug,
    version: (history?.version ?? 0) + 1,
    firstPublishedAt: Math.min(history?.firstPublishedAt ?? publishedAt, publishedAt),
    publishedAt,
    draftVersion,
    publishedBy: by,
  }
  if (live) changes.replace(live, next)
  else changes.open(next)
}

function toStaying(
  { text, isChanged }: ReturnType<typeof keepLive>,
  { published_at }: { readonly published_at: number },
): LiveResult {
  return { live: text, publishedAt: published_at, isChanged }
}

/** Returns true if the entry was live. */
function withdraw(
  { changes, losses, unpublished, movedLive }: WriterParts,
  { item, record, planned }: PendingEntry,
  present: ExistingEntries,
): boolean {
  if (record.publishedAt !== undefined) {
    const what = 'publishedAt was ignored: an entry without liveData is not published.'
    losses.add(item, planned, { kind: 'published_at_ignored', what })
  }
  const isLive = present.live.has(planned.id)
  if (isLive || movedLive.has(planned.id)) unpublished.push(planned)
  if (isLive) changes.close(planned.id)
  return isLive
}

type DraftText = Pick<EntryRow, 'collection' | 'slug' | 'data' | 'variants' | 'archived_at'>

function isSameDraft(a: EntryRow, b: DraftText): boolean {
  return (
    a.archived_at === b.archived_at &&
    a.collection === b.collection &&
    a.slug === b.slug &&
    a.data === b.data &&
    a.variants === b.variants
  )
}
