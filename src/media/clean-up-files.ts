// Cleans up unused files, the images made from them, and the temporary files of processes that were killed.
import type { Clock } from '../base/clock.ts'
import type { SpaceId } from '../base/ids.ts'
import type { Database } from '../database/database.ts'
import type { FileSettings } from './assets.ts'
import { collectGarbage, type GarbageReport } from './blobs/collect-garbage.ts'
import { makeMissingPlaceholders } from './missing-placeholders.ts'
import { removeAbandonedFiles } from './stores/temporary-files.ts'

interface CleanUpParts {
  readonly database: Database
  readonly clock: Clock
  readonly files: FileSettings
  /** All spaces of the database. */
  readonly spaces: readonly { readonly id: SpaceId }[]
  readonly isDryRun?: boolean
  readonly onProgress?: (removed: number) => void
  /** Checks whether to stop making placeholders, because the process is ending. */
  readonly isStopped?: () => boolean
}

/**
 * Removes the blobs that no space has used for a day, and the images that this node has cached of them. Then makes missing
 * placeholders.
 */
export async function cleanUpFiles(parts: CleanUpParts): Promise<GarbageReport> {
  const { database, clock, files, spaces, isDryRun = false, onProgress, isStopped = () => false } = parts
  const report = await collectGarbage({
    ...{ database, clock, store: files.store, wait: files.uploads.wait, isDryRun },
    removeImages: async sha256 => (isDryRun ? 0 : (files.images?.forget(sha256) ?? 0)),
    temporaryFolders: [files.uploads.folder],
    ...(onProgress && { onProgress }),
  })
  if (!isDryRun) await makeMissingPlaceholders({ database, files, spaces, isStopped })
  return report
}

/** Removes the temporary files of processes of this host that have ended. Called at a start. */
export async function removeLeftovers({ uploads }: Pick<FileSettings, 'uploads'>): Promise<void> {
  await removeAbandonedFiles(uploads.folder, uploads.process, isRunning)
}

/** Checks whether a process runs. One of another user cannot be signalled (EPERM), but runs. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
