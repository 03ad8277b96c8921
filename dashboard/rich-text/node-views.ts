// How images, and parts that cannot be edited, look in the editor. Elements are made one by one; no HTML is written.
import type { Node } from '@tiptap/pm/model'
import type { NodeViewRenderer } from '@tiptap/react'
import { foreignPictureWords, toForeignPicture, toPictureAddress } from '../parts/picture-address.ts'
import { picturePage } from '../parts/picture-page.ts'
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

/** An address that is none, or leads to no picture, is no link. */
function toPlaceholder(url: string): HTMLElement {
  const foreign = toForeignPicture(url, picturePage())
  if (foreign === null) return make('span', 'rich-text-address', url)
  const link = make('a', 'rich-text-address', foreign)
  link.href = foreign
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  link.referrerPolicy = 'no-referrer'
  const icon = make('span', 'foreign-picture-icon')
  icon.ariaHidden = 'true'
  return make('div', 'foreign-picture', icon, make('div', '', make('div', '', foreignPictureWords), link))
}

function toFigure(node: Node): HTMLElement {
  const { asset, caption } = node.attrs as ImageAttributes
  const picture = toPictureAddress(asset.url, picturePage(), asset.contentType)
  const alternative = asset.title ?? ''
  const figure = make('figure', 'rich-text-image')
  if (picture === null) {
    figure.append(toPlaceholder(asset.url))
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

export const showImage: NodeViewRenderer = ({ node }) => ({
  dom: toFigure(node),
  // A click on the link opens it; anywhere else it selects the image.
  stopEvent: event => event.target instanceof Element && event.target.closest('a') !== null,
})

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
