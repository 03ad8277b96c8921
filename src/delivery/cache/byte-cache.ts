// Values in memory up to a number of bytes; those go that were not asked for of late.

import { type CacheCounts, uncounted } from '../../base/cache-counts.ts'

/** What a Map's entry and the objects around a value take, about. */
const overheadBytes = 512

/** A value that takes more than this share of the whole is not kept: it would drive out too many. */
const shareMax = 1 / 8

export interface SetOptions {
  /** Is told when the value goes, whatever for. */
  readonly onDrop?: () => void
  /** It begins as one that has been asked for: there will be many who have a use for it. */
  readonly isWanted?: boolean
}

const noOptions: SetOptions = {}

/** A value that came in; it may have gone since. */
export interface CacheSlot {
  readonly name: string
}

interface Slot<Value> extends CacheSlot {
  readonly value: Value
  readonly onDrop: (() => void) | undefined
  bytes: number
  /** Since it came to its place in the line. */
  asked: boolean
}

/**
 * In the order in which they came. Whatever is at its head and was asked for since goes to the end instead (second
 * chance, CLOCK): so asking moves nothing, which for hundreds of look-ups to an answer is most of their cost.
 */
export class ByteCache<Value> {
  readonly bytesMax: number
  readonly #slots = new Map<string, Slot<Value>>()
  readonly #counts: Pick<CacheCounts, 'onEviction' | 'onBytes'>
  #bytes = 0

  constructor(bytesMax: number, counts: Pick<CacheCounts, 'onEviction' | 'onBytes'> = uncounted) {
    this.bytesMax = bytesMax
    this.#counts = counts
  }

  get(name: string): Value | undefined {
    const slot = this.#slots.get(name)
    if (slot === undefined) return undefined
    slot.asked = true
    return slot.value
  }

  /** `ownBytes` are of memory, about, with everything that only this value holds. Null where it is too large to be kept. */
  set(
    name: string,
    value: Value,
    ownBytes: number,
    { onDrop, isWanted = false }: SetOptions = noOptions,
  ): CacheSlot | null {
    this.delete(name)
    const bytes = ownBytes + 2 * name.length + overheadBytes
    if (bytes > this.bytesMax * shareMax) return null
    if (this.#bytes + bytes > this.bytesMax) this.#makeRoom(bytes)
    const slot = { name, value, bytes, onDrop, asked: isWanted }
    this.#slots.set(name, slot)
    this.#add(bytes)
    return slot
  }

  /** The value has come to hold so many bytes more; it goes where that makes it too large to be kept. */
  grow(held: CacheSlot, bytes: number): void {
    const slot = this.#slots.get(held.name)
    if (slot !== held) return
    if (slot.bytes + bytes > this.bytesMax * shareMax) {
      this.#evict(slot)
      return
    }
    if (this.#bytes + bytes > this.bytesMax) this.#makeRoom(bytes)
    // It may have been the one to go.
    if (this.#slots.get(held.name) !== slot) return
    slot.bytes += bytes
    this.#add(bytes)
  }

  delete(name: string): void {
    const slot = this.#slots.get(name)
    if (slot === undefined) return
    this.#slots.delete(name)
    this.#bytes -= slot.bytes
    slot.onDrop?.()
  }

  #makeRoom(needed: number): void {
    // Those that go to the end are met again there, and may go then.
    for (const [name, slot] of this.#slots) {
      if (this.#bytes + needed <= this.bytesMax) return
      if (slot.asked) {
        slot.asked = false
        this.#slots.delete(name)
        this.#slots.set(name, slot)
      } else this.#evict(slot)
    }
  }

  #evict(slot: Slot<Value>): void {
    this.delete(slot.name)
    this.#counts.onEviction(slot.bytes)
  }

  #add(bytes: number): void {
    this.#bytes += bytes
    this.#counts.onBytes(this.#bytes)
  }
}
