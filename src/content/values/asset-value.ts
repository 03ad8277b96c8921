// The value of an asset: either a file by its address with its properties, or an asset of the space by its id.
import { isJsonObject } from './json-object.ts'
import { entryIdPattern, type Json } from './model.ts'
import { cutAt } from './query-text.ts'

const texts = ['title', 'contentType'] as const
const numbers = ['width', 'height', 'size'] as const
const keys: ReadonlySet<string> = new Set(['url', ...texts, ...numbers])
/** The keys by which a use of an asset may override the asset's own texts. */
const ownTexts = ['title', 'alt'] as const
const ownKeys: ReadonlySet<string> = new Set(['id', ...ownTexts, 'focalPoint'])
/** In code points. */
export const assetTextLengthMax = 500

export const assetExpectation = `an object of url (a string), optionally title, contentType (strings), width, height, size (integers), and nothing else; or of id (that of an asset), optionally title, alt (strings of up to ${assetTextLengthMax} characters), focalPoint ({ "x", "y" }, from 0 to 1), and nothing else`

const coordinate = { type: 'number', minimum: 0, maximum: 1 }

export const assetSchema = {
  anyOf: [
    {
      type: 'object',
      properties: {
        url: { type: 'string', minLength: 1 },
        ...Object.fromEntries(texts.map(key => [key, { type: ['string', 'null'] }])),
        ...Object.fromEntries(
          numbers.map(key => [
            key,
            { type: ['integer', 'null'], minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
          ]),
        ),
      },
      required: ['url'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: {
        id: { type: 'string', pattern: entryIdPattern.source },
        ...Object.fromEntries(
          ownTexts.map(key => [key, { type: ['string', 'null'], maxLength: assetTextLengthMax }]),
        ),
        focalPoint: {
          type: ['object', 'null'],
          properties: { x: coordinate, y: coordinate },
          required: ['x', 'y'],
          additionalProperties: false,
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
  ],
}

export interface FocalPoint {
  readonly x: number
  readonly y: number
}

/** A file by its address. It has all six keys. */
export type AddressValue = { readonly url: string } & { readonly [key: string]: Json }

/** The id of an asset of the space, and the properties that this use overrides. */
export interface AssetName {
  readonly id: string
  readonly title?: string
  readonly alt?: string
  readonly focalPoint?: FocalPoint
}

/** Returns the value in its normal form, with keys in a fixed order; undefined if it is not an asset. */
export function readAsset(value: Json): ((AddressValue | AssetName) & Json) | undefined {
  if (!isJsonObject(value)) return undefined
  return Object.hasOwn(value, 'id') ? readName(value) : readAddress(value)
}

/** Sets keys without a value to null. */
function readAddress(value: { readonly [key: string]: Json }): AddressValue | undefined {
  if (Object.keys(value).some(key => !keys.has(key))) return undefined
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

/** Omits keys that are null, because these keep the property of the asset. */
function readName(value: { readonly [key: string]: Json }): (AssetName & Json) | undefined {
  const { id, focalPoint = null } = value
  if (Object.keys(value).some(key => !ownKeys.has(key))) return undefined
  if (typeof id !== 'string' || !entryIdPattern.test(id)) return undefined
  const name: { id: string } & Record<string, Json> = { id }
  for (const key of ownTexts) {
    const text = value[key] ?? null
    if (text === null) continue
    if (typeof text !== 'string' || cutAt(text, assetTextLengthMax) !== text) return undefined
    name[key] = text
  }
  if (focalPoint === null) return name
  const point = readFocalPoint(focalPoint)
  return point === undefined ? undefined : { ...name, focalPoint: { ...point } }
}

/** Returns the point rounded to two decimals; undefined if the value is not a point. */
export function readFocalPoint(value: Json): FocalPoint | undefined {
  if (!isJsonObject(value) || Object.keys(value).sort().join() !== 'x,y') return undefined
  const [x, y] = [value.x!, value.y!].map(toCoordinate)
  return x === undefined || y === undefined ? undefined : { x, y }
}

function toCoordinate(value: Json): number | undefined {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) return undefined
  return Math.round(value * 100) / 100
}

/** Distinguishes the two forms of a value that {@link readAsset} returned. */
export function isAssetName(value: Json): value is AssetName & Json {
  return isJsonObject(value) && typeof value.id === 'string'
}
