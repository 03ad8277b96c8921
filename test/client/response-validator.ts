// Checks responses against the types that are generated from a schema, by rules of its own: the generator is not asked.
import type { SchemaCollection, SchemaComponent, SchemaField } from '../../client/src/codegen/schema-model.ts'
import { readSchemaModel } from '../../client/src/codegen/schema-model.ts'
import type { FieldType } from '../../src/content/values/model.ts'

const stubKeys = ['id', 'collection', 'slug']
const entryKeys = [...stubKeys, 'version', 'firstPublishedAt', 'publishedAt', 'data']
const assetKeys = ['url', 'title', 'contentType', 'width', 'height', 'size']
const storedAssetKeys = [...assetKeys, 'id', 'filename', 'alt', 'focalPoint', 'thumbhash']

type Json = unknown
type JsonObject = Readonly<Record<string, Json>>
type Check = (value: Json) => boolean

const isText: Check = value => typeof value === 'string'
const isNumber: Check = value => typeof value === 'number'
const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const hasKeys = (value: JsonObject, keys: readonly string[]) =>
  Object.keys(value).sort().join() === [...keys].sort().join()

const plainChecks: Readonly<Record<Exclude<FieldType, 'reference'>, Check>> = {
  text: isText,
  date: isText,
  dateTime: isText,
  integer: isNumber,
  number: isNumber,
  boolean: value => typeof value === 'boolean',
  asset: value =>
    isObject(value) &&
    (hasKeys(value, assetKeys) || hasKeys(value, storedAssetKeys)) &&
    isText(value.url) &&
    [value.title, value.contentType].every(part => part === null || isText(part)) &&
    [value.width, value.height, value.size].every(part => part === null || isNumber(part)),
  json: () => true,
  richText: () => true,
  component: value =>
    isObject(value) &&
    hasKeys(value, ['component', 'key', 'data']) &&
    isText(value.component) &&
    isText(value.key) &&
    isObject(value.data),
}

export interface ValidatedEntry {
  readonly collection: string
  readonly depth: number
  readonly hasVariants: boolean
}

/** A function that says what of an entry is not of its type, each with its path. */
export function createValidator(schema: unknown) {
  const space = readSchemaModel(schema)
  const collections = new Map(space.collections.map(one => [one.apiName, one]))
  const components = new Map((space.components ?? []).map(one => [one.apiName, one]))

  function checkEntry(value: Json, expected: ValidatedEntry, path: string): string[] {
    const { collection, depth, hasVariants } = expected
    if (!isObject(value)) return [`${path} is no entry`]
    if (!hasKeys(value, hasVariants ? [...entryKeys, 'variantsApplied'] : entryKeys)) {
      return [`${path} has the keys ${Object.keys(value).join()}`]
    }
    const texts = ['id', 'slug', 'firstPublishedAt', 'publishedAt'].every(key => isText(value[key]))
    const applied = value.variantsApplied ?? []
    const isPlain = texts && isNumber(value.version) && Array.isArray(applied) && applied.every(isText)
    const model: SchemaCollection = collections.get(collection)!
    const { data } = value
    if (!isPlain || value.collection !== collection) return [`${path} is no entry of ${collection}`]
    return checkData(data, model, { depth, hasVariants }, `${path}.data`)
  }

  function checkData(
    data: Json,
    { fields }: SchemaComponent,
    expected: Omit<ValidatedEntry, 'collection'>,
    path: string,
  ): string[] {
    const names = fields.map(({ apiName }) => apiName)
    if (!isObject(data) || !hasKeys(data, names)) return [`${path} has other fields`]
    return fields.flatMap(field =>
      checkField(data[field.apiName], field, expected, `${path}.${field.apiName}`),
    )
  }

  /** A block stands in a field with the keys `component`, `key` and `data`. */
  function checkBlock(
    value: Json,
    { of = [] }: SchemaField,
    expected: Omit<ValidatedEntry, 'collection'>,
    path: string,
  ): string[] {
    if (!isObject(value) || !hasKeys(value, ['component', 'key', 'data']) || !isText(value.key)) {
      return [`${path} is no block`]
    }
    const component = isText(value.component) ? components.get(value.component as string) : undefined
    if (!component || !of?.includes(component.apiName)) return [`${path} is of another component`]
    return checkData(value.data, component, expected, `${path}.data`)
  }

  function checkField(
    value: Json,
    field: SchemaField,
    expected: Omit<ValidatedEntry, 'collection'>,
    path: string,
  ): string[] {
    const checkOne = (one: Json, place: string) => {
      if (field.type === 'reference') return checkReference(one, field, expected, place)
      if (field.type === 'component') return checkBlock(one, field, expected, place)
      return plainChecks[field.type as keyof typeof plainChecks](one) ? [] : [`${place} is no ${field.type}`]
    }
    if (!field.many) return value === null ? [] : checkOne(value, path)
    if (!Array.isArray(value)) return [`${path} is no list`]
    return value.flatMap((one, index) => checkOne(one, `${path}[${index}]`))
  }

  function checkReference(
    value: Json,
    field: SchemaField,
    { depth, hasVariants }: Omit<ValidatedEntry, 'collection'>,
    path: string,
  ): string[] {
    const to = field.to ?? [...collections.keys()]
    const collection = isObject(value) ? value.collection : null
    if (!isObject(value) || typeof collection !== 'string' || !to.includes(collection)) {
      return [`${path} is no reference to ${to}`]
    }
    if (depth > 0 && !field.link)
      return checkEntry(value, { collection, depth: depth - 1, hasVariants }, path)
    return hasKeys(value, stubKeys) ? [] : [`${path} is no unresolved reference`]
  }

  return checkEntry
}
