// Accessors for JSON of unknown shape. They use own keys only, so a field called `constructor` is a field.

export type ObjectValue = { readonly [key: string]: unknown }

/** Returns false for arrays and null. */
export function isObject(value: unknown): value is ObjectValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value at a path of own keys; undefined if the path does not exist. */
export function property(value: unknown, ...path: readonly string[]): unknown {
  let at = value
  for (const key of path) {
    if (!isObject(at) || !Object.hasOwn(at, key)) return undefined
    at = at[key]
  }
  return at
}

/** Returns the list itself, or an empty list for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Counts the keys in all objects inside the value, at any depth. */
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
