// Conditions of a query as rows of the form, and as parameters of the address. No React here.

export const conditionGroups = ['filter', 'any', 'any.2', 'any.3', 'any.4', 'any.5', 'not'] as const
export type ConditionGroup = (typeof conditionGroups)[number]

/** Everything but the group as typed: the server validates it. */
export interface Condition {
  readonly group: ConditionGroup
  /** Empty if none is chosen yet. */
  readonly path: string
  readonly operator: string
  readonly value: string
}

export const newCondition: Condition = { group: 'filter', path: '', operator: 'eq', value: '' }

/** The parameter's name as the server reads it. `eq` is what no operator means. */
export function toParameterName({ group, path, operator }: Omit<Condition, 'value'>): string {
  return operator === 'eq' ? `${group}[${path}]` : `${group}[${path}][${operator}]`
}

const namePattern = /^(filter|not|any(?:\.[1-5])?)\[(.*?)\](?:\[([^[\]]+)\])?$/s

/** Null if the parameter is no condition. */
export function readParameterName(name: string): Omit<Condition, 'value'> | null {
  const [, group, path, operator = 'eq'] = namePattern.exec(name) ?? []
  if (group === undefined || path === undefined) return null
  return { group: (group === 'any.1' ? 'any' : group) as ConditionGroup, path, operator }
}

export function readConditions(query: URLSearchParams): readonly Condition[] {
  return [...query].flatMap(([name, value]) => {
    const read = readParameterName(name)
    return read === null ? [] : [{ ...read, value }]
  })
}
