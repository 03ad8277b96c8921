// Reads many drafts in batches of a limited size in bytes.
import type { SpaceId } from '../../base/ids.ts'
import type { Reads } from '../../database/database.ts'
import { readDraftSizes, readDrafts } from './drafts.store.ts'
import type { Pace } from './pace.ts'

export type DraftRow = Awaited<ReturnType<typeof readDrafts>>[number]

const batchMax = 500
export const batchBytesMax = 2 ** 20

interface DraftReads {
  readonly reads: Reads
  readonly space: SpaceId
  /** If false, archived entries are left out. */
  readonly includesArchived: boolean
  readonly pace: Pace
  /** Called with the size of each batch before it is read. Throws if that is too much. */
  readonly onBytes: (bytes: number) => void
}

/**
 * Yields the drafts of these entries, a megabyte at a time or one larger draft, because a read of SQLite blocks the thread
 * until it ends. The sizes are read first: stopping a read of PostgreSQL may close the connection and with it the snapshot.
 */
export async function* readDraftsInBatches(
  ids: readonly string[],
  { reads, space, includesArchived, pace, onBytes }: DraftReads,
): AsyncGenerator<readonly DraftRow[]> {
  for (let from = 0; from < ids.length; from += batchMax) {
    const some = ids.slice(from, from + batchMax)
    const rows = await readDraftSizes(reads, space, some)
    const wanted = rows.filter(({ state }) => includesArchived || state !== 'archived')
    const sizes = new Map(wanted.map(({ id, bytes }) => [id, bytes]))
    for (const batch of divide(some, sizes)) {
      onBytes(batch.bytes)
      const drafts = await readDrafts(reads, space, batch.ids)
      if (pace.isDue) await pace.pause()
      yield drafts
    }
  }
}

interface Batch {
  readonly ids: string[]
  bytes: number
}

/** Divides the ids that have a size into batches, in their order. */
function divide(ids: readonly string[], sizes: ReadonlyMap<string, number>): readonly Batch[] {
  const batches: Batch[] = []
  for (const id of ids) {
    const bytes = sizes.get(id)
    if (bytes === undefined) continue
    const last = batches.at(-1)
    if (last !== undefined && last.bytes + bytes <= batchBytesMax) {
      last.ids.push(id)
      last.bytes += bytes
    } else batches.push({ ids: [id], bytes })
  }
  return batches
}
