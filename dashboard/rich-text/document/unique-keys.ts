// Keeps the keys of nodes unique while the document is edited: what was split off, pasted or copied gets a key of its own.
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

/** Of two nodes with one key the first keeps it, unless it is the empty line in front of what was there. */
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
