// The interface of a field type. Each type is one file of this folder that implements it; registry.ts lists the types. Code
// that handles fields of any type uses the definition of the type (`typeOf(field)`). The architecture test lists the few
// files outside of this folder that compare the name of a type, because they are about that type.
import type { FindFile } from '../rich-text/linked-file.ts'
import type { AssetName } from '../values/asset-value.ts'
import type { LossReason } from '../values/loss-reasons.ts'
import type { Field, Json, TypedProperty, Values } from '../values/model.ts'
import type { QueryFacts } from './query-facts.ts'

export interface FieldTypeDefinition {
  /** The properties that only fields of some types may have, and this type does. */
  readonly properties: readonly TypedProperty[]
  /** The allowed values of the property `format`. */
  readonly formats?: readonly string[]
  /** True if `format` determines the form of the values, so that another format is another form. */
  readonly formatIsForm?: true
  /** The format that a property requires. */
  readonly formatOf?: Partial<Record<TypedProperty, string>>
  /** The errors of properties that a field of the type must have, and lacks. */
  readonly needs?: Partial<Record<TypedProperty, string>>
  readonly limit?: LimitRule

  /** Continues a sentence that ends with "must be". */
  readonly expectation: (field: Field) => string
  /**
   * Returns the value in its stored form; undefined if it is invalid. An error that says more than the expectation is
   * reported to the reader.
   */
  readonly read: (value: Json, field: Field, pointer: string, reader: ValueReader) => StoredValue
  /**
   * Returns the stored form of the values that an overlay has inside of the base's value, undefined if there are none; null if
   * it is a whole value. Absent if overlays have whole values only.
   */
  readonly readInside?: (
    value: Json,
    field: Field,
    pointer: string,
    reader: ValueReader,
  ) => StoredValue | null
  /** Returns the error of a list of values; null if it is valid. */
  readonly findListError?: (items: readonly Json[]) => string | null
  /** Completes a list of values that were read. It may report errors that concern several of them. */
  readonly finishList?: (items: readonly Json[], pointer: string, reader: ValueReader) => readonly Json[]
  /** True if paths of values go into a value. The others are one value, whatever they contain. */
  readonly hasPathsInside?: true
  /** True if a value may itself be a list. */
  readonly mayBeList?: true
  /** True if an item of a list may be null. */
  readonly mayBeNull?: true
  /** True if a number is refused whose shortest text is that of another integer. */
  readonly isExact?: true

  /** Reports the rules that a stored value violates. */
  readonly checkRules?: (value: Json, field: Field, path: string, checker: RuleChecker) => void
  /** Checks whether a list counts as no value. If absent, only an empty list does. */
  readonly isBlankList?: (items: readonly Json[], field: Field) => boolean

  readonly query: QueryFacts

  /**
   * Returns the value of a field, which may be a list, with other references. `replace` is called in the order of the JSON.
   * Absent if values hold no references.
   */
  readonly mapReferences?: (value: Json, field: Field, pointer: string, replace: ReplaceReference) => Json

  /** Calls `onName` for each asset that a value, or a list of values, names. Absent if values name no assets. */
  readonly eachAssetName?: (value: Json, field: Field, pointer: string, onName: OnAssetName) => void

  /**
   * Calls `onLeaf` for each value of a field inside a value, which may be a list. Present on types whose values contain
   * values of other fields, whose assets and addresses are not those of the value itself. A value that is more than these
   * is a leaf too, before them.
   */
  readonly eachLeaf?: (value: Json, field: Field, pointer: string, onLeaf: OnLeaf) => void

  /**
   * Calls `onAddress` for each unsafe address in a single value, and for each that lacks a scheme, unless the rules report
   * it. Absent if values hold no addresses.
   */
  readonly eachUnsafeAddress?: (
    value: Json,
    field: Field,
    place: string,
    onAddress: (address: string, place: string) => void,
  ) => void

  /**
   * Returns what is left of a value, which may be a list, after the models inside of it have changed. Calls `onLoss` with the
   * address and an error for each part that no longer fits. Absent if values contain no values of other models.
   */
  readonly fit?: (value: Json, field: Field, path: string, onLoss: OnLoss) => StoredValue

  /** Returns the item of another type as a value of this type, which is checked afterwards; undefined if it has none. */
  readonly convert: (item: Json, conversion: Conversion) => StoredValue
}

/** The properties that determine the form of a field's values. */
export type FormOfField = Pick<Field, 'type' | 'format'>

/** The properties `min` and `max`. */
interface LimitRule {
  /** A conversion keeps limits if those of both types mean the same. */
  readonly meaning: 'characters' | 'number' | 'day' | 'time'
  readonly expectation: string
  /** Returns a limit as a comparable number; null if it is not a limit of the type. */
  readonly toNumber: (limit: number | string) => number | null
  /** Returns a valid limit in its stored form, if that differs. */
  readonly toStored?: (limit: number | string) => number | string
}

/** A field's normalized value; undefined if there is none. */
export type StoredValue = Json | undefined

/** A reference after validation. */
export type ReferenceValue = StoredReference | { readonly collection: string; readonly slug: string }

/** A reference in drafts and publications. */
export type StoredReference = { readonly id: string }

export type ReplaceReference = (
  to: ReferenceValue,
  pointer: string,
  holder: ReferenceHolder,
) => ReferenceValue

/** The field that holds a reference: the field of the entry, or a field of a block in its value. */
export interface ReferenceHolder {
  readonly field: Field
  /** The pointer of the reference, or of its list if the field holds several. */
  readonly place: string
  /** The keys of blocks and the names of fields from the field of the entry to this one; empty if they are the same. */
  readonly path: readonly string[]
  /** True if the reference stays unresolved in responses. */
  readonly isLink: boolean
}

/** The error continues a sentence that begins with the address. */
export type OnLoss = (address: string, error: string) => void

/** Receives the field and the value of a leaf, and its pointer. */
export type OnLeaf = (field: Field, value: Json, pointer: string) => void

export interface ValueReader {
  /**
   * True if unsafe addresses of assets and links, and in texts of the format `url`, are errors. Imported values may contain
   * them, and cannot be published again until they are changed, see field-rules.ts.
   */
  readonly refusesUnsafeAddresses: boolean
  /** True if the value is one of an overlay, which may be for the inside of the base's value. */
  readonly isOverlay: boolean
  /** The number of blocks around the value. */
  readonly level: number
  /** The number of reported errors. */
  readonly errors: number
  /** Counts a block. Returns false if the layer of the entry has too many. */
  countBlock(): boolean
  /** Reports an error. The message continues a sentence that begins with the name of the value. */
  fail(pointer: string, message: string): void
}

export interface RuleChecker {
  /** Null if values are checked by themselves, without the entries and assets that they name. */
  readonly lookups: DraftLookups | null
  /** Reports the rules that the values of a block violate. `separator` precedes the names of fields in their paths. */
  checkFields(fields: readonly Field[], values: Values, path: string, separator?: string): void
  add(path: string, code: ValidationIssueCode, message: string, severity?: 'error' | 'warning'): void
  /** Reports a number beyond the limits of the field, or a date or time, which compare like their stored texts. */
  checkLimits(field: Field, value: string | number, path: string, words: LimitWords): void
  /** Reports a value that is not one of the field's options. */
  checkOptions(field: Field, value: string | number, path: string): void
  /** Reports a text that does not match the pattern. */
  checkPattern(pattern: string, text: string, path: string): void
}

/** The words after "must" and before a limit. */
export interface LimitWords {
  readonly min: string
  readonly max: string
}

export type ValidationIssueCode =
  | 'type'
  | 'unique'
  | 'slug_taken'
  | 'required'
  | 'min'
  | 'max'
  | 'minItems'
  | 'maxItems'
  | 'pattern'
  | 'format'
  | 'options'
  | 'address'
  | 'accept'
  | 'asset_missing'
  | 'component_not_allowed'
  | 'target_not_allowed'
  | 'target_missing'
  | 'target_archived'
  | 'target_not_live'

/** Lookups for the entries and assets that a draft names. */
export interface DraftLookups {
  readonly findTarget: FindTarget
  readonly findAsset: FindAsset
}

/** Returns null if the entry does not exist. */
export type FindTarget = (reference: StoredReference) => ReferenceTarget | null

/** The target of a reference. */
interface ReferenceTarget {
  readonly collection: string
  readonly state: 'live' | 'draft' | 'archived'
}

/** Returns null if the asset does not exist. */
export type FindAsset = (id: string) => { readonly contentType: string } | null

export type OnAssetName = (name: AssetName, pointer: string) => void

/** A conversion of values to another type. */
export interface Conversion {
  readonly from: Field
  readonly to: Field
  /** Receives the reasons for which something of the value is lost. */
  readonly reasons: Set<LossReason>
  readonly findFile: FindFile
}
