// Describes unusable paths in arguments and settings in words instead of error codes of the operating system.
import { accessSync, constants, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Refusal } from '../../base/errors.ts'
import type { Store } from '../../media/stores/store.ts'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a folder, not a file',
  ENOENT: 'it does not exist, or cannot be created',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of it is a file, not a folder',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
}

/** Returns null for errors that do not concern a path. */
export function describePathError(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code = '', path } = error as NodeJS.ErrnoException
  const reason = reasons[code]
  if (reason === undefined || path === undefined) return null
  return `${path} cannot be used: ${reason} (${code}). Check the argument or the setting that names it; \`doctor\` checks settings.`
}

/** Returns why the store cannot be a folder, or null if it can. */
export function findFileInPlace({ location, temporaryFolder }: Store): string | null {
  if (temporaryFolder === null) return null
  const [path, stats] = nearestExisting(temporaryFolder)
  return stats.isDirectory() ? null : `${location} cannot be a store: ${path} is a file, not a folder.`
}

/** Returns why the store accepts no files, or null if it does. The first upload creates a folder that does not exist. */
export function findFolderProblem(store: Store): string | null {
  const { location, temporaryFolder } = store
  const fileInPlace = findFileInPlace(store)
  if (temporaryFolder === null || fileInPlace !== null) return fileInPlace
  const [path] = nearestExisting(temporaryFolder)
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    return `${location} takes no files: ${path} is not writable (${(error as NodeJS.ErrnoException).code}).`
  }
}

/** Throws if the store cannot be a folder. `name` is the setting or option with its location. */
export function requireFolder(store: Store, name: string): void {
  const problem = findFileInPlace(store)
  if (problem !== null) throw new Refusal(`${name}: ${problem}`)
}

function nearestExisting(path: string): readonly [path: string, stats: Stats] {
  for (let at = path; ; at = dirname(at)) {
    try {
      return [at, statSync(at)]
    } catch (error) {
      if (at === dirname(at)) throw error
    }
  }
}
