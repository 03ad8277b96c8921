// Creates the keys of blocks and spans, and keeps them unique.
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'

/** Keeps the keys of nodes unique: nodes that were split off, pasted or copied get a new key. */
export function uniqueKeys(createKey: () => string = newKey): Plugin {
  return new Plugin({
    appendTransaction(transactions, _, state) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null
      const positions = placesWithoutOwnKey(state.doc)
      if (positions.length === 0) return null
      const { tr } = state
      for (const position of positions) tr.setNodeAttribute(position, 'key', createKey())
      return tr
    },
  })
}

/**
 * Returns the positions of nodes that need a new key. The first of two nodes with the same key keeps it, unless it is an
 * empty line that was inserted before the original.
 */
function placesWithoutOwnKey(document: Node): number[] {
  const owners = new Map<string, { readonly position: number; readonly node: Node }>()
  const positions: number[] = []
  document.descendants((node, position) => {
    const key: string | null = node.attrs.key
    const owner = key === null ? undefined : owners.get(key)
    if (key === null) positions.push(position)
    else if (owner === undefined) owners.set(key, { position, node })
    else if (owner.node.isTextblock && owner.node.childCount === 0 && node.childCount > 0) {
      positions.push(owner.position)
      owners.set(key, { position, node })
    } else positions.push(position)
    return !node.isTextblock
  })
  return positions
}

const keyBytes = 6

/** Returns 12 hexadecimal digits, the same format as the keys that the server derives. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes))
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
