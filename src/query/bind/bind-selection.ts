// Binds the parsed parameters of a list to the model: the selected entries and their order.
import type { FieldError } from '../../base/errors.ts'
import { type Operator, operators } from '../../content/fields/query-facts.ts'
import { searchWeightInBlocks, searchWeightOf } from '../../content/fields/text-facts.ts'
import {
  allowedOperators,
  blockIndexField,
  componentName,
  holdsBlocks,
  isOwnField,
  isSortable,
  outerIndexField,
  slugOrderField,
  wordIndexField,
} from '../../content/model/query-model.ts'
import { componentsKey, type Field } from '../../content/values/model.ts'
import {
  type Condition,
  type Path,
  type Search,
  type SearchedField,
  type SearchWord,
  type Selection,
  type SortKey,
  textOfCondition,
  textOfPath,
  textOfSelection,
  toCanonicalOrder,
} from '../bound-query.ts'
import type { ConditionGroup } from '../parse/parameter-names.ts'
import type { ParsedCondition, QueryParameters } from '../parse/parse-parameters.ts'
import { parseTest } from '../parse/parse-value.ts'
import { type QueryError, shown, toFieldError } from '../parse/query-errors.ts'
import { findNoId, withCause } from '../parse/stringified.ts'
import { describeMissing, suggestionsMax } from './path-steps.ts'
import { type ResolvedPath, referencesPerPathMax, resolvePath, withArticle } from './resolve-path.ts'
import type { CollectionModel, SpaceModel } from './space-model.ts'

/** `errors` contains only those that need the model. `selection` may be used only if there are no errors of either kind. */
interface SelectionResult {
  /** Null if the list is not queried. It then contains all entries, newest first. */
  readonly selection: Selection | null
  readonly errors: readonly FieldError[]
}

export function bindSelection(
  query: QueryParameters,
  collection: CollectionModel,
  space: SpaceModel,
): SelectionResult {
  const errors: FieldError[] = []
  const groups = new Map<ConditionGroup, Condition[]>()
  const seen = new Map<string, string>()
  for (const parsed of query.conditions) {
    const result = bindCondition(parsed, collection, space, seen, errors.length < suggestionsMax)
    if (result === null) continue
    if ('message' in result) errors.push(toFieldError(parsed.parameter, result))
    else groups.set(parsed.group, [...(groups.get(parsed.group) ?? []), result])
  }
  const sort = bindSort(query.sort ?? [], collection, space, error =>
    errors.push(toFieldError('sort', error)),
  )
  const hasSelection =
    query.conditions.length > 0 || query.sort !== null || query.search !== null || query.variant !== null
  return { selection: hasSelection ? toSelection(query, collection, groups, sort) : null, errors }
}

function toSelection(
  query: QueryParameters,
  { apiName, collection }: CollectionModel,
  groups: ReadonlyMap<ConditionGroup, readonly Condition[]>,
  sort: readonly SortKey[],
): Selection {
  const ordered = (conditions: readonly Condition[]) => toCanonicalOrder(conditions, textOfCondition)
  const any = [...groups].filter(([group]) => group !== 'filter' && group !== 'not')
  const parts = {
    collection: apiName,
    filter: ordered(groups.get('filter') ?? []),
    any: toCanonicalOrder(
      any.map(([, conditions]) => ordered(conditions)),
      group => JSON.stringify(group.map(textOfCondition)),
    ),
    not: ordered(groups.get('not') ?? []),
    sort,
    search: query.search && bindSearch(query.search, collection),
    variant: query.variant,
  }
  return { ...parts, canonicalText: textOfSelection(parts) }
}

/**
 * Returns null if the parameter already has an error. `seen` maps each condition to its parameter, to find repeated ones.
 */
function bindCondition(
  { parameter, group, path: text, operator, values }: ParsedCondition,
  collection: CollectionModel,
  space: SpaceModel,
  seen: Map<string, string>,
  suggests: boolean,
): Condition | QueryError | null {
  const found = resolvePath(space, collection, text, suggests)
  if ('error' in found) {
    const { message, allowed, didYouMean, max } = found.error
    const named = didYouMean && replacePath(parameter, text, didYouMean)
    return { message, ...(allowed && { allowed }), ...(named && { didYouMean: named }), ...(max && { max }) }
  }
  if (operator === null) return null
  const path = choosePath(found, operator)
  if ('message' in path) return path
  const key = JSON.stringify([group, textOfPath(path), operator])
  const earlier = seen.get(key)
  if (earlier !== undefined) return { message: `is the same condition as ${shown(earlier)}: give it once` }
  seen.set(key, parameter)
  if (values === null) return null
  const noId = findNoId(path.type, parameter.includes(']['), values)
  if (noId !== null) return noId
  const parsed = parseTest(path.type, operator, values)
  return 'error' in parsed ? withCause(parsed.error, values) : { parameter, path, operator, ...parsed }
}

/** Replaces the path in the first pair of brackets. */
function replacePath(parameter: string, path: string, by: string): string {
  return parameter.replace(`[${path}]`, () => `[${by}]`)
}

/** A path to the id of a referenced entry means the reference itself, if references support the operator. */
function choosePath({ path, reference }: ResolvedPath, operator: Operator): Path | QueryError {
  if (reference !== null && operatorsAt(reference).includes(operator)) return reference
  const allowed = operatorsAt(path)
  if (!allowed.includes(operator)) {
    const both = reference === null ? allowed : [...allowed, ...operatorsAt(reference)]
    return {
      message: `${operator} does not apply to ${describeEnd(path)}`,
      allowed: operators.filter(name => both.includes(name)),
    }
  }
  return path.references.length > referencesPerPathMax
    ? { message: `passes more than ${referencesPerPathMax} references`, max: referencesPerPathMax }
    : path
}

function operatorsAt(path: Path): readonly Operator[] {
  return allowedOperators(path.type, path.isMany || path.references.some(({ isMany }) => isMany))
}

function describeEnd({ indexField, type }: Path): string {
  if (indexField.startsWith('@') || type === 'collection') return indexField.replace('@', '')
  if (type === 'componentName') return componentName
  return indexField.includes(':') ? `${withArticle(type)} path` : `${withArticle(type)} field`
}

function bindSort(
  keys: readonly string[],
  collection: CollectionModel,
  space: SpaceModel,
  onError: (error: QueryError) => void,
): SortKey[] {
  const bound = new Map<string, SortKey>()
  for (const key of keys) {
    const isDescending = key.startsWith('-')
    const name = isDescending ? key.slice(1) : key
    const found = bindSortKey(name, isDescending, collection, space)
    if ('message' in found) onError(found)
    else if (bound.has(found.indexField)) onError({ message: `${shown(name)}: must be named only once` })
    else bound.set(found.indexField, found)
  }
  return [...bound.values()]
}

function bindSortKey(
  name: string,
  isDescending: boolean,
  collection: CollectionModel,
  space: SpaceModel,
): SortKey | QueryError {
  const found = resolvePath(space, collection, name, true)
  if ('error' in found) {
    const { message, missingIn, didYouMean } = found.error
    const isRoot = missingIn?.[0] === collection && missingIn.length === 1
    return {
      message: `${shown(name)}: ${missingIn ? describeMissing(missingIn, null) : message}`,
      ...(didYouMean &&
        isRoot &&
        canSort(space, collection, didYouMean) && {
          didYouMean: isDescending ? `-${didYouMean}` : didYouMean,
        }),
    }
  }
  const { indexField, type, isMany, references } = found.path
  if (references.length > 0)
    return { message: `${shown(name)}: lists cannot be sorted by what a reference leads to` }
  if (outerIndexField(indexField) !== indexField)
    return { message: `${shown(name)}: lists cannot be sorted by a value in blocks` }
  if (isMany) return { message: `${shown(name)}: lists cannot be sorted by a field of many values` }
  if (!canSort(space, collection, name))
    return { message: `${shown(name)}: lists cannot be sorted by ${describeEnd(found.path)}` }
  return { indexField: type === 'slug' ? slugOrderField : indexField, type, isDescending }
}

function canSort(space: SpaceModel, collection: CollectionModel, name: string): boolean {
  const found = resolvePath(space, collection, name, false)
  if ('error' in found) return false
  const { indexField, type, isMany, references } = found.path
  return references.length === 0 && isOwnField(indexField) && isSortable(type, isMany)
}

function bindSearch(words: readonly SearchWord[], collection: CollectionModel['collection']): Search {
  const fields = collection.fields.flatMap((field): SearchedField[] => {
    const weight = searchWeightOf(collection, field)
    const indexField = wordIndexField(field.apiName)
    if (weight === 0) return []
    const own = holdsBlocks(field) ? [] : [{ indexField, weight }]
    if (field.of === undefined) return own
    const inBlocks = listWeightsInBlocks(field).map(each => {
      return { indexField: blockIndexField(indexField, String(each)), weight: each }
    })
    return [...own, ...inBlocks]
  })
  return { words: toCanonicalOrder(words, word => JSON.stringify(word.tokens)), fields }
}

/** Returns the weights of texts that blocks of a field can have. */
function listWeightsInBlocks(field: Field): SearchedField['weight'][] {
  const components = [...(field[componentsKey]?.values() ?? [])]
  const weights = new Set(components.flatMap(({ fields }) => fields.map(searchWeightInBlocks)))
  return [...weights].filter(weight => weight !== 0)
}
