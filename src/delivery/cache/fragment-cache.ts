// What responses are put together from, cached for those that were not built yet: rendered entries and entries by
// themselves (FragmentCache), references that are not resolved (ReferenceCache), and positions in lists (ListBlockCache).
// A fragment may only stand in a response if it is right at the revision of the other parts.
import type { CacheCounts, LookupKind } from '../../base/cache-counts.ts'
import type { SpaceId } from '../../base/ids.ts'
import type { Block } from '../list/list-index.ts'
import type { ListPosition } from '../list/list-position.ts'
import {
  type Dependency,
  findInvalidationReason,
  type InvalidationLog,
  type SnapshotVersion,
} from './dependencies.ts'
import type { SharedMemory, VariantCache } from './variant-cache.ts'

/** The log of a space in one history, as far as this node follows it. */
export type FindLog = (space: SpaceId, epoch: number) => InvalidationLog | null

export interface Fragment {
  /** Bytes of memory, about. */
  readonly memory: number
  /** Entries whose values stand in it, itself first; and those of which only the path does, or that are not published. */
  readonly valuesOf: readonly string[]
  readonly addressesOf: readonly string[]
  /** Variant ids that at least one of its entries has values for. */
  readonly variants: ReadonlySet<string>
}

/** An id's text and its place in a list, in bytes of memory, about. */
export const idBytes = 64

// Shared by the many fragments that have none: each object is one more to be collected.
export const noIds: readonly string[] = []
export const noVariants: ReadonlySet<string> = new Set()

/** Which fragment of a space. */
export interface FragmentName {
  readonly entry: string
  /** Null: the entry by itself. */
  readonly depth: number | null
  readonly variants: readonly string[]
}

/** The fragments of one space at one revision. */
export interface FragmentsAt<Value extends Fragment> {
  find(name: FragmentName): Value | null
  keep(name: FragmentName, fragment: Value): void
}

const noFragments: FragmentsAt<never> = { find: () => null, keep: () => {} }

/** Of a fragment, itself and the revisions at which it is known to be right: there are many thousands of them. */
export class CachedFragment<Value extends Fragment> {
  validThrough: number

  constructor(
    readonly value: Value,
    readonly epoch: number,
    readonly builtAt: number,
  ) {
    this.validThrough = builtAt
  }

  get dependencies(): readonly Dependency[] {
    const { valuesOf, addressesOf } = this.value
    return [
      { kind: 'entry', ids: [valuesOf] },
      { kind: 'address', ids: [addressesOf] },
    ]
  }
}

interface FragmentCacheOptions {
  readonly findLog: FindLog
  readonly kind: LookupKind
  readonly counts: CacheCounts
}

export class FragmentCache<Value extends Fragment> {
  readonly #cache: VariantCache<CachedFragment<Value>>
  readonly #options: FragmentCacheOptions

  constructor(cache: VariantCache<CachedFragment<Value>>, options: FragmentCacheOptions) {
    this.#cache = cache
    this.#options = options
  }

  /** Without a version nothing can be said of what is cached. */
  at(version: SnapshotVersion | null): FragmentsAt<Value> {
    if (version === null) return noFragments
    const { space, epoch, revision } = version
    const { kind, counts } = this.#options
    return {
      find: name => {
        const found = this.#find(name, version)
        counts.onLookup(kind, found === null ? 'miss' : 'hit', space)
        return found
      },
      keep: (name, fragment) => {
        const cached = new CachedFragment(fragment, epoch, revision)
        this.#cache.set(toText(space, name), name.variants, fragment.variants, cached, fragment.memory)
      },
    }
  }

  #find(name: FragmentName, { space, epoch, revision }: SnapshotVersion): Value | null {
    const cached = this.#cache.find(toText(space, name), name.variants)
    if (cached === null || cached.epoch !== epoch || cached.builtAt > revision) return null
    if (cached.validThrough >= revision) return cached.value
    const log = this.#options.findLog(space, epoch)
    if (log === null || log.revision < revision) return null
    if (findInvalidationReason(cached.dependencies, log, cached.validThrough) !== null) return null
    cached.validThrough = log.revision
    return cached.value
  }
}

function toText(space: SpaceId, { entry, depth }: FragmentName): string {
  return `${space} #${depth ?? ''} ${entry}`
}

/** References to entries of one space at one revision: null where an entry is not published. */
export interface ReferencesAt {
  /** Undefined where it is not known. */
  find(entry: string): Buffer | null | undefined
  keep(entry: string, reference: Buffer | null): void
}

interface CachedReference {
  readonly reference: Buffer | null
  readonly builtAt: number
  validThrough: number
}

/** Those of one space and one history. */
type SpaceReferences = Map<string, CachedReference>

/** What is around a reference in memory, about. */
const referenceBytes = 500

const noReferences: ReferencesAt = { find: () => undefined, keep: () => {} }

/**
 * A response has hundreds of references, so a lookup has to cost less than any other. Two generations: when the newer one
 * is full it becomes the older one, which is dropped. A hit in the older one moves to the newer.
 */
export class ReferenceCache {
  readonly #findLog: FindLog
  /** Of one generation. */
  readonly #bytesMax: number
  #newer = new Map<string, SpaceReferences>()
  #older = new Map<string, SpaceReferences>()
  #bytes = 0

  constructor(bytesMax: number, findLog: FindLog) {
    this.#bytesMax = bytesMax / 2
    this.#findLog = findLog
  }

  /** Without a version nothing can be said of what is cached. */
  at(version: SnapshotVersion | null): ReferencesAt {
    if (version === null || this.#bytesMax === 0) return noReferences
    const { space, epoch, revision } = version
    const name = `${space} ${epoch}`
    return {
      find: entry => {
        const cached = this.#newer.get(name)?.get(entry) ?? this.#promote(name, entry)
        if (cached === undefined || !this.#isValid(cached, entry, version)) return undefined
        return cached.reference
      },
      keep: (entry, reference) =>
        this.#keep(name, entry, { reference, builtAt: revision, validThrough: revision }),
    }
  }

  #isValid(cached: CachedReference, entry: string, { space, epoch, revision }: SnapshotVersion): boolean {
    if (cached.builtAt > revision) return false
    if (cached.validThrough >= revision) return true
    const log = this.#findLog(space, epoch)
    if (log === null || log.revision < revision || log.hasMoved(entry, cached.validThrough)) return false
    cached.validThrough = log.revision
    return true
  }

  #promote(name: string, entry: string): CachedReference | undefined {
    const cached = this.#older.get(name)?.get(entry)
    if (cached) this.#keep(name, entry, cached)
    return cached
  }

  #keep(name: string, entry: string, cached: CachedReference): void {
    const bytes = referenceBytes + (cached.reference?.byteLength ?? 0)
    if (this.#bytes + bytes > this.#bytesMax) {
      this.#older = this.#newer
      this.#newer = new Map()
      this.#bytes = 0
    }
    const references: SpaceReferences = this.#newer.get(name) ?? new Map()
    this.#newer.set(name, references)
    // One that replaces another is counted beside it: too much rather than too little.
    this.#bytes += bytes
    references.set(entry, cached)
  }
}

/** A position's object and time, its id beside them, about. */
const positionBytes = idBytes + 64

/** The positions of a block of a list, for the other pages in it. Blocks do not change, so neither does what is cached. */
export class ListBlockCache {
  readonly #memory: SharedMemory
  readonly #names = new WeakMap<Block, string>()
  #named = 0

  constructor(memory: SharedMemory) {
    this.#memory = memory
  }

  /** False where nothing is ever found. */
  get keeps(): boolean {
    return this.#memory.bytesMax > 0
  }

  /** In the list's order. */
  find(block: Block): readonly ListPosition[] | null {
    const name = this.#names.get(block)
    return name === undefined ? null : ((this.#memory.get(name) ?? null) as readonly ListPosition[] | null)
  }

  keep(block: Block, positions: readonly ListPosition[]): void {
    // The names of everything else begin with the id of a space.
    const name = this.#names.get(block) ?? ` ${++this.#named}`
    this.#names.set(block, name)
    this.#memory.set(name, positions, positionBytes * positions.length)
  }
}
