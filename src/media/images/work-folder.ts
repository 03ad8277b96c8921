// A folder for unfinished work: results that are being made, and the folders in which workers run.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../base/clock.ts'

/** The work folders of this process. */
const inUse = new Set<string>()
const dayMs = 86_400_000
const namePattern = /^(.*)-(\d+)-\w+$/

export interface WorkFolder {
  readonly path: string
  readonly remove: () => void
}

let created = 0

/**
 * Names a folder by host and process, so that a later start finds and removes the folders of killed processes. Its first
 * user creates it, so a server that makes no images leaves no folder behind.
 */
export function nameWorkFolder(parent: string, clock: Clock): WorkFolder {
  for (const name of existsSync(parent) ? readdirSync(parent) : [])
    if (isAbandoned(parent, name, clock)) removeFolder(join(parent, name))
  const path = join(parent, `${hostname()}-${process.pid}-${clock().toString(36)}_${created++}`)
  inUse.add(path)
  const remove = () => {
    inUse.delete(path)
    removeFolder(path)
  }
  return { path, remove }
}

/**
 * Checks whether a folder is abandoned. One of another host, which may share the parent folder, must be older than a day.
 */
function isAbandoned(parent: string, name: string, clock: Clock): boolean {
  const [, host, pid = ''] = namePattern.exec(name) ?? []
  if (host === undefined || inUse.has(join(parent, name))) return false
  // In a container, every start has the same process id.
  if (host === hostname()) return Number(pid) === process.pid || !isAlive(Number(pid))
  const changedAt = statSync(join(parent, name), { throwIfNoEntry: false })?.mtimeMs
  return changedAt !== undefined && clock() - changedAt > dayMs
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true })
}
