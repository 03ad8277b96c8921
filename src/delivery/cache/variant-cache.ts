// ResponseCache by what was asked, where variants that make no difference are no difference: of the ids asked for, those that
// occur nowhere among the entries that an answer is made of are left out of its name, so that audiences share it.
import type { ByteCache, CacheSlot } from './byte-cache.ts'
import type { Dependencies } from './dependencies.ts'

export interface CacheEntry<Value> {
  readonly value: Value
  readonly bytes: number
  readonly dependencies: Dependencies
  /** Of the history in which it was made; see VersionSource. */
  readonly epoch: number
  /** The revisions between which it is known to be right, both included. */
  readonly builtAt: number
  validThrough: number
}

/** The cache that all shelves share: each reads there only what it has put there. */
export type Items = ByteCache<unknown>

/** The ids that occur among the entries of some answers to one question. */
interface Audience {
  readonly ids: ReadonlySet<string>
  readonly name: string
  /** How many answers were made of such entries and are still kept. */
  answers: number
}

/** An id's text and its place in a list, about. */
export const idBytes = 64

/** Which entries an answer is made of may itself depend on variants. Beyond this, the audiences met first are no help. */
const audiencesMax = 16

/** No two shelves of the same items may be asked for the same names. */
export class Shelf<Value> {
  readonly #items: Items
  readonly #isWanted: boolean
  readonly #audiences = new Map<string, Audience[]>()

  /** `isWanted`: as {@link ByteCache.set} has it, all that is kept here. */
  constructor(items: Items, { isWanted = false } = {}) {
    this.#items = items
    this.#isWanted = isWanted
  }

  /** Of which anything is remembered beside what is kept: as soon as nothing is, that goes too. */
  get questions(): number {
    return this.#audiences.size
  }

  /** For ids in the order asked; the same for all that differ in ids of no effect only. */
  find(question: string, variants: readonly string[]): CacheEntry<Value> | null {
    if (variants.length === 0) return this.#get(`${question}\n`)
    for (const audience of this.#audiences.get(question) ?? []) {
      const kept = this.#get(toName(question, audience, variants))
      if (kept !== null) return kept
    }
    return null
  }

  #get(name: string): CacheEntry<Value> | null {
    return (this.#items.get(name) ?? null) as CacheEntry<Value> | null
  }

  /** `occurring`: the ids that at least one of the entries has values for. Null where it is too large. */
  keep(
    question: string,
    variants: readonly string[],
    occurring: ReadonlySet<string>,
    kept: CacheEntry<Value>,
  ): CacheSlot | null {
    const isWanted = this.#isWanted
    if (variants.length === 0) return this.#items.set(`${question}\n`, kept, kept.bytes, { isWanted })
    const audience = this.#audienceOf(question, occurring)
    const onDrop = () => {
      audience.answers -= 1
      if (audience.answers === 0) this.#forget(question, audience)
    }
    const name = toName(question, audience, variants)
    audience.answers += 1
    const bytes = kept.bytes + 2 * audience.name.length
    const held = this.#items.set(name, kept, bytes, { onDrop, isWanted })
    if (held === null) onDrop()
    return held
  }

  drop(question: string, variants: readonly string[]): void {
    if (variants.length === 0) {
      this.#items.delete(`${question}\n`)
      return
    }
    for (const audience of [...(this.#audiences.get(question) ?? [])]) {
      this.#items.delete(toName(question, audience, variants))
    }
  }

  #audienceOf(question: string, occurring: ReadonlySet<string>): Audience {
    const audiences = this.#audiences.get(question) ?? []
    const name = [...occurring].sort().join(',')
    const known = audiences.find(audience => audience.name === name)
    if (known) return known
    const audience = { ids: occurring, name, answers: 0 }
    // ResponseCache of the one that goes are found no more, and go when it is their turn.
    this.#audiences.set(question, [...audiences, audience].slice(-audiencesMax))
    return audience
  }

  #forget(question: string, audience: Audience): void {
    const others = (this.#audiences.get(question) ?? []).filter(one => one !== audience)
    if (others.length > 0) this.#audiences.set(question, others)
    else this.#audiences.delete(question)
  }
}

/** Ids hold no line feed and no comma. Without variants `variantsApplied` is missing: that is another name. */
function toName(question: string, { ids, name }: Audience, variants: readonly string[]): string {
  return `${question}\n${variants.filter(id => ids.has(id))}\n${name}`
}
