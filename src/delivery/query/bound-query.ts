// A query of a list after its parameters were parsed and checked against the model: what evaluation, cache key and
// error messages need. Types only.
import type { ValueRange } from '../../content/index/query-keys.ts'
import type { Operator, QueryType } from '../../content/model/query-model.ts'

/** Which values a condition asks for: at least one in one of the ranges, one in each of them, or any value at all. */
export type Test =
  | { readonly kind: 'any' | 'all'; readonly ranges: readonly ValueRange[] }
  | { readonly kind: 'present' }

/** A reference that a path passes. */
export interface ReferenceStep {
  /** The collections that have the field, on this level of the path. */
  readonly collections: readonly string[]
  /** API name of the reference field. */
  readonly field: string
  readonly isMany: boolean
}

export interface Path {
  /** From the collection of the list on; at most two. */
  readonly references: readonly ReferenceStep[]
  /** The collections in which the last field is looked at. */
  readonly collections: readonly string[]
  /** An index field, see content/model/query-model.ts; `collection` for the collection of a referenced entry. */
  readonly indexField: string
  readonly type: QueryType
  /** Whether the last field has many values. */
  readonly isMany: boolean
}

export interface Condition {
  /** The parameter's name as sent, for errors. */
  readonly parameter: string
  readonly path: Path
  readonly operator: Operator
  readonly test: Test
  /** The complement: `ne`, `nin`, `exists=false`. */
  readonly isNegated: boolean
}

export interface SortKey {
  /** An index field; of slugs, the one that sorts as texts. */
  readonly indexField: string
  readonly type: QueryType
  readonly isDescending: boolean
}

/** A word of `q`: all its tokens have to occur in the same field. */
export interface SearchWord {
  readonly tokens: readonly { readonly text: string; readonly isPrefix: boolean }[]
}

export interface SearchedField {
  /** The index field of its words. */
  readonly indexField: string
  readonly weight: 1 | 2 | 3
}

export interface Search {
  readonly words: readonly SearchWord[]
  readonly fields: readonly SearchedField[]
}

/** Everything that decides which entries are in a list, and their order. */
export interface Selection {
  readonly collection: string
  /** All must hold. Those through the same many-valued reference, or on its id, are about one target. */
  readonly filter: readonly Condition[]
  /** Of each group, at least one must hold. */
  readonly any: readonly (readonly Condition[])[]
  /** None may hold. */
  readonly not: readonly Condition[]
  readonly sort: readonly SortKey[]
  readonly search: Search | null
  /** Conditions, sort and search look at the values of this variant, with the base behind it. */
  readonly variant: string | null
  /** Unique among selections with different meanings, and the same for those that mean the same. */
  readonly canonicalText: string
}

/** The fields that `data` holds; a tree by field, since `author.name` names a field of a referenced entry. */
export interface Projection {
  /** Null means all fields, apart from `except`. */
  readonly only: ReadonlyMap<string, Projection | null> | null
  readonly except: ReadonlySet<string>
  readonly canonicalText: string
}
