// A query of a list after its parameters were parsed and checked against the model, as evaluation, cache key and error
// messages need it. Queries that mean the same and differ only in their spelling have the same canonical text.
import type { Operator, ValueRange } from '../content/fields/query-facts.ts'
import type { QueryType } from '../content/model/query-model.ts'

/**
 * The values that satisfy a condition: at least one in one of the ranges, one in each of the ranges, or any value at all.
 */
export type Test =
  | { readonly kind: 'any' | 'all'; readonly ranges: readonly ValueRange[] }
  | { readonly kind: 'present' }

/** A reference that a path passes. */
export interface ReferenceStep {
  /** The collections that have the field, at this level of the path. */
  readonly collections: readonly string[]
  /** API name of the reference field. */
  readonly field: string
  readonly isMany: boolean
}

export interface Path {
  /** The references from the collection of the list on; at most two. */
  readonly references: readonly ReferenceStep[]
  /** The collections whose last field is evaluated. */
  readonly collections: readonly string[]
  /** An index field, see content/model/query-model.ts; `collection` for the collection of a referenced entry. */
  readonly indexField: string
  readonly type: QueryType
  /** True if the last field has many values. */
  readonly isMany: boolean
}

export interface Condition {
  /** The parameter's name as sent, for errors. */
  readonly parameter: string
  readonly path: Path
  readonly operator: Operator
  readonly test: Test
  /** True for a complement: `ne`, `nin`, `exists=false`. */
  readonly isNegated: boolean
}

export interface SortKey {
  /** An index field; for slugs, the one that sorts them as text. */
  readonly indexField: string
  readonly type: QueryType
  readonly isDescending: boolean
}

/** A word of `q`. All its tokens must occur in the same field. */
export interface SearchWord {
  readonly tokens: readonly { readonly text: string; readonly isPrefix: boolean }[]
}

export interface SearchedField {
  /** The index field of the words. */
  readonly indexField: string
  readonly weight: 1 | 2 | 3
}

export interface Search {
  readonly words: readonly SearchWord[]
  readonly fields: readonly SearchedField[]
}

/** All parts of a query that determine which entries are in a list, and their order. */
export interface Selection {
  readonly collection: string
  /**
   * Conditions that must all hold. Those through the same many-valued reference, or on its id, apply to the same target.
   */
  readonly filter: readonly Condition[]
  /** Groups of conditions. In each group, at least one must hold. */
  readonly any: readonly (readonly Condition[])[]
  /** Conditions of which none may hold. */
  readonly not: readonly Condition[]
  readonly sort: readonly SortKey[]
  readonly search: Search | null
  /** Conditions, sort and search use the values of this variant, with the base values as fallback. */
  readonly variant: string | null
  /** Equal for selections that mean the same, different for all others. */
  readonly canonicalText: string
}

/**
 * The fields that `data` contains; a tree by field, because `author.name` names a field of a referenced entry, and
 * `sections.heading` one of blocks.
 */
export interface Projection {
  /** True if it applies to the `data` of blocks in the field, rather than of entries that the field refers to. */
  readonly isOfBlocks?: true
  /** Null means all fields, apart from `except`. */
  readonly only: ReadonlyMap<string, Projection | null> | null
  readonly except: ReadonlySet<string>
  readonly canonicalText: string
}

/**
 * Returns the meaning of a path: `data.price` is `price`, `author.id` the reference itself. The model determines the rest.
 */
export function textOfPath({ references, indexField, type }: Path): string {
  return JSON.stringify([references.map(({ field }) => field), indexField, type])
}

/** Leaves the operator out: `in` with one value is `eq`, and `gt` of a year is `gte` of the next. */
export function textOfCondition({ path, test, isNegated }: Condition): string {
  return JSON.stringify([textOfPath(path), isNegated, test])
}

/** Sorts the items and removes duplicates. */
export function toCanonicalOrder<Item>(items: readonly Item[], toText: (item: Item) => string): Item[] {
  const byText = new Map(items.map(item => [toText(item), item]))
  return [...byText.keys()].sort().map(text => byText.get(text)!)
}

interface SelectionParts {
  readonly collection: string
  readonly filter: readonly Condition[]
  readonly any: readonly (readonly Condition[])[]
  readonly not: readonly Condition[]
  readonly sort: readonly SortKey[]
  readonly search: Search | null
  readonly variant: string | null
}

/** The conditions, groups and words must already be in canonical order. */
export function textOfSelection({
  collection,
  filter,
  any,
  not,
  sort,
  search,
  variant,
}: SelectionParts): string {
  return JSON.stringify([
    collection,
    filter.map(textOfCondition),
    any.map(group => group.map(textOfCondition)),
    not.map(textOfCondition),
    sort.map(({ indexField, isDescending }) => [indexField, isDescending]),
    search?.words,
    variant,
  ])
}
