// Reads a property whose name comes from content. No React here.

/**
 * Returns undefined unless the property is the object's own. Fields may be named like inherited properties, such as
 * `constructor` or `toString`.
 */
export function ownValue<Value>(
  values: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
}
