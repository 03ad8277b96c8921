// Checks whether a JSON value is an object.
import type { Json } from './model.ts'

export function isJsonObject(value: unknown): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
