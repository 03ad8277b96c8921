// The memory of the cache: values up to a total number of bytes (ByteCache), and values by cache key, shared by requests
// whose variants make no difference (VariantCache).
import type { CacheCounts } from '../../base/cache-counts.ts'

/** Approximate memory of a Map entry and the objects around a value. */
const overheadBytes = 512

/** The largest share of the memory for one value. A larger value is not cached, because it would evict too many others. */
const shareMax = 1 / 8

interface SetOptions {
  /** Called whenever the value is removed, for any reason. */
  readonly onDrop?: () => void
  /** Inserts the value as if it had been used, because many other values will need it. */
  readonly isWanted?: boolean
}

const noOptions: SetOptions = {}

/** A cached value; it may have been evicted since. */
interface CacheSlot {
  readonly name: string
}

interface Slot<Value> extends CacheSlot {
  readonly value: Value
  readonly onDrop: (() => void) | undefined
  bytes: number
  /** True if the value was used since it was last queued. */
  wasUsed: boolean
}

/**
 * A cache with second-chance eviction (CLOCK): a value at the head of the queue that was used since moves to the end
 * instead. A lookup moves nothing, which matters because one response takes hundreds of lookups.
 */
export class ByteCache<Value> {
  readonly bytesMax: number
  readonly #slots = new Map<string, Slot<Value>>()
  readonly #counts: Pick<CacheCounts, 'onEviction' | 'onBytes'> | null
  #bytes = 0

  constructor(bytesMax: number, counts: Pick<CacheCounts, 'onEviction' | 'onBytes'> | null = null) {
    this.bytesMax = bytesMax
    this.#counts = counts
  }

  get(name: string): Value | undefined {
    const slot = this.#slots.get(name)
    if (slot === undefined) return undefined
    slot.wasUsed = true
    return slot.value
  }

  /**
   * Caches a value. `ownBytes` is the approximate memory of this value alone. Returns null if it is too large to be cached.
   */
  set(
    name: string,
    value: Value,
    ownBytes: number,
    { onDrop, isWanted = false }: SetOptions = noOptions,
  ): CacheSlot | null {
    this.delete(name)
    const bytes = ownBytes + 2 * name.length + overheadBytes
    if (bytes > this.bytesMax * shareMax) return null
    if (this.#bytes + bytes > this.bytesMax) this.#evictFor(bytes)
    const slot = { name, value, bytes, onDrop, wasUsed: isWanted }
    this.#slots.set(name, slot)
    this.#add(bytes)
    return slot
  }

  /** Adds to the size of a value, and evicts it if it becomes too large. */
  grow(cached: CacheSlot, bytes: number): void {
    const slot = this.#slots.get(cached.name)
    if (slot !== cached) return
    if (slot.bytes + bytes > this.bytesMax * shareMax) {
      this.#evict(slot)
      return
    }
    if (this.#bytes + bytes > this.bytesMax) this.#evictFor(bytes)
    // The eviction may have removed this value.
    if (this.#slots.get(cached.name) !== slot) return
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

  #evictFor(needed: number): void {
    // Iteration reaches the requeued values again and may evict them then.
    for (const [name, slot] of this.#slots) {
      if (this.#bytes + needed <= this.bytesMax) return
      if (slot.wasUsed) {
        slot.wasUsed = false
        this.#slots.delete(name)
        this.#slots.set(name, slot)
      } else this.#evict(slot)
    }
  }

  #evict(slot: Slot<Value>): void {
    this.delete(slot.name)
    this.#counts?.onEviction?.(slot.bytes)
  }

  #add(bytes: number): void {
    this.#bytes += bytes
    this.#counts?.onBytes?.(this.#bytes)
  }
}

/** The memory that all variant caches share. Each reads only names that it has set itself. */
export type SharedMemory = ByteCache<unknown>

/** The variant ids that occur in the entries of a value. */
interface Audience {
  readonly ids: ReadonlySet<string>
  readonly name: string
  /** The number of cached values of this audience. */
  values: number
}

/**
 * The limit of audiences per text, beyond which the oldest are dropped. A text has several if the set of its entries
 * depends on variants.
 */
const audiencesMax = 16

/** A cache of values by text and variants. Variant caches on the same memory must use different texts. */
export class VariantCache<Value> {
  readonly #memory: SharedMemory
  readonly #isWanted: boolean
  readonly #audiences = new Map<string, Audience[]>()

  /** `isWanted`: as in {@link SetOptions}, for all values. */
  constructor(memory: SharedMemory, { isWanted = false } = {}) {
    this.#memory = memory
    this.#isWanted = isWanted
  }

  /** The number of texts with audiences; 0 when no value is left. */
  get size(): number {
    return this.#audiences.size
  }

  /** Looks up by the ids in requested order. Requests that differ only in ids without effect share a value. */
  find(text: string, variants: readonly string[]): Value | null {
    if (variants.length === 0) return this.#get(`${text}\n`)
    for (const audience of this.#audiences.get(text) ?? []) {
      const cached = this.#get(toName(text, audience, variants))
      if (cached !== null) return cached
    }
    return null
  }

  #get(name: string): Value | null {
    return (this.#memory.get(name) ?? null) as Value | null
  }

  /** `occurring`: the ids for which at least one entry of the value has an overlay. */
  set(
    text: string,
    variants: readonly string[],
    occurring: ReadonlySet<string>,
    value: Value,
    bytes: number,
  ): CacheSlot | null {
    const isWanted = this.#isWanted
    if (variants.length === 0) return this.#memory.set(`${text}\n`, value, bytes, { isWanted })
    const audience = this.#audienceOf(text, occurring)
    const onDrop = () => {
      audience.values -= 1
      if (audience.values === 0) this.#forget(text, audience)
    }
    audience.values += 1
    const name = toName(text, audience, variants)
    const slot = this.#memory.set(name, value, bytes + 2 * audience.name.length, { onDrop, isWanted })
    if (slot === null) onDrop()
    return slot
  }

  delete(text: string, variants: readonly string[]): void {
    if (variants.length === 0) {
      this.#memory.delete(`${text}\n`)
      return
    }
    for (const audience of [...(this.#audiences.get(text) ?? [])]) {
      this.#memory.delete(toName(text, audience, variants))
    }
  }

  #audienceOf(text: string, occurring: ReadonlySet<string>): Audience {
    const audiences = this.#audiences.get(text) ?? []
    const name = [...occurring].sort().join(',')
    const known = audiences.find(audience => audience.name === name)
    if (known) return known
    const audience = { ids: occurring, name, values: 0 }
    // Values of a dropped audience are unreachable and get evicted eventually.
    this.#audiences.set(text, [...audiences, audience].slice(-audiencesMax))
    return audience
  }

  #forget(text: string, audience: Audience): void {
    const others = (this.#audiences.get(text) ?? []).filter(one => one !== audience)
    if (others.length > 0) this.#audiences.set(text, others)
    else this.#audiences.delete(text)
  }
}

/** Ids contain no line feed or comma. Without variants, `variantsApplied` is absent, so those values have another name. */
function toName(text: string, { ids, name }: Audience, variants: readonly string[]): string {
  return `${text}\n${variants.filter(id => ids.has(id))}\n${name}`
}
