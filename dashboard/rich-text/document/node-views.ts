// Renders images, and parts that cannot be edited, in the editor. Elements are created individually; no HTML is parsed.
import type { Editor, NodeViewRenderer } from '@tiptap/react'
import type { AssetItemView } from '../../../src/media/manage/asset.schema.ts'
import type { NamedAsset } from '../../media/asset-value.ts'
import { isImage } from '../../media/file-words.ts'
import { findForeignPicture } from '../../media/foreign-pictures.ts'
import { picturePage, toPictureUrl } from '../../parts/pictures/picture-url.ts'
import { toAssetSource } from './asset-source.ts'
import { type CopyEvents, showForeignPicture } from './foreign-picture.ts'
import { make } from './make-element.ts'
import type { Asset, TextBlock, UrlAsset } from './portable-text.ts'

/** Resolves to null if the library does not have the file. */
export type FindAsset = (id: string) => Promise<AssetItemView | null>

export interface ImageAttributes {
  readonly key: string | null
  readonly asset: Asset
  readonly caption: string | null
}

/** The data and callbacks for images. */
export interface ImageEvents {
  readonly findAsset: FindAsset
  /** Called with the files that replace the picture in the node with this key. */
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
  if ('url' in asset) figure.append(...toUrlPicture(asset, events))
  else figure.append(toLibraryPicture(asset, findAsset))
  if (caption !== null) {
    const words = make('figcaption', 'rich-text-facts', caption)
    words.dir = 'auto'
    figure.append(words)
  }
  return figure
}

/** Shows the picture, or a card with a link for a URL on another host. Any other URL is shown as plain text. */
function toUrlPicture(asset: UrlAsset, events: CopyEvents | null): HTMLElement[] {
  const picture = toPictureUrl(asset.url, picturePage(), asset.contentType)
  const alternative = asset.title ?? ''
  if (picture !== null) return [toImage(picture, alternative)]
  const words = alternative === '' ? [] : [make('span', 'rich-text-facts', alternative)]
  const foreign = findForeignPicture(asset.url)
  if (foreign !== null) return [...showForeignPicture(foreign, events), ...words]
  return [make('span', 'rich-text-url', asset.url), ...words]
}

function toImage(source: string, alternative: string): HTMLImageElement {
  const image = make('img', '')
  image.src = source
  image.alt = alternative
  image.draggable = false
  return image
}

/**
 * Shows a file of the library. Its picture and alt text, or a note about a missing one, are added once the file is loaded.
 */
function toLibraryPicture(asset: NamedAsset, findAsset: FindAsset): HTMLElement {
  const frame = make('div', 'rich-text-picture')
  findAsset(asset.id).then(
    found => {
      if (found === null) {
        frame.append(make('span', 'rich-text-url', 'This file is missing. Choose another one.'))
        return
      }
      const alternative = asset.alt ?? found.alt
      if (isImage(found)) {
        const image = toImage(toAssetSource(found), alternative ?? '')
        image.addEventListener('error', () => image.replaceWith(found.filename), { once: true })
        frame.append(image)
      } else frame.append(make('span', 'rich-text-url', found.filename))
      if (alternative === null && isImage(found)) {
        frame.append(make('span', 'rich-text-missing-alt', 'No alt text'))
      }
    },
    () => frame.append(make('span', 'rich-text-url', 'The file could not be loaded.')),
  )
  return frame
}

export function showImage(events: ImageEvents): NodeViewRenderer {
  return ({ node, editor }) => ({
    dom: toFigure(node.attrs as ImageAttributes, events, editor),
    // A click on a link, button or input must reach it. Any other click selects the image.
    stopEvent: event => event.target instanceof Element && event.target.closest('a, button, input') !== null,
    // The figure changes when the file is loaded.
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
