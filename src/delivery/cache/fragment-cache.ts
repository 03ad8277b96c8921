// What answers are put together from, made once for those that were not: fragments, and entries by themselves. A piece
// may only stand in an answer if it is right at the revision of that answer's other parts.
import type { CacheCounts, LookupKind } from '../../base/cache-counts.ts'
import type { SpaceId } from '../../base/ids.ts'
import type { Dependencies } from './dependencies.ts'
import type { SnapshotVersion } from './snapshot-version.ts'
import type { SpaceSnapshots } from './space-snapshots.ts'
import type { CacheEntry, Shelf } from './variant-cache.ts'

export interface Fragment {
  /** Bytes of memory, about. */
  readonly memory: number
  /** Entries whose values stand in it, itself first; and those of which it has the address only, or knows that they are none. */
  readonly valuesOf: readonly string[]
  readonly addressesOf: readonly string[]
  /** Variant ids that at least one of its entries has values for. */
  readonly variants: ReadonlySet<string>
}

// What most pieces have of these: there are many thousands of them, and each object is one more to be collected.
export const noIds: readonly string[] = []
export const noVariants: ReadonlySet<string> = new Set()

/** Which piece of a space. */
export interface FragmentName {
  readonly entry: string
  /** Null: the entry by itself. */
  readonly depth: number | null
  readonly variants: readonly string[]
}

/** The pieces of one space at one revision. */
export interface FragmentsAt<Value extends Fragment> {
  find(name: FragmentName): Value | null
  keep(name: FragmentName, piece: Value): void
}

const nothing: FragmentsAt<never> = { find: () => null, keep: () => {} }

export class FragmentCache<Value extends Fragment> {
  readonly #shelf: Shelf<Value>
  readonly #states: SpaceSnapshots
  readonly #kind: LookupKind
  readonly #counts: CacheCounts

  constructor(shelf: Shelf<Value>, states: SpaceSnapshots, kind: LookupKind, counts: CacheCounts) {
    this.#shelf = shelf
    this.#states = states
    this.#kind = kind
    this.#counts = counts
  }

  /** Without a version nothing can be said of what is kept. */
  at(version: SnapshotVersion | null): FragmentsAt<Value> {
    if (version === null) return nothing
    const { space, epoch, revision } = version
    return {
      find: name => {
        const found = this.#find(toQuestion(space, name), name.variants, version)
        this.#counts.onLookup(this.#kind, found === null ? 'miss' : 'hit')
        return found
      },
      keep: (name, piece) => {
        const kept = new CachedFragment(piece, epoch, revision)
        this.#shelf.keep(toQuestion(space, name), name.variants, piece.variants, kept)
      },
    }
  }

  #find(question: string, variants: readonly string[], version: SnapshotVersion): Value | null {
    const { space, epoch, revision } = version
    const kept = this.#shelf.find(question, variants)
    if (kept === null || kept.epoch !== epoch || kept.builtAt > revision) return null
    if (kept.validThrough >= revision) return kept.value
    const log = this.#states.find(space, epoch)?.log
    if (log === undefined || log.revision < revision) return null
    if (log.findInvalidationReason(kept.dependencies, kept.validThrough) !== null) return null
    kept.validThrough = log.revision
    return kept.value
  }
}

/** There are far more of them than answers: it has no object but itself. */
class CachedFragment<Value extends Fragment> implements CacheEntry<Value> {
  validThrough: number

  constructor(
    readonly value: Value,
    readonly epoch: number,
    readonly builtAt: number,
  ) {
    this.validThrough = builtAt
  }

  get bytes(): number {
    return this.value.memory
  }

  get dependencies(): Dependencies {
    const { valuesOf, addressesOf } = this.value
    return { entries: [valuesOf], addresses: [addressesOf], collection: null, page: null, model: false }
  }
}

function toQuestion(space: SpaceId, { entry, depth }: FragmentName): string {
  return `${space} #${depth ?? ''} ${entry}`
}
