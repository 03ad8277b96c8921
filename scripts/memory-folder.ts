// Where `npm test` keeps the files of tests: in memory, if the machine has a folder there with enough room.
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processMemoryBytes } from '../src/base/process-memory.ts'

/** Twice what a run of all tests needs. */
const bytesMin = 3 * 2 ** 30
/** Files in memory count as memory that the processes use, in a container too: they get at most a third of it. */
const memoryFactor = 3

/**
 * Tests create and delete tens of thousands of files, which takes a file system on a disk more system time than the
 * tests themselves. Returns null if the folder or the memory is too small, as is usual in containers, or if the folder
 * does not allow programs to run.
 */
export function findMemoryFolder(folder = '/dev/shm', bytes = bytesMin): string | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    const hasRoom = bavail * bsize >= bytes && processMemoryBytes() >= bytes * memoryFactor
    return hasRoom && canRunPrograms(folder) ? folder : null
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
