// Computes the terms of a live entry in the query index, the keys that it has in each index field, from its publication and
// its overlays only.
import { searchWeightOf } from '../fields/text-facts.ts'
import { listOf } from '../model/block-values.ts'
import {
  fieldIndexField,
  holdsBlocks,
  insideMark,
  liveIndexField,
  ownIndexField,
  pathIndexField,
  type QueryType,
  slugOrderField,
  wordIndexField,
} from '../model/query-model.ts'
import type { LivePublication, OverlayRow, PublicationRow } from '../tables/publications.store.ts'
import type { Collection, Field, Values } from '../values/model.ts'
import { withWholeValues } from '../values/overlaid-lines.ts'
import { listTargetsByLine, listTargetsByPointer, type StoredData } from '../values/stored-data.ts'
import {
  eachWordKey,
  type KeyText,
  keyTextOf,
  overrideKey,
  type Slot,
  toKeyText,
  toSlot,
} from './query-keys.ts'
import { sortNumberOf } from './sort-blocks.ts'
import {
  type Emit,
  emitBlocks,
  emitTexts,
  emitTextsAroundBlocks,
  emitterOf,
  type FieldValues,
  noTargets,
  pathEmitter,
  presence,
  signatureOf,
  signatureOfPaths,
  signatureOfTexts,
  type TermListener,
} from './term-emitters.ts'

/** The indexed content of a live entry. */
export interface IndexedEntry {
  readonly id: string
  readonly collection: string
  readonly slug: string
  readonly publishedAt: number
  readonly firstPublishedAt: number
  readonly values: StoredData
  readonly overlays: ReadonlyMap<string, StoredData>
}

const override = toKeyText(overrideKey)

/** An index field, and the function that finds its terms in the values of a field. */
interface IndexField {
  readonly name: string
  /** The slot of its base values. */
  readonly slot: Slot
  /** Changes if the same values would yield other terms. */
  readonly signature: string
  readonly emit: Emit
}

interface IndexedField {
  readonly field: Field
  readonly indexFields: readonly IndexField[]
}

/** Describes how the terms of a collection's entries are found. */
export interface TermPlan {
  readonly fields: readonly IndexedField[]
  readonly hasOwnKeys: boolean
}

export function planTerms(model: Pick<Collection, 'titleField' | 'fields'>): TermPlan {
  const fields = model.fields
    .filter(({ query }) => query !== false)
    .map(field => ({ field, indexFields: indexFieldsOf(model, field) }))
  return { fields, hasOwnKeys: true }
}

/** Returns the plan for a subset of its index fields. An entry's own keys count as one index field named ''. */
export function narrowPlan(plan: TermPlan, has: (indexField: string) => boolean): TermPlan {
  const fields = plan.fields
    .map(({ field, indexFields }) => ({ field, indexFields: indexFields.filter(({ name }) => has(name)) }))
    .filter(({ indexFields }) => indexFields.length > 0)
  return { fields, hasOwnKeys: plan.hasOwnKeys && has('') }
}

/**
 * Returns the index fields of a plan, with signatures that change when their terms would. The index fields inside of a field with
 * blocks are one name with the {@link insideMark} at its end: they depend on the values.
 */
export function signaturesOf({ fields }: TermPlan): ReadonlyMap<string, string> {
  return new Map(
    fields.flatMap(({ field, indexFields }) =>
      indexFields.flatMap(({ name, signature }) =>
        field.of === undefined
          ? [[name, signature] as const]
          : [[name, signature] as const, [name + insideMark, signature] as const],
      ),
    ),
  )
}

function indexFieldsOf(model: Pick<Collection, 'titleField' | 'fields'>, field: Field): IndexField[] {
  const signature = signatureOf(field)
  const hasBlocks = holdsBlocks(field)
  const own = toIndexField(
    fieldIndexField(field.apiName),
    hasBlocks ? signature + signatureOfPaths(field) : signature,
    hasBlocks ? emitBlocks(field) : emitterOf(field),
  )
  const paths = (field.paths ?? []).map(path =>
    toIndexField(pathIndexField(field.apiName, path), `${signature} ${signatureOf(path)}`, pathEmitter(path)),
  )
  const isSearched = searchWeightOf(model, field) > 0
  const words = isSearched
    ? [
        toIndexField(
          wordIndexField(field.apiName),
          field.of === undefined ? signature : signature + signatureOfTexts(field),
          field.of === undefined ? emitTexts : emitTextsAroundBlocks(field),
        ),
      ]
    : []
  return [own, ...paths, ...words]
}

function toIndexField(name: string, signature: string, emit: IndexField['emit']): IndexField {
  return { name, slot: toSlot(name, ''), signature, emit }
}

/** Calls the listener for each term, possibly several times. */
export function eachTerm(plan: TermPlan, content: IndexedEntry, listener: TermListener): void {
  if (plan.hasOwnKeys) emitOwnKeys(content, listener)
  if (plan.fields.length === 0) return
  eachValueTerm(plan, content.values, '', listener)
  for (const [variant, overlay] of content.overlays) {
    eachValueTerm(plan, withWholeValues(content.values, overlay), variant, listener)
  }
}

const ownSlots = {
  live: toSlot(liveIndexField, ''),
  id: toSlot(ownIndexField('id'), ''),
  slug: toSlot(ownIndexField('slug'), ''),
  slugOrder: toSlot(slugOrderField, ''),
  publishedAt: toSlot(ownIndexField('publishedAt'), ''),
  firstPublishedAt: toSlot(ownIndexField('firstPublishedAt'), ''),
}

function emitOwnKeys(
  { id, slug, publishedAt, firstPublishedAt }: IndexedEntry,
  listener: TermListener,
): void {
  const emit = (slot: Slot, type: QueryType, value: string | number) => {
    const key = keyTextOf(type, value)
    listener.onKey(slot, presence)
    listener.onKey(slot, key)
    // Lists are sorted by `slugOrder` instead, which compares slugs as texts.
    if (slot !== ownSlots.slug) listener.onSortNumber(slot, sortNumberOf(value, key))
  }
  listener.onKey(ownSlots.live, presence)
  emit(ownSlots.id, 'id', id)
  emit(ownSlots.slug, 'slug', slug)
  emit(ownSlots.slugOrder, 'text', slug)
  emit(ownSlots.publishedAt, 'dateTime', publishedAt)
  emit(ownSlots.firstPublishedAt, 'dateTime', firstPublishedAt)
}

function eachValueTerm(plan: TermPlan, stored: StoredData, variant: string, listener: TermListener): void {
  const values = JSON.parse(stored.data) as Values
  const targets = stored.refs === null ? null : listTargetsByLine(stored.refs)
  const names = targets === null ? [] : Object.keys(values)
  for (const { field, indexFields } of plan.fields) {
    if (!Object.hasOwn(values, field.apiName)) continue
    const value = values[field.apiName]!
    const line = names.indexOf(field.apiName)
    const found: FieldValues = {
      values: listOf(field, value),
      value,
      targets: targets?.get(line) ?? noTargets,
      targetsInside: () => listTargetsByPointer(stored.refs, line),
    }
    for (const { name, slot: baseSlot, emit } of indexFields) {
      const slot = variant === '' ? baseSlot : toSlot(name, variant)
      if (variant !== '') listener.onKey(slot, override)
      emit(found, slot, listener)
    }
  }
}

type Row = Omit<PublicationRow, 'space' | 'to_revision'>

/** Returns the indexed content by entry. The list may contain one publication per entry. */
export function contentsOf(
  publications: readonly Row[],
  overlays: readonly OverlayRow[],
): ReadonlyMap<string, IndexedEntry> {
  const overlaysOf = new Map<string, Map<string, StoredData>>()
  for (const overlay of overlays) {
    const publication = toPublication(overlay)
    const known = overlaysOf.get(publication)
    if (known) known.set(overlay.variant, overlay)
    else overlaysOf.set(publication, new Map([[overlay.variant, overlay]]))
  }
  return new Map(
    publications.map(row => [row.entry, toIndexed(row, overlaysOf.get(toPublication(row)) ?? noOverlays)]),
  )
}

const toPublication = (row: Pick<OverlayRow, 'entry' | 'from_revision'>) =>
  `${row.from_revision} ${row.entry}`

const noOverlays: ReadonlyMap<string, StoredData> = new Map()

export function contentsOfLive(
  live: ReadonlyMap<string, LivePublication>,
): ReadonlyMap<string, IndexedEntry> {
  return new Map([...live].map(([id, { row, overlays }]) => [id, toIndexed(row, overlays)]))
}

export function toIndexed(row: Row, overlays: ReadonlyMap<string, StoredData>): IndexedEntry {
  return {
    id: row.entry,
    collection: row.collection,
    slug: row.slug,
    publishedAt: row.published_at,
    firstPublishedAt: row.first_published_at,
    values: row,
    overlays,
  }
}

/** All terms and sort numbers of an entry in the index. */
export interface Terms {
  /** Keys without duplicates. */
  readonly keys: ReadonlyMap<Slot, ReadonlySet<KeyText>>
  readonly sortNumbers: ReadonlyMap<Slot, number>
}

export function termsOf(plan: TermPlan, entry: IndexedEntry): Terms {
  const terms = new Map<Slot, Set<KeyText>>()
  const sortNumbers = new Map<Slot, number>()
  const onKey = (slot: Slot, key: KeyText) => {
    const keys = terms.get(slot)
    if (keys) keys.add(key)
    else terms.set(slot, new Set([key]))
  }
  eachTerm(plan, entry, {
    onKey,
    onText: (slot, text) => eachWordKey(text, key => onKey(slot, key)),
    onSortNumber: (slot, value) => sortNumbers.set(slot, value),
  })
  return { keys: terms, sortNumbers }
}
