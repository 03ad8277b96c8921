// The name of a place in an entry, for people. No React here.
import { partsOfPointer } from '../../../src/base/json-pointer.ts'

/** `/data/title` is `title`, `/variants/vip/title` is `title for vip`, and `/data/body/3` is `body.3`. */
export function toFieldLabel(pointer: string): string {
  const [kind = '', ...names] = partsOfPointer(pointer)
  if (kind !== 'data' && kind !== 'variants') return kind
  const variant = kind === 'variants' ? names.shift() : undefined
  const [field, ...inside] = names
  if (field === undefined) return `variant ${variant}`
  const place = inside.length === 0 ? field : `${field}.${inside.join('.')}`
  return variant === undefined ? place : `${place} for ${variant}`
}
