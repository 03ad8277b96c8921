// The content model: what a collection consists of. Types and limits only; field-values.ts checks values.

/** Every field type. */
export const fieldTypes = [
  'text',
  'richText',
  'integer',
  'number',
  'boolean',
  'date',
  'dateTime',
  'json',
  'asset',
  'reference',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** One field of a collection. `to` lists the collections that a reference may point to; if absent, any. */
export interface Field {
  readonly apiName: string
  readonly type: FieldType
  readonly many?: boolean
  readonly to?: readonly string[]
  /** False if no query may name the field; it is served all the same. */
  readonly query?: boolean
  /** The weight of a text or rich text field in searches; 0 means it is not searched. See query-model.ts for defaults. */
  readonly search?: SearchWeight
  /** The paths inside a `json` field that queries may name. */
  readonly paths?: readonly JsonPath[]
}

export const searchWeights = [0, 1, 2, 3] as const
export type SearchWeight = (typeof searchWeights)[number]

export const jsonPathTypes = ['text', 'number', 'boolean', 'dateTime'] as const

/** A path inside a `json` field: keys joined by dots. `many` if a list is on the way or at the end. */
export interface JsonPath {
  readonly path: string
  readonly type: (typeof jsonPathTypes)[number]
  readonly many?: boolean
}

export const pathsPerFieldMax = 10
export const keysPerPathMax = 4
/** A key of a path. Paths stand in brackets in the names of parameters, and between commas. */
export const jsonPathKeyPattern = /^[^\s.,[\]\p{Cc}]{1,64}$/u

export interface Collection {
  readonly apiName: string
  readonly name: string
  /** The field that titles an entry; absent means the first `text` field without `many`. */
  readonly titleField?: string
  readonly fields: readonly Field[]
}

/** A JSON value as `JSON.parse` gives it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Field values keyed by the field's API name. */
export type Values = { readonly [apiName: string]: Json }

/** Collection names appear in paths, so no `/`; the first character distinguishes them from command-line options. */
export const collectionNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** Fields begin with a letter or `_`: JSON parsers move keys that look like numbers to the front. */
export const fieldNamePattern = /^[A-Za-z_][A-Za-z0-9._-]{0,63}$/

/** Ids of entries. */
export const entryIdPattern = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/

/** Variant ids, as used in the `variants` parameter. */
export const variantIdPattern = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/

export const slugLengthMax = 255
export const fieldsPerCollectionMax = 500
export const referencesPerFieldMax = 10_000
export const variantsPerRequestMax = 50
