// An entry as it stands in answers: its JSON with everything below it, which is the same wherever it stands. It is made
// once and joined by its bytes; with it goes what it was made of.
import { type Fragment, idBytes, noIds, noVariants } from '../cache/fragment-cache.ts'

import type { Node } from './entry-node.ts'
import { type Rendered, render } from './render.ts'

export interface RenderedEntry extends Fragment, Rendered {
  /** Of the bytes. */
  readonly digest: Uint8Array
  /** What has to be read for it alone, in bytes and about. */
  readonly loaded: number
}

export function digestOf(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const part of parts) hasher.update(part)
  return hasher.digest()
}

/** Of nodes that were measured to this depth, which have so many bytes together. */
export function renderFragments(roots: readonly Node[], depth: number, size: number): RenderedEntry[] {
  return render(roots, depth, size).map((rendered, place) => {
    const { bytes, entries, references } = rendered
    const found = walk(roots[place]!, depth, place)
    const memory = bytes.byteLength + idBytes * (found.valuesOf.length + found.addressesOf.length)
    return { bytes, digest: digestOf(bytes), memory, entries, references, ...found }
  })
}

/** Level by level, so that each entry is met first where the most depth is left. */
function walk(root: Node, depth: number, place: number) {
  const valuesOf: string[] = []
  const addressesOf: string[] = []
  const variants = new Set<string>()
  let loaded = 0
  let level = [root]
  root.metBelow = place
  for (let left = depth; level.length > 0; left--) {
    const next: Node[] = []
    for (const { id, entry, links } of level) {
      valuesOf.push(id)
      loaded += entry?.loaded ?? 0
      for (const variant of entry?.variants ?? []) variants.add(variant)
      for (const targets of links ?? []) {
        for (const target of targets) {
          if (target.metBelow === place) continue
          if (left > 0 && target.entry !== null) {
            target.metBelow = place
            next.push(target)
          } else if (target.namedBelow !== place) {
            target.namedBelow = place
            addressesOf.push(target.id)
          }
        }
      }
    }
    level = next
  }
  return {
    loaded,
    valuesOf,
    addressesOf: addressesOf.length === 0 ? noIds : addressesOf,
    variants: variants.size === 0 ? noVariants : variants,
  }
}
