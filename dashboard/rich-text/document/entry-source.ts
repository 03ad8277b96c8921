// Names entries in copied text by attributes of elements, because the clipboard has only HTML.
import { toSpace } from './asset-source.ts'
import { type EntryReference, isPortableText } from './portable-text.ts'

export function toEntryAttributes({ id }: EntryReference): Readonly<Record<string, string>> {
  return { 'data-entry': id, 'data-space': toSpace() }
}

/** Returns the entry of this space that an element names; null if it names none. */
export function readEntryAttributes(element: Element): EntryReference | null {
  const entry = { id: element.getAttribute('data-entry') ?? '' }
  const isHere = element.getAttribute('data-space') === toSpace()
  return isHere && isPortableText([{ _type: 'entry', entry }]) ? entry : null
}
