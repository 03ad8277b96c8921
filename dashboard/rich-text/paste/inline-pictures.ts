// Handles pictures as `data:` URLs (`data:image/png;base64,…`), which word processors put on the clipboard. The format
// does not allow such URLs, so the bytes are uploaded, and an empty block reserves the position.
import type { Slice } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import type { Asset } from '../document/portable-text.ts'

export function isInlinePicture(url: string): boolean {
  return /^data:image\//i.test(url)
}

export function hasInlinePictures({ content }: Slice): boolean {
  return content.content.some(node => toInlineUrl(node.attrs) !== null)
}

export interface TakenPicture {
  readonly file: File
  readonly position: number
}

/** Replaces each inline picture with an empty block, and returns the files with their positions. */
export function takeInlinePictures(tr: Transaction): readonly TakenPicture[] {
  const found: { readonly url: string; readonly position: number; readonly size: number }[] = []
  tr.doc.forEach((node, position) => {
    const url = toInlineUrl(node.attrs)
    if (url !== null) found.push({ url, position, size: node.nodeSize })
  })
  const block = tr.doc.type.schema.nodes.block!
  const from = tr.mapping.maps.length
  for (const { position, size } of found) {
    const start = tr.mapping.slice(from).map(position)
    tr.replaceWith(start, start + size, block.create())
  }
  return found.flatMap(({ url, position }, index) => {
    const file = toFile(url, index)
    // A position within the block, which the uploaded picture replaces.
    return file === null ? [] : [{ file, position: tr.mapping.slice(from).map(position, -1) + 1 }]
  })
}

function toInlineUrl({ asset }: { readonly asset?: Asset }): string | null {
  return asset && 'url' in asset && isInlinePicture(asset.url) ? asset.url : null
}

/** Returns null if the bytes are not encoded correctly. */
function toFile(url: string, index: number): File | null {
  const comma = url.indexOf(',')
  const [type = '', ...parameters] = url.slice('data:'.length, comma).toLowerCase().split(';')
  const data = url.slice(comma + 1)
  try {
    const text = decodeURIComponent(data)
    const bytes = parameters.includes('base64')
      ? Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
      : new TextEncoder().encode(text)
    const extension = /^image\/(\w+)/.exec(type)?.[1] ?? 'png'
    return new File([bytes], `pasted-picture${index === 0 ? '' : `-${index + 1}`}.${extension}`, { type })
  } catch {
    return null
  }
}
