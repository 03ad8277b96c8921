// The display names of fields, of places in an entry, and of problems there. No React here.
import { partsOfPointer } from '../../../src/base/json.ts'
import { type Components, componentsKey } from '../../../src/content/values/model.ts'

interface PlacedField extends NamedField {
  readonly type?: string
  readonly many?: boolean | undefined
  readonly of?: readonly string[] | undefined
  readonly [componentsKey]?: Components
}

/**
 * `/data/title` becomes `Title`, `/variants/vip/title` becomes `Title for VIP`, and `/data/body/3`, the fourth item,
 * becomes `Body (4)`. `/data/sections/2/data/heading` becomes `Sections (3) › Heading`, and so does its address, without the
 * number.
 */
export function namePlace(
  pointer: string,
  fields: readonly PlacedField[],
  variantOf: (id: string) => string = id => id,
): string {
  const [kind = '', ...parts] = partsOfPointer(pointer)
  if (kind === 'slug') return 'Slug'
  if (kind !== 'data' && kind !== 'variants') return pointer
  const variant = kind === 'variants' ? variantOf(parts.shift() ?? '') : null
  const [first, ...inside] = parts
  if (first === undefined) return variant ?? 'Fields'
  // An address that was sent is one step.
  const [apiName = '', ...steps] = first.split('/')
  const field: PlacedField = fields.find(one => one.apiName === apiName) ?? { apiName }
  const place = nameAddress(field, steps, inside)
  return variant === null ? place : `${place} for ${variant}`
}

/** `inside` begins in the value at the address. */
function nameAddress(field: PlacedField, steps: readonly string[], inside: readonly string[]): string {
  const address = steps.length === 0 ? null : splitAddress(field, steps)
  if (address === null) return nameInside(field, [...steps, ...inside])
  return `${nameField(field)} › ${nameAddress(address.inner, address.rest, inside)}`
}

function nameInside(field: PlacedField, inside: readonly string[]): string {
  const name = nameField(field)
  const address = field.of === undefined || inside.includes('data') ? null : splitAddress(field, inside)
  if (address !== null) return `${name} › ${nameInside(address.inner, address.rest)}`
  const [data, apiName] = field.of === undefined ? [-1, undefined] : findInner(inside)
  if (apiName !== undefined) {
    const around = nameInside({ ...field, of: undefined }, inside.slice(0, data))
    return `${around} › ${nameInside(findInnerField(field, apiName), inside.slice(data + 2))}`
  }
  const steps = field.type === 'json' ? inside : inside.map(countFromOne)
  return steps.length === 0 ? name : `${name} (${steps.join('.')})`
}

/** Returns the field of a block that an address leads to, and the rest of it; null if no component has the field. */
function splitAddress(
  field: PlacedField,
  inside: readonly string[],
): { readonly inner: PlacedField; readonly rest: readonly string[] } | null {
  const [apiName, ...rest] = field.many ? inside.slice(1) : inside
  const inner = listInnerFields(field).find(one => one.apiName === apiName)
  return inner === undefined ? null : { inner, rest }
}

function findInnerField(field: PlacedField, apiName: string): PlacedField {
  return listInnerFields(field).find(one => one.apiName === apiName) ?? { apiName }
}

function listInnerFields(field: PlacedField): readonly PlacedField[] {
  return [...(field[componentsKey]?.values() ?? [])].flatMap(component => component.fields)
}

/** Returns where the values of a block begin, and the field that follows. */
function findInner(inside: readonly string[]): readonly [data: number, apiName: string | undefined] {
  const data = inside.indexOf('data')
  return [data, data < 0 ? undefined : inside[data + 1]]
}

/** Converts an index to a number that starts at one. Not for JSON fields, where a number can also be a key. */
function countFromOne(part: string): string {
  return /^\d+$/.test(part) ? String(Number(part) + 1) : part
}

/** Returns the pointer of the field that contains a place: `/data/body` for `/data/body/3`. */
export function toFieldPointer(pointer: string): string {
  const [kind, ...names] = partsOfPointer(pointer)
  return `/${[kind, ...names.slice(0, kind === 'variants' ? 2 : 1)].join('/')}`
}

interface Refused {
  readonly reason: string | null
  readonly problems: readonly { readonly path: string; readonly message: string }[]
}

/** Explains why a scheduled draft was not published, with the names of the fields that broke rules. */
export function describeRefusal({ reason, problems }: Refused, fields: readonly NamedField[] = []): string {
  if (problems.length === 0) return reason ?? 'It was refused.'
  return problems.map(({ path, message }) => `${namePlace(path, fields)} ${message}.`).join(' ')
}

export interface NamedField {
  readonly apiName: string
  readonly name?: string | undefined
}

/** Without a name, the API name is split into words: `catalogueNumber` becomes `Catalogue number`. */
export function nameField({ name, apiName }: NamedField): string {
  if (name) return name
  const words = apiName
    .replaceAll(/[-_]+/g, ' ')
    .replaceAll(/(\p{Ll})(\p{Lu})(?=\p{Ll})/gu, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
