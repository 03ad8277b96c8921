// What answers are put together from, made once for those that were not: fragments, and entries by themselves. A piece
// may only stand in an answer if it is right at the revision of that answer's other parts.
import type { CacheCounts, LookupKind } from '../../base/cache-counts.ts'
import type { SpaceId } from '../../base/ids.ts'
import type { Dependencies } from './dependencies.ts'
import type { Moment } from './snapshot-version.ts'
import type { SpaceStates } from './space-snapshots.ts'
import type { Kept, Shelf } from './variant-cache.ts'

export interface Piece {
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
export interface PieceName {
  readonly entry: string
  /** Null: the entry by itself. */
  readonly depth: number | null
  readonly variants: readonly string[]
}

/** The pieces of one space at one revision. */
export interface PiecesAt<Value extends Piece> {
  find(name: PieceName): Value | null
  keep(name: PieceName, piece: Value): void
}

const nothing: PiecesAt<never> = { find: () => null, keep: () => {} }

export class PieceShelf<Value extends Piece> {
  readonly #shelf: Shelf<Value>
  readonly #states: SpaceStates
  readonly #kind: LookupKind
  readonly #counts: CacheCounts

  constructor(shelf: Shelf<Value>, states: SpaceStates, kind: LookupKind, counts: CacheCounts) {
    this.#shelf = shelf
    this.#states = states
    this.#kind = kind
    this.#counts = counts
  }

  /** Without a moment nothing can be said of what is kept. */
  at(moment: Moment | null): PiecesAt<Value> {
    if (moment === null) return nothing
    const { space, epoch, revision } = moment
    return {
      find: name => {
        const found = this.#find(toQuestion(space, name), name.variants, moment)
        this.#counts.onLookup(this.#kind, found === null ? 'miss' : 'hit')
        return found
      },
      keep: (name, piece) => {
        const kept = new KeptPiece(piece, epoch, revision)
        this.#shelf.keep(toQuestion(space, name), name.variants, piece.variants, kept)
      },
    }
  }

  #find(question: string, variants: readonly string[], moment: Moment): Value | null {
    const { space, epoch, revision } = moment
    const kept = this.#shelf.find(question, variants)
    if (kept === null || kept.epoch !== epoch || kept.madeAt > revision) return null
    if (kept.goodAt >= revision) return kept.value
    const log = this.#states.find(space, epoch)?.log
    if (log === undefined || log.revision < revision) return null
    if (log.findCause(kept.dependencies, kept.goodAt) !== null) return null
    kept.goodAt = log.revision
    return kept.value
  }
}

/** There are far more of them than answers: it has no object but itself. */
class KeptPiece<Value extends Piece> implements Kept<Value> {
  goodAt: number

  constructor(
    readonly value: Value,
    readonly epoch: number,
    readonly madeAt: number,
  ) {
    this.goodAt = madeAt
  }

  get bytes(): number {
    return this.value.memory
  }

  get dependencies(): Dependencies {
    const { valuesOf, addressesOf } = this.value
    return { entries: [valuesOf], addresses: [addressesOf], collection: null, page: null, model: false }
  }
}

function toQuestion(space: SpaceId, { entry, depth }: PieceName): string {
  return `${space} #${depth ?? ''} ${entry}`
}
