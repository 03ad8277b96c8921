// What stays of references that are not resolved, kept for answers that were not made yet: an answer has hundreds of them,
// so looking one up has to be cheaper than anything else that is kept.
import type { Moment } from './snapshot-version.ts'
import type { SpaceStates } from './space-snapshots.ts'

/** What stays of references to entries of one space at one revision: null where an entry is not published. */
export interface StubsAt {
  /** Undefined where it is not known. */
  find(entry: string): Buffer | null | undefined
  keep(entry: string, stub: Buffer | null): void
}

interface KeptStub {
  readonly stub: Buffer | null
  /** The revisions between which it is known to be right, both included. */
  readonly madeAt: number
  goodAt: number
}

/** Those of one space and one history. */
type Stubs = Map<string, KeptStub>

/** What is around a stub in memory, about. */
const overheadBytes = 500

const unknown: StubsAt = { find: () => undefined, keep: () => {} }

/**
 * Two generations: when the newer one is full it takes the older one's place, which goes. What is asked for in the older
 * one comes into the newer, so that nothing goes that is in use.
 */
export class StubShelf {
  readonly #states: SpaceStates
  /** Of one generation. */
  readonly #bytesMax: number
  #newer = new Map<string, Stubs>()
  #older = new Map<string, Stubs>()
  #bytes = 0

  constructor(bytesMax: number, states: SpaceStates) {
    this.#bytesMax = bytesMax / 2
    this.#states = states
  }

  /** Without a moment nothing can be said of what is kept. */
  at(moment: Moment | null): StubsAt {
    if (moment === null || this.#bytesMax === 0) return unknown
    const { space, epoch, revision } = moment
    const name = `${space} ${epoch}`
    return {
      find: entry => {
        const kept = this.#newer.get(name)?.get(entry) ?? this.#promote(name, entry)
        if (kept === undefined || !this.#isRight(kept, entry, moment)) return undefined
        return kept.stub
      },
      keep: (entry, stub) => this.#keep(name, entry, { stub, madeAt: revision, goodAt: revision }),
    }
  }

  #isRight(kept: KeptStub, entry: string, { space, epoch, revision }: Moment): boolean {
    if (kept.madeAt > revision) return false
    if (kept.goodAt >= revision) return true
    const log = this.#states.find(space, epoch)?.log
    if (log === undefined || log.revision < revision || log.hasMoved(entry, kept.goodAt)) return false
    kept.goodAt = log.revision
    return true
  }

  #promote(name: string, entry: string): KeptStub | undefined {
    const kept = this.#older.get(name)?.get(entry)
    if (kept) this.#keep(name, entry, kept)
    return kept
  }

  #keep(name: string, entry: string, kept: KeptStub): void {
    const bytes = overheadBytes + (kept.stub?.byteLength ?? 0)
    if (this.#bytes + bytes > this.#bytesMax) {
      this.#older = this.#newer
      this.#newer = new Map()
      this.#bytes = 0
    }
    const stubs: Stubs = this.#newer.get(name) ?? new Map()
    this.#newer.set(name, stubs)
    // One that takes the place of another counts beside it: too much rather than too little.
    this.#bytes += bytes
    stubs.set(entry, kept)
  }
}
