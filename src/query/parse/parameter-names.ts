// Parses the names of query parameters, and detects names that were meant as a parameter but are malformed. The latter are
// errors: a list without its condition, its page or its variants looks right but is not.
import { nearestName } from '../../base/nearest-name.ts'
import { type Operator, operators } from '../../content/fields/query-facts.ts'
import { type QueryError, shown } from './query-errors.ts'

/** The group of a condition: `filter`, `not`, or one of the groups in which at least one condition must hold. */
export type ConditionGroup = 'filter' | 'not' | 'any.1' | 'any.2' | 'any.3' | 'any.4' | 'any.5'

const plainNames = ['sort', 'q', 'queryVariant', 'fields', 'facets'] as const
export type PlainName = (typeof plainNames)[number]

export type ParameterName =
  | { readonly kind: 'plain'; readonly name: PlainName }
  | {
      readonly kind: 'condition'
      readonly group: ConditionGroup
      readonly path: string
      /** The operator as sent; null if there is none, which means `eq`. */
      readonly operator: string | null
    }

const conditionPattern = /^(filter|not|any(?:\.[1-5])?)\[([^[\]]+)\](?:\[([^[\]]+)\])?$/

/** Returns null if the name does not exactly match one of the forms. */
export function parseName(name: string): ParameterName | null {
  if ((plainNames as readonly string[]).includes(name)) return { kind: 'plain', name: name as PlainName }
  const [, group, path, operator = null] = conditionPattern.exec(name) ?? []
  if (group === undefined || path === undefined) return null
  return {
    kind: 'condition',
    group: (group === 'any' ? 'any.1' : group) as ConditionGroup,
    path,
    operator,
  }
}

/**
 * Names that other APIs use, in lower case, and the equivalent names here. Single letters are not corrected, because too
 * many names are similar to them.
 */
const foreignNames: ReadonlyMap<string, string> = new Map([
  ['q', 'q'],
  ['search', 'q'],
  ['query', 'q'],
  ['order', 'sort'],
  ['orderby', 'sort'],
  ['where', 'filter'],
  ['filters', 'filter'],
  ['select', 'fields'],
])
const ownNames = ['filter', 'any', 'not', 'sort', 'queryVariant', 'fields']
const queryNames: ReadonlySet<string> = new Set([
  ...foreignNames.keys(),
  ...ownNames.map(name => name.toLowerCase()),
  'facets',
])
const bracket = /[[\]]|%5[bd]/i

/**
 * The parameters other than those of a query, and their names in other APIs. The request's schema checks the exact names.
 */
const namesElsewhere = {
  page: ['skip', 'offset'],
  perPage: ['limit', 'per_page', 'pageSize', 'first'],
  depth: ['populate', 'include'],
  variants: ['locale'],
} as const
type CommonName = keyof typeof namesElsewhere

const commonMeanings: Readonly<Record<CommonName, string>> = {
  page: 'page says which page of the list, counted from 1',
  perPage: 'perPage says how many entries a page has',
  depth: 'depth says how many levels of references are resolved',
  variants: 'variants names whose values are served, such as those of a language',
}

const withoutCase = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '')
const commonNames: ReadonlyMap<string, CommonName> = new Map(
  Object.entries(namesElsewhere).flatMap(([name, elsewhere]) =>
    [name, ...elsewhere].map(each => [withoutCase(each), name as CommonName] as const),
  ),
)

/** Returns the parameter that a name stands for if it differs only by case, `_` and `-`, or is its name in another API. */
const commonNameOf = (name: string): CommonName | null => commonNames.get(withoutCase(name)) ?? null

/** Checks for an exact name. `page` and `perPage` may be sent to a single entry, which ignores them. */
const isExactCommonName = (name: string): boolean => Object.hasOwn(commonMeanings, name)

/** Checks whether a malformed name was meant as a parameter of this API. All other names are ignored. */
export function looksLikeParameter(name: string): boolean {
  if (bracket.test(name) || queryNames.has(headOf(name).toLowerCase())) return true
  return commonNameOf(name) !== null && !isExactCommonName(name)
}

/** Returns the parameter of the content API that a name is or was meant as; null for conditions and ignored names. */
export function parameterMeant(name: string): string | null {
  if (isExactCommonName(name)) return name
  const parsed = parseName(name)
  if (parsed !== null) return parsed.kind === 'plain' ? parsed.name : null
  return looksLikeParameter(name) ? suggestName(name) : null
}

/** Returns the beginning of a name, which identifies the parameter. */
const headOf = (name: string): string => /^[^.[\]]*/.exec(name)![0]

/** Returns the error for a malformed name that was meant as a parameter. */
export function misspeltName(name: string): QueryError {
  const suggestion = suggestName(name)
  return { message: explain(name), ...(suggestion !== null && { didYouMean: suggestion }) }
}

function explain(name: string): string {
  const head = headOf(name)
  const common = commonNameMeant(name)
  if (common !== null) return `is not a parameter: ${commonMeanings[common]}`
  if (name === head && (head === 'filter' || head === 'not' || head === 'any')) {
    return `needs a path: ${head}[PATH]=VALUE or ${head}[PATH][OPERATOR]=VALUE`
  }
  if (head === 'any' && /^any\.(?![1-5]\[)/.test(name))
    return 'is no group: there are any, any.2, any.3, any.4 and any.5'
  if (/%5[bd]/i.test(name) && !/[[\]]/.test(name)) return 'is percent-encoded twice'
  return 'is not a query parameter: a condition is filter[PATH]=VALUE or filter[PATH][OPERATOR]=VALUE, with any or not in place of filter where that is meant'
}

/** Returns the parameter that was meant. Other APIs also use `page[size]`, `pagination[pageSize]` or `populate[0]`. */
function commonNameMeant(name: string): CommonName | null {
  const [, head = '', inner = ''] = /^([^.[\]]*)(?:\[([^[\]]*)\])?/.exec(name)!
  if (name === head) return commonNameOf(head)
  if (head !== 'page' && head !== 'pagination') return commonNameOf(head)
  if (inner === 'size') return 'perPage'
  return inner === 'number' ? 'page' : commonNameOf(inner)
}

function suggestName(name: string): string | null {
  const common = commonNameMeant(name)
  if (common !== null) return common
  const decoded = name.replaceAll(/%5b/gi, '[').replaceAll(/%5d/gi, ']')
  const head = headOf(decoded)
  const meant = foreignNames.get(head.toLowerCase()) ?? nearestName(head, ownNames)
  if (meant === null) return null
  const rest = decoded.slice(head.length)
  if (meant !== 'filter' && meant !== 'any' && meant !== 'not')
    return rest === '' ? meant : foreign(head, meant)
  const whole = parseName(meant + rest)
  const isWhole = whole?.kind === 'condition' && (whole.operator === null || isOperator(whole.operator))
  return isWhole ? meant + rest : foreign(head, meant)
}

/** Suggests the parameter alone if the rest of the name cannot be kept; null if that was already sent. */
const foreign = (head: string, meant: string): string | null => (head === meant ? null : meant)

export function isOperator(name: string): name is Operator {
  return (operators as readonly string[]).includes(name)
}

/** Returns the error for an unknown operator. `toName` writes the whole parameter with another operator. */
export function unknownOperator(sent: string, toName: (operator: Operator) => string): QueryError {
  const meant = nearestName(sent, operators)
  return {
    message: `there is no operator "${shown(sent)}"`,
    allowed: operators,
    ...(meant !== null && { didYouMean: toName(meant as Operator) }),
  }
}
