// Temporary files of uploads. Their names contain host and process, so that a start can identify the files of killed
// processes, even in a folder that many hosts share.
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type RandomBytes, randomBase62 } from '../../base/ids.ts'

export interface ProcessName {
  readonly host: string
  readonly process: number
}

const extension = 'tmp'
const namePattern = /^([\w-]+)\.(\d+)\.[0-9A-Za-z]{20}\.tmp$/

const toHostName = (host: string) => host.replaceAll(/[^\w-]/g, '-')

/** Returns an unused path in `folder`, which is created if it is missing. */
export async function newTemporaryPath(
  folder: string,
  { host, process }: ProcessName,
  random: RandomBytes,
): Promise<string> {
  await mkdir(folder, { recursive: true })
  return join(folder, `${toHostName(host)}.${process}.${randomBase62(random, 20)}.${extension}`)
}

/**
 * Removes the temporary files of this host whose process has ended. Must be called at a start, before this process has such
 * files of its own, because another process may have had the same id. Returns the number of removed files.
 */
export function removeAbandonedFiles(
  folder: string,
  { host, process }: ProcessName,
  isRunning: (process: number) => boolean,
): Promise<number> {
  return removeFiles(folder, async (_, of) => {
    return of.host === toHostName(host) && (of.process === process || !isRunning(of.process))
  })
}

/** Removes the temporary files of all hosts that were last written to before `time`. Returns their number. */
export function removeFilesBefore(folder: string, time: number): Promise<number> {
  return removeFiles(folder, async path => (await stat(path)).mtimeMs < time)
}

async function removeFiles(
  folder: string,
  isUnused: (path: string, of: ProcessName) => Promise<boolean>,
): Promise<number> {
  let count = 0
  for (const name of await orElse(readdir(folder), [])) {
    const [, host, process] = namePattern.exec(name) ?? []
    if (host === undefined) continue
    const path = join(folder, name)
    // The owner of the file may remove it at the same time.
    if (!(await orElse(isUnused(path, { host, process: Number(process) }), false))) continue
    await rm(path, { force: true })
    count += 1
  }
  return count
}

async function orElse<Result>(work: Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise
    throw error
  }
}
