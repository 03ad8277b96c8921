// Stores and removes the bytes of files so that no asset is ever without its file: a file is stored only after its row, and
// deleted only while its row is marked. A process may die after any step; another process then repeats it.
import type { Clock } from '../../base/clock.ts'
import type { Database } from '../../database/database.ts'
import { type Store, StoreUnavailable } from '../stores/store.ts'
import { deleteMarked, markUnused, type NewBlob, replaceMark, reserveBlob } from './blobs.store.ts'

export interface BlobOptions {
  readonly database: Database
  readonly store: Store
  readonly clock: Clock
  /** Waits for a time. The time is an argument, so that tests can replace it. */
  readonly wait: (ms: number) => Promise<unknown>
  readonly deletesAtOnce?: number
}

/** The time for which an unused file stays, because a backup or a download may still need it. */
export const unusedMsMin = 24 * 60 * 60 * 1000

// A delete request may arrive late. It has ended before any other process may act on its mark.
const sendDeleteWithinMs = 10_000
const deleteLimitMs = 30_000
export const markMsMax = 5 * 60 * 1000

const deletesAtOnceDefault = 8

const uploadWaitMs = 20_000
const uploadPauseMs = 100

/**
 * Stores the temporary file at `path`, which the store takes over. Within a day, the caller must add the asset in a
 * transaction that calls `claimBlobs`.
 */
export async function storeBlob(options: BlobOptions, blob: NewBlob, path: string): Promise<void> {
  const { database, store, clock, wait } = options
  const end = clock() + uploadWaitMs
  for (;;) {
    const reservation = await database.transaction(writes => reserveBlob(writes, blob, clock()))
    if (reservation === 'reserved') break
    if (reservation !== 'busy' && clock() - reservation.mark > markMsMax) {
      const { error } = await finishRemoval(options, blob.sha256, reservation.mark)
      if (error !== undefined) throw error
    } else {
      if (clock() >= end) throw beingRemoved(blob.sha256)
      await wait(uploadPauseMs)
    }
  }
  await store.put(blob.sha256, path)
}

interface Removal {
  readonly removed: readonly string[]
  /** The first error of a file that was not removed. Its mark stays. */
  readonly error: unknown
}

/**
 * Removes the files that no space uses and that were stored, or last used, more than a day ago. They are marked in one
 * transaction, because a transaction for each would take most of the time. Each file is deleted under its own mark.
 */
export async function removeUnused(options: BlobOptions, files: readonly string[]): Promise<Removal> {
  const mark = options.clock()
  const marked = await options.database.transaction(writes =>
    markUnused(writes, files, mark - unusedMsMin, mark),
  )
  return removeMarked(options, marked, mark)
}

/** Finishes a removal that another process began at `mark` and did not finish. */
export async function finishRemoval(options: BlobOptions, sha256: string, mark: number): Promise<Removal> {
  const now = options.clock()
  const isOurs = await options.database.transaction(writes => replaceMark(writes, sha256, mark, now))
  return removeMarked(options, isOurs ? [sha256] : [], now)
}

/**
 * Deletes marked files and their rows. If a delete cannot be sent in time, or its outcome is unknown, the mark stays until
 * it is old enough for another process.
 */
async function removeMarked(
  { database, store, clock, deletesAtOnce = deletesAtOnceDefault }: BlobOptions,
  files: readonly string[],
  mark: number,
): Promise<Removal> {
  const left = [...files]
  const removed: string[] = []
  let error: unknown
  const removeOthers = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      if (clock() - mark > sendDeleteWithinMs) return
      try {
        await store.delete(next, deleteLimitMs)
        removed.push(next)
      } catch (reason) {
        error ??= reason
      }
    }
  }
  await Promise.all(Array.from({ length: deletesAtOnce }, removeOthers))
  if (removed.length > 0) await database.transaction(writes => deleteMarked(writes, removed, mark))
  return { removed, error }
}

const beingRemoved = (sha256: string) =>
  new StoreUnavailable(
    `The upload of ${sha256} waited ${uploadWaitMs} ms for the removal of the same file.`,
    {
      detail: 'The same file is being removed at this moment. Try again in a few minutes.',
      retrySeconds: 60,
    },
  )
