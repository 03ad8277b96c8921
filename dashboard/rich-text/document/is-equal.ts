// Compares two JSON values, ignoring the order of keys.

export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every(
      name =>
        Object.hasOwn(other, name) &&
        isEqual((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
    )
  )
}
