// The interface of a field type: all that the dashboard knows of it. Each type is a folder, and registry.ts lists them.
import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { componentsKey, Field, FieldType, Json, TypedProperty } from '../../src/content/values/model.ts'
import type { Line } from './text-lines.ts'

/** A rule that a value breaks. */
export interface PlacedProblem {
  /** The path of the value, with the keys of blocks: `/data/sections/k3f9/heading`. */
  readonly place: string
  readonly code: string
  readonly severity: 'error' | 'warning'
  /** The end of a sentence that begins with the name of the field. */
  readonly message: string
}

/** The form around the inputs of values that have fields of their own. */
export interface InnerFields {
  readonly Field: ComponentType<InnerFieldProps>
  /** The problems of the value and at places inside of it. */
  readonly problems: readonly PlacedProblem[]
  /** The places inside of the value that wait for a decision or a correction before they are saved. */
  readonly waiting: readonly string[]
  /** False in overlays, which may omit required values. */
  readonly isBase: boolean
  /** True if the blocks and their order are those of the base, so that only values in them can be changed. */
  readonly isShared: boolean
  /** The places that a filter selects in shared blocks; null for all. */
  readonly only: ReadonlySet<string> | null
}

export interface InnerFieldProps {
  readonly field: Field
  readonly value: unknown
  /** The path of the value in the draft. */
  readonly path: string
  readonly inner: InnerFields
  readonly readOnly: boolean
  readonly lang: string | undefined
  readonly onChange: (apiName: string, value: unknown) => void
  readonly onLeave: () => void
}

export interface FieldInputProps<Value = unknown> {
  readonly field: Field
  /** The stored JSON value. Without a value it is `null`, or `[]` if the field holds a list. */
  readonly value: Value
  /** Called with a value that the management API accepts, or with incomplete text such as `12.` in a number. */
  readonly onChange: (value: Value) => void
  /**
   * Called when the focus leaves the input and all its controls. The value is then saved at once, and problems are shown.
   */
  readonly onLeave: () => void
  /** The `id` of the element that the label refers to. */
  readonly id: string
  /** The id of the label, for inputs that are groups. */
  readonly labelledBy: string
  /** The ids of the help text and the problems. */
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly readOnly: boolean
  /** A BCP 47 language tag if a variant is a locale. */
  readonly lang: string | undefined
  /** Absent where a value has no fields of its own. */
  readonly inner?: InnerFields
}

/** The properties of a field on which its values depend. Only fields with blocks have components. */
export type ReadField = Pick<Field, 'min' | 'max' | 'many' | typeof componentsKey>

export interface FieldViewProps {
  readonly field: Pick<Field, 'apiName' | 'type' | 'many' | 'options' | typeof componentsKey>
  readonly value: unknown
}

/** The display names of entries and files that values refer to. While a name is unknown, it is the id. */
export interface TargetNames {
  readonly entryOf: (id: string) => string
  readonly assetOf: (id: string) => string
}

/** A file inside a value, or a value that may be a file. */
export interface FilePlace {
  /** The path inside the value, such as `/3`; empty for the value itself. */
  readonly path: string
  readonly value: unknown
  /** True if only a picture can be at this place. */
  readonly isPicture: boolean
}

/** The types of the API, with rich text divided by format. `anyRichText` is of any format, which imports create. */
export type FieldKind = FieldType | 'anyRichText'

export interface KindLabel {
  readonly kind: FieldKind
  readonly label: string
  /** The format of fields of this kind. The other kind of the type has fields of all other formats. */
  readonly format?: 'portableText'
}

/** A kind of new field, described for editors. */
export interface FieldChoice {
  readonly label: string
  readonly about: string
  readonly kind: FieldKind
  /** Choices are shown in the order of this number. */
  readonly place: number
  /** True if the field holds a list at first. */
  readonly many?: boolean
  readonly multiline?: boolean
  /** True if the field starts with an empty list of options. */
  readonly hasOptions?: boolean
}

/** The names of collections by API name. */
export type NameCollection = (apiName: string) => string

export interface OptionRow {
  readonly key: number
  readonly value: string
  readonly name: string
}

/** The typed values of the model editor's form of a field. They are kept while the user tries other kinds. */
export interface FieldForm {
  readonly name: string
  readonly apiName: string
  readonly kind: FieldKind
  readonly many: boolean
  readonly help: string
  readonly required: boolean
  readonly unique: boolean
  readonly hidden: boolean
  readonly multiline: boolean
  readonly min: string
  readonly max: string
  readonly minItems: string
  readonly maxItems: string
  readonly pattern: string
  readonly format: string
  readonly hasOptions: boolean
  readonly options: readonly OptionRow[]
  /** The checked media types and, separated by commas, other media types. If both are empty, all are accepted. */
  readonly accept: readonly string[]
  readonly acceptOthers: string
  /** API names of collections; empty allows any. */
  readonly to: readonly string[]
  /** API names of components. */
  readonly of: readonly string[]
  readonly link: boolean
  readonly default: string
  /** True if queries may use the field. */
  readonly query: boolean
  /** Empty for the server's default. */
  readonly search: string
  /** For a JSON field, one line for each path that queries may use, such as `size.height number many`. */
  readonly paths: string
}

/** The props of the inputs in the form. */
export interface RuleInputProps {
  readonly form: FieldForm
  readonly isNew: boolean
  /** Messages by input. */
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (changes: Partial<FieldForm>) => void
}

export interface LimitRules {
  readonly labels: readonly [least: string, most: string]
  readonly description?: string
  /** Follows a limit in sentences, with a space before it. Without a unit, the limit is of the value itself. */
  readonly unit?: string
  /** Returns the number that the limits apply to; null if only the server can check the value. */
  readonly measure: (value: unknown) => number | null
}

/** The rules of fields, as the model editor describes and sets them. */
export interface TypeRules {
  /** Parses a typed limit, option or default. Text that is not a value is sent unchanged, so that the server refuses it. */
  readonly parse?: (text: string) => Json | undefined
  /** The inputs of limits and defaults are date inputs. */
  readonly isDate?: true
  /** The only values, if a default is chosen instead of typed. */
  readonly defaults?: readonly { readonly value: string; readonly name: string }[]
  readonly limits?: LimitRules
  /** Fields can have options, and values can be unique. */
  readonly isCountable?: true
  /** Fields of other types cannot be converted to this one. */
  readonly isNeverTarget?: true
  /** Fields hold one value only. */
  readonly isSingle?: true
  /** The type whose rules for values stay valid when a field is converted to it. */
  readonly widensTo?: FieldType
  /** The inputs of the type's own properties: before all others, after the limits, and among seldom used ones. */
  readonly TargetInputs?: ComponentType<RuleInputProps>
  readonly ValueInputs?: ComponentType<RuleInputProps>
  readonly QueryInputs?: ComponentType<RuleInputProps>
  /** Converts the type's own properties to typed values, and back. */
  readonly toForm?: (field: Partial<Field>) => Partial<FieldForm>
  readonly toProperties?: (form: FieldForm) => Partial<Record<TypedProperty, Json | undefined>>
  /** Describes the type's own rules, in a few words each. */
  readonly describe?: (field: Field) => readonly string[]
  /** Describes the allowed targets, as the end of the type's name. */
  readonly describeTargets?: (field: Field, nameOf: NameCollection) => string
}

/** The operators of conditions in lists of entries. `missing` is `exists` with `false`. */
export type ConditionOperator =
  | 'eq'
  | 'ne'
  | 'in'
  | 'prefix'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'exists'
  | 'missing'

/** The operators of values that have an order. */
export const orderOperators: readonly ConditionOperator[] = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte']

/** The values of conditions in the query builder and in lists of entries. */
export interface QueryValues {
  /** The operators besides `exists` and `missing`, which all types have. */
  readonly operators?: readonly ConditionOperator[]
  /** Values are days or times. */
  readonly isTime?: true
  readonly placeholder?: string
  /** Describes the syntax if it is not obvious. */
  readonly hint?: string
  readonly isNumeric?: true
  /** A condition compares with `true` or `false`. */
  readonly isTruth?: true
  /** The names of the two orders. */
  readonly directions?: readonly [ascending: string, descending: string]
  /** Converts the text to a literal of the typed client; null if only a string can express it. */
  readonly toLiteral?: (text: string) => string | null
  /** Paths continue with the fields of the referenced entries. */
  readonly isFollowed?: true
}

/** Finds the definition of a type. */
export type TypeOf = (type: FieldType) => TypeDefinition

export interface TypeDefinition {
  /** The kinds that users choose from, usually one. */
  readonly kinds: readonly KindLabel[]
  readonly choices: readonly FieldChoice[]
  readonly icon: Icon

  readonly Input: ComponentType<FieldInputProps>
  /** The input of a list that is more than one input for each item. */
  readonly ListInput?: ComponentType<FieldInputProps>
  /** The input is a group of controls, named by the label. */
  readonly isGroup?: true
  /** The value consists of blocks, whose values have addresses of their own. */
  readonly holdsBlocks?: true
  /** Checks whether values are in a language, so that translating an entry translates them. */
  readonly isTranslatable?: (field: Field) => boolean
  /** The input is short enough to share a row with others. */
  readonly isShort?: true
  /** The value that a new item in a list starts with. Without one, the item joins the list once it has a value. */
  readonly emptyItem?: Json
  /** The keys that work in an item: Enter adds one, and Backspace removes an empty one. */
  readonly itemKeys?: readonly ('Enter' | 'Backspace')[]
  /** Parses a pasted line as an item. Without it, pasted text stays in one item. */
  readonly parseItem?: (text: string) => unknown
  /** Returns why a value is invalid, as the end of a sentence that begins with the field's name; null if it is valid. */
  readonly findError: (value: unknown, field: ReadField) => string | null
  /** Codes of problems that the input itself shows. */
  readonly notedProblems?: ReadonlySet<string>
  readonly rules: TypeRules

  /** Shows one value; by default as text or as JSON. */
  readonly View?: ComponentType<FieldViewProps>
  readonly ListView?: ComponentType<FieldViewProps>
  /** Converts a value to text; null for the text that such a JSON value has in any field. */
  readonly toText?: (value: unknown) => string | null
  /** Converts an object to a few words; null if they would say nothing. */
  readonly summarize?: (value: object, names: TargetNames, field: ReadField) => string | null
  /** True if the summary says everything, so that changes need not be listed by their paths in the JSON. */
  readonly isSummaryComplete?: (value: unknown) => boolean
  /** Converts a value to lines, if changes are shown by words. */
  readonly toLines?: (value: unknown, names: TargetNames) => readonly Line[]
  readonly listFiles?: (value: unknown, field: ReadField) => readonly FilePlace[]
  /** Converts the value of a list of entries to the one that drafts store. Without it, both are the same. */
  readonly toStored?: (value: Json, field: Pick<Field, 'format'>) => Json
  /** Returns the ids of the entries that the value refers to. */
  readonly listEntries?: (value: unknown, field: ReadField) => readonly string[]
  readonly query?: QueryValues
}
