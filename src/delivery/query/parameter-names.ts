// The names of query parameters: which are well formed, and which look like a query and are not. The latter are errors:
// to ignore a misspelt condition would be to serve the whole list.
import { nearestName } from '../../base/nearest-name.ts'
import { type Operator, operators } from '../../content/query-model.ts'
import { type QueryError, shown } from './query-errors.ts'

/** The group of a condition: `filter`, `not`, or one of those of which at least one has to hold. */
export type ConditionGroup = 'filter' | 'not' | 'any.1' | 'any.2' | 'any.3' | 'any.4' | 'any.5'

export const plainNames = ['sort', 'q', 'queryVariant', 'fields', 'facets'] as const
export type PlainName = (typeof plainNames)[number]

export type ParameterName =
  | { readonly kind: 'plain'; readonly name: PlainName }
  | {
      readonly kind: 'condition'
      readonly group: ConditionGroup
      readonly path: string
      /** As sent; null if there is none, which means `eq`. */
      readonly operator: string | null
    }

const conditionPattern = /^(filter|not|any(?:\.[1-5])?)\[([^[\]]+)\](?:\[([^[\]]+)\])?$/

/** Null if the name is not exactly one of the forms. */
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

/** Names of other APIs in lower case, and what they are called here; typos of a single letter would be anything. */
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

/** Whether a name that is not well formed was meant as a query; all others are ignored. */
export function looksLikeQuery(name: string): boolean {
  return bracket.test(name) || queryNames.has(headOf(name).toLowerCase())
}

/** The part of a name that says which parameter it is. */
const headOf = (name: string): string => /^[^.[\]]*/.exec(name)![0]

/** What is wrong with a name that looks like a query. */
export function misspeltName(name: string): QueryError {
  const suggestion = suggestName(name)
  return { message: explain(name), ...(suggestion !== null && { didYouMean: suggestion }) }
}

function explain(name: string): string {
  const head = headOf(name)
  if (name === head && (head === 'filter' || head === 'not' || head === 'any')) {
    return `needs a path: ${head}[PATH]=VALUE or ${head}[PATH][OPERATOR]=VALUE`
  }
  if (head === 'any' && /^any\.(?![1-5]\[)/.test(name))
    return 'is no group: there are any, any.2, any.3, any.4 and any.5'
  if (/%5[bd]/i.test(name) && !/[[\]]/.test(name)) return 'is percent-encoded twice'
  return 'is not a query parameter: a condition is filter[PATH]=VALUE or filter[PATH][OPERATOR]=VALUE, with any or not in place of filter where that is meant'
}

function suggestName(name: string): string | null {
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

/** Where the rest of the name cannot stay, the parameter alone is suggested, but never what was sent. */
const foreign = (head: string, meant: string): string | null => (head === meant ? null : meant)

export function isOperator(name: string): name is Operator {
  return (operators as readonly string[]).includes(name)
}

/** `toName` writes the whole parameter with another operator. */
export function unknownOperator(sent: string, toName: (operator: Operator) => string): QueryError {
  const meant = nearestName(sent, operators)
  return {
    message: `there is no operator "${shown(sent)}"`,
    allowed: operators,
    ...(meant !== null && { didYouMean: toName(meant as Operator) }),
  }
}
