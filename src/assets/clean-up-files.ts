// Cleaning up: files that nothing uses, what was made of them, and what processes that were killed have left.
import type { Clock } from '../base/clock.ts'
import type { Database } from '../database/database.ts'
import { collectGarbage, type GarbageReport } from '../files/collect-garbage.ts'
import type { Images } from '../images/images.ts'
import { removeAbandonedFiles } from '../storage/temporary-files.ts'
import type { FileSettings } from './assets.ts'

interface CleanUpParts {
  readonly database: Database
  readonly clock: Clock
  readonly files: FileSettings & { readonly images: Pick<Images, 'forget'> | null }
  readonly isDryRun?: boolean
  readonly onProgress?: (removed: number) => void
}

/** Removes blobs that no space has used for a day, and the images that this node has cached of them. */
export function cleanUpFiles(parts: CleanUpParts): Promise<GarbageReport> {
  const { database, clock, files, isDryRun = false, onProgress } = parts
  return collectGarbage({
    ...{ database, clock, store: files.store, wait: files.uploads.wait, isDryRun },
    removeImages: async sha256 => (isDryRun ? 0 : (files.images?.forget(sha256) ?? 0)),
    temporaryFolders: [files.uploads.folder],
    ...(onProgress && { onProgress }),
  })
}

/** At a start: temporary files of processes of this host that have ended. */
export async function removeLeftovers({ uploads }: Pick<FileSettings, 'uploads'>): Promise<void> {
  await removeAbandonedFiles(uploads.folder, uploads.process, isRunning)
}

/** A process of another user is running too, although it cannot be signalled. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
