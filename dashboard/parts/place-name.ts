// The names of places in an entry, for people, and what is wrong there. No React here.
import { partsOfPointer } from '../../src/base/json-pointer.ts'
import { type NamedField, nameField } from './field-name.ts'

/** `/data/title` is `Title`, `/variants/vip/title` is `Title for VIP`, and `/data/body/3` is `Body (3)`. */
export function namePlace(
  pointer: string,
  fields: readonly NamedField[],
  variantOf: (id: string) => string = id => id,
): string {
  const [kind = '', ...parts] = partsOfPointer(pointer)
  if (kind === 'slug') return 'Slug'
  if (kind !== 'data' && kind !== 'variants') return pointer
  const variant = kind === 'variants' ? variantOf(parts.shift() ?? '') : null
  const [apiName, ...inside] = parts
  if (apiName === undefined) return variant ?? 'Fields'
  const field = nameField(fields.find(one => one.apiName === apiName) ?? { apiName })
  const place = inside.length === 0 ? field : `${field} (${inside.join('.')})`
  return variant === null ? place : `${place} for ${variant}`
}

/** The field that a place is in: `/data/body` of `/data/body/3`. */
export function toFieldPointer(pointer: string): string {
  const [kind, ...names] = partsOfPointer(pointer)
  return `/${[kind, ...names.slice(0, kind === 'variants' ? 2 : 1)].join('/')}`
}

interface Refused {
  readonly reason: string | null
  readonly problems: readonly { readonly path: string; readonly message: string }[]
}

/** Why a scheduled draft was not published: by the names of its fields, where it broke rules of their model. */
export function describeRefusal({ reason, problems }: Refused, fields: readonly NamedField[] = []): string {
  if (problems.length === 0) return reason ?? 'It was refused.'
  return problems.map(({ path, message }) => `${namePlace(path, fields)} ${message}.`).join(' ')
}
