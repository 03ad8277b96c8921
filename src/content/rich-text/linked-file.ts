// Converts a link to an asset in Contentful's rich text to Portable Text: an image, or a link to another file.
import { readAsset, readLinkTarget } from '../values/asset-value.ts'
import { isJsonObject, type Json } from '../values/model.ts'
import { repairAddress } from '../values/safe-address.ts'

/** An asset of the space. */
interface StoredFile {
  readonly path: string
  readonly filename: string
  readonly contentType: string
}

/** Returns null if the space has no such asset. */
export type FindFile = (id: string) => StoredFile | null

export const noFiles: FindFile = () => null

export interface LinkedFile {
  /** The value of the image; null if the file is known not to be an image, or has no safe address. */
  readonly image: Json
  /** Null if unknown. */
  readonly address: string | null
  /** The text of the link if the file is not shown as an image. */
  readonly text: string
  /** True if the address is a path of this server. */
  readonly isPath: boolean
  /** True if the file has a text that an image by URL cannot store. */
  readonly isPartial: boolean
}

/** Returns null if the node does not link to an asset. */
export function toLinkedFile(
  { target }: { readonly [name: string]: Json },
  findFile: FindFile,
): LinkedFile | null {
  const linked = target !== undefined && isJsonObject(target) ? readLinkTarget(target) : null
  if (linked === null) return null
  if (!('url' in linked)) {
    const { id, title, alt } = linked
    const file = findFile(id)
    const name = { id, ...(title !== undefined && { title }), ...(alt !== undefined && { alt }) }
    return {
      image: isImage(file?.contentType ?? null) ? name : null,
      address: file?.path ?? null,
      text: title ?? file?.filename ?? id,
      ...{ isPath: file !== null, isPartial: false },
    }
  }
  const { title, alt, filename, ...rest } = linked
  const url = repairAddress(linked.url, 'asset')
  const isShown = url !== null && isImage(rest.contentType)
  // Clients use the title of a file that is only a URL as its alt text.
  const image = { url, title: alt ?? title }
  return {
    image: isShown ? (readAsset({ ...rest, ...image }) ?? image) : null,
    address: url ?? linked.url,
    text: title ?? filename ?? linked.url,
    ...{ isPath: false, isPartial: isShown && alt !== null && title !== null && alt !== title },
  }
}

/** Treats a file of unknown type as an image, because links between paragraphs usually are images. */
function isImage(contentType: string | null): boolean {
  return contentType === null || contentType.startsWith('image/')
}
