// The content model: what a collection consists of. Types and limits only; model-input.schema.ts checks models,
// field-values.ts values, and field-rules.ts the rules of fields.

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
export interface Field extends FieldRules {
  readonly apiName: string
  readonly type: FieldType
  /** For editors, instead of the API name. */
  readonly name?: string
  /** A sentence for editors. */
  readonly help?: string
  readonly many?: boolean
  readonly to?: readonly string[]
  /** The value of new entries. */
  readonly default?: Json
  /** Whether editors edit it in several lines. */
  readonly multiline?: boolean
  /** Whether editors see it; it is served all the same. */
  readonly hidden?: boolean
  /** False if no query may name the field; it is served all the same. */
  readonly query?: boolean
  /** The weight of a text or rich text field in searches; 0 means it is not searched. See query-model.ts for defaults. */
  readonly search?: SearchWeight
  /** The paths inside a `json` field that queries may name. */
  readonly paths?: readonly JsonPath[]
}

/** What an entry must obey to be published. A draft may break it. */
export interface FieldRules {
  /** A base value is needed; overlays may leave it out. */
  readonly required?: boolean
  /** The smallest value, or the fewest characters of a text. Days and times are strings. */
  readonly min?: number | string
  readonly max?: number | string
  readonly minItems?: number
  readonly maxItems?: number
  /** A regular expression for the whole text, in the syntax of RE2. */
  readonly pattern?: string
  readonly format?: TextFormat | RichTextFormat
  /** The only values that are allowed. */
  readonly options?: readonly FieldOption[]
  /** The media types that a file may have: `image/*`, `video/*`, `audio/*`, or whole ones. */
  readonly accept?: readonly string[]
  /** No two live entries of the collection may have the same value. */
  readonly unique?: boolean
}

export const textFormats = ['email', 'url', 'color'] as const
export type TextFormat = (typeof textFormats)[number]
/** `any` is any JSON, and what a field without a format has. */
export const richTextFormats = ['portableText', 'any'] as const
export type RichTextFormat = (typeof richTextFormats)[number]

export interface FieldOption {
  readonly value: string | number
  readonly name: string
}

/** Properties that only fields of some types may have. */
export type TypedProperty =
  | 'min'
  | 'max'
  | 'pattern'
  | 'format'
  | 'options'
  | 'multiline'
  | 'unique'
  | 'to'
  | 'search'
  | 'paths'
  | 'accept'

export const propertiesOf: Readonly<Record<FieldType, readonly TypedProperty[]>> = {
  text: ['min', 'max', 'pattern', 'format', 'options', 'multiline', 'unique', 'search'],
  richText: ['format', 'search'],
  integer: ['min', 'max', 'options', 'unique'],
  number: ['min', 'max', 'options', 'unique'],
  boolean: [],
  date: ['min', 'max'],
  dateTime: ['min', 'max'],
  json: ['paths'],
  asset: ['accept'],
  reference: ['to'],
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

/**
 * `draft`: not published. `live`: the published content equals the draft. `changed`: the draft differs from it.
 * `archived`: not published, and out of the way.
 */
export const entryStates = ['draft', 'live', 'changed', 'archived'] as const
export type EntryState = (typeof entryStates)[number]

export interface Collection {
  readonly apiName: string
  readonly name: string
  /** For editors. */
  readonly description?: string
  /** The field that slugs of new entries are made of. */
  readonly slugFrom?: string
  /** Whether it holds one entry at most. */
  readonly singleton?: boolean
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
export const nameLengthMax = 200
export const helpLengthMax = 1000
export const optionsPerFieldMax = 500
export const optionLengthMax = 200
export const acceptedTypesMax = 10
/** A group of media types, or one. */
export const acceptedTypePattern =
  /^(?:(?:image|video|audio)\/\*|[a-z0-9][\w!#$&^.+-]{0,63}\/[a-z0-9][\w!#$&^.+-]{0,126})$/i
export const patternLengthMax = 200
/** A pattern looks at so many characters of a value. */
export const patternReadMax = 10_000
