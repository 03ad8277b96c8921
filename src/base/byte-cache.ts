// Values in memory up to a number of bytes; the ones that were asked for least lately go.

import { type CacheCounts, uncounted } from './cache-counts.ts'

export interface Sized {
  /** Of memory, about, with everything that only this value holds. */
  readonly bytes: number
  /** Told when it goes, whatever for. */
  readonly onDrop?: () => void
}

/** What a Map's entry and the objects around a value take, about. */
const overheadBytes = 512

/** A value that takes more than this share of the whole is not kept: it would drive out too many. */
const shareMax = 1 / 8

export class ByteCache<Value extends Sized> {
  readonly #bytesMax: number
  readonly #values = new Map<string, Value>()
  readonly #counts: Pick<CacheCounts, 'onEviction' | 'onBytes'>
  #bytes = 0

  constructor(bytesMax: number, counts: Pick<CacheCounts, 'onEviction' | 'onBytes'> = uncounted) {
    this.#bytesMax = bytesMax
    this.#counts = counts
  }

  get(name: string): Value | undefined {
    const value = this.#values.get(name)
    if (value === undefined) return undefined
    // Asked for most lately: last in the line of those that go.
    this.#values.delete(name)
    this.#values.set(name, value)
    return value
  }

  /** False where it is too large to be kept. */
  set(name: string, value: Value): boolean {
    this.delete(name)
    const bytes = toBytes(name, value)
    if (bytes > this.#bytesMax * shareMax) return false
    this.#values.set(name, value)
    this.#bytes += bytes
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= this.#bytesMax) break
      this.delete(oldest)
      this.#counts.onEviction()
    }
    this.#counts.onBytes(this.#bytes)
    return true
  }

  delete(name: string): void {
    const value = this.#values.get(name)
    if (value === undefined) return
    this.#values.delete(name)
    this.#bytes -= toBytes(name, value)
    value.onDrop?.()
  }
}

function toBytes(name: string, value: Sized): number {
  return value.bytes + 2 * name.length + overheadBytes
}
