// Where `npm test` keeps the files of tests: in memory, if the machine has a folder there with enough room.
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Twice what a run of all tests needs. */
const bytesMin = 3 * 2 ** 30

/**
 * Tests create and delete tens of thousands of files, which takes a file system on a disk more system time than the
 * tests themselves. Null if the folder is too small, as usually in containers, or programs in it cannot be run.
 */
export function findMemoryFolder(folder = '/dev/shm', bytes = bytesMin): string | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= bytes && canRunPrograms(folder) ? folder : null
  } catch {
    // It does not exist, or cannot be written to.
    return null
  }
}

function canRunPrograms(folder: string): boolean {
  const program = join(folder, `frontlist-program-${process.pid}`)
  try {
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755, flag: 'wx' })
    return Bun.spawnSync([program]).exitCode === 0
  } finally {
    rmSync(program, { force: true })
  }
}
