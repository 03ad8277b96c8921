// The conditions of a list on the fields of its entries, as parameters of the URL. No React here.

/** A parameter of the management API, such as `filter[price][lt]`, and its value. */
export interface Condition {
  readonly name: string
  readonly value: string
}

export const conditionPattern = /^(filter|not|any(?:\.[1-5])?)\[([^[\]]+)\](?:\[([A-Za-z]+)\])?$/
/** The server's limit. */
export const conditionsMax = 20

/** Returns repeated and excess conditions too, so that the server refuses them instead of showing another list. */
export function readConditions(query: URLSearchParams): readonly Condition[] {
  return [...query].filter(([name]) => conditionPattern.test(name)).map(([name, value]) => ({ name, value }))
}
