// Names entries and blocks in copied text by attributes of elements, because the clipboard has only HTML.
import { toSpace } from './asset-source.ts'
import { type ComponentBlock, type EntryReference, isPortableText } from './portable-text.ts'

type BlockContent = Pick<ComponentBlock, 'component' | 'data'>

export function toEntryAttributes({ id }: EntryReference): Readonly<Record<string, string>> {
  return { 'data-entry': id, 'data-space': toSpace() }
}

/** Blocks are copied with their values, whose references and files are those of this space. */
export function toBlockAttributes({ component, data }: BlockContent): Readonly<Record<string, string>> {
  return { 'data-block': JSON.stringify({ component, data }), 'data-space': toSpace() }
}

/** Returns the component and the values of the block of this space that an element holds; null if it holds none. */
export function readBlockAttributes(element: Element): BlockContent | null {
  const text = element.getAttribute('data-block')
  if (text === null || element.getAttribute('data-space') !== toSpace()) return null
  try {
    const block = JSON.parse(text)
    return isPortableText([{ _type: 'component', ...block }]) && typeof block.component === 'string'
      ? block
      : null
  } catch {
    return null
  }
}

/** Returns the entry of this space that an element names; null if it names none. */
export function readEntryAttributes(element: Element): EntryReference | null {
  const entry = { id: element.getAttribute('data-entry') ?? '' }
  const isHere = element.getAttribute('data-space') === toSpace()
  return isHere && isPortableText([{ _type: 'entry', entry }]) ? entry : null
}
