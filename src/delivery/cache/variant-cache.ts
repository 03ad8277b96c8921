// The memory of the cache: values up to a number of bytes (ByteCache), and values by cache key, where variants that make
// no difference share one value (VariantCache).
import type { CacheCounts } from '../../base/cache-counts.ts'

/** What a Map's entry and the objects around a value take, about. */
const overheadBytes = 512

/** A larger share of the whole is not cached: it would evict too many others. */
const shareMax = 1 / 8

export interface SetOptions {
  /** Called when the value is removed, for whatever reason. */
  readonly onDrop?: () => void
  /** It starts as if it had been asked for, because many other values will need it. */
  readonly isWanted?: boolean
}

const noOptions: SetOptions = {}

/** A value that was cached; it may have been evicted since. */
export interface CacheSlot {
  readonly name: string
}

interface Slot<Value> extends CacheSlot {
  readonly value: Value
  readonly onDrop: (() => void) | undefined
  bytes: number
  /** Since it got its place in the queue. */
  asked: boolean
}

/**
 * Evicts by second chance (CLOCK): a value at the head of the queue that was asked for since goes to its end instead. A
 * lookup moves nothing, which matters: one response takes hundreds of lookups.
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
    slot.asked = true
    return slot.value
  }

  /** `ownBytes`: memory held by this value alone, about. Null where it is too large to be cached. */
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
    const slot = { name, value, bytes, onDrop, asked: isWanted }
    this.#slots.set(name, slot)
    this.#add(bytes)
    return slot
  }

  /** The value now holds so many bytes more; it is evicted where that makes it too large. */
  grow(cached: CacheSlot, bytes: number): void {
    const slot = this.#slots.get(cached.name)
    if (slot !== cached) return
    if (slot.bytes + bytes > this.bytesMax * shareMax) {
      this.#evict(slot)
      return
    }
    if (this.#bytes + bytes > this.bytesMax) this.#evictFor(bytes)
    // It may have been evicted itself.
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
    // Those that go to the end are met again there, and may be evicted then.
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
    this.#counts?.onEviction?.(slot.bytes)
  }

  #add(bytes: number): void {
    this.#bytes += bytes
    this.#counts?.onBytes?.(this.#bytes)
  }
}

/** The memory that all variant caches share: each reads only names that it has set. */
export type SharedMemory = ByteCache<unknown>

/** Variant ids that occur among the entries of a value. */
interface Audience {
  readonly ids: ReadonlySet<string>
  readonly name: string
  /** Values of this audience that are cached. */
  values: number
}

/** Which entries a value is built from may itself depend on variants. Of more audiences, the first ones are dropped. */
const audiencesMax = 16

/** No two variant caches of the same memory may use the same texts. */
export class VariantCache<Value> {
  readonly #memory: SharedMemory
  readonly #isWanted: boolean
  readonly #audiences = new Map<string, Audience[]>()

  /** `isWanted`: as in {@link SetOptions}, for all values. */
  constructor(memory: SharedMemory, { isWanted = false } = {}) {
    this.#memory = memory
    this.#isWanted = isWanted
  }

  /** Texts for which audiences are remembered; none once no value is left. */
  get size(): number {
    return this.#audiences.size
  }

  /** By the ids in the order asked; one value for all requests that differ only in ids without effect. */
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

  /** `occurring`: the ids that at least one entry of the value has something for. */
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
    // Values of a dropped audience are not found any more, and are evicted in their turn.
    this.#audiences.set(text, [...audiences, audience].slice(-audiencesMax))
    return audience
  }

  #forget(text: string, audience: Audience): void {
    const others = (this.#audiences.get(text) ?? []).filter(one => one !== audience)
    if (others.length > 0) this.#audiences.set(text, others)
    else this.#audiences.delete(text)
  }
}

/** Ids hold no line feed and no comma. Without variants `variantsApplied` is missing: that is another name. */
function toName(text: string, { ids, name }: Audience, variants: readonly string[]): string {
  return `${text}\n${variants.filter(id => ids.has(id))}\n${name}`
}
