// How images, and parts that cannot be edited, look in the editor. Elements are made one by one; no HTML is written.
import type { Editor, NodeViewRenderer } from '@tiptap/react'
import type { AssetItemView } from '../../../src/media/manage/asset.schema.ts'
import type { NamedAsset } from '../../media/asset-value.ts'
import { isImage } from '../../media/file-words.ts'
import { findForeignPicture } from '../../media/foreign-pictures.ts'
import { toPictureAddress } from '../../parts/pictures/picture-address.ts'
import { picturePage } from '../../parts/pictures/picture-page.ts'
import { toAssetSource } from './asset-source.ts'
import { type CopyEvents, showForeignPicture } from './foreign-picture.ts'
import { make } from './make-element.ts'
import type { AddressedAsset, Asset, TextBlock } from './portable-text.ts'

/** Null if the library has no such file. */
export type FindAsset = (id: string) => Promise<AssetItemView | null>

export interface ImageAttributes {
  readonly key: string | null
  readonly asset: Asset
  readonly caption: string | null
}

/** What the editor knows and does about images. */
export interface ImageEvents {
  readonly findAsset: FindAsset
  /** A copy was chosen for the picture in the node with this key. */
  readonly onCopy: (files: readonly File[], key: string) => void
}

function toFigure(
  { key, asset, caption }: ImageAttributes,
  { findAsset, onCopy }: ImageEvents,
  editor: Editor,
): HTMLElement {
  const figure = make('figure', 'rich-text-image')
  const isFixed = !editor.isEditable || key === null
  const events = isFixed
    ? null
    : {
        onCopy: (files: readonly File[]) => onCopy(files, key),
        onSettled: () => editor.view.focus(),
      }
  if ('url' in asset) figure.append(...toAddressedPicture(asset, events))
  else figure.append(toLibraryPicture(asset, findAsset))
  if (caption !== null) {
    const words = make('figcaption', 'rich-text-facts', caption)
    words.dir = 'auto'
    figure.append(words)
  }
  return figure
}

/** An address that is none, or leads to no picture, is no link. */
function toAddressedPicture(asset: AddressedAsset, events: CopyEvents | null): HTMLElement[] {
  const picture = toPictureAddress(asset.url, picturePage(), asset.contentType)
  const alternative = asset.title ?? ''
  if (picture !== null) return [toImage(picture, alternative)]
  const words = alternative === '' ? [] : [make('span', 'rich-text-facts', alternative)]
  const foreign = findForeignPicture(asset.url)
  if (foreign !== null) return [...showForeignPicture(foreign, events), ...words]
  return [make('span', 'rich-text-address', asset.url), ...words]
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
        frame.append(make('span', 'rich-text-address', 'This file is missing. Choose another one.'))
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

export function showImage(events: ImageEvents): NodeViewRenderer {
  return ({ node, editor }) => ({
    dom: toFigure(node.attrs as ImageAttributes, events, editor),
    // A click on a link or a button is for that; anywhere else it selects the image.
    stopEvent: event => event.target instanceof Element && event.target.closest('a, button, input') !== null,
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
    'This paragraph has overlapping links, so it cannot be edited here.',
  )
  return { dom: make('div', 'rich-text-opaque', words, note) }
}
