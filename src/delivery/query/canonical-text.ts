// The canonical text of a selection: equal for queries that mean the same and differ in their writing only.
import type { Condition, Path, Search, SortKey } from './bound-query.ts'

/** What a path leads to: `data.price` is `price`, `author.id` the reference itself. The model decides the rest. */
export function textOfPath({ references, indexField, type }: Path): string {
  return JSON.stringify([references.map(({ field }) => field), indexField, type])
}

/** Without the operator: `in` with one value is `eq`, and `gt` of a year is `gte` of the next. */
export function textOfCondition({ path, test, isNegated }: Condition): string {
  return JSON.stringify([textOfPath(path), isNegated, test])
}

/** In canonical order, each once. */
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

/** Conditions, groups and words are in canonical order already. */
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
