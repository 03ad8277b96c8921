// Reads the entries that a preview shows: some as drafts, the others as they are live. Archived entries are left out.
import { type LivePublication, readLive } from '../content/tables/publications.store.ts'
import type { Reads } from '../database/database.ts'
import { readDraftSizes, readDrafts } from '../query/scan/drafts.store.ts'
import type { Pace } from '../query/scan/pace.ts'
import { type DraftRow, readInBatches } from '../query/scan/read-batches.ts'
import { readLiveSizes, type Shown, splitIds } from './shown-entries.store.ts'

interface ShownReads {
  readonly reads: Reads
  readonly shown: Shown
  readonly pace: Pace
  /** Called with the size of each batch before it is read. Throws if that is too much. */
  readonly onBytes: (bytes: number) => void
}

interface ShownBatch {
  readonly drafts: readonly DraftRow[]
  readonly live: readonly LivePublication[]
}

export function readShownInBatches(
  ids: readonly string[],
  { reads, shown: { space, drafts }, pace, onBytes }: ShownReads,
): AsyncGenerator<ShownBatch> {
  return readInBatches(ids, {
    readSizes: async some => {
      const { named, others } = splitIds(some, drafts)
      const ofDrafts = named.length === 0 ? [] : await readDraftSizes(reads, space, named)
      const sizes = ofDrafts.filter(({ state }) => state !== 'archived')
      const ofLive = others.length === 0 ? [] : await readLiveSizes(reads, space, others)
      return new Map([...sizes, ...ofLive].map(({ id, bytes }) => [id, Number(bytes)]))
    },
    readBatch: async some => {
      const { named, others } = splitIds(some, drafts)
      const live = others.length === 0 ? [] : [...(await readLive(reads, space, others)).values()]
      return { drafts: named.length === 0 ? [] : await readDrafts(reads, space, named), live }
    },
    pace,
    onBytes,
  })
}
