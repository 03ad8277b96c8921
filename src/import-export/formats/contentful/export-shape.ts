// Reads the parts of a Contentful export that are imported: unknown JSON in, typed parts out. Other files interpret
// them; only items that are not valid content types, entries or assets are reported and skipped here.
import type { LossLog } from '../../read/loss-log.ts'
import { isObject, listOf, type ObjectValue, property, textOf } from '../../read/unknown-json.ts'
import { type Sys, toSys } from './sys.ts'

/** Values keyed by locale code; null and absent values are omitted. */
export type LocalizedValue = ReadonlyMap<string, unknown>

export interface SourceField {
  readonly id: string
  readonly type: string
  readonly linkType: string | null
  readonly items: { readonly type: string; readonly linkType: string | null } | null
  readonly localized: boolean
  readonly omitted: boolean
  readonly linkContentTypes: readonly string[]
}

export interface SourceType {
  readonly id: string
  readonly name: string
  /** The id of the field that titles entries. */
  readonly displayField: string | null
  readonly sys: Sys
  readonly fields: readonly SourceField[]
}

export interface SourceEntry {
  readonly id: string
  readonly typeId: string
  readonly sys: Sys
  readonly fields: ReadonlyMap<string, LocalizedValue>
}

export interface SourceAsset {
  readonly id: string
  readonly sys: Sys
  readonly fields: ReadonlyMap<string, LocalizedValue>
}

export interface SpaceExport {
  readonly types: readonly SourceType[]
  readonly entries: readonly SourceEntry[]
  readonly assets: ReadonlyMap<string, SourceAsset>
}

/** Reads the three kinds of items that carry content. If two have the same id, the first is used. */
export function readExport(source: ObjectValue, losses: LossLog): SpaceExport {
  const read = <T extends { id: string }>(key: string, kind: string, toThing: (item: unknown) => T | null) =>
    readThings(listOf(property(source, key)), kind, toThing, losses)
  return {
    types: [...read('contentTypes', 'content type', item => toType(item, losses)).values()],
    entries: [...read('entries', 'entry', item => toEntry(item, losses)).values()],
    assets: read('assets', 'asset', toAsset),
  }
}

function readThings<T extends { id: string }>(
  items: readonly unknown[],
  kind: string,
  toThing: (item: unknown) => T | null,
  losses: LossLog,
): Map<string, T> {
  const things = new Map<string, T>()
  items.forEach((item, index) => {
    const thing = toThing(item)
    if (!thing)
      losses.add('unreadable', `${kind} number ${index + 1}`, `It has no readable \`sys\` and was left out`)
    else if (things.has(thing.id))
      losses.tally('unreadable', thing.id, `The ${kind} is in the file again; the first one stands`)
    else things.set(thing.id, thing)
  })
  return things
}

function toType(item: unknown, losses: LossLog): SourceType | null {
  const id = idOf(item)
  if (id === null) return null
  const fields = new Map<string, SourceField>()
  for (const field of listOf(property(item, 'fields'))) {
    const fieldId = textOf(property(field, 'id'))
    if (!fieldId) losses.tally('unreadable', id, 'A field of the content type has no id and was left out')
    else if (fields.has(fieldId))
      losses.tally('unreadable', `${id}.${fieldId}`, 'The field is there again; the first one stands')
    else fields.set(fieldId, toField(fieldId, field))
  }
  const displayField = textOf(property(item, 'displayField')) || null
  const name = textOf(property(item, 'name')) ?? ''
  return { id, name, displayField, sys: toSys(item), fields: [...fields.values()] }
}

function toField(id: string, field: unknown): SourceField {
  const items = property(field, 'items')
  return {
    id,
    type: textOf(property(field, 'type')) ?? '',
    linkType: textOf(property(field, 'linkType')),
    items: isObject(items)
      ? { type: textOf(property(items, 'type')) ?? '', linkType: textOf(property(items, 'linkType')) }
      : null,
    localized: property(field, 'localized') === true,
    omitted: property(field, 'omitted') === true || property(field, 'deleted') === true,
    linkContentTypes: [field, items].flatMap(linkContentTypesOf),
  }
}

// Old exports have a single type as a string instead of a list.
function linkContentTypesOf(holder: unknown): string[] {
  return listOf(property(holder, 'validations'))
    .map(validation => property(validation, 'linkContentType'))
    .flatMap(named => (typeof named === 'string' ? [named] : listOf(named)))
    .filter(named => typeof named === 'string')
}

function toEntry(item: unknown, losses: LossLog): SourceEntry | null {
  const id = idOf(item)
  const typeId = textOf(property(item, 'sys', 'contentType', 'sys', 'id'))
  return id && typeId ? { id, typeId, sys: toSys(item), fields: fieldsOf(item, id, losses) } : null
}

function toAsset(item: unknown): SourceAsset | null {
  const id = idOf(item)
  return id ? { id, sys: toSys(item), fields: fieldsOf(item, id, null) } : null
}

// A delivery response for one locale names it in `sys.locale` and has bare values; all other shapes key values by
// locale.
function fieldsOf(item: unknown, id: string, losses: LossLog | null): Map<string, LocalizedValue> {
  const locale = textOf(property(item, 'sys', 'locale'))
  const fields = property(item, 'fields')
  const read = new Map<string, LocalizedValue>()
  for (const [name, value] of isObject(fields) ? Object.entries(fields) : []) {
    const byLocale = locale ? [[locale, value] as const] : isObject(value) ? Object.entries(value) : null
    if (byLocale) read.set(name, new Map(byLocale.filter(([, one]) => one !== null && one !== undefined)))
    else if (value !== null)
      losses?.add('value_not_imported', id, `The field \`${name}\` is not keyed by locale and was left out`, {
        entry: id,
        field: name,
      })
  }
  return read
}

const idOf = (item: unknown): string | null => textOf(property(item, 'sys', 'id')) || null
