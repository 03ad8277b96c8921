// Converts the conditions of a query between rows of the form and URL parameters. No React here.

export const conditionGroups = ['filter', 'any', 'any.2', 'any.3', 'any.4', 'any.5', 'not'] as const
export type ConditionGroup = (typeof conditionGroups)[number]

/** Everything except the group is stored as typed, because the server validates it. */
export interface Condition {
  readonly group: ConditionGroup
  /** Empty if no path is chosen yet. */
  readonly path: string
  readonly operator: string
  readonly value: string
}

export const newCondition: Condition = { group: 'filter', path: '', operator: 'eq', value: '' }

/** Returns the parameter's name. `eq` is omitted, because it is the default operator. */
export function toParameterName({ group, path, operator }: Omit<Condition, 'value'>): string {
  return operator === 'eq' ? `${group}[${path}]` : `${group}[${path}][${operator}]`
}

const namePattern = /^(filter|not|any(?:\.[1-5])?)\[(.*?)\](?:\[([^[\]]+)\])?$/s

/** Returns null if the parameter is not a condition. */
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
