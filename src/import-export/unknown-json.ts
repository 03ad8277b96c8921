// Looking into JSON of which nothing is known yet: own keys only, so a field called `constructor` is a field.

export type ObjectValue = { readonly [key: string]: unknown }

/** Lists and null are none. */
export function isObject(value: unknown): value is ObjectValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What stands at the end of a path of own keys; undefined where the path breaks off. */
export function property(value: unknown, ...path: readonly string[]): unknown {
  let at = value
  for (const key of path) {
    if (!isObject(at) || !Object.hasOwn(at, key)) return undefined
    at = at[key]
  }
  return at
}

/** The list itself, and no items for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** How many keys all objects in it have, however deep they are. */
export function countKeys(value: unknown): number {
  let count = 0
  const left = [value]
  for (let item = left.pop(); item !== undefined; item = left.pop()) {
    if (Array.isArray(item)) {
      for (const one of item) if (typeof one === 'object' && one !== null) left.push(one)
    } else if (isObject(item)) {
      for (const key in item) {
        count++
        const one = item[key]
        if (typeof one === 'object' && one !== null) left.push(one)
      }
    }
  }
  return count
}
