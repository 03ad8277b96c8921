// The content of an entry: a draft, or what is published. Parses it from its stored text, checks it against the model,
// serializes it, and compiles it for publishing to the text that content/values/stored-data.ts describes.

import { eachReference } from '../fields/field-references.ts'
import type { StoredReference, StoredValue } from '../fields/field-type.ts'
import { type CheckContext, checkValues, eachLeaf, leafNamesAsset } from '../fields/field-values.ts'
import { typeOf } from '../fields/registry.ts'
import type { History, LivePublication } from '../tables/publications.store.ts'
import type { Field, Json, Values } from '../values/model.ts'
import { toBlockValues } from '../values/overlaid-blocks.ts'
import {
  asWritten,
  encodeData,
  type FieldLine,
  type InnerReference,
  isSameWritten,
  listIds,
  listTargets,
  type PublishedData,
  type StoredData,
  toFieldLine,
} from '../values/stored-data.ts'

/** Values by name. Absent and null mean no value; an overlay without fields does not exist. */
export interface EntryContent {
  readonly slug: string
  readonly data: Values
  readonly variants: { readonly [id: string]: Values }
}

/**
 * The content as JSON, as it is stored. Content that does not change is compared and copied as text, without parsing it.
 */
export interface ContentText {
  readonly slug: string
  readonly data: string
  readonly variants: string | null
}

/** The content with values that fit the model, in the order of its fields, in which they are compiled. */
export interface CheckedContent {
  readonly slug: string
  readonly values: readonly StoredValue[]
  readonly overlays: ReadonlyMap<string, readonly StoredValue[]>
}

type WithoutSlug<Content> = Omit<Content, 'slug'>

export function parseValues(data: string): Values {
  return JSON.parse(data) as Values
}

export function parseVariants(variants: string | null): { readonly [id: string]: Values } {
  return variants === null ? {} : (JSON.parse(variants) as { [id: string]: Values })
}

export function parseContent({ data, variants }: WithoutSlug<ContentText>): WithoutSlug<EntryContent> {
  return { data: parseValues(data), variants: parseVariants(variants) }
}

/** Parses content, and leaves out values that do not fit the model. */
export function parseFitting(
  fields: readonly Field[],
  { data, variants }: WithoutSlug<ContentText>,
): WithoutSlug<CheckedContent> {
  return {
    values: checkValues(fields, parseValues(data), ignoreErrors),
    overlays: checkOverlays(fields, parseVariants(variants), ignoreErrors),
  }
}

const ignoreErrors = { onError: () => {} }

/** The overlays of an entry by variant id. Each has a value or undefined for each field of the model. */
type OverlayValues = ReadonlyMap<string, readonly StoredValue[]>

/** Checks the values of overlays, and drops overlays that set no field. */
export function checkOverlays(
  fields: readonly Field[],
  variants: { readonly [id: string]: Values },
  context: CheckContext,
): OverlayValues {
  const stored = new Map<string, readonly StoredValue[]>()
  for (const [id, values] of Object.entries(variants)) {
    const checked = checkValues(fields, values, {
      ...context,
      isOverlay: true,
      onError: (message, { pointer, ...error }) =>
        context.onError(`In the variant "${id}": ${message}`, { ...error, pointer: `/${id}${pointer}` }),
    })
    if (checked.some(value => value !== undefined)) stored.set(id, checked)
  }
  return stored
}

/** Returns checked values by name, in the order of the model. */
function toValues(fields: readonly Field[], stored: readonly StoredValue[]): Values {
  const values: { [name: string]: Json } = {}
  for (const [index, { apiName }] of fields.entries()) {
    const value = stored[index]
    if (value !== undefined) values[apiName] = value
  }
  return values
}

/** Returns the values by name. Overlays are in the order of their ids. */
export function toContent(
  fields: readonly Field[],
  { values, overlays }: WithoutSlug<CheckedContent>,
): WithoutSlug<EntryContent> {
  const ordered = [...overlays].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    data: toValues(fields, values),
    variants: Object.fromEntries(ordered.map(([id, overlay]) => [id, toValues(fields, overlay)])),
  }
}

/** Returns a draft's values in the order of the model. */
export function toStored(fields: readonly Field[], values: Values): StoredValue[] {
  return fields.map(({ apiName }) =>
    Object.hasOwn(values, apiName) ? (values[apiName] ?? undefined) : undefined,
  )
}

export function compileContent(
  fields: readonly Field[],
  { values, overlays }: WithoutSlug<CheckedContent>,
  bind: ReferenceBinder,
): PublishedContent {
  return {
    values: compileValues(fields, values, bind),
    overlays: compileOverlays(fields, overlays, bind),
  }
}

export function compileOverlays(
  fields: readonly Field[],
  overlays: OverlayValues,
  bind: ReferenceBinder,
): PublishedContent['overlays'] {
  return new Map([...overlays].map(([id, overlay]) => [id, compileOverlay(fields, overlay, bind)]))
}

/** Binds no reference, for texts whose references are compared as they are written. */
const bindNothing: ReferenceBinder = () => null

/** Returns the text of a draft. Its references are bound when it is published. */
export function toText(
  fields: readonly Field[],
  content: WithoutSlug<CheckedContent>,
): WithoutSlug<ContentText> {
  const { data } = compileValues(fields, content.values, bindNothing)
  return { data, variants: toVariantsText(fields, content.overlays) }
}

/** Returns the overlays of a draft as JSON, in the order of their ids; null if there are none. */
export function toVariantsText(fields: readonly Field[], overlays: OverlayValues): string | null {
  return toVariantsJson(compileOverlays(fields, overlays, bindNothing))
}

/** Returns published content in the form of a draft. */
export function toPublishedText(slug: string, { values, overlays }: PublishedContent): ContentText {
  return { slug, data: values.data, variants: toVariantsJson(overlays) }
}

/** Returns the live content in the form of a draft. */
export function toContentText({ row, overlays }: LivePublication): ContentText {
  const written = [...overlays].map(([id, overlay]) => [id, { data: asWritten(overlay) }] as const)
  return { slug: row.slug, data: asWritten(row), variants: toVariantsJson(new Map(written)) }
}

/** Returns the overlays in the order of their ids, as in drafts; null if there are none. */
export function toVariantsJson(overlays: ReadonlyMap<string, { readonly data: string }>): string | null {
  if (overlays.size === 0) return null
  const ordered = [...overlays].sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${ordered.map(([id, { data }]) => `${JSON.stringify(id)}:${data}`).join(',')}}`
}

/** Keeps the values that fit the new model, and reports the values that it drops. */
export function migrateValues(
  fields: readonly Field[],
  values: Values,
  onLoss: (field: string, message: string) => void,
): { readonly [name: string]: Json } {
  const migrated: Record<string, Json> = {}
  for (const [name, value] of Object.entries(values)) {
    const field = fields.find(candidate => candidate.apiName === name)
    const isList = field && (field.many || typeOf(field).mayBeList)
    if (value === null || (Array.isArray(value) && value.length === 0 && !isList)) continue
    let error: string | null = field ? null : `The model no longer has a field "${name}".`
    const onPartLost = (address: string, reason: string) =>
      onLoss(name, `The value of "${address}" ${reason}.`)
    const left = (field && typeOf(field).fit?.(value, field, name, onPartLost)) ?? value
    const onError = (message: string) => {
      error = message
    }
    if (field) checkValues([field], { [name]: left }, { isOverlay: true, onError })
    if (error === null) migrated[name] = left
    else onLoss(name, error)
  }
  return migrated
}

/** Returns the id that is served for a reference of the field, or null if the field may not refer to that entry. */
export type ReferenceBinder = (id: string, field: Field) => string | null

/**
 * Compiled values as they were written. Values that name assets are completed when they are stored, and references inside
 * values are marked, see resolve-assets.ts.
 */
export interface CompiledValues extends StoredData {
  /** See {@link PublishedData.written}. */
  readonly written: string | null
  /** The ids in `refs`, in field order. */
  readonly targets: readonly string[]
}

/** Compiles base values to a line for every field of the model, with null or an empty list for fields without a value. */
export function compileValues(
  fields: readonly Field[],
  values: readonly StoredValue[],
  bind: ReferenceBinder,
): CompiledValues {
  return compile(fields, values, bind, (field): Json => (field.many ? [] : null))
}

/** Compiles an overlay to lines for the fields that it sets. */
function compileOverlay(
  fields: readonly Field[],
  values: readonly StoredValue[],
  bind: ReferenceBinder,
): CompiledValues {
  return compile(fields, values, bind, () => undefined)
}

function compile(
  fields: readonly Field[],
  values: readonly StoredValue[],
  bind: ReferenceBinder,
  absent: (field: Field) => StoredValue,
): CompiledValues {
  const lines: FieldLine[] = []
  const targets: string[] = []
  const written: [name: string, value: Json][] = []
  for (const [index, field] of fields.entries()) {
    const value = values[index] ?? absent(field)
    if (value === undefined) continue
    const isEmpty = values[index] === undefined || (Array.isArray(value) && value.length === 0)
    const references = isEmpty ? [] : bindAll(field, value, bind)
    for (const reference of references) for (const id of listIds(reference.targets)) targets.push(id)
    if (field.type === 'reference' && !isEmpty) {
      const { targets, isLink } = references[0]!
      lines.push(toFieldLine(field.apiName, value, { targets, isLink }))
      continue
    }
    if (!isEmpty) {
      eachLeaf(field, value, '', (leaf, own, pointer) => {
        if (leafNamesAsset(leaf, own)) written.push([field.apiName + pointer, own])
      })
    }
    const isInBlocks = field.of !== undefined && toBlockValues(value) !== null
    lines.push(toFieldLine(field.apiName, value, { inner: references, isInBlocks }))
  }
  return {
    ...encodeData(lines),
    written: written.length === 0 ? null : JSON.stringify(Object.fromEntries(written)),
    targets,
  }
}

/** Binds the references of a value, in the order of its JSON. The references of a list that is a field stay together. */
function bindAll(field: Field, value: Json, bind: ReferenceBinder): InnerReference[] {
  const lists = new Map<string, string[]>()
  const references: InnerReference[] = []
  eachReference(field, value, '', (to, pointer, { field: holder, place, isLink }) => {
    const target = bind((to as StoredReference).id, holder)
    if (place === pointer) references.push({ pointer, targets: target, isLink })
    else {
      let list = lists.get(place)
      if (list === undefined) {
        list = []
        lists.set(place, list)
        references.push({ pointer: place, targets: list, isLink })
      }
      if (target !== null) list.push(target)
    }
  })
  return references
}

/** The published content of an entry. */
export interface PublishedContent {
  readonly values: CompiledValues
  readonly overlays: ReadonlyMap<string, CompiledValues>
}

/** The content to publish for an entry. */
export interface NewPublication extends PublishedContent {
  readonly entry: string
  readonly collection: string
  readonly slug: string
  readonly version: number
  readonly firstPublishedAt: number
  readonly publishedAt: number
  /** The draft version that becomes live; null if it is unknown. */
  readonly draftVersion: number | null
  readonly publishedBy: string | null
}

/** Returns the next publication of an entry. `history` is undefined if it was never published. */
export function toNextPublication(
  facts: Omit<NewPublication, keyof PublishedContent | keyof History>,
  content: PublishedContent,
  history: History | undefined,
): NewPublication {
  const { publishedAt } = facts
  return {
    ...content,
    ...facts,
    version: (history?.version ?? 0) + 1,
    firstPublishedAt: Math.min(history?.firstPublishedAt ?? publishedAt, publishedAt),
  }
}

/** Returns the same publication with other content. */
export function toReopened({ row }: LivePublication, content: PublishedContent): NewPublication {
  return {
    ...content,
    entry: row.entry,
    collection: row.collection,
    slug: row.slug,
    version: row.version,
    firstPublishedAt: row.first_published_at,
    publishedAt: row.published_at,
    draftVersion: row.draft_version,
    publishedBy: row.published_by,
  }
}

/** Checks whether publishing would leave the live content byte-identical. */
export function isSameContent(live: LivePublication, content: PublishedContent): boolean {
  return isSameWritten(contentOf(live), content)
}

/** Returns the live content as it was written. */
export function contentOf({ row, overlays }: LivePublication) {
  const toWritten = (layer: PublishedData) => ({ ...layer, data: asWritten(layer) })
  return {
    values: toWritten(row),
    overlays: new Map([...overlays].map(([variant, overlay]) => [variant, toWritten(overlay)])),
  }
}

/** Returns the live content for rewriting it, with its current references. Storing it inserts the current assets. */
export function toRewritable({ row, overlays }: LivePublication): PublishedContent {
  const compile = (layer: PublishedData): CompiledValues => ({
    data: asWritten(layer),
    refs: layer.refs,
    written: layer.written,
    targets: listTargets(layer.refs),
  })
  return {
    values: compile(row),
    overlays: new Map([...overlays].map(([variant, overlay]) => [variant, compile(overlay)])),
  }
}
