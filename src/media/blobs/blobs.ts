// How the bytes of files are stored and removed, so that no asset is ever without its file: a file is stored only under
// its row, and deleted only under a mark in it. Each step can be the last one of its process, and is done again by others.
import type { Clock } from '../../base/clock.ts'
import type { Database } from '../../database/database.ts'
import { type Store, StoreUnavailable } from '../stores/store.ts'
import { deleteMarked, markUnused, type NewBlob, replaceMark, reserveBlob } from './blobs.store.ts'

export interface BlobOptions {
  readonly database: Database
  readonly store: Store
  readonly clock: Clock
  /** Time as an argument. */
  readonly wait: (ms: number) => Promise<unknown>
  readonly deletesAtOnce?: number
}

/** How long an unused file stays, for what a backup or a download still needs. */
export const unusedMsMin = 24 * 60 * 60 * 1000

// A delete that was sent may arrive late. It is over before anybody else may act on its mark.
const sendDeleteWithinMs = 10_000
const deleteLimitMs = 30_000
export const markMsMax = 5 * 60 * 1000

const deletesAtOnceDefault = 8

const uploadWaitMs = 20_000
const uploadPauseMs = 100

/**
 * Stores the temporary file at `path`, which the store takes over. The caller then adds its asset in a transaction that
 * calls `claimBlobs`, within a day.
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

export interface Removal {
  readonly removed: readonly string[]
  /** Of a file that was not; its mark stays. */
  readonly error: unknown
}

/**
 * Removes those files that no space uses, and that were stored, or used for the last time, more than a day ago. All are
 * marked in one transaction, which is what takes time; each is deleted under its own mark.
 */
export async function removeUnused(options: BlobOptions, files: readonly string[]): Promise<Removal> {
  const mark = options.clock()
  const marked = await options.database.transaction(writes =>
    markUnused(writes, files, mark - unusedMsMin, mark),
  )
  return removeMarked(options, marked, mark)
}

/** Finishes a removal that another process has begun at `mark` and not finished. */
export async function finishRemoval(options: BlobOptions, sha256: string, mark: number): Promise<Removal> {
  const now = options.clock()
  const isOurs = await options.database.transaction(writes => replaceMark(writes, sha256, mark, now))
  return removeMarked(options, isOurs ? [sha256] : [], now)
}

/** If a delete cannot be sent in time, or its end is not known, the mark stays, until it is old enough for others. */
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
