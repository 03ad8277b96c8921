// Links to assets in documents of Contentful's rich text format. Any field with rich text stores them unchanged. Each link
// names an asset of the space, and delivery adds its file where renderers of such documents expect it.
import { type AssetName, readAsset } from './asset-value.ts'
import { isJsonObject } from './json-object.ts'
import type { Json } from './model.ts'
import type { AddressUse } from './safe-address.ts'

type Source = { readonly [key: string]: Json }

export function isDocument(value: Json): value is Source & { readonly content: readonly Json[] } {
  return isJsonObject(value) && value.nodeType === 'document' && Array.isArray(value.content)
}

/** Returns the asset that a link names. Null if the target contains its file, and thus an address. */
export function readLinkedAsset(node: Json): AssetName | null {
  const target = targetOf(node)
  const linked = target === null ? null : readLinkTarget(target)
  return linked === null || 'url' in linked ? null : linked
}

/** A file by its address, with the texts that belong to it. */
export interface LinkedFile {
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
export function eachLinkedAsset(
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
export function replaceLinkedAssets(node: Json, finish: (name: AssetName) => Json): Json {
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
