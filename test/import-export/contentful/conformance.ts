// What the import refuses (contract, section 4), checked on records: an independent second writing of the rules.

import { fieldTypes } from '../../../src/content/fields/registry.ts'
import {
  type Collection,
  collectionNamePattern,
  entryIdPattern,
  type Field,
  fieldNamePattern,
  type Json,
  variantIdPattern,
} from '../../../src/content/values/model.ts'
import type { EntryRecord, ImportRecord } from '../../../src/import-export/read/records.ts'

/** Every fault in words; none for records that the import takes. */
export function errorsOf(records: readonly ImportRecord[]): string[] {
  const errors: string[] = []
  const collections = new Map<string, Collection>()
  for (const record of records) {
    if (record.type !== 'collection') continue
    if (collections.has(record.apiName)) errors.push(`collection ${record.apiName} twice`)
    collections.set(record.apiName, record)
    errors.push(...collectionErrors(record))
  }
  for (const { apiName, fields } of collections.values()) {
    const unknownNames = fields.flatMap(field => field.to ?? []).filter(to => !collections.has(to))
    if (unknownNames.length > 0) errors.push(`${apiName}: to names ${unknownNames}`)
  }
  const ids = new Set<string>()
  for (const record of records) {
    if (JSON.stringify(record).length > 16 * 1024 * 1024) errors.push('a line over 16 MiB')
    errors.push(...textErrors(record as unknown as Json, 1))
    if (record.type !== 'entry') continue
    if (ids.has(record.id ?? '')) errors.push(`id ${record.id} twice`)
    ids.add(record.id ?? '')
    errors.push(...entryErrors(record, collections.get(record.collection)))
  }
  return errors
}

function collectionErrors({ apiName, name, fields }: Collection): string[] {
  const names = fields.map(field => field.apiName)
  return [
    ...(collectionNamePattern.test(apiName) ? [] : [`collection name ${apiName}`]),
    ...(name.trim() === '' || name.length > 200 ? [`${apiName} has no name, or one too long`] : []),
    ...(fields.length > 500 ? [`${apiName} has too many fields`] : []),
    ...(new Set(names).size === names.length ? [] : [`${apiName} has a field twice`]),
    ...names.filter(one => !fieldNamePattern.test(one)).map(one => `field name ${one}`),
    ...fields.filter(field => !fieldTypes.includes(field.type)).map(field => `type ${field.type}`),
    ...fields
      .filter(field => field.to && (field.type !== 'reference' || field.to.length === 0))
      .map(field => `to on ${field.apiName}`),
  ]
}

function entryErrors(record: EntryRecord, collection: Collection | undefined): string[] {
  if (!collection) return [`${record.id}: no collection ${record.collection}`]
  const slug = record.slug ?? ''
  const time = record.publishedAt ?? '2026-01-01T00:00:00.000Z'
  const variants = Object.entries(record.variants ?? {})
  return [
    ...(entryIdPattern.test(record.id ?? '') ? [] : [`id ${record.id}`]),
    ...(slug === '' || slug.length > 255 || /\p{Cc}/u.test(slug) ? [`slug ${slug}`] : []),
    ...(isTimestamp(time) ? [] : [`publishedAt ${time}`]),
    ...variants.filter(([id]) => !variantIdPattern.test(id)).map(([id]) => `variant ${id}`),
    ...[record.data ?? {}, record.liveData ?? {}, ...variants.map(([, overlay]) => overlay)].flatMap(values =>
      Object.entries(values).flatMap(([name, value]) => {
        const field = collection.fields.find(one => one.apiName === name)
        if (!field) return [`${record.id}.${name} is not in the model`]
        return fits(field, value)
          ? []
          : [`${record.id}.${name} is no ${field.type}: ${JSON.stringify(value)}`]
      }),
    ),
  ]
}

function fits(field: Field, value: Json): boolean {
  if (!field.many) return value === null || fitsOne(field, value)
  if (!Array.isArray(value)) return false
  if (field.type === 'reference' && value.length > 10_000) return false
  return value.every(item => item !== null && fitsOne(field, item))
}

function fitsOne({ type }: Field, value: Json): boolean {
  if (type === 'text') return typeof value === 'string'
  if (type === 'integer') return Number.isSafeInteger(value)
  if (type === 'number') return Number.isFinite(value)
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'dateTime') return typeof value === 'string' && isTimestamp(value)
  if (type === 'reference')
    return isObject(value) && keysOf(value) === 'id' && entryIdPattern.test(String(value.id))
  return type === 'asset' ? isAsset(value) : true
}

function isAsset(value: Json): boolean {
  if (!isObject(value) || keysOf(value) !== 'contentType,height,size,title,url,width') return false
  const { url, title, contentType, width, height, size } = value
  const areSizes = [width, height, size].every(one => one === null || Number.isSafeInteger(one))
  const isTitle = title === null || typeof title === 'string'
  return areSizes && isTitle && typeof contentType === 'string' && /^https?:\/\/./.test(String(url))
}

const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const keysOf = (value: object): string => Object.keys(value).sort().join(',')
const isTimestamp = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && new Date(text).toISOString() === text

function textErrors(value: Json, depth: number): string[] {
  if (typeof value === 'string')
    return value.isWellFormed() && !value.includes('\0') ? [] : ['a text with NUL or half a pair']
  if (typeof value === 'number') return Number.isFinite(value) ? [] : ['a number that JSON cannot write']
  if (typeof value !== 'object' || value === null) return []
  if (depth > 64) return ['nesting over 64']
  return Object.entries(value).flatMap(([key, item]) => [
    ...textErrors(key, depth),
    ...textErrors(item, depth + 1),
  ])
}
