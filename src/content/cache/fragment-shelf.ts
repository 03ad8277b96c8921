// Fragments that were made once, for answers that were not. One may only stand in an answer if it is right at the
// revision of that answer's other parts.
import type { ByteCache } from '../../base/byte-cache.ts'
import type { CacheCounts } from '../../base/cache-counts.ts'
import type { SpaceId } from '../../base/ids.ts'
import type { Fragment } from '../fragments.ts'
import type { Moment } from './moment.ts'
import { type Item, Shelf } from './shelf.ts'
import type { SpaceStates } from './space-states.ts'

/** Which fragment of a space. */
export interface FragmentName {
  readonly entry: string
  readonly depth: number
  readonly variants: readonly string[]
}

/** The fragments of one space at one revision. */
export interface FragmentsAt {
  find(name: FragmentName): Fragment | null
  keep(name: FragmentName, fragment: Fragment): void
}

const nothing: FragmentsAt = { find: () => null, keep: () => {} }

/** An id's text and its place in a list, about. */
const idBytes = 64

export class FragmentShelf {
  readonly #shelf: Shelf<Fragment>
  readonly #states: SpaceStates
  readonly #counts: CacheCounts

  constructor(items: ByteCache<Item>, states: SpaceStates, counts: CacheCounts) {
    this.#shelf = new Shelf<Fragment>(items)
    this.#states = states
    this.#counts = counts
  }

  /** Without a moment nothing can be said of what is kept. */
  at(moment: Moment | null): FragmentsAt {
    if (moment === null) return nothing
    const { space, epoch, revision } = moment
    return {
      find: name => {
        const found = this.#find(toQuestion(space, name), name.variants, moment)
        this.#counts.onLookup('fragment', found === null ? 'miss' : 'hit')
        return found
      },
      keep: (name, fragment) => {
        const { valuesOf, addressesOf, bytes, variants } = fragment
        this.#shelf.keep(toQuestion(space, name), name.variants, variants, {
          value: fragment,
          bytes: bytes.byteLength + idBytes * (valuesOf.length + addressesOf.length),
          dependencies: {
            entries: valuesOf,
            addresses: addressesOf,
            collection: null,
            page: null,
            model: false,
          },
          epoch,
          madeAt: revision,
          goodAt: revision,
        })
      },
    }
  }

  #find(question: string, variants: readonly string[], moment: Moment): Fragment | null {
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

function toQuestion(space: SpaceId, { entry, depth }: FragmentName): string {
  return `${space} #${depth} ${entry}`
}
