// Reads many entries in batches of a limited size in bytes.
import type { SpaceId } from '../../base/ids.ts'
import type { Reads } from '../../database/database.ts'
import { readDraftSizes, readDrafts } from './drafts.store.ts'
import type { Pace } from './pace.ts'

export type DraftRow = Awaited<ReturnType<typeof readDrafts>>[number]

const batchMax = 500
export const batchBytesMax = 2 ** 20

interface BatchReads<Result> {
  /** Reads the sizes of entries in bytes. Those without a size are left out. */
  readonly readSizes: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>
  readonly readBatch: (ids: readonly string[]) => Promise<Result>
  readonly pace: Pace
  /** Called with the size of each batch before it is read. Throws if that is too much. */
  readonly onBytes: (bytes: number) => void
}

/**
 * Yields these entries, a megabyte at a time or one larger entry, because a read of SQLite blocks the thread until it ends.
 * The sizes are read first: stopping a read of PostgreSQL may close the connection and with it the snapshot.
 */
export async function* readInBatches<Result>(
  ids: readonly string[],
  { readSizes, readBatch, pace, onBytes }: BatchReads<Result>,
): AsyncGenerator<Result> {
  for (let from = 0; from < ids.length; from += batchMax) {
    const some = ids.slice(from, from + batchMax)
    for (const batch of divide(some, await readSizes(some))) {
      onBytes(batch.bytes)
      const result = await readBatch(batch.ids)
      if (pace.isDue) await pace.pause()
      yield result
    }
  }
}

interface DraftReads extends Pick<BatchReads<unknown>, 'pace' | 'onBytes'> {
  readonly reads: Reads
  readonly space: SpaceId
  /** If false, archived entries are left out. */
  readonly includesArchived: boolean
}

/** Yields the drafts of these entries. */
export function readDraftsInBatches(
  ids: readonly string[],
  { reads, space, includesArchived, pace, onBytes }: DraftReads,
): AsyncGenerator<readonly DraftRow[]> {
  return readInBatches(ids, {
    readSizes: async some => {
      const rows = await readDraftSizes(reads, space, some)
      const wanted = rows.filter(({ state }) => includesArchived || state !== 'archived')
      return new Map(wanted.map(({ id, bytes }) => [id, bytes]))
    },
    readBatch: some => readDrafts(reads, space, some),
    pace,
    onBytes,
  })
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
