// Removes unused files: once a day on one node, and by command.
import { removeFilesBefore } from '../stores/temporary-files.ts'
import { inPages, listRemovable, type RemovableBlob } from './blob-lists.store.ts'
import { type BlobOptions, finishRemoval, markMsMax, removeUnused, unusedMsMin } from './blobs.ts'

interface GarbageOptions extends BlobOptions {
  readonly isDryRun: boolean
  /**
   * Removes the images of a picture that this node has cached, and returns their number. In a dry run it only counts them.
   */
  readonly removeImages: (sha256: string) => Promise<number>
  /** The folders in which uploads are received, if they are not in the store. */
  readonly temporaryFolders: readonly string[]
  readonly onProgress?: (removed: number) => void
}

export interface GarbageReport {
  readonly blobs: number
  readonly bytes: number
  readonly images: number
}

const temporaryMsMax = 24 * 60 * 60 * 1000
/** Small enough that all files can be deleted within seconds after they were marked. */
const batchLength = 100

export async function collectGarbage(options: GarbageOptions): Promise<GarbageReport> {
  const { database, clock, isDryRun, store } = options
  // An unavailable or wrong store throws here, before anything is marked.
  if (!isDryRun) await store.stat('0'.repeat(64))
  const now = clock()
  const limits = { storedBefore: now - unusedMsMin, markedBefore: now - markMsMax }
  const report = { blobs: 0, bytes: 0, images: 0 }
  for await (const page of inPages(after =>
    listRemovable(database.reads, { ...limits, after }, batchLength),
  )) {
    const removed = isDryRun ? page : await removeAll(options, page)
    for (const { sha256, size } of removed) {
      report.images += await options.removeImages(sha256)
      report.blobs += 1
      report.bytes += size
    }
    options.onProgress?.(report.blobs)
  }
  if (!isDryRun) await removeTemporaryFiles(options, now - temporaryMsMax)
  return report
}

/**
 * Removes a page of files. Throws if none could be removed, so that a store that refuses everything gets no more requests.
 */
async function removeAll(options: BlobOptions, page: readonly RemovableBlob[]): Promise<RemovableBlob[]> {
  const unmarked = page.filter(({ removing }) => removing === null).map(({ sha256 }) => sha256)
  const removals = [await removeUnused(options, unmarked)]
  for (const { sha256, removing } of page) {
    if (removing !== null) removals.push(await finishRemoval(options, sha256, removing))
  }
  const removed = new Set(removals.flatMap(removal => removal.removed))
  const error = removals.map(removal => removal.error).find(each => each !== undefined)
  if (removed.size === 0 && error !== undefined) throw error
  return page.filter(({ sha256 }) => removed.has(sha256))
}

/** Removes temporary files of hosts that never restarted, because only their own restart would have removed them. */
async function removeTemporaryFiles(
  { store, temporaryFolders }: GarbageOptions,
  time: number,
): Promise<void> {
  const folders = [store.temporaryFolder, ...temporaryFolders].filter(folder => folder !== null)
  for (const folder of new Set(folders)) await removeFilesBefore(folder, time)
}
