// The canonical text of a selection. Queries that mean the same and differ only in their spelling have the same text.
import type { Condition, Path, Search, SortKey } from './bound-query.ts'

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

export interface SelectionParts {
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
