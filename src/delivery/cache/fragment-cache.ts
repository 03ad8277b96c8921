// Caches the parts that new responses are built from: rendered and raw entries (FragmentCache), and unresolved
// references (ReferenceCache). A fragment is only used if it is valid at the response's revision.
import type { CacheCounts, LookupKind } from '../../base/cache-counts.ts'
import type { SpaceId } from '../../base/ids.ts'
import {
  type Dependency,
  findInvalidationReason,
  type InvalidationLog,
  type SnapshotVersion,
} from './dependencies.ts'
import type { VariantCache } from './variant-cache.ts'

/** Finds the log of a space in one epoch, as far as this node has followed it. */
export type FindLog = (space: SpaceId, epoch: number) => InvalidationLog | null

export interface Fragment {
  /** Approximate bytes of memory. */
  readonly memory: number
  /**
   * `valuesOf`: the entries whose values it contains, beginning with its own. `addressesOf`: the entries of which it
   * contains only the path, or that are not published.
   */
  readonly valuesOf: readonly string[]
  readonly addressesOf: readonly string[]
  /** The variant ids for which at least one of its entries has values. */
  readonly variants: ReadonlySet<string>
}

/** Approximate memory of an id and its slot in a list. */
export const idBytes = 64

// Shared by the many fragments without any, so that there are fewer objects to collect.
export const noIds: readonly string[] = []
export const noVariants: ReadonlySet<string> = new Set()

/** Identifies a fragment within its space. */
interface FragmentName {
  readonly entry: string
  /** Null for the raw entry. */
  readonly depth: number | null
  readonly variants: readonly string[]
  /** Identifies the fields that the fragment contains; null means all. */
  readonly projection?: string | null
}

/** The fragments of one space at one revision. */
export interface FragmentsAt<Value extends Fragment> {
  find(name: FragmentName): Value | null
  keep(name: FragmentName, fragment: Value): void
}

const noFragments: FragmentsAt<never> = { find: () => null, keep: () => {} }

/** A fragment and the revisions at which it is known to be valid. Thousands are cached, so it is small. */
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

  /** Without a version nothing can be validated, so nothing is found or cached. */
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

function toText(space: SpaceId, { entry, depth, projection = null }: FragmentName): string {
  const text = `${space} #${depth ?? ''} ${entry}`
  // Ids of entries contain no space.
  return projection === null ? text : `${text} ${projection}`
}

/** References to entries of one space at one revision; null if an entry is not published. */
export interface ReferencesAt {
  /** Undefined on a cache miss. */
  find(entry: string): Buffer | null | undefined
  keep(entry: string, reference: Buffer | null): void
}

interface CachedReference {
  readonly reference: Buffer | null
  readonly builtAt: number
  validThrough: number
}

/** The references of one space and epoch. */
type SpaceReferences = Map<string, CachedReference>

/** Approximate memory overhead of a reference. */
const referenceBytes = 500

const noReferences: ReferencesAt = { find: () => undefined, keep: () => {} }

/**
 * Caches references. A response has hundreds of them, so lookups must be very cheap. There are two generations: when the
 * newer one is full, it replaces the older one, which is dropped. A hit in the older one is moved to the newer.
 */
export class ReferenceCache {
  readonly #findLog: FindLog
  /** The limit of one generation. */
  readonly #bytesMax: number
  #newer = new Map<string, SpaceReferences>()
  #older = new Map<string, SpaceReferences>()
  #bytes = 0

  constructor(bytesMax: number, findLog: FindLog) {
    this.#bytesMax = bytesMax / 2
    this.#findLog = findLog
  }

  /** Without a version nothing can be validated, so nothing is found or cached. */
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
    // A replaced reference is still counted: overestimating is safe.
    this.#bytes += bytes
    references.set(entry, cached)
  }
}
