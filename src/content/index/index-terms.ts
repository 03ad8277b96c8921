// Computes the terms of a live entry in the query index, the keys that it has in each index field, from its publication and
// its overlays only.
import { eachLeaf } from '../fields/field-values.ts'
import type { QueryFacts } from '../fields/query-facts.ts'
import { withoutBlocks } from '../fields/rich-text.ts'
import { searchWeightOf } from '../fields/text-facts.ts'
import {
  factsOf,
  fieldIndexField,
  isSortable,
  liveIndexField,
  ownIndexField,
  pathIndexField,
  type QueryType,
  slugOrderField,
  wordIndexField,
} from '../model/query-model.ts'
import type { LivePublication, OverlayRow, PublicationRow } from '../tables/publications.store.ts'
import { searchableText } from '../values/document-text.ts'
import {
  type Collection,
  componentsKey,
  type Field,
  type Json,
  type JsonPath,
  type Values,
} from '../values/model.ts'
import { listTargetsByLine, type StoredData } from '../values/stored-data.ts'
import {
  eachWordKey,
  type KeyText,
  keyTextOf,
  overrideKey,
  presenceKey,
  type Slot,
  toKeyText,
  toSlot,
} from './query-keys.ts'
import { sortNumberOf } from './sort-blocks.ts'

export interface TermListener {
  onKey(slot: Slot, key: KeyText): void
  /** Called with a text whose words are terms; see {@link eachWordKey}. */
  onText(slot: Slot, text: string): void
  /** Called with the sort number of an entry, at most once for each sortable index field. */
  onSortNumber(slot: Slot, value: number): void
}

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

const presence = toKeyText(presenceKey)
const override = toKeyText(overrideKey)

/** An index field, and the function that finds its terms in the values of a field. */
interface IndexField {
  readonly name: string
  /** The slot of its base values. */
  readonly slot: Slot
  /** Changes if the same values would yield other terms. */
  readonly signature: string
  /** Null for an index field of words. */
  readonly emit: ((values: FieldValues, slot: Slot, listener: TermListener) => void) | null
}

type Emit = NonNullable<IndexField['emit']>
type ToScalar = NonNullable<QueryFacts['toScalar']>

/** The values of one field, as a list even if the field holds a single value. */
interface FieldValues {
  readonly values: readonly Json[]
  /** The ids of a reference's targets. */
  readonly targets: readonly string[]
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

/** Returns the index fields of a plan, with signatures that change when their terms would. */
export function signaturesOf({ fields }: TermPlan): ReadonlyMap<string, string> {
  return new Map(
    fields.flatMap(({ indexFields }) => indexFields.map(({ name, signature }) => [name, signature] as const)),
  )
}

function indexFieldsOf(model: Pick<Collection, 'titleField' | 'fields'>, field: Field): IndexField[] {
  const signature = signatureOf(field)
  const own = toIndexField(fieldIndexField(field.apiName), signature, emitterOf(field))
  const paths = (field.paths ?? []).map(path =>
    toIndexField(pathIndexField(field.apiName, path), `${signature} ${signatureOf(path)}`, pathEmitter(path)),
  )
  const isSearched = searchWeightOf(model, field) > 0
  const words = isSearched
    ? [toIndexField(wordIndexField(field.apiName), signature + signatureOfBlocks(field), null)]
    : []
  return [own, ...paths, ...words]
}

function toIndexField(name: string, signature: string, emit: IndexField['emit']): IndexField {
  return { name, slot: toSlot(name, ''), signature, emit }
}

function signatureOf({ type, many = false }: Pick<Field | JsonPath, 'type' | 'many'>): string {
  return many ? `${type}*` : type
}

function emitterOf({ type, many = false }: Field): Emit {
  const { toScalar, refers } = factsOf(type)
  if (toScalar !== undefined) {
    return isSortable(type, many)
      ? ({ values }, slot, listener) => emitScalars(type, toScalar, values, slot, listener)
      : ({ values }, slot, { onKey }) => emitScalars(type, toScalar, values, slot, { onKey })
  }
  if (refers) {
    return ({ targets }, slot, { onKey }) => {
      if (targets.length > 0) onKey(slot, presence)
      for (const target of targets) onKey(slot, keyTextOf(type, target))
    }
  }
  return ({ values }, slot, { onKey }) => {
    if (values.length > 0) onKey(slot, presence)
  }
}

function emitScalars(
  type: QueryType,
  toScalar: ToScalar,
  values: readonly Json[],
  slot: Slot,
  { onKey, onSortNumber }: Pick<TermListener, 'onKey'> & Partial<TermListener>,
): void {
  let isPresent = false
  for (const value of values) {
    const scalar = toScalar(value)
    if (scalar === null) continue
    if (!isPresent) onKey(slot, presence)
    isPresent = true
    const key = keyTextOf(type, scalar)
    onKey(slot, key)
    onSortNumber?.(slot, sortNumberOf(scalar, key))
  }
}

/**
 * Returns a function that finds the values at a path. Lists on the path and at its end are skipped unless the path has many
 * values.
 */
function pathEmitter({ path, type, many = false }: JsonPath): Emit {
  const keys = path.split('.')
  const toScalar = factsOf(type).toScalar!
  return ({ values }, slot, { onKey }) => {
    const found: Json[] = []
    const open = values.map(value => ({ value, depth: 0 }))
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { value, depth } = next
      if (isList(value)) {
        if (many) for (const item of value) open.push({ value: item, depth })
      } else if (depth === keys.length) found.push(value)
      else if (typeof value === 'object' && value !== null && Object.hasOwn(value, keys[depth]!)) {
        open.push({ value: (value as Values)[keys[depth]!]!, depth: depth + 1 })
      }
    }
    emitScalars(type, toScalar, found, slot, { onKey })
  }
}

/** Calls the listener for each term, possibly several times. */
export function eachTerm(plan: TermPlan, content: IndexedEntry, listener: TermListener): void {
  if (plan.hasOwnKeys) emitOwnKeys(content, listener)
  if (plan.fields.length === 0) return
  eachValueTerm(plan, content.values, '', listener)
  for (const [variant, overlay] of content.overlays) eachValueTerm(plan, overlay, variant, listener)
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

const noTargets: readonly string[] = []

function eachValueTerm(plan: TermPlan, stored: StoredData, variant: string, listener: TermListener): void {
  const values = JSON.parse(stored.data) as Values
  const targets = stored.refs === null ? null : listTargetsByLine(stored.refs)
  const names = targets === null ? [] : Object.keys(values)
  for (const { field, indexFields } of plan.fields) {
    if (!Object.hasOwn(values, field.apiName)) continue
    const value = values[field.apiName]!
    const found: FieldValues = {
      values: value === null ? [] : field.many && isList(value) ? value : [value],
      targets: targets?.get(names.indexOf(field.apiName)) ?? noTargets,
    }
    for (const { name, slot: baseSlot, emit } of indexFields) {
      const slot = variant === '' ? baseSlot : toSlot(name, variant)
      if (variant !== '') listener.onKey(slot, override)
      if (emit) emit(found, slot, listener)
      else if (field.of === undefined)
        for (const value of found.values) listener.onText(slot, searchableText(value))
      else eachSearchedText(field, value, text => listener.onText(slot, text))
    }
  }
}

/** Calls `onText` for each text that searches find in the blocks of a field. */
function eachSearchedText(field: Field, value: Json, onText: (text: string) => void): void {
  if (value === null) return
  eachLeaf(field, value, '', (leaf, own) => {
    if (!isSearched(leaf)) return
    // The blocks in rich text are leaves themselves.
    const toOwn = leaf.of === undefined ? (each: Json) => each : withoutBlocks
    for (const each of leaf.many && isList(own) ? own : [own]) onText(searchableText(toOwn(each)))
  })
}

/** Checks whether searches find the values of a field of a component. */
function isSearched(field: Field): boolean {
  return searchWeightOf({ fields: [] }, field) > 0
}

/** Describes which fields of the components of a field are searched, whose change is a change of the terms. */
function signatureOfBlocks(field: Field): string {
  const components = field[componentsKey]
  if (field.of === undefined || components === undefined) return ''
  const searched = [...components.values()].map(({ apiName, fields }) => [
    apiName,
    fields.filter(isSearched).map(({ apiName: name, type, many = false }) => [name, type, many]),
  ])
  return JSON.stringify(searched)
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
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
