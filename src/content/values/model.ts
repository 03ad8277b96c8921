// The content model: properties and limits of collections, components and fields. model-input.schema.ts checks models, field-values.ts
// checks values, field-rules.ts checks the rules of fields, and content/fields/ has a file for each field type.

import type { ComponentIcon } from './component-icons.ts'

/** The definitions of field types by name. Empty here, because content/fields/registry.ts adds them. */
// biome-ignore lint/suspicious/noEmptyInterface: another file adds the members
export interface FieldTypes {}
/** The name of a field type. */
export type FieldType = keyof FieldTypes

/** The components of a space by API name. */
export type Components = ReadonlyMap<string, Component>

/**
 * The key of {@link Field} under which a field finds the components that its blocks may be of. It is a symbol, so that copies of
 * a field have it, and its JSON does not.
 */
export const componentsKey = Symbol('components')

/** A field of a collection or a component. `to` lists the collections to which a reference may point; if absent, any. */
export interface Field extends FieldRules {
  readonly apiName: string
  readonly type: FieldType
  /** The name that editors see instead of the API name. */
  readonly name?: string
  /** A sentence that editors see. */
  readonly help?: string
  readonly many?: boolean
  readonly to?: readonly string[]
  /** True if a reference stays unresolved at every depth, as in menus and buttons. */
  readonly link?: boolean
  /** The components of which the blocks of the field should be. */
  readonly of?: readonly string[]
  /** All components of the space, because a value may hold blocks that `of` does not name. Set when a model is read. */
  readonly [componentsKey]?: Components
  /** The initial value in new entries. */
  readonly default?: Json
  /** True if editors see a text area with several lines. */
  readonly multiline?: boolean
  /** True if editors do not see the field. It is served nevertheless. */
  readonly hidden?: boolean
  /** False if no query may name the field. It is served nevertheless. */
  readonly query?: boolean
  /** The weight of a text or rich text field in searches; 0 if it is not searched. See query-model.ts for the defaults. */
  readonly search?: SearchWeight
  /** The paths inside a `json` field that queries may name. */
  readonly paths?: readonly JsonPath[]
}

/** The rules that an entry must obey to be published. A draft may violate them. */
interface FieldRules {
  /** True if the base value is required. Overlays may omit it. */
  readonly required?: boolean
  /** The minimum value, or number of characters of a text. Dates and times are strings. */
  readonly min?: number | string
  readonly max?: number | string
  readonly minItems?: number
  readonly maxItems?: number
  /** A regular expression in the syntax of RE2, which the whole text must match. */
  readonly pattern?: string
  readonly format?: TextFormat | RichTextFormat
  /** The only allowed values. */
  readonly options?: readonly FieldOption[]
  /** The allowed media types of a file: `image/*`, `video/*`, `audio/*`, or complete types. */
  readonly accept?: readonly string[]
  /** True if no two live entries of the collection may have the same value. */
  readonly unique?: boolean
}

export const textFormats = ['email', 'url', 'color'] as const
export type TextFormat = (typeof textFormats)[number]
/** `any` allows any JSON, and is the default. */
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
  | 'link'
  | 'of'
  | 'search'
  | 'paths'
  | 'accept'

export const searchWeights = [0, 1, 2, 3] as const
export type SearchWeight = (typeof searchWeights)[number]

export const jsonPathTypes = ['text', 'number', 'boolean', 'dateTime'] as const

/** A path inside a `json` field: keys joined by dots. `many` is required if the path contains or ends with a list. */
export interface JsonPath {
  readonly path: string
  readonly type: (typeof jsonPathTypes)[number]
  readonly many?: boolean
}

export const pathsPerFieldMax = 10
export const keysPerPathMax = 4
/** The pattern of one key of a path. Paths occur in brackets in parameter names, and between commas. */
export const jsonPathKeyPattern = /^[^\s.,[\]\p{Cc}]{1,64}$/u

/**
 * `draft`: not published. `live`: the published content equals the draft. `changed`: the draft differs from the published
 * content. `archived`: not published, without a path, and not editable.
 */
export const entryStates = ['draft', 'live', 'changed', 'archived'] as const
export type EntryState = (typeof entryStates)[number]

export interface Collection {
  readonly apiName: string
  readonly name: string
  /** A description for editors. */
  readonly description?: string
  /** The field from which slugs of new entries are made. */
  readonly slugFrom?: string
  /** True if the collection holds at most one entry. */
  readonly singleton?: boolean
  /** The address of an entry's page, with placeholders; null if entries have no page. preview-url.ts has the default. */
  readonly previewUrl?: string | null
  /** The field with the title of an entry; if absent, the first `text` field without `many`. */
  readonly titleField?: string
  readonly fields: readonly Field[]
}

/** A model without entries, whose values stand in fields of other models as blocks. */
export interface Component {
  readonly kind: 'component'
  readonly apiName: string
  readonly name: string
  readonly description?: string
  /** The field with the title of a block; if absent, the first `text` field without `many`. */
  readonly titleField?: string
  /** The icon that editors see. */
  readonly icon?: ComponentIcon
  readonly fields: readonly Field[]
}

/** The models of a space. */
export interface SpaceModels {
  /** By API name, in its order. */
  readonly collections: readonly Collection[]
  readonly components: Components
}

/** A block: a value of a component. Its key is unique within its list. */
export interface Block {
  readonly component: string
  readonly key: string
  readonly data: Values
  /** The values in the blocks of these fields, if the block is what an overlay has of one, see overlaid-blocks.ts. */
  readonly inner?: Values
}

/** A JSON value as `JSON.parse` returns it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Field values by API name. */
export type Values = { readonly [apiName: string]: Json }

/** Collection names appear in paths, so no `/`; the first character distinguishes them from command-line options. */
export const collectionNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** Field names begin with a letter or `_`, because JSON parsers move keys that look like numbers to the front. */
export const fieldNamePattern = /^[A-Za-z_][A-Za-z0-9._-]{0,63}$/

export const entryIdPattern = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/

/** Variant ids, as used in the `variants` parameter. */
export const variantIdPattern = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/

export const slugLengthMax = 255
export const fieldsPerCollectionMax = 500
export const referencesPerFieldMax = 10_000
export const variantsPerRequestMax = 50
export const componentsPerFieldMax = 50
/** The number of components that may stand inside of each other. */
export const blockLevelsMax = 4
/** The maximum number of blocks of an entry, and of each of its overlays. */
export const blocksMax = 1000
export const blockKeyPattern = /^[A-Za-z0-9_-]{1,64}$/
export const nameLengthMax = 200
export const helpLengthMax = 1000
export const optionsPerFieldMax = 500
export const optionLengthMax = 200
export const acceptedTypesMax = 10
/** Matches a group of media types, or a single one. */
export const acceptedTypePattern =
  /^(?:(?:image|video|audio)\/\*|[a-z0-9][\w!#$&^.+-]{0,63}\/[a-z0-9][\w!#$&^.+-]{0,126})$/i
export const patternLengthMax = 200
/** The number of characters of a value that patterns are matched against. */
export const patternReadMax = 10_000

export function isJsonObject(value: unknown): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
