// From the measured graph to the answer's text.
import type { Node } from './graph.ts'

/**
 * Writes nodes with their references resolved to `depth`. A node with the same depth left is the same text wherever it
 * stands, so it is written once; joining by `+=` lets the engine share the pieces until the whole is encoded.
 */
export function createRenderer(): (node: Node, depth: number) => string {
  const written: Map<Node, string>[] = []
  return function render(node, depth) {
    if (depth < 0 || node.template === null) return node.stub
    written[depth] ??= new Map()
    const known = written[depth].get(node)
    if (known !== undefined) return known
    const { texts, slots } = node.template
    let text = texts[0] ?? ''
    for (let index = 0; index < slots.length; index++) {
      const targets = node.links?.[index] ?? []
      if (slots[index]?.many) {
        for (let place = 0; place < targets.length; place++) {
          if (place > 0) text += ','
          text += render(targets[place]!, depth - 1)
        }
      } else {
        text += targets[0] ? render(targets[0], depth - 1) : 'null'
      }
      text += texts[index + 1]
    }
    written[depth].set(node, text)
    return text
  }
}
