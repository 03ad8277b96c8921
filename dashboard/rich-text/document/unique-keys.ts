// Keeps the keys of nodes unique: nodes that were split off, pasted or copied get a new key.
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { newKey as randomKey } from './new-key.ts'

export function uniqueKeys(newKey: () => string = randomKey): Plugin {
  return new Plugin({
    appendTransaction(transactions, _, state) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null
      const positions = placesWithoutOwnKey(state.doc)
      if (positions.length === 0) return null
      const { tr } = state
      for (const position of positions) tr.setNodeAttribute(position, 'key', newKey())
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
  document.forEach((node, position) => {
    const key: string | null = node.attrs.key
    const owner = key === null ? undefined : owners.get(key)
    if (key === null) positions.push(position)
    else if (owner === undefined) owners.set(key, { position, node })
    else if (owner.node.isTextblock && owner.node.childCount === 0 && node.childCount > 0) {
      positions.push(owner.position)
      owners.set(key, { position, node })
    } else positions.push(position)
  })
  return positions
}
