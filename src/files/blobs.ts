// How the bytes of files are stored and removed, so that no asset is ever without its file: a file is stored only under
// its row, and deleted only under a mark in it. Each step can be the last one of its process, and is done again by others.
import type { Clock } from '../base/clock.ts'
import type { Database } from '../database/database.ts'
import { type Store, StoreUnavailable } from '../storage/store.ts'
import { deleteMarked, markUnused, type NewBlob, replaceMark, reserveBlob } from './blobs.store.ts'

export interface BlobOptions {
  readonly database: Database
  readonly store: Store
  readonly clock: Clock
  /** Time as an argument. */
  readonly wait: (ms: number) => Promise<unknown>
}

/** How long an unused file stays, for what a backup or a download still needs. */
export const unusedMsMin = 24 * 60 * 60 * 1000

// A delete that was sent may arrive late. It is over before anybody else may act on its mark.
const sendDeleteWithinMs = 10_000
const deleteLimitMs = 30_000
export const markMsMax = 5 * 60 * 1000

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
      await finishRemoval(options, blob.sha256, reservation.mark)
    } else {
      if (clock() >= end) throw beingRemoved(blob.sha256)
      await wait(uploadPauseMs)
    }
  }
  await store.put(blob.sha256, path)
}

/** Removes the file if no space uses it and it was stored, or used for the last time, more than a day ago. */
export async function removeUnused(options: BlobOptions, sha256: string): Promise<boolean> {
  const mark = options.clock()
  const isMarked = await options.database.transaction(writes =>
    markUnused(writes, sha256, mark - unusedMsMin, mark),
  )
  return isMarked && (await removeMarked(options, sha256, mark))
}

/** Finishes a removal that another process has begun at `mark` and not finished. */
export async function finishRemoval(options: BlobOptions, sha256: string, mark: number): Promise<boolean> {
  const now = options.clock()
  const isOurs = await options.database.transaction(writes => replaceMark(writes, sha256, mark, now))
  return isOurs && (await removeMarked(options, sha256, now))
}

/** If the delete cannot be sent in time, or its end is not known, the mark stays, until it is old enough for others. */
async function removeMarked(
  { database, store, clock }: BlobOptions,
  sha256: string,
  mark: number,
): Promise<boolean> {
  if (clock() - mark > sendDeleteWithinMs) return false
  await store.delete(sha256, deleteLimitMs)
  await database.transaction(writes => deleteMarked(writes, sha256, mark))
  return true
}

const beingRemoved = (sha256: string) =>
  new StoreUnavailable(
    `The upload of ${sha256} waited ${uploadWaitMs} ms for the removal of the same file.`,
    {
      detail: 'The same file is being removed at this moment. Try again in a few minutes.',
      retrySeconds: 60,
    },
  )
