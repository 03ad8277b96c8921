// Pictures whose bytes stand in the address itself (`data:image/png;base64,…`), as word processors put them on the
// clipboard. The format has no such addresses: the bytes are uploaded, and an empty block keeps the place.
import type { Slice } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import type { Asset } from '../document/portable-text.ts'

export function isInlinePicture(url: string): boolean {
  return /^data:image\//i.test(url)
}

export function hasInlinePictures({ content }: Slice): boolean {
  return content.content.some(node => toInlineAddress(node.attrs) !== null)
}

export interface TakenPicture {
  readonly file: File
  readonly position: number
}

/** Replaces each with an empty block, and returns the files that belong there. */
export function takeInlinePictures(tr: Transaction): readonly TakenPicture[] {
  const found: { readonly address: string; readonly position: number; readonly size: number }[] = []
  tr.doc.forEach((node, position) => {
    const address = toInlineAddress(node.attrs)
    if (address !== null) found.push({ address, position, size: node.nodeSize })
  })
  const block = tr.doc.type.schema.nodes.block!
  const from = tr.mapping.maps.length
  for (const { position, size } of found) {
    const start = tr.mapping.slice(from).map(position)
    tr.replaceWith(start, start + size, block.create())
  }
  return found.flatMap(({ address, position }, index) => {
    const file = toFile(address, index)
    // Within the block, which the picture replaces when it has arrived.
    return file === null ? [] : [{ file, position: tr.mapping.slice(from).map(position, -1) + 1 }]
  })
}

function toInlineAddress({ asset }: { readonly asset?: Asset }): string | null {
  return asset && 'url' in asset && isInlinePicture(asset.url) ? asset.url : null
}

/** Null for bytes that are not written as they must be. */
function toFile(address: string, index: number): File | null {
  const comma = address.indexOf(',')
  const [type = '', ...parameters] = address.slice('data:'.length, comma).toLowerCase().split(';')
  const data = address.slice(comma + 1)
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
