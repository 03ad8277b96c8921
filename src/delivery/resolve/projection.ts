// Applies the parameter `fields` to entries, which then keep only the named fields. The raw entry is loaded and cached as a
// whole, so that all projections share it. Requests without `fields` do not use this file.
import { nameOf } from '../../content/values/stored-data.ts'
import type { Projection } from '../../query/bound-query.ts'
import { projectBlocks } from '../../query/project-blocks.ts'
import { dataHead, type LiveEntry, type Slot, sizeOf, type Template } from './entry-template.ts'

/** Returns the largest number of references on a path of the projection. They are resolved at any depth. */
export function countReferences({ only }: Projection): number {
  let most = 0
  for (const named of only?.values() ?? []) {
    if (named !== null) most = Math.max(most, (named.isOfBlocks ? 0 : 1) + countReferences(named))
  }
  return most
}

const keyLengthMax = 64

/** Identifies a projection in the names of fragments. A response has many of them, so a long text is hashed. */
export function toProjectionKey({ canonicalText }: Projection): string {
  if (canonicalText.length <= keyLengthMax) return canonicalText
  return `#${new Bun.CryptoHasher('sha256').update(canonicalText).digest('base64url')}`
}

/** Returns the entry with only the fields of the projection. */
export function projectEntry(
  entry: LiveEntry,
  projection: Projection,
  requested: readonly string[],
): LiveEntry {
  const { only, except } = projection
  if (only === null && except.size === 0) return entry
  const { template, setBy } = entry
  const { cuts, continued } = template
  const count = cuts.length / 2
  const picked = new PickedParts(template)
  // No name occurs twice, so the remaining parts are not read once all names are found.
  let namesLeft = only?.size ?? count
  for (let from = 0, to = 0; from < count && namesLeft > 0; from = to) {
    do to++
    while (continued?.has(to))
    const name = nameOf(template, from)
    if (only === null ? except.has(name) : !only.has(name)) continue
    namesLeft--
    const inside = only?.get(name) ?? null
    if (inside?.isOfBlocks) picked.addBlocks(name, from, to, inside)
    else picked.add(from, to)
  }
  const pickedSetBy = setBy && picked.origins.map(part => setBy[part] ?? null)
  const unchanged = template.head.slice(0, -dataHead(setBy, requested).length)
  return { ...entry, template: picked.toTemplate(unchanged + dataHead(pickedSetBy, requested)) }
}

/** Collects parts of a template. They must be added in their order. */
class PickedParts {
  /** For each part, the one of the template from which it is. */
  readonly origins: number[] = []
  readonly #template: Template
  readonly #cuts: number[] = []
  readonly #continued = new Set<number>()
  readonly #slots: Slot[] = []
  /** The source of the template, and texts of blocks after it. */
  readonly #sources: Buffer[]
  #length: number
  /** The first slot of the template that may be in the parts to come. */
  #next = 0

  constructor(template: Template) {
    this.#template = template
    this.#sources = [template.source]
    this.#length = template.source.byteLength
  }

  /** Adds a field that begins with the part `from` and ends before the part `to`. */
  add(from: number, to: number): void {
    const { cuts } = this.#template
    for (let part = from; part < to; part++) {
      this.#addPart(part, cuts[2 * part]!, cuts[2 * part + 1]!, part > from)
      const slot = this.#takeSlot(part)
      if (slot !== null) this.#slots.push({ ...slot, part: this.origins.length - 1 })
    }
  }

  /** Adds a field of blocks with only those of their fields that the projection names. */
  addBlocks(name: string, from: number, to: number, projection: Projection): void {
    const { source, cuts } = this.#template
    const pieces = ['']
    const slots: Slot[] = []
    for (let part = from; part < to; part++) {
      pieces[pieces.length - 1] += source.toString('utf8', cuts[2 * part], cuts[2 * part + 1])
      const slot = this.#takeSlot(part)
      if (slot === null) continue
      slots.push(slot)
      pieces.push('')
    }
    const head = `"${name}":`
    pieces[0] = pieces[0]!.slice(head.length)
    const left = projectBlocks(pieces, projection)
    for (const [index, piece] of left.pieces.entries()) {
      const text = Buffer.from(index === 0 ? head + piece : piece)
      this.#sources.push(text)
      this.#addPart(from, this.#length, this.#length + text.byteLength, index > 0)
      this.#length += text.byteLength
      const reference = left.references[index]
      if (reference === undefined) continue
      const slot = slots[reference.index]!
      this.#slots.push({ ...slot, part: this.origins.length - 1, projection: reference.projection })
    }
  }

  #addPart(origin: number, start: number, end: number, isContinued: boolean): void {
    if (isContinued) this.#continued.add(this.origins.length)
    this.origins.push(origin)
    this.#cuts.push(start, end)
  }

  #takeSlot(part: number): Slot | null {
    const { slots } = this.#template
    while (this.#next < slots.length && slots[this.#next]!.part < part) this.#next++
    return slots[this.#next]?.part === part ? slots[this.#next]! : null
  }

  toTemplate(head: string): Template {
    const [first, ...others] = this.#sources
    const parts = { cuts: this.#cuts, continued: this.#continued, slots: this.#slots }
    const size = sizeOf(Buffer.byteLength(head), parts)
    return { head, source: others.length === 0 ? first! : Buffer.concat(this.#sources), ...parts, size }
  }
}
