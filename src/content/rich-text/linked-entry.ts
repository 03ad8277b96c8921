// Reads a link to an entry in Contentful's rich text.
import { isJsonObject, type Json } from '../values/model.ts'
import { readReference } from '../values/reference-value.ts'

/** Returns the reference to the entry; null if the node does not link to an entry, or its id is not valid here. */
export function toLinkedEntry({ target }: { readonly [name: string]: Json }): Json {
  const sys = target !== undefined && isJsonObject(target) ? target.sys : undefined
  if (!isJsonObject(sys)) return null
  const kind = sys.type === 'Link' ? sys.linkType : sys.type
  return kind === 'Entry' && sys.id !== undefined ? (readReference({ id: sys.id }) ?? null) : null
}
