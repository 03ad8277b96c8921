// Removes the files that nothing uses: once a day on one node, and by command.

import { StoreUnavailable } from '../storage/store.ts'
import { removeFilesBefore } from '../storage/temporary-files.ts'
import { inPages } from './all-blobs.ts'
import { listRemovable } from './blob-lists.store.ts'
import { type BlobOptions, finishRemoval, markMsMax, removeUnused, unusedMsMin } from './blobs.ts'

export interface GarbageOptions extends BlobOptions {
  readonly isDryRun: boolean
  /** Removes what this node has cached of a picture, and returns how many images; of a dry run only counts them. */
  readonly removeImages: (sha256: string) => Promise<number>
  /** Where uploads are received, if that is not in the store. */
  readonly temporaryFolders: readonly string[]
  readonly onProgress?: (removed: number) => void
}

export interface GarbageReport {
  readonly blobs: number
  readonly bytes: number
  readonly images: number
}

const temporaryMsMax = 24 * 60 * 60 * 1000
/** A store that refuses this often in a row is away: what is left waits for the next time. */
const failuresMax = 3

export async function collectGarbage(options: GarbageOptions): Promise<GarbageReport> {
  const { database, clock, isDryRun } = options
  // A store that is away, or another one, says so before anything is marked.
  if (!isDryRun) await options.store.stat('0'.repeat(64))
  const now = clock()
  const report = { blobs: 0, bytes: 0, images: 0 }
  let failures = 0
  const limits = { storedBefore: now - unusedMsMin, markedBefore: now - markMsMax }
  const removable = inPages((after, limit) => listRemovable(database.reads, { ...limits, after }, limit))
  for await (const { sha256, size, removing } of removable) {
    try {
      if (!isDryRun && !(await remove(options, sha256, removing))) continue
      failures = 0
    } catch (error) {
      failures += 1
      if (!(error instanceof StoreUnavailable) || failures === failuresMax) throw error
      continue
    }
    report.images += await options.removeImages(sha256)
    report.blobs += 1
    report.bytes += size
    options.onProgress?.(report.blobs)
  }
  if (!isDryRun) await removeTemporaryFiles(options, now - temporaryMsMax)
  return report
}

function remove(options: BlobOptions, sha256: string, mark: number | null): Promise<boolean> {
  return mark === null ? removeUnused(options, sha256) : finishRemoval(options, sha256, mark)
}

/** Of hosts that did not start again, whose own start would have removed them. */
async function removeTemporaryFiles(
  { store, temporaryFolders }: GarbageOptions,
  time: number,
): Promise<void> {
  const folders = [store.temporaryFolder, ...temporaryFolders].filter(folder => folder !== null)
  for (const folder of new Set(folders)) await removeFilesBefore(folder, time)
}
