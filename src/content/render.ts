// From the measured graph to the answer's bytes.
import type { Node } from './graph.ts'

/** What stands in the output where a to-one reference points to nothing that is published. */
export const nothingBytes = Buffer.from('null')

const comma = 0x2c

interface Written {
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
}

/**
 * Writes a node with its references resolved to `depth` into bytes with room for it, and returns where it ends. A node
 * with the same depth left is the same bytes wherever it stands: it is put together once, and copied from then on.
 */
export function createRenderer(): (node: Node, depth: number, bytes: Buffer, start: number) => number {
  const written: Map<Node, Written>[] = []
  return function render(node, depth, bytes, start) {
    if (depth < 0 || node.template === null) return start + node.stub.copy(bytes, start)
    written[depth] ??= new Map()
    const known = written[depth].get(node)
    if (known !== undefined) return start + known.bytes.copy(bytes, start, known.start, known.end)
    const { bytes: source, slots } = node.template
    let [from, at] = [0, start]
    for (const [index, slot] of slots.entries()) {
      at += source.copy(bytes, at, from, slot.at)
      from = slot.at
      const targets = node.links?.[index] ?? []
      if (targets.length === 0 && !slot.many) at += nothingBytes.copy(bytes, at)
      for (const [place, target] of targets.entries()) {
        if (place > 0) bytes[at++] = comma
        at = render(target, depth - 1, bytes, at)
      }
    }
    at += source.copy(bytes, at, from)
    written[depth].set(node, { bytes, start, end: at })
    return at
  }
}
