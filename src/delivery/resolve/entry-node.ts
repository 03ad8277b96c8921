// The state of one entry id in a response; an id that occurs with different fields has one node per projection. Counters
// and marks of each pass are stored in the node itself: a response has hundreds of references, and a Map per pass would
// take several times as long.
import type { Projection } from '../../query/bound-query.ts'
import type { ReferenceRow } from '../store/published-entries.store.ts'
import {
  type LiveEntry,
  nothing,
  referenceSizeOf,
  separator,
  toUnresolvedReference,
} from './entry-template.ts'

/** The output of a root entry: shared memory at first, then a buffer of its own. */
export interface OutputBuffer {
  bytes: Buffer
}

/** The position of an entry's JSON that was already written at some remaining depth, and its content. */
export interface WrittenRange {
  readonly output: OutputBuffer
  readonly start: number
  readonly end: number
  /** The number of entries with `data` in it, including nested ones. */
  readonly entries: number
  /** The number of references in it, including those to unpublished entries. */
  readonly references: number
}

export class Node {
  /** False until the entry was looked up. */
  isKnown = false
  /** Null if the entry is not published, or if only its reference is needed. */
  entry: LiveEntry | null = null
  /** The targets of the slots, published or not; null until requested. */
  links: readonly (readonly Node[])[] | null = null

  /** The number of occurrences on the level being measured, and so far on the next one. */
  times = 0
  arriving = 0
  /** The number of links to it on all levels so far. */
  linked = 0
  /** True if any measured entry references it. */
  isTarget = false
  /** The written ranges by remaining depth; null until it is written. */
  written: WrittenRange[] | null = null
  /** The index of the last root below which the entry occurred, with its values and as a reference. */
  metBelow = -1
  namedBelow = -1

  /** Set if only the reference is needed: the path, and the size of {@link reference}. */
  #address: ReferenceRow | null = null
  #reference: Buffer | null = null
  #referenceSize = 0

  /**
   * Creates the node of an entry. A node with a projection is resolved at any depth and has only the fields of the
   * projection. It is loaded and counted through the node of the `whole` entry, which all projections share.
   */
  constructor(
    readonly id: string,
    readonly projection: Projection | null = null,
    readonly whole: Node | null = null,
  ) {}

  get isPublished(): boolean {
    return this.entry !== null || this.#referenceSize > 0
  }

  /**
   * The JSON of the entry as an unresolved reference, in UTF-8; null if it is not published. Measuring does not need it.
   */
  get reference(): Buffer | null {
    const address = this.#address ?? this.entry
    if (this.#reference === null && address !== null) {
      const { collection, slug } = address
      this.#reference = toUnresolvedReference({ entry: this.id, collection, slug })
    }
    return this.#reference
  }

  /** The size of {@link reference} in bytes. */
  get referenceSize(): number {
    return this.entry?.referenceSize ?? this.#referenceSize
  }

  /** The bytes of commas and nulls between the targets, once it is known which of them are published. */
  get bytesBetweenTargets(): number {
    const slots = this.entry?.template.slots ?? []
    let bytes = 0
    for (let index = 0; index < slots.length; index++) {
      let live = 0
      for (const target of this.links?.[index] ?? []) if (target.isPublished) live += 1
      if (slots[index]?.many) bytes += Math.max(0, live - 1) * separator.length
      else if (live === 0) bytes += nothing.length
    }
    return bytes
  }

  setEntry(entry: LiveEntry): void {
    this.isKnown = true
    this.entry = entry
  }

  setReference(reference: Buffer): void {
    this.isKnown = true
    this.#reference = reference
    this.#referenceSize = reference.byteLength
  }

  setAddress(address: ReferenceRow): void {
    this.isKnown = true
    this.#address = address
    this.#referenceSize = referenceSizeOf(address)
  }

  setUnpublished(): void {
    this.isKnown = true
  }

  /** Resets the node to not looked up. */
  forget(): void {
    this.isKnown = false
  }

  /** Prepares for another measurement. Loaded entries stay. */
  reset(): void {
    this.links = null
    this.times = 0
    this.arriving = 0
    this.linked = 0
    this.isTarget = false
    this.written = null
    this.metBelow = -1
    this.namedBelow = -1
  }
}
