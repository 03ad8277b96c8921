// Applies one record of an import to its entry: the draft and the live content after the import.
import { parseTimestamp } from '../../base/clock.ts'
import { replaceTargets } from '../../content/fields/field-references.ts'
import type { StoredValue } from '../../content/fields/field-type.ts'
import { checkValues } from '../../content/fields/field-values.ts'
import {
  bindReferences,
  type DanglingReference,
  type ForbiddenTarget,
} from '../../content/publish/bind-references.ts'
import type { ChangeSet } from '../../content/publish/change-set.ts'
import {
  type CheckedContent,
  type ContentText,
  checkOverlays,
  compileOverlays,
  compileValues,
  isSameContent,
  type PublishedContent,
  type ReferenceBinder,
  toNextPublication,
  toVariantsJson,
  toVariantsText,
} from '../../content/publish/entry-content.ts'
import type { EntrySizes } from '../../content/publish/entry-size.ts'
import type { EntryRow } from '../../content/tables/entries.store.ts'
import type { Collection, Values } from '../../content/values/model.ts'
import { stateOf, toOverwrite, type WriteContext } from '../../entries/drafts/draft-write.ts'
import type { ImportError } from '../read/first-pass.ts'
import { type SourceItem, toWhereText } from '../read/import-source.ts'
import type { EntryRecord } from '../read/records.ts'
import type { EntryLosses } from './entry-losses.ts'
import type { ExistingEntries } from './existing-entries.ts'
import type { ImportPlan, PlannedEntry } from './import-plan.ts'
import { keepLive } from './migrate-to-model.ts'
import { type FormerTargets, resolveReference, targetsIn } from './resolve-references.ts'

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
  /** Entries that become live, or live at another path. */
  readonly newlyLive: PlannedEntry[]
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
  pending: PendingEntry,
  present: ExistingEntries,
  former: FormerTargets | undefined,
): 'created' | 'changed' | 'unchanged' | null {
  const { item, record, planned } = pending
  const model = parts.models.get(planned.collection)
  if (!model) return null
  const content = checkRecord(parts, pending, model, former)
  if (content === null) return null
  const { publication, draft, forbidden } = content
  for (const id of [...draft.overlays.keys(), ...publication.overlays.keys()]) parts.variants.add(id)
  const result = changeLive(parts, pending, { model, content, present })
  const { draftVersion, isDraftChanged } = changeDraft(parts, pending, { model, content, present, result })
  if (record.liveData && result.isChanged) {
    const isDraft = stateOf(draft.texts, result.live) === 'live'
    const live = { ...planned, slug: result.live!.slug }
    publish(parts, live, publication, present, result.publishedAt!, isDraft ? draftVersion : null)
  }
  const isChanged = isDraftChanged || result.isChanged
  parts.losses.addUnsafeAddresses(item, planned, model.fields, record, isChanged)
  parts.losses.addForbidden(item, planned, forbidden, model.fields, record, isChanged)
  return !present.entries.has(planned.id) ? 'created' : isChanged ? 'changed' : 'unchanged'
}

/** The content of a record without errors, with its references resolved. */
interface RecordContent {
  readonly draft: CheckedContent & { readonly texts: ContentText }
  /** The published values of the record; those of its draft if it has none. */
  readonly publication: PublishedContent
  readonly bind: ReferenceBinder
  /** Collects the references that {@link bind} meets whose collection the model does not allow. */
  readonly forbidden: readonly ForbiddenTarget[]
}

/** Reports the errors of a record. Returns null if there are any. */
function checkRecord(
  parts: WriterParts,
  { item, record, planned }: PendingEntry,
  { fields }: Collection,
  former: FormerTargets | undefined,
): RecordContent | null {
  const { plan, errors, losses } = parts
  const errorsBefore = errors.length
  const context = {
    onError: (message: string) => void errors.push({ where: toWhereText(item.where), message }),
  }
  const written = new Map<string, string>()
  const resolve = (values: readonly StoredValue[]) =>
    replaceTargets(fields, values, to => resolveReference(plan, to, written, former))
  const check = (values: Values) => resolve(checkValues(fields, values, context))
  // Published overlays may be the same values at other blocks, whose errors are reported once.
  const overlayErrors = new Set<string>()
  const checkVariants = (variants: EntryRecord['variants'] = {}) => {
    const checked = checkOverlays(fields, variants, { onError: message => void overlayErrors.add(message) })
    return new Map([...checked].map(([id, values]) => [id, resolve(values)]))
  }
  const liveValues = record.liveData && check(record.liveData)
  const values = record.data ? check(record.data) : (liveValues ?? [])
  const overlays = checkVariants(record.variants)
  const liveOverlays = record.liveVariants ? checkVariants(record.liveVariants) : overlays
  overlayErrors.forEach(context.onError)
  if (item.oddities.length > 0) errors.push(...losses.addOddities(item, planned, fields))
  const forbidden: ForbiddenTarget[] = []
  const bind = bindReferences(planned.id, plan.addresses, {
    onDangling: dangling => parts.dangling.push({ ...dangling, to: written.get(dangling.to) ?? dangling.to }),
    onForbidden: reference => void forbidden.push(reference),
  })
  const compiled = compileValues(fields, liveValues ?? values, bind)
  const { data } = record.data && liveValues ? compileValues(fields, values, bind) : compiled
  const publication = { values: compiled, overlays: compileOverlays(fields, liveOverlays, bind) }
  if (plan.errors.length > 0 || errors.length > errorsBefore) return null
  const slug = record.archived ? (record.slug ?? planned.id) : planned.slug
  const texts = { slug, data, variants: toVariantsText(fields, overlays) }
  return { draft: { slug, values, overlays, texts }, publication, bind, forbidden }
}

interface EntryContext {
  readonly model: Collection
  readonly content: RecordContent
  readonly present: ExistingEntries
}

/** Determines the live content after the import. Withdraws an entry that does not stay live; {@link publish} publishes. */
function changeLive(
  parts: WriterParts,
  { item, record, planned }: PendingEntry,
  { model, content, present }: EntryContext,
): LiveResult {
  const { publication, bind, draft } = content
  if (record.liveData) return toPublished(parts, { item, record, planned }, publication, present)
  const staying = item.keepsLive ? present.live.get(planned.id) : undefined
  if (staying) {
    const onLoss = (field: string, what: string) =>
      parts.losses.add(item, planned, { kind: 'value_not_imported', field, what })
    return toStaying(keepLive(parts.changes, staying, model.fields, bind, onLoss), staying.row)
  }
  const withdrawn = { item, record, planned: { ...planned, slug: draft.slug } }
  return { ...nothingLive, isChanged: withdraw(parts, withdrawn, present) }
}

/** Saves the draft, or only its state if the draft is the same. Returns the number of its version. */
function changeDraft(
  parts: WriterParts,
  { record, planned }: PendingEntry,
  { model, content, present, result }: EntryContext & { readonly result: LiveResult },
): { readonly draftVersion: number | null; readonly isDraftChanged: boolean } {
  const { plan, changes, now } = parts
  const { texts } = content.draft
  const old = present.entries.get(planned.id) ?? null
  const archivedAt = record.archived ? (old?.archived_at ?? now) : null
  if (old !== null && isSameDraft(old, { ...planned, ...texts, archived_at: archivedAt })) {
    const state = stateOf(texts, result.live)
    if (archivedAt === null && (old.state !== state || old.published_at !== result.publishedAt))
      changes.setLiveState(planned.id, { state, publishedAt: result.publishedAt })
    return { draftVersion: old.draft_version, isDraftChanged: false }
  }
  const context = {
    ...targetsIn(plan.addresses),
    ...toWriteContext(parts, model, result),
    findAsset: present.findAsset,
    archivedAt,
  }
  const given = { ...planned, content: content.draft, texts }
  const { draft, references, assets } = toOverwrite(old, given, 'import', context)
  if (old === null) changes.createEntry(draft, references, assets)
  else changes.changeEntry(draft, references, assets)
  return { draftVersion: draft.row.draft_version, isDraftChanged: true }
}

function toWriteContext(
  { now, by }: WriterParts,
  model: Collection,
  { live, publishedAt }: LiveResult,
): Omit<WriteContext, 'findTarget' | 'findAsset'> {
  return { model, live, publishedAt, at: now, by }
}

/** Returns the future live content of a record with published values. */
function toPublished(
  { now, sizes }: WriterParts,
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
  const variants = toVariantsJson(publication.overlays)
  return {
    live: { slug, data: publication.values.data, variants },
    publishedAt: isSame ? current.row.published_at : (wantedTime ?? now),
    isChanged: !isSame,
  }
}

function publish(
  { changes, by, newlyLive }: WriterParts,
  planned: PlannedEntry,
  publication: PublishedContent,
  present: ExistingEntries,
  publishedAt: number,
  draftVersion: number | null,
): void {
  const live = present.live.get(planned.id)
  const { id: entry, collection, slug } = planned
  const next = toNextPublication(
    { entry, collection, slug, publishedAt, draftVersion, publishedBy: by },
    publication,
    present.history.get(entry),
  )
  if (live?.row.slug !== planned.slug) newlyLive.push(planned)
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
