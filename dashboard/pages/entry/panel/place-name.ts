// The name of a place in an entry, for people. No React here.
import { partsOfPointer } from '../../../../src/base/json-pointer.ts'
import type { FieldModel } from './changes.ts'

type NamedField = Pick<FieldModel, 'apiName' | 'name'>

/** Without a name, the API name as words: `catalogueNumber` is `Catalogue number`. */
export function nameField({ name, apiName }: NamedField): string {
  if (name) return name
  const words = apiName
    .replaceAll(/[-_]+/g, ' ')
    .replaceAll(/(\p{Ll})(\p{Lu})(?=\p{Ll})/gu, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** `/data/title` is `Title`, `/variants/vip/title` is `Title for VIP`, and `/data/body/3` is `Body (3)`. */
export function namePlace(
  pointer: string,
  fields: readonly NamedField[],
  variantOf: (id: string) => string = id => id,
): string {
  const [kind = '', ...parts] = partsOfPointer(pointer)
  if (kind === 'slug') return 'Address'
  if (kind !== 'data' && kind !== 'variants') return pointer
  const variant = kind === 'variants' ? variantOf(parts.shift() ?? '') : null
  const [apiName, ...inside] = parts
  if (apiName === undefined) return variant ?? 'Fields'
  const field = nameField(fields.find(one => one.apiName === apiName) ?? { apiName })
  const place = inside.length === 0 ? field : `${field} (${inside.join('.')})`
  return variant === null ? place : `${place} for ${variant}`
}
