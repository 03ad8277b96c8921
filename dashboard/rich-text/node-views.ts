// How images, and parts that cannot be edited, look in the editor. Elements are made one by one; no HTML is written.
import type { NodeViewRenderer } from '@tiptap/react'
import type { AssetItemView } from '../../src/assets/asset.schema.ts'
import type { NamedAsset } from '../media/asset-value.ts'
import { isImage } from '../media/file-words.ts'
import { foreignPictureWords, toForeignPicture, toPictureAddress } from '../parts/picture-address.ts'
import { picturePage } from '../parts/picture-page.ts'
import { toAssetSource } from './asset-source.ts'
import type { AddressedAsset, Asset, TextBlock } from './portable-text.ts'

/** Null if the library has no such file. */
export type FindAsset = (id: string) => Promise<AssetItemView | null>

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

function toFigure({ asset, caption }: ImageAttributes, findAsset: FindAsset): HTMLElement {
  const figure = make('figure', 'rich-text-image')
  if ('url' in asset) figure.append(...toAddressedPicture(asset))
  else figure.append(toLibraryPicture(asset, findAsset))
  if (caption !== null) {
    const words = make('figcaption', 'rich-text-facts', caption)
    words.dir = 'auto'
    figure.append(words)
  }
  return figure
}

function toAddressedPicture(asset: AddressedAsset): HTMLElement[] {
  const picture = toPictureAddress(asset.url, picturePage(), asset.contentType)
  const alternative = asset.title ?? ''
  if (picture !== null) return [toImage(picture, alternative)]
  const words = alternative === '' ? [] : [make('span', 'rich-text-facts', alternative)]
  return [toPlaceholder(asset.url), ...words]
}

function toImage(source: string, alternative: string): HTMLImageElement {
  const image = make('img', '')
  image.src = source
  image.alt = alternative
  image.draggable = false
  return image
}

/** What the library says of the file follows: its alt text, and whether the place needs one. */
function toLibraryPicture(asset: NamedAsset, findAsset: FindAsset): HTMLElement {
  const frame = make('div', 'rich-text-picture')
  findAsset(asset.id).then(
    found => {
      if (found === null) {
        frame.append(make('span', 'rich-text-address', 'This file is missing: choose another.'))
        return
      }
      const alternative = asset.alt ?? found.alt
      if (isImage(found)) {
        const image = toImage(toAssetSource(found), alternative ?? '')
        image.addEventListener('error', () => image.replaceWith(found.filename), { once: true })
        frame.append(image)
      } else frame.append(make('span', 'rich-text-address', found.filename))
      if (alternative === null && isImage(found)) {
        frame.append(make('span', 'rich-text-missing-alt', 'No alt text'))
      }
    },
    () => frame.append(make('span', 'rich-text-address', 'The file could not be loaded.')),
  )
  return frame
}

export function showImage(findAsset: FindAsset): NodeViewRenderer {
  return ({ node }) => ({
    dom: toFigure(node.attrs as ImageAttributes, findAsset),
    // A click on the link opens it; anywhere else it selects the image.
    stopEvent: event => event.target instanceof Element && event.target.closest('a') !== null,
    // What the library says arrives later.
    ignoreMutation: () => true,
  })
}

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
