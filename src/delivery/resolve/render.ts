// From the measured graph to bytes: each entry of a response with everything below it, which is the same wherever it
// stands, and what it was built from.
import { type Fragment, idBytes, noIds, noVariants } from '../cache/fragment-cache.ts'
import type { Node, OutputBuffer, WrittenRange } from './entry-node.ts'
import { separator, tail } from './entry-template.ts'

/** What stands in the output where a to-one reference points to nothing that is published. */
export const nothing = 'null'

const comma = separator.charCodeAt(0)
const brace = tail.charCodeAt(0)
const open = '['.charCodeAt(0)
const close = ']'.charCodeAt(0)

/** Where an entry is written before it is known how long it is: memory that is at hand is faster than any other. */
const shared = Buffer.allocUnsafeSlow(2 * 1024 * 1024)

interface RenderedText extends Pick<WrittenRange, 'entries' | 'references'> {
  readonly bytes: Buffer
}

/** The JSON of each root with its references resolved to `depth`. Together they have `size` bytes, as was measured. */
function writeRoots(roots: readonly Node[], depth: number, size: number): RenderedText[] {
  const writer = new Writer(size <= shared.byteLength ? shared : Buffer.allocUnsafeSlow(size))
  const rendered = roots.map(root => writer.writeRoot(root, depth))
  let written = 0
  for (const { bytes } of rendered) written += bytes.byteLength
  // The shared bytes hold what was written before: none of it may get into an answer.
  if (written !== size) throw new Error('The size of an answer was measured wrongly.')
  return rendered
}

/** A node with the same depth left is the same bytes wherever it stands: it is put together once, and copied from then on. */
class Writer {
  readonly #bytes: Buffer
  #output: OutputBuffer
  #at = 0
  #entries = 0
  #references = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#output = { bytes }
  }

  /** Bytes of its own: each root is kept for itself. */
  writeRoot(root: Node, depth: number): RenderedText {
    this.#output = { bytes: this.#bytes }
    this.#at = 0
    const [entries, references] = [this.#entries, this.#references]
    this.#write(root, depth)
    const bytes = Buffer.allocUnsafeSlow(this.#at)
    this.#bytes.copy(bytes, 0, 0, this.#at)
    this.#output.bytes = bytes
    return { bytes, entries: this.#entries - entries, references: this.#references - references }
  }

  #write(node: Node, depth: number): void {
    const known = node.written?.[depth]
    if (known !== undefined) {
      this.#at += known.output.bytes.copy(this.#bytes, this.#at, known.start, known.end)
      this.#entries += known.entries
      this.#references += known.references
      return
    }
    const [start, entries, references] = [this.#at, this.#entries, this.#references]
    this.#put(node, depth)
    node.written ??= []
    node.written[depth] = {
      output: this.#output,
      start,
      end: this.#at,
      entries: this.#entries - entries,
      references: this.#references - references,
    }
  }

  #put({ entry, links }: Node, depth: number): void {
    if (entry === null) return
    const { head, source, cuts, slots } = entry.template
    const bytes = this.#bytes
    this.#entries += 1
    this.#at += bytes.write(head, this.#at)
    for (let line = 0, next = 0; 2 * line < cuts.length; line++) {
      if (line > 0) bytes[this.#at++] = comma
      this.#at += source.copy(bytes, this.#at, cuts[2 * line], cuts[2 * line + 1])
      const slot = slots[next]
      if (slot?.line !== line) continue
      this.#references += slot.targets.length
      if (slot.many) bytes[this.#at++] = open
      this.#putTargets(links?.[next] ?? [], depth - 1, slot.many)
      if (slot.many) bytes[this.#at++] = close
      next++
    }
    bytes[this.#at++] = brace
    bytes[this.#at++] = brace
  }

  #putTargets(targets: readonly Node[], depth: number, many: boolean): void {
    let isFirst = true
    for (const target of targets) {
      if (!target.isPublished) continue
      if (!isFirst) this.#bytes[this.#at++] = comma
      isFirst = false
      if (depth >= 0) this.#write(target, depth)
      else this.#at += target.reference?.copy(this.#bytes, this.#at) ?? 0
    }
    if (isFirst && !many) this.#at += this.#bytes.write(nothing, this.#at)
  }
}

export interface RenderedEntry extends Fragment, RenderedText {
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
  return writeRoots(roots, depth, size).map((rendered, place) => {
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
