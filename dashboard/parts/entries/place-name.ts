// The names of places in an entry, for people, and what is wrong there. No React here.
import { partsOfPointer } from '../../../src/base/json/json-pointer.ts'
import { type NamedField, nameField } from './field-name.ts'

interface PlacedField extends NamedField {
  readonly type?: string
}

/** `/data/title` is `Title`, `/variants/vip/title` is `Title for VIP`, and `/data/body/3`, the fourth, is `Body (4)`. */
export function namePlace(
  pointer: string,
  fields: readonly PlacedField[],
  variantOf: (id: string) => string = id => id,
): string {
  const [kind = '', ...parts] = partsOfPointer(pointer)
  if (kind === 'slug') return 'Slug'
  if (kind !== 'data' && kind !== 'variants') return pointer
  const variant = kind === 'variants' ? variantOf(parts.shift() ?? '') : null
  const [apiName, ...inside] = parts
  if (apiName === undefined) return variant ?? 'Fields'
  const field: PlacedField = fields.find(one => one.apiName === apiName) ?? { apiName }
  const name = nameField(field)
  const steps = field.type === 'json' ? inside : inside.map(countFromOne)
  const place = steps.length === 0 ? name : `${name} (${steps.join('.')})`
  return variant === null ? place : `${place} for ${variant}`
}

/** People count the items of a list from one. In JSON, a number can be a key as well: there it stays. */
function countFromOne(part: string): string {
  return /^\d+$/.test(part) ? String(Number(part) + 1) : part
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
