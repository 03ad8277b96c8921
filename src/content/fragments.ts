// An entry as it stands in answers: its JSON with everything below it, which is the same wherever it stands. It is made
// once and joined by its bytes; with it goes what it was made of.
import { noIds, noVariants, type Piece } from './cache/piece-shelf.ts'
import { idBytes } from './cache/shelf.ts'
import type { Graph, Node } from './graph.ts'
import { createRenderer, nothingBytes } from './render.ts'

export interface Fragment extends Piece {
  readonly bytes: Uint8Array
  /** Of the bytes. */
  readonly digest: Uint8Array
  /** Entries with `data` in it, nested ones counted. */
  readonly entries: number
  /** References in it, as often as they stand there, those to what is not published included. */
  readonly references: number
  /** What has to be read for it alone, in bytes and about. */
  readonly loaded: number
}

export function digestOf(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const part of parts) hasher.update(part)
  return hasher.digest()
}

/** For nodes of a graph that was measured to this depth. What they share is written once. */
export function createFragmentWriter(graph: Graph, depth: number): (root: Node) => Fragment {
  const render = createRenderer()
  const count = createCounter()
  return root => {
    const { size, ...counts } = count(root, depth)
    const bytes = Buffer.allocUnsafeSlow(size)
    // The bytes hold whatever was in that memory before: none of it may be left.
    if (render(root, depth, bytes, 0) !== size) throw new Error(`The size of ${root.id} was counted wrongly.`)
    const found = walk(graph, root, depth)
    const memory = size + idBytes * (found.valuesOf.length + found.addressesOf.length)
    return { bytes, digest: digestOf(bytes), memory, ...counts, ...found }
  }
}

interface Counts {
  readonly entries: number
  readonly references: number
  /** Of the output, in bytes. */
  readonly size: number
}

/** As often as each stands in the output: counted once for each depth that is left, not walked. */
function createCounter(): (node: Node, depth: number) => Counts {
  const counted: Map<Node, Counts>[] = []
  return function count(node, depth) {
    if (depth < 0 || node.template === null) return { entries: 0, references: 0, size: node.stub.byteLength }
    counted[depth] ??= new Map()
    const known = counted[depth].get(node)
    if (known !== undefined) return known
    const { bytes, slots } = node.template
    let [entries, references, size] = [1, 0, bytes.byteLength]
    for (const [index, slot] of slots.entries()) {
      references += slot.targets.length
      const targets = node.links?.[index] ?? []
      if (slot.many) size += Math.max(0, targets.length - 1)
      else if (targets.length === 0) size += nothingBytes.byteLength
      for (const target of targets) {
        const below = count(target, depth - 1)
        entries += below.entries
        references += below.references
        size += below.size
      }
    }
    const counts = { entries, references, size }
    counted[depth].set(node, counts)
    return counts
  }
}

/** Level by level, so that each entry is met first where the most depth is left. */
function walk(graph: Graph, root: Node, depth: number) {
  const met = new Set([root.id])
  const addresses = new Set<string>()
  const variants = new Set(root.variants)
  let loaded = root.loaded
  let level = [root]
  for (let left = depth; level.length > 0; left--) {
    const next: Node[] = []
    for (const node of level) {
      for (const { targets } of node.template?.slots ?? []) {
        for (const id of targets) {
          if (met.has(id)) continue
          const target = left > 0 ? graph.get(id) : null
          if (target === null) {
            addresses.add(id)
            continue
          }
          met.add(id)
          loaded += target.loaded
          for (const variant of target.variants) variants.add(variant)
          next.push(target)
        }
      }
    }
    level = next
  }
  return {
    loaded,
    variants: variants.size === 0 ? noVariants : variants,
    valuesOf: [...met],
    addressesOf: addresses.size === 0 ? noIds : [...addresses],
  }
}
