// Renders the measured graph to bytes: each root entry with everything below it, and the ids that it depends on.
import { type Fragment, idBytes, noIds, noVariants } from '../cache/fragment-cache.ts'
import type { Node, OutputBuffer, WrittenRange } from './entry-node.ts'
import { nothing, separator, tail } from './entry-template.ts'

const comma = separator.charCodeAt(0)
const brace = tail.charCodeAt(0)
const open = '['.charCodeAt(0)
const close = ']'.charCodeAt(0)

/** Scratch memory for entries whose length is not known yet. Reusing it is faster than allocating. */
const shared = Buffer.allocUnsafeSlow(2 * 1024 * 1024)

interface RenderedText extends Pick<WrittenRange, 'entries' | 'references'> {
  readonly bytes: Buffer
}

/** Writes the JSON of each root with its references resolved to `depth`. `size` is the measured total in bytes. */
function writeRoots(roots: readonly Node[], depth: number, size: number): RenderedText[] {
  const writer = new Writer(size <= shared.byteLength ? shared : Buffer.allocUnsafeSlow(size))
  const rendered = roots.map(root => writer.writeRoot(root, depth))
  let written = 0
  for (const { bytes } of rendered) written += bytes.byteLength
  // The shared memory contains earlier output, which must never get into another response.
  if (written !== size) throw new Error('The size of a response was measured wrongly.')
  return rendered
}

/**
 * Writes nodes. A node at the same remaining depth has the same bytes everywhere, so it is rendered once and then copied.
 */
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

  /** Returns the root in a buffer of its own, because each root is cached separately. */
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
    const { head, source, cuts, continued, slots } = entry.template
    const bytes = this.#bytes
    this.#entries += 1
    this.#at += bytes.write(head, this.#at)
    for (let part = 0, next = 0; 2 * part < cuts.length; part++) {
      if (part > 0 && !continued?.has(part)) bytes[this.#at++] = comma
      this.#at += source.copy(bytes, this.#at, cuts[2 * part], cuts[2 * part + 1])
      const slot = slots[next]
      if (slot?.part !== part) continue
      this.#references += slot.targets.length
      if (slot.many) bytes[this.#at++] = open
      this.#putTargets(links?.[next] ?? [], slot.isLink ? -1 : depth - 1, slot.many)
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
      else if (target.projection !== null) this.#write(target, 0)
      else this.#at += target.reference?.copy(this.#bytes, this.#at) ?? 0
    }
    if (isFirst && !many) this.#at += this.#bytes.write(nothing, this.#at)
  }
}

export interface RenderedEntry extends Fragment, RenderedText {
  /** The digest of the bytes. */
  readonly digest: Uint8Array
  /** The approximate number of bytes that have to be read for this fragment alone. */
  readonly loaded: number
}

export function digestOf(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const part of parts) hasher.update(part)
  return hasher.digest()
}

/** Renders the roots. They must have been measured to this depth; `size` is their measured total. */
export function renderFragments(roots: readonly Node[], depth: number, size: number): RenderedEntry[] {
  return writeRoots(roots, depth, size).map((rendered, index) => {
    const { bytes, entries, references } = rendered
    const found = walk(roots[index]!, depth, index)
    const memory = bytes.byteLength + idBytes * (found.valuesOf.length + found.addressesOf.length)
    return { bytes, digest: digestOf(bytes), memory, entries, references, ...found }
  })
}

/**
 * Collects the ids that a root depends on. Goes breadth-first, so that each entry is first reached with the most remaining
 * depth.
 */
function walk(root: Node, depth: number, index: number) {
  const valuesOf: string[] = []
  const addressesOf: string[] = []
  const variants = new Set<string>()
  let loaded = 0
  let level = [root]
  root.metBelow = index
  for (let left = depth; level.length > 0; left--) {
    const next: Node[] = []
    for (const { id, entry, links } of level) {
      valuesOf.push(id)
      loaded += entry?.loaded ?? 0
      for (const variant of entry?.variants ?? []) variants.add(variant)
      for (let slot = 0; slot < (links?.length ?? 0); slot++) {
        const isLink = entry?.template.slots[slot]?.isLink === true
        for (const target of links![slot]!) {
          if (target.metBelow === index) continue
          const isResolved = !isLink && (left > 0 || target.projection !== null)
          if (isResolved && target.entry !== null) {
            target.metBelow = index
            next.push(target)
          } else if (target.namedBelow !== index) {
            target.namedBelow = index
            addressesOf.push(target.id)
          }
        }
      }
    }
    level = next
  }
  return {
    loaded,
    // An entry with several projections was reached several times.
    valuesOf: root.projection === null ? valuesOf : [...new Set(valuesOf)],
    addressesOf: addressesOf.length === 0 ? noIds : addressesOf,
    variants: variants.size === 0 ? noVariants : variants,
  }
}
