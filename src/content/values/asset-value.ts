// The value of an asset: either a file by its address with its properties, or an asset of the space by its id. Images of
// Portable Text hold such values, and documents of Contentful's rich text format link to assets.
import { entryIdPattern, isJsonObject, type Json } from './model.ts'
import { cutAt } from './query-text.ts'
import type { AddressUse } from './safe-address.ts'

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

type Source = { readonly [key: string]: Json }

/**
 * Any field with rich text stores such documents unchanged. Delivery adds the file of each link where renderers expect it.
 */
export function isDocument(value: Json): value is Source & { readonly content: readonly Json[] } {
  return isJsonObject(value) && value.nodeType === 'document' && Array.isArray(value.content)
}

/** Returns the asset that a link names. Null if the target contains its file, and thus an address. */
function readLinkedAsset(node: Json): AssetName | null {
  const target = targetOf(node)
  const linked = target === null ? null : readLinkTarget(target)
  return linked === null || 'url' in linked ? null : linked
}

/** A file by its address, with the texts that belong to it. */
interface LinkedFile {
  readonly url: string
  readonly title: string | null
  readonly alt: string | null
  readonly filename: string | null
  readonly contentType: string | null
  readonly width: Json
  readonly height: Json
  readonly size: Json
}

/** Returns null if the target is not a link to an asset. */
export function readLinkTarget({ sys, fields }: Source): AssetName | LinkedFile | null {
  if (!isJsonObject(sys) || sys.type !== 'Link' || sys.linkType !== 'Asset') return null
  const { title = null, description = null, file } = isJsonObject(fields) ? fields : {}
  if (file === undefined) {
    const name = readAsset({ id: sys.id ?? null, title, alt: description })
    return name === undefined ? null : (name as AssetName)
  }
  const { url, fileName = null, contentType = null, details = {} } = isJsonObject(file) ? file : {}
  if (typeof url !== 'string' || url === '') return null
  const { size = null, image = {} } = isJsonObject(details) ? details : {}
  const { width = null, height = null } = isJsonObject(image) ? image : {}
  return {
    ...{ url, title: toText(title), alt: toText(description), filename: toText(fileName) },
    ...{ contentType: toText(contentType), width, height, size },
  }
}

function toText(value: Json): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function targetOf(node: Json): Source | null {
  const { data } = isJsonObject(node) ? node : {}
  return isJsonObject(data) && isJsonObject(data.target) ? data.target : null
}

/** Calls `onName` for each linked asset, with the pointer of the link's target. */
function eachLinkedAsset(
  node: Json,
  pointer: string,
  onName: (name: AssetName, pointer: string) => void,
): void {
  const name = readLinkedAsset(node)
  if (name !== null) onName(name, `${pointer}/data/target`)
  const { content } = isJsonObject(node) ? node : {}
  if (!Array.isArray(content)) return
  for (const [index, child] of (content as readonly Json[]).entries())
    eachLinkedAsset(child, `${pointer}/content/${index}`, onName)
}

/** Calls `onAddress` for the addresses of hyperlinks, and of linked files that have one. */
export function eachDocumentAddress(
  node: Json,
  pointer: string,
  onAddress: (address: string, use: AddressUse, pointer: string) => void,
): void {
  if (!isJsonObject(node)) return
  const { data, content } = node
  if (isJsonObject(data) && typeof data.uri === 'string') onAddress(data.uri, 'link', `${pointer}/data/uri`)
  const target = targetOf(node)
  const linked = target === null ? null : readLinkTarget(target)
  if (linked !== null && 'url' in linked) onAddress(linked.url, 'asset', `${pointer}/data/target`)
  if (!Array.isArray(content)) return
  for (const [index, child] of (content as readonly Json[]).entries())
    eachDocumentAddress(child, `${pointer}/content/${index}`, onAddress)
}

/** Replaces linked assets. `finish` returns the value of an asset field, or null to keep the link unchanged. */
function replaceLinkedAssets(node: Json, finish: (name: AssetName) => Json): Json {
  if (!isJsonObject(node)) return node
  const { content } = node
  const inside = Array.isArray(content)
    ? (content as readonly Json[]).map(child => replaceLinkedAssets(child, finish))
    : content
  const rest = inside === undefined ? node : { ...node, content: inside }
  const name = readLinkedAsset(node)
  const asset = name === null ? null : finish(name)
  if (!isJsonObject(asset)) return rest
  return {
    ...rest,
    data: { ...(node.data as Source), target: { ...targetOf(node), fields: toFields(asset) } },
  }
}

/** Returns the keys to which Contentful's client resolves a link. */
function toFields({ url, title, alt, filename, contentType, size, width, height }: Source): Json {
  return {
    title: title!,
    description: alt!,
    file: {
      url: url!,
      details: { size: size!, ...(width !== null && { image: { width: width!, height: height! } }) },
      fileName: filename!,
      contentType: contentType!,
    },
  }
}

/**
 * Calls `onName` for each asset in a value that can name assets because of its field, or because it is stored in `written`.
 */
export function eachAssetName(
  value: Json,
  pointer: string,
  onName: (name: AssetName, pointer: string) => void,
): void {
  if (isList(value)) {
    const hasDocuments = isListOfDocuments(value)
    for (const [index, item] of value.entries()) {
      if (!hasDocuments || isDocument(item)) eachAssetName(item, `${pointer}/${index}`, onName)
    }
  } else if (isDocument(value)) eachLinkedAsset(value, pointer, onName)
  else if (isImage(value)) eachAssetName(value.asset!, `${pointer}/asset`, onName)
  else if (!isBlock(value) && isAssetName(value)) onName(value, pointer)
}

/**
 * Replaces each asset name by the result of `finish`. If that is null, the value becomes null, an item is removed from a
 * list of assets, and an image or a link in rich text stays unchanged.
 */
export function replaceAssetNames(value: Json, finish: (name: AssetName) => Json): Json {
  if (isDocument(value)) return replaceLinkedAssets(value, finish)
  if (isList(value)) {
    if (isListOfDocuments(value))
      return value.map(item => (isDocument(item) ? replaceAssetNames(item, finish) : item))
    const replaced = value.map(item => replaceAssetNames(item, finish))
    return replaced.filter((item, index) => item !== null || value[index] === null)
  }
  if (isImage(value)) return { ...value, asset: replaceAssetNames(value.asset!, finish) }
  return !isBlock(value) && isAssetName(value) ? finish(value) : value
}

function isBlock(value: Json): value is { readonly [key: string]: Json } {
  return isJsonObject(value) && typeof value._type === 'string'
}

function isImage(value: Json): value is { readonly [key: string]: Json } {
  return isBlock(value) && value._type === 'image' && isJsonObject(value.asset)
}

export function isListOfDocuments(value: Json): boolean {
  return isList(value) && value.some(isDocument)
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
