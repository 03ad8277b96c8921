// Links to assets in documents as Contentful writes rich text. A field of any rich text holds them as they are; each link
// names an asset of the space, and delivery shows the file beside it, where renderers of such documents look for it.
import { type AssetName, readAsset } from './asset-value.ts'
import { isJsonObject } from './json-object.ts'
import type { Json } from './model.ts'
import type { AddressUse } from './safe-address.ts'

type Source = { readonly [key: string]: Json }

export function isDocument(value: Json): value is Source & { readonly content: readonly Json[] } {
  return isJsonObject(value) && value.nodeType === 'document' && Array.isArray(value.content)
}

/** A link whose target already has its file says where that is, and names no asset. */
export function readLinkedAsset(node: Json): AssetName | null {
  const target = targetOf(node)
  const linked = target === null ? null : readLinkTarget(target)
  return linked === null || 'url' in linked ? null : linked
}

/** A file by its address, with the texts that stand beside it. */
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

/** Null if the target is no link to an asset. */
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

/** The pointer is that of the link's target. */
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

/** Where links of words lead, and where files of links are that have an address. */
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

/** `finish` returns the value of an asset field, or null for a link that stays as it is. */
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

/** Contentful's client resolves a link to these keys. */
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
