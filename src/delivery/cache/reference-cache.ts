// What stays of references that are not resolved, kept for answers that were not made yet: an answer has hundreds of them,
// so looking one up has to be cheaper than anything else that is kept.
import type { SnapshotVersion } from './snapshot-version.ts'
import type { SpaceSnapshots } from './space-snapshots.ts'

/** What stays of references to entries of one space at one revision: null where an entry is not published. */
export interface ReferencesAt {
  /** Undefined where it is not known. */
  find(entry: string): Buffer | null | undefined
  keep(entry: string, reference: Buffer | null): void
}

interface CachedReference {
  readonly reference: Buffer | null
  /** The revisions between which it is known to be right, both included. */
  readonly builtAt: number
  validThrough: number
}

/** Those of one space and one history. */
type SpaceReferences = Map<string, CachedReference>

/** What is around a reference in memory, about. */
const overheadBytes = 500

const unknown: ReferencesAt = { find: () => undefined, keep: () => {} }

/**
 * Two generations: when the newer one is full it takes the older one's place, which goes. What is asked for in the older
 * one comes into the newer, so that nothing goes that is in use.
 */
export class ReferenceCache {
  readonly #states: SpaceSnapshots
  /** Of one generation. */
  readonly #bytesMax: number
  #newer = new Map<string, SpaceReferences>()
  #older = new Map<string, SpaceReferences>()
  #bytes = 0

  constructor(bytesMax: number, states: SpaceSnapshots) {
    this.#bytesMax = bytesMax / 2
    this.#states = states
  }

  /** Without a version nothing can be said of what is kept. */
  at(version: SnapshotVersion | null): ReferencesAt {
    if (version === null || this.#bytesMax === 0) return unknown
    const { space, epoch, revision } = version
    const name = `${space} ${epoch}`
    return {
      find: entry => {
        const kept = this.#newer.get(name)?.get(entry) ?? this.#promote(name, entry)
        if (kept === undefined || !this.#isRight(kept, entry, version)) return undefined
        return kept.reference
      },
      keep: (entry, reference) =>
        this.#keep(name, entry, { reference, builtAt: revision, validThrough: revision }),
    }
  }

  #isRight(kept: CachedReference, entry: string, { space, epoch, revision }: SnapshotVersion): boolean {
    if (kept.builtAt > revision) return false
    if (kept.validThrough >= revision) return true
    const log = this.#states.find(space, epoch)?.log
    if (log === undefined || log.revision < revision || log.hasMoved(entry, kept.validThrough)) return false
    kept.validThrough = log.revision
    return true
  }

  #promote(name: string, entry: string): CachedReference | undefined {
    const kept = this.#older.get(name)?.get(entry)
    if (kept) this.#keep(name, entry, kept)
    return kept
  }

  #keep(name: string, entry: string, kept: CachedReference): void {
    const bytes = overheadBytes + (kept.reference?.byteLength ?? 0)
    if (this.#bytes + bytes > this.#bytesMax) {
      this.#older = this.#newer
      this.#newer = new Map()
      this.#bytes = 0
    }
    const references: SpaceReferences = this.#newer.get(name) ?? new Map()
    this.#newer.set(name, references)
    // One that takes the place of another counts beside it: too much rather than too little.
    this.#bytes += bytes
    references.set(entry, kept)
  }
}
