// Parses the query parameters of a request and checks everything that needs no model: names, lists, limits. All errors are
// collected. bind-selection.ts and bind-fields.ts bind the result to the model.
import type { FieldError } from '../../base/errors.ts'
import type { Operator } from '../../content/fields/query-facts.ts'
import { variantIdPattern } from '../../content/values/model.ts'
import type { ModelParameters, SentParameter } from '../../http/request-url.ts'
import type { SearchWord } from '../bound-query.ts'
import {
  type ConditionGroup,
  isOperator,
  looksLikeParameter,
  misspeltName,
  type ParameterName,
  type PlainName,
  parseName,
  unknownOperator,
} from './parameter-names.ts'
import { type QueryError, toFieldError } from './query-errors.ts'
import { isTooLong, readValues, valueLengthMax } from './read-values.ts'
import { findOperatorsAsText } from './stringified.ts'

export interface ParsedCondition {
  readonly parameter: string
  readonly group: ConditionGroup
  readonly path: string
  /** Null if the operator does not exist. Then only the path remains to be checked. */
  readonly operator: Operator | null
  /** One value, or the values of a list; null if they are invalid. */
  readonly values: readonly string[] | null
}

/** The query parameters of a request. Invalid ones are left out and reported in `errors`. */
export interface QueryParameters extends ModelParameters {
  readonly conditions: readonly ParsedCondition[]
  /** Names with their `-`; null if absent. */
  readonly sort: readonly string[] | null
  readonly search: readonly SearchWord[] | null
  readonly variant: string | null
  /** Names with their `-`; null if absent. */
  readonly fields: readonly string[] | null
  /** All errors that can be found without the model, of all parameters of the request. */
  readonly errors: readonly FieldError[]
}

export const noParameters: QueryParameters = {
  conditions: [],
  sort: null,
  search: null,
  variant: null,
  fields: null,
  errors: [],
}

export interface ParsedParameters {
  /** Null if there are no query parameters, not even misspelled ones. */
  readonly parameters: QueryParameters | null
  /** Names that were not meant as a parameter, in the order sent, without duplicates. */
  readonly ignored: readonly string[]
}

export const conditionsMax = 20
export const searchWordsMax = 8
export const sortKeysMax = 3

type SearchParser = (text: string) => readonly SearchWord[]

interface Draft {
  readonly conditions: Map<string, ParsedCondition>
  readonly plain: Set<PlainName>
  sort: readonly string[] | null
  search: readonly SearchWord[] | null
  variant: string | null
  fields: readonly string[] | null
  readonly errors: FieldError[]
}

/** Parses the query parameters of a list: all except `page`, `perPage`, `depth` and `variants`. */
export function parseListParameters(
  sent: readonly SentParameter[],
  parseSearch: SearchParser,
): ParsedParameters {
  return parse(sent, (draft, name, parameter) => {
    if (name.kind === 'condition') return addCondition(draft, name, parameter)
    return addPlain(draft, name.name, parameter, parseSearch)
  })
}

/** Parses query parameters for an endpoint that lacks some of them, for which `refuse` returns an error. */
export function parseWithout(
  sent: readonly SentParameter[],
  refuse: (name: string) => QueryError | null,
  parse: (sent: readonly SentParameter[]) => ParsedParameters,
): ParsedParameters {
  const others: SentParameter[] = []
  const errors: FieldError[] = []
  for (const parameter of sent) {
    const error = refuse(parameter.name)
    if (error === null) others.push(parameter)
    else errors.push(toFieldError(parameter.name, error))
  }
  const parsed = parse(others)
  if (errors.length === 0) return parsed
  const parameters = parsed.parameters ?? noParameters
  return { ...parsed, parameters: { ...parameters, errors: [...parameters.errors, ...errors] } }
}

/** Parses the query parameter of a single entry, `fields`. Parameters of lists are errors. */
export function parseEntryParameters(sent: readonly SentParameter[]): ParsedParameters {
  return parse(
    sent,
    (draft, name, parameter) => {
      if (name.kind === 'plain' && name.name === 'fields')
        return addPlain(draft, 'fields', parameter, () => [])
      return { message: listOnly }
    },
    name => {
      const error = misspeltName(name)
      const { didYouMean = '' } = error
      if (entryNames.has(didYouMean)) return error
      return pageNames.has(didYouMean) ? { message: listOnly, didYouMean } : { message: listOnly }
    },
  )
}

const listOnly = 'is a parameter of lists: here the slug names the entry'
const entryNames: ReadonlySet<string> = new Set(['fields', 'depth', 'variants'])
const pageNames: ReadonlySet<string> = new Set(['page', 'perPage'])

function parse(
  sent: readonly SentParameter[],
  add: (draft: Draft, name: ParameterName, parameter: SentParameter) => QueryError | null,
  toMisspelt: (name: string) => QueryError = misspeltName,
): ParsedParameters {
  const draft: Draft = {
    conditions: new Map(),
    plain: new Set(),
    sort: null,
    search: null,
    variant: null,
    fields: null,
    errors: [],
  }
  const ignored = new Set<string>()
  let isQuery = false
  for (const parameter of sent) {
    const name = parseName(parameter.name)
    if (name === null && !looksLikeParameter(parameter.name)) {
      ignored.add(parameter.name)
      continue
    }
    isQuery = true
    const error = name === null ? findMisspelt(parameter, toMisspelt) : add(draft, name, parameter)
    if (error !== null) draft.errors.push(toFieldError(parameter.name, error))
  }
  return { parameters: isQuery ? finish(draft) : null, ignored: [...ignored] }
}

function findMisspelt({ name, value }: SentParameter, toMisspelt: (name: string) => QueryError): QueryError {
  const isGroup = name === 'filter' || name === 'not' || /^any(?:\.[1-5])?$/.test(name)
  return (isGroup && value !== null ? findOperatorsAsText(name, value) : null) ?? toMisspelt(name)
}

function finish({ conditions, sort, search, variant, fields, errors }: Draft): QueryParameters {
  const all = [...conditions.values()]
  const excess = all[conditionsMax]
  const tooMany = {
    message: `is condition ${conditionsMax + 1} of ${all.length}; ${conditionsMax} is the most`,
    max: conditionsMax,
  }
  return {
    conditions: all,
    sort,
    search,
    variant,
    fields,
    errors: excess === undefined ? errors : [...errors, toFieldError(excess.parameter, tooMany)],
  }
}

const once: QueryError = { message: 'must be given only once' }
const notDecoded: QueryError = { message: 'must be percent-encoded UTF-8' }

function addCondition(
  draft: Draft,
  { group, path, operator }: Extract<ParameterName, { kind: 'condition' }>,
  { name, value }: SentParameter,
): QueryError | null {
  const known = operator === null ? 'eq' : isOperator(operator) ? operator : null
  const key = JSON.stringify([group, path, known ?? [operator]])
  if (draft.conditions.has(key)) return once
  const read = known === null || value === null ? null : readTexts(name, operator, known, value)
  draft.conditions.set(key, {
    parameter: name,
    group,
    path,
    operator: known,
    values: Array.isArray(read) ? read : null,
  })
  if (known === null) return unknownOperator(operator!, meant => name.replace(/\[[^[]*\]$/, `[${meant}]`))
  if (value === null) return notDecoded
  return Array.isArray(read) ? null : (read as QueryError)
}

function readTexts(
  name: string,
  sentOperator: string | null,
  operator: Operator,
  value: string,
): readonly string[] | QueryError {
  const asText = sentOperator === null ? findOperatorsAsText(name, value) : null
  return asText ?? readValues(operator, value)
}

function addPlain(
  draft: Draft,
  name: PlainName,
  { value }: SentParameter,
  parseSearch: SearchParser,
): QueryError | null {
  if (name === 'facets') return { message: 'is reserved: this version has no facets' }
  if (draft.plain.has(name)) return once
  draft.plain.add(name)
  if (value === null) return notDecoded
  if (name === 'q') return addSearch(draft, value, parseSearch)
  if (name === 'queryVariant') {
    if (!variantIdPattern.test(value)) return { message: oneVariant }
    draft.variant = value
    return null
  }
  const names = value.split(',')
  if (names.some(one => one === '' || one === '-')) {
    return {
      message: `must be names with commas between them${name === 'sort' ? ', each with - before it for descending order' : ''}`,
    }
  }
  draft[name] = name === 'sort' ? names.slice(0, sortKeysMax) : names
  return name === 'sort' && names.length > sortKeysMax
    ? { message: `must have at most ${sortKeysMax} keys`, max: sortKeysMax }
    : null
}

const oneVariant =
  'must be one variant id of letters, digits and . _ : -, of 1 to 64 characters and beginning with a letter or digit'

function addSearch(draft: Draft, text: string, parseSearch: SearchParser): QueryError | null {
  if (isTooLong(text)) {
    return { message: `must have at most ${valueLengthMax} characters`, max: valueLengthMax }
  }
  const words = parseSearch(text)
  if (words.length === 0) return { message: 'must have at least one word: a letter or a digit' }
  if (words.length > searchWordsMax) {
    return { message: `must have at most ${searchWordsMax} words`, max: searchWordsMax }
  }
  draft.search = words
  return null
}
