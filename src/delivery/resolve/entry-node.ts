// What an answer knows of one id. What its passes count and remember stands in the node itself: an answer has hundreds of
// references, and a Map of nodes for each pass takes several times as long.
import type { ReferenceRow } from '../store/published-entries.store.ts'
import { type LiveEntry, referenceSizeOf, toUnresolvedReference } from './entry-template.ts'

/** Where one entry on top is written: first to shared memory, and then to its own. */
export interface OutputBuffer {
  bytes: Buffer
}

/** An entry with some depth left, where its JSON has been written, and what is in it. */
export interface WrittenRange {
  readonly output: OutputBuffer
  readonly start: number
  readonly end: number
  /** Entries with `data` in it, nested ones counted. */
  readonly entries: number
  /** References in it, as often as they stand there, those to what is not published included. */
  readonly references: number
}

export class Node {
  /** False until it has been looked up. */
  isKnown = false
  /** Null where it is not published, or where only the reference to it is needed. */
  entry: LiveEntry | null = null
  /** What its slots point to, whether published or not; null until that has been asked for. */
  links: readonly (readonly Node[])[] | null = null

  /** How often it stands on the level that is measured, and on the next one as far as that is counted. */
  times = 0
  arriving = 0
  /** Whether anything in what is measured refers to it. */
  isTarget = false
  /** By the depth that is left; null until it is written. */
  written: WrittenRange[] | null = null
  /** The number of the entry on top below which it was met last, with its values and without. */
  metBelow = -1
  namedBelow = -1

  /** Where only the reference to it is needed: its address, and the bytes of {@link reference}. */
  #address: ReferenceRow | null = null
  #reference: Buffer | null = null
  #referenceSize = 0

  constructor(readonly id: string) {}

  get isPublished(): boolean {
    return this.entry !== null || this.#referenceSize > 0
  }

  /** Its JSON where it is not resolved, UTF-8; null where it is not published. Measuring does without. */
  get reference(): Buffer | null {
    const address = this.#address ?? this.entry
    if (this.#reference === null && address !== null) {
      const { collection, slug } = address
      this.#reference = toUnresolvedReference({ entry: this.id, collection, slug })
    }
    return this.#reference
  }

  /** Of {@link reference}, in bytes. */
  get referenceSize(): number {
    return this.entry?.referenceSize ?? this.#referenceSize
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

  /** As if it had not been looked up. */
  forget(): void {
    this.isKnown = false
  }

  /** Ready to be measured again; what is known of it stays. */
  reset(): void {
    this.links = null
    this.times = 0
    this.arriving = 0
    this.isTarget = false
    this.written = null
    this.metBelow = -1
    this.namedBelow = -1
  }
}
