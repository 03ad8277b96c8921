// Finds and replaces the names of assets in values: in asset fields, in images of Portable Text, and in links of other rich
// text.
import { type AssetName, isAssetName } from './asset-value.ts'
import { isJsonObject } from './json-object.ts'
import { eachLinkedAsset, isDocument, replaceLinkedAssets } from './linked-assets.ts'
import type { Field, Json, Values } from './model.ts'

/** Checks whether values of the field can name assets. */
export function mayNameAssets({ type }: Pick<Field, 'type'>): boolean {
  return type === 'asset' || type === 'richText'
}

export function namesAsset(field: Field, value: Json): boolean {
  let isFound = false
  eachAssetNameIn(field, value, '', () => {
    isFound = true
  })
  return isFound
}

/**
 * Calls `onName` for each asset that a value names. Rich text that is not Portable Text may be any JSON, so that only
 * documents in it are searched.
 */
export function eachAssetNameIn(
  field: Pick<Field, 'type' | 'format'>,
  value: Json,
  pointer: string,
  onName: (name: AssetName, pointer: string) => void,
): void {
  if (!mayNameAssets(field)) return
  const isPlain = field.type === 'richText' && field.format !== 'portableText'
  if (!isPlain || isDocument(value) || isListOfDocuments(value)) eachAssetName(value, pointer, onName)
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

interface DraftLayers {
  readonly data: Values
  readonly variants: { readonly [id: string]: Values }
}

/** Lists the distinct ids that the values of a draft and its overlays name. */
export function listAssetNames(fields: readonly Field[], { data, variants }: DraftLayers): string[] {
  const ids = new Set<string>()
  for (const field of fields.filter(mayNameAssets)) {
    for (const values of [data, ...Object.values(variants)]) {
      if (!Object.hasOwn(values, field.apiName)) continue
      eachAssetNameIn(field, values[field.apiName]!, '', ({ id }) => ids.add(id))
    }
  }
  return [...ids]
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

function isListOfDocuments(value: Json): boolean {
  return isList(value) && value.some(isDocument)
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
