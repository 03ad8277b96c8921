// Options of a call as parameters of the query. Field types are unknown here: what a value means is the server's to judge,
// and only what cannot be written at all is refused.

export type Options = Readonly<Record<string, unknown>>

/** Also one of another realm. */
const isDate = (value: unknown): value is Date => !!(value as Date | null)?.toISOString

export const isObject = (value: unknown): value is Options =>
  typeof value === 'object' && !!value && !Array.isArray(value) && !isDate(value)

/** `data.NAME` is always the field; without, the server may read one of an entry's own keys, such as `slug`. */
const toField = (name: unknown) => `${name}`.replace(/^(id|slug|collection|data\.|.*At$)/, 'data.$1')

/**
 * Without `?`; empty if there are no parameters. `refuse` throws an error about a parameter; `isDay` is asked for each with
 * a `Date` whether it goes out as its day.
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
    // A string, a boolean or a bigint.
    if (/^(st|b)/.test(typeof value)) return `${value}`
    if (typeof value === 'number') {
      const text = `${value}`
      const decimal = text.includes('e-') ? value.toFixed(100) : text
      // Beyond, a number may have been another one before it was parsed.
      if (Math.abs(value) < 2 ** 53 && +decimal === value) return decimal
    }
    const time = isDate(value) && value.toJSON()
    return time ? time.slice(0, isDay(name) ? 10 : 24) : refuse(name)
  }

  const toItems = (name: string, values: unknown): readonly unknown[] =>
    Array.isArray(values) && values.length ? values : refuse(name)

  const toTexts = (name: string, values: unknown) => toItems(name, values).map(item => toText(name, item))

  /** `level`: of a group, of a path in it, of an operator. */
  const addConditions = (name: string, value: unknown, level = 0, operator = '') => {
    if (isObject(value) && level < 2) {
      const inside = Object.entries(value)
      // A group without conditions would hold for no entry.
      if (level || name < 'b') toItems(name, inside)
      for (const [key, each] of inside) addConditions(`${name}[${key}]`, each, level + 1, key)
    } else if (level > 1 && /^(n?in|all)$/.test(operator)) {
      const texts = toTexts(name, value).map(text => text.replace(/[\\,]/g, '\\$&'))
      // An empty text alone would be an empty list: given twice, it is a list of one.
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
