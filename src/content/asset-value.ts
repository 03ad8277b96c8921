// The value of an asset: a file by its address, and what is known of it.
import { isJsonObject } from './json-object.ts'
import type { Json } from './model.ts'

const texts = ['title', 'contentType'] as const
const numbers = ['width', 'height', 'size'] as const
const keys: ReadonlySet<string> = new Set(['url', ...texts, ...numbers])

export const assetExpectation =
  'an object of url (a string), optionally title, contentType (strings), width, height, size (integers), and nothing else'

export const assetSchema = {
  type: 'object',
  properties: {
    url: { type: 'string', minLength: 1 },
    ...Object.fromEntries(texts.map(key => [key, { type: ['string', 'null'] }])),
    ...Object.fromEntries(
      numbers.map(key => [key, { type: ['integer', 'null'], minimum: 0, maximum: Number.MAX_SAFE_INTEGER }]),
    ),
  },
  required: ['url'],
  additionalProperties: false,
}

/** All six keys in a fixed order, null for unknown ones; undefined if the value is no asset. */
export function readAsset(
  value: Json,
): ({ readonly url: string } & { readonly [key: string]: Json }) | undefined {
  if (!isJsonObject(value) || Object.keys(value).some(key => !keys.has(key))) return undefined
  const url = value.url
  if (typeof url !== 'string' || url === '') return undefined
  const asset: { url: string } & Record<string, Json> = { url }
  for (const key of texts) {
    const text = value[key] ?? null
    if (text !== null && typeof text !== 'string') return undefined
    asset[key] = text
  }
  for (const key of numbers) {
    const number = value[key] ?? null
    if (number !== null && !(Number.isSafeInteger(number) && (number as number) >= 0)) return undefined
    asset[key] = number
  }
  return asset
}
