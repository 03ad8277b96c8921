// Writes the options of a call as query parameters. Field types are unknown here, so the server validates the values; only
// values that cannot be written at all are refused.

export type Options = Readonly<Record<string, unknown>>

/** Also detects a `Date` of another realm. */
const isDate = (value: unknown): value is Date => !!(value as Date | null)?.toISOString

export const isObject = (value: unknown): value is Options =>
  typeof value === 'object' && !!value && !Array.isArray(value) && !isDate(value)

/**
 * Writes a field for `fields`. `data.NAME` always means the field; the name alone may mean a key of the entry, such as
 * `slug`.
 */
const toField = (name: unknown) => `${name}`.replace(/^(id|slug|collection|data\.|.*At$)/, 'data.$1')

/**
 * Returns the query string without `?`; empty if there are no parameters. `refuse` throws an error about a parameter.
 * `isDay` tells for each parameter with a `Date` whether only its day is sent.
 */
export function toQuery(
  options: Options,
  refuse: (name: string) => never,
  isDay: (name: string) => unknown,
): string {
  const pairs = new URLSearchParams()

  const add = (name: string, values: unknown) => {
    // Lone surrogates cannot be encoded.
    if (/\p{Cs}/u.test(name + values)) refuse(name)
    pairs.append(name, values as string)
  }

  const toText = (name: string, value: unknown): string => {
    // Matches the types string, boolean and bigint.
    if (/^(st|b)/.test(typeof value)) return `${value}`
    if (typeof value === 'number') {
      const text = `${value}`
      const decimal = text.includes('e-') ? value.toFixed(100) : text
      // A number from 2⁵³ on may have been rounded when it was parsed.
      if (Math.abs(value) < 2 ** 53 && +decimal === value) return decimal
    }
    const time = isDate(value) && value.toJSON()
    return time ? time.slice(0, isDay(name) ? 10 : 24) : refuse(name)
  }

  const toItems = (name: string, values: unknown): readonly unknown[] =>
    Array.isArray(values) && values.length ? values : refuse(name)

  const toTexts = (name: string, values: unknown) => toItems(name, values).map(item => toText(name, item))

  /** `level`: 0 for a group, 1 for a path in it, 2 for an operator. */
  const addConditions = (name: string, value: unknown, level = 0, operator = '') => {
    if (isObject(value) && level < 2) {
      const inside = Object.entries(value)
      // Refuses an empty group of `any`, which would match no entry, and a path without operators.
      if (level || name < 'b') toItems(name, inside)
      for (const [key, each] of inside) addConditions(`${name}[${key}]`, each, level + 1, key)
    } else if (level > 1 && /^(n?in|all)$/.test(operator)) {
      const texts = toTexts(name, value).map(text => text.replace(/[\\,]/g, '\\$&'))
      // An empty string alone would be read as an empty list. Written twice, it is a list of empty strings.
      add(name, `${texts}` || ',')
    } else add(name, level ? toText(name, value) : refuse(name))
  }

  const toPaths = (name: string, value: unknown, prefix: string): readonly string[] => {
    if (value === true) return [prefix.slice(0, -1)]
    if (value === '*') return [prefix + value]
    if (!isObject(value)) return toItems(name, value).map(item => prefix + toField(item))
    return toItems(name, Object.entries(value)).flatMap(entry => {
      const [key, inside] = entry as [string, unknown]
      return toPaths(name, inside, `${prefix + toField(key)}.`)
    })
  }

  for (const [name, value] of Object.entries(options)) {
    if (name === 'filter' || name === 'not') addConditions(name, value)
    else if (name === 'any') {
      toItems(name, value).forEach((group, index) => {
        addConditions(index ? `any.${index + 1}` : name, group)
      })
    } else if (name === 'fields') add(name, toPaths(name, value, ''))
    else if (name === 'omit') add('fields', toPaths(name, value, '-'))
    else if (!Array.isArray(value)) add(name, toText(name, value))
    else if (value.length || name !== 'variants') add(name, toTexts(name, value))
  }
  return `${pairs}`
}
