// Converts the entries of a collection to a new model in batches: drafts, overlays, scheduled drafts, and live
// publications, which keep their version and times. Counts the effects in a report. The changes are collected in a
// change set, which a dry run discards.

import type { Clock } from '../../../base/clock.ts'
import type { SpaceId } from '../../../base/ids.ts'
import { partsOfPointer } from '../../../base/json.ts'
import { unreadableAs } from '../../../content/fields/convert-value.ts'
import { type FieldReference, listReferences } from '../../../content/fields/field-references.ts'
import type { DraftValues } from '../../../content/fields/field-rules.ts'
import { checkValues, listAssetNames } from '../../../content/fields/field-values.ts'
import { formatOf } from '../../../content/fields/registry.ts'
import type { IndexedEntry } from '../../../content/index/index-terms.ts'
import { toIndexed } from '../../../content/index/index-terms.ts'
import { bindReferences, type EntryLookup } from '../../../content/publish/bind-references.ts'
import type { ChangeSet } from '../../../content/publish/change-set.ts'
import {
  type CheckedContent,
  checkOverlays,
  compileContent,
  isSameContent,
  type PublishedContent,
  parseContent,
  parseFitting,
  parseValues,
  type ReferenceBinder,
  toContentText,
  toPublishedText,
  toText,
} from '../../../content/publish/entry-content.ts'
import { EntrySizes } from '../../../content/publish/entry-size.ts'
import { type FindRow, readFindAsset } from '../../../content/publish/resolve-assets.ts'
import type { FindFile } from '../../../content/rich-text/linked-file.ts'
import { readAssets } from '../../../content/tables/assets.store.ts'
import { findTargets, type Targets } from '../../../content/tables/draft-references.store.ts'
import { type EntryRow, readEntries } from '../../../content/tables/entries.store.ts'
import { type LivePublication, readLive } from '../../../content/tables/publications.store.ts'
import { toAssetPath } from '../../../content/values/asset-paths.ts'
import type { Field } from '../../../content/values/model.ts'
import { asWritten, listTargets } from '../../../content/values/stored-data.ts'
import { type Reads, readsWithin, type Writes } from '../../../database/database.ts'
import { type DraftWrite, isDraftTooLarge, toOverwrite } from '../../../entries/drafts/draft-write.ts'
import { changeValues, type EarlierValues, type FieldLoss } from '../convert/model-values.ts'
import { changesValues, type ModelPlan } from '../model-plan.ts'
import { findNewProblems, findRuleChanges, ModelReport, type RuleChanges } from '../report/model-report.ts'

interface EntriesParts {
  readonly plan: ModelPlan
  readonly clock: Clock
  readonly by: string
}

type Content = Omit<CheckedContent, 'slug'>

/** Values by the fields of the new model. */
interface FittedValues extends DraftValues {
  readonly content: Content
  readonly losses: readonly FieldLoss[]
}

/** The inputs of a conversion besides the entry's current values. */
export interface EntryContext {
  /** The draft before the model changes whose fields are restored. */
  readonly earlier?: EarlierValues
  /** The draft that will be published, if it is not the newest. */
  readonly scheduled?: DraftValues
  /** The scheduled draft before the model changes whose fields are restored. */
  readonly scheduledEarlier?: EarlierValues
}

/** The result of converting an entry. */
export interface ChangedEntry {
  readonly id: string
  /** The draft versions before and after. */
  readonly before: number
  readonly after: number
  /** The scheduled draft in the form of the new model. */
  readonly scheduled: Content | null
  /** The live content, if it stays as it is. */
  readonly live: IndexedEntry | null
}

interface EntryToChange {
  readonly row: EntryRow
  readonly publication: LivePublication | null
  /** The draft by the fields of the old model. */
  readonly before: DraftValues
  readonly draft: FittedValues
  /** Null if the entry is not live, or if its live content stays as it is. */
  readonly live: FittedValues | null
  readonly scheduled: FittedValues | null
}

export class ModelEntries {
  readonly report: ModelReport
  readonly sizes = new EntrySizes()
  /** Entries whose drafts would exceed the size limit, with their names for error messages. */
  readonly oversized = new Map<string, string>()
  readonly #parts: EntriesParts
  /**
   * The new fields without their reference targets, because a stricter `to` invalidates references but changes no stored
   * value.
   */
  readonly #fields: readonly Field[]
  readonly #changesValues: boolean
  readonly #rules: RuleChanges

  constructor(parts: EntriesParts) {
    const { plan } = parts
    this.#parts = parts
    this.#fields = plan.after.fields.map(({ to: _, ...field }) => field)
    this.#changesValues = changesValues(plan)
    this.#rules = findRuleChanges(plan)
    this.report = new ModelReport(plan)
  }

  /** Removes these entries from the report because they were changed since they were counted. */
  forget(ids: readonly string[]): void {
    for (const id of ids) {
      this.report.remove(id)
      this.oversized.delete(id)
    }
  }

  async change(
    writes: Writes,
    changes: ChangeSet,
    ids: readonly string[],
    contexts: ReadonlyMap<string, EntryContext>,
  ): Promise<ChangedEntry[]> {
    const live = await readLive(readsWithin(writes), changes.space, ids)
    const sources = (await readEntries(writes, changes.space, ids)).map(row => {
      const publication = live.get(row.id) ?? null
      const { earlier, scheduled = null, scheduledEarlier } = contexts.get(row.id) ?? {}
      const shown = publication && toLiveValues(publication)
      return { row, publication, earlier, before: parseContent(row), shown, scheduled, scheduledEarlier }
    })
    const written = sources.flatMap(({ before, shown, scheduled }) =>
      [before, shown ?? [], scheduled ?? []].flat(),
    )
    const { fields } = this.#parts.plan.before
    const findFile = await readLinkedFiles(readsWithin(writes), changes.space, fields, written)
    const entries = sources.map(
      ({ row, publication, earlier, before, shown, scheduled, scheduledEarlier }): EntryToChange => ({
        ...{ row, publication, before, draft: this.#fit(before, findFile, earlier) },
        live: shown && this.#changesValues ? this.#fit(shown, findFile) : null,
        scheduled: scheduled && this.#changesValues ? this.#fit(scheduled, findFile, scheduledEarlier) : null,
      }),
    )
    const references = this.#listReferences(entries)
    const targets = await findTargets(readsWithin(writes), changes.space, references)
    const findAsset = await readFindAsset(readsWithin(writes), changes.space, this.#listAssets(entries))
    return entries.map(entry => {
      const { write, live } = this.#changeEntry(changes, entry, targets, findAsset)
      const { id, draft_version: before } = entry.row
      const scheduled = entry.scheduled?.content ?? null
      this.#findOversized(entry, write)
      return { id, before, after: write.draft.row.draft_version, scheduled, live }
    })
  }

  #fit(values: DraftValues, findFile: FindFile, earlier?: EarlierValues): FittedValues {
    const { plan } = this.#parts
    const { data, variants, losses } = changeValues(plan, values, earlier, findFile)
    const unfit: FieldLoss[] = []
    const onError = (_: string, { pointer }: { readonly pointer: string }) => {
      const parts = partsOfPointer(pointer)
      const { field, source } = plan.fields.find(each => parts.includes(each.field.apiName))!
      const { apiName } = source.kind === 'stored' ? source.field : field
      unfit.push({ field: apiName, reason: unreadableAs(field) })
    }
    const content = {
      values: checkValues(this.#fields, data, { onError }),
      overlays: checkOverlays(this.#fields, variants, { onError }),
    }
    return { data, variants, content, losses: [...losses, ...unfit] }
  }

  /** Lists all references of drafts and publications, before and after the change. */
  #listReferences(entries: readonly EntryToChange[]): FieldReference[] {
    const { fields } = this.#parts.plan.before
    const listAll = (fields: readonly Field[], { values, overlays }: Content) =>
      [values, ...overlays.values()].flatMap(each => listReferences(fields, each))
    return entries.flatMap(({ row, draft, live }) => [
      ...listAll(fields, parseFitting(fields, row)),
      ...listAll(this.#fields, draft.content),
      ...(live ? listAll(this.#fields, live.content) : []),
    ])
  }

  /** Lists the assets that drafts name, before and after the change. */
  #listAssets(entries: readonly EntryToChange[]): string[] {
    const { before, after } = this.#parts.plan
    return entries.flatMap(entry => [
      ...listAssetNames(before.fields, entry.before),
      ...listAssetNames(after.fields, entry.draft),
    ])
  }

  /** Records an entry whose draft exceeds the size limit, unless it was that large before and does not grow. */
  #findOversized({ row, scheduled }: EntryToChange, { draft }: DraftWrite): void {
    const { fields } = this.#parts.plan.after
    const texts = [draft.row]
    const scheduledText = scheduled && toText(fields, scheduled.content)
    const sizeOf = ({ data, variants }: DraftText) => data.length + (variants?.length ?? 0)
    const isOversized = [...texts, ...(scheduledText ? [scheduledText] : [])].some(
      text => isDraftTooLarge(text) && sizeOf(text) > sizeOf(row),
    )
    if (isOversized) this.oversized.set(row.id, `${row.collection}/${row.slug}`)
  }

  #changeEntry(
    changes: ChangeSet,
    { row, publication, before, draft, live, scheduled }: EntryToChange,
    targets: Targets,
    findAsset: FindRow,
  ): { readonly write: DraftWrite; readonly live: IndexedEntry | null } {
    const { plan, clock, by } = this.#parts
    const published =
      live && publication ? compileLive(plan.after.fields, publication, live.content, targets) : null
    const changesLive = published !== null && !isSameContent(publication!, published)
    if (changesLive) {
      changes.reopen(publication!, published)
      this.sizes.add(row.id, `${row.collection}/${row.slug}`, published)
    }
    const { id, collection, slug } = row
    const { findTarget } = targets
    const write = toOverwrite(row, { id, collection, content: { slug, ...draft.content } }, 'model', {
      model: plan.after,
      live: published
        ? toPublishedText(publication!.row.slug, published)
        : publication && toContentText(publication),
      publishedAt: publication?.row.published_at ?? null,
      ...{ findTarget, findAsset, archivedAt: row.archived_at, at: clock(), by },
    })
    if (!Bun.deepEquals(write.draft.row, row))
      changes.changeEntry(write.draft, write.references, write.assets)
    this.report.add({
      id,
      changesDraft: write.draft.version !== null,
      changesLive,
      losses: [draft, live, scheduled].flatMap(each => each?.losses ?? []),
      problems: findNewProblems(this.#rules, before, draft, { findTarget, findAsset }),
    })
    if (!publication) return { write, live: null }
    return { write, live: changesLive ? null : toIndexed(publication.row, publication.overlays) }
  }
}

type DraftText = Pick<EntryRow, 'data' | 'variants'>

function toLiveValues({ row, overlays }: LivePublication): DraftValues {
  return {
    data: parseValues(asWritten(row)),
    variants: Object.fromEntries([...overlays].map(([id, overlay]) => [id, parseValues(asWritten(overlay))])),
  }
}

function compileLive(
  fields: readonly Field[],
  { row, overlays }: LivePublication,
  content: Omit<CheckedContent, 'slug'>,
  entries: EntryLookup,
): PublishedContent {
  const targets = new Set([row, ...overlays.values()].flatMap(({ refs }) => listTargets(refs)))
  const bindNew = bindReferences(row.entry, entries)
  // A reference that a rule of the field no longer allows stays live until the entry is published again.
  const bind: ReferenceBinder = (id, field) => bindNew(id, field) ?? (targets.has(id) ? id : null)
  return compileContent(fields, content, bind)
}

async function readLinkedFiles(
  reads: Reads,
  space: SpaceId,
  fields: readonly Field[],
  values: readonly DraftValues[],
): Promise<FindFile> {
  const richTexts = fields.filter(field => formatOf(field) === 'any')
  const ids = new Set(values.flatMap(each => listAssetNames(richTexts, each)))
  const rows = await readAssets(reads, space, [...ids])
  const files = new Map(
    rows.map(({ id, blob, filename, contentType }) => {
      return [id, { path: toAssetPath(space, blob, filename), filename, contentType }] as const
    }),
  )
  return id => files.get(id) ?? null
}
