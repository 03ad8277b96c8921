// A value by a name that content chose. No React here.

/** Undefined unless it is the object's own: every object inherits `constructor` and `toString`, and fields may be called so. */
export function ownValue<Value>(
  values: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
}
