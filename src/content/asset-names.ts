// Where values name assets: in asset fields, and in the images of rich text.
import { type AssetName, isAssetName } from './asset-value.ts'
import { isJsonObject } from './json-object.ts'
import type { Field, Json, Values } from './model.ts'

/** Of fields whose values can name assets. */
export function mayNameAssets({ type, format }: Pick<Field, 'type' | 'format'>): boolean {
  return type === 'asset' || (type === 'richText' && format === 'portableText')
}

export function namesAsset(field: Field, value: Json): boolean {
  if (!mayNameAssets(field)) return false
  let isFound = false
  eachAssetName(value, '', () => {
    isFound = true
  })
  return isFound
}

/** Of a value of such a field, with the place of each. */
export function eachAssetName(
  value: Json,
  pointer: string,
  onName: (name: AssetName, pointer: string) => void,
): void {
  if (isList(value)) {
    for (const [index, item] of value.entries()) eachAssetName(item, `${pointer}/${index}`, onName)
  } else if (isImage(value)) eachAssetName(value.asset!, `${pointer}/asset`, onName)
  else if (!isBlock(value) && isAssetName(value)) onName(value, pointer)
}

interface DraftLayers {
  readonly data: Values
  readonly variants: { readonly [id: string]: Values }
}

/** The ids that the values of a draft and its overlays name, each once. */
export function listAssetNames(fields: readonly Field[], { data, variants }: DraftLayers): string[] {
  const ids = new Set<string>()
  for (const { apiName } of fields.filter(mayNameAssets)) {
    for (const values of [data, ...Object.values(variants)]) {
      if (Object.hasOwn(values, apiName)) eachAssetName(values[apiName]!, '', ({ id }) => ids.add(id))
    }
  }
  return [...ids]
}

/**
 * The value with the assets that it names as `finish` gives them. What it gives null for is null, is dropped from lists of
 * assets, and leaves an image of rich text where it is.
 */
export function replaceAssetNames(value: Json, finish: (name: AssetName) => Json): Json {
  if (isList(value)) {
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

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
