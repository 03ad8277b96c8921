// How images, and parts that cannot be edited, look in the editor. Elements are made one by one; no HTML is written.
import type { Node } from '@tiptap/pm/model'
import type { NodeViewRenderer } from '@tiptap/react'
import { toPictureAddress } from '../parts/picture-address.ts'
import type { Asset, TextBlock } from './portable-text.ts'

export interface ImageAttributes {
  readonly key: string | null
  readonly asset: Asset
  readonly caption: string | null
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: (globalThis.Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.className = className
  element.append(...children)
  return element
}

function toFigure(node: Node): HTMLElement {
  const { asset, caption } = node.attrs as ImageAttributes
  const picture = toPictureAddress(asset.url, location.href, asset.contentType)
  const alternative = asset.title ?? ''
  const figure = make('figure', 'rich-text-image')
  if (picture === null) {
    // A picture of another host: its address, never a link.
    figure.append(make('span', 'rich-text-address', asset.url))
    if (alternative !== '') figure.append(make('span', 'rich-text-facts', alternative))
  } else {
    const image = make('img', '')
    image.src = picture
    image.alt = alternative
    image.draggable = false
    figure.append(image)
  }
  if (caption !== null) {
    const words = make('figcaption', 'rich-text-facts', caption)
    words.dir = 'auto'
    figure.append(words)
  }
  return figure
}

export const showImage: NodeViewRenderer = ({ node }) => ({ dom: toFigure(node) })

export function textOf({ children }: TextBlock): string {
  return children.map(({ text }) => text).join('')
}

export const showOpaque: NodeViewRenderer = ({ node }) => {
  const words = textOf(node.attrs.value)
  const note = make(
    'span',
    'rich-text-facts',
    'This paragraph has several links on one text. It is kept as it is.',
  )
  return { dom: make('div', 'rich-text-opaque', words, note) }
}
