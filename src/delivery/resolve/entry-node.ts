// What an answer knows of one id. What its passes count and remember stands in the node itself: an answer has hundreds of
// references, and a Map of nodes for each pass takes several times as long.
import { type LiveEntry, toUnresolvedReference } from './entry-template.ts'

/** Where one entry on top is written: first to shared memory, and then to its own. */
export interface OutputBuffer {
  bytes: Buffer
}

/** An entry with some depth left, where its JSON has been written, and what is in it. */
export interface Written {
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
  /** By the depth that is left; null until it is written. */
  written: Written[] | null = null
  /** The number of the entry on top below which it was met last, with its values and without. */
  metBelow = -1
  namedBelow = -1

  #reference: Buffer | null = null

  constructor(readonly id: string) {}

  get isPublished(): boolean {
    return this.entry !== null || this.#reference !== null
  }

  /** Its JSON where it is not resolved, UTF-8; null where it is not published. */
  get reference(): Buffer | null {
    // Few entries stand in an answer both whole and as a reference.
    if (this.#reference === null && this.entry !== null) {
      const { id, collection, slug } = this.entry
      this.#reference = toUnresolvedReference({ entry: id, collection, slug })
    }
    return this.#reference
  }

  /** Of {@link reference}, in bytes. */
  get referenceSize(): number {
    return this.entry?.referenceSize ?? this.#reference?.byteLength ?? 0
  }

  setEntry(entry: LiveEntry): void {
    this.isKnown = true
    this.entry = entry
  }

  setReference(reference: Buffer): void {
    this.isKnown = true
    this.#reference = reference
  }

  setUnpublished(): void {
    this.isKnown = true
  }
}
