// Kills a process with all its descendants at once, like a machine crash.
import { readdirSync, readFileSync } from 'node:fs'

interface Row {
  readonly pid: number
  readonly parent: number
}

/**
 * Each PostgreSQL process has its own session, so a signal to the first one's process group ends only that one; the
 * others would run for a while and could still respond. Processes are stopped first, so that they cannot fork
 * meanwhile.
 */
export async function killTree(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  const children = listRunning()
    .filter(row => row.parent === pid)
    .map(row => row.pid)
  for (const child of [...children, pid]) kill(child)
  // A process still attached to their shared memory would prevent the server from starting again.
  while (listRunning().some(row => children.includes(row.pid))) await Bun.sleep(10)
}

/** Whether there is such a process, and it has not ended. */
export function isRunning(pid: number): boolean {
  return listRunning().some(row => row.pid === pid)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** All processes except zombies. Small containers have no `ps`, and other systems no `/proc`. */
function listRunning(): Row[] {
  if (process.platform === 'linux') {
    const names = readdirSync('/proc').filter(name => /^\d+$/.test(name))
    return names.flatMap(name => readStat(name) ?? [])
  }
  const { stdout } = Bun.spawnSync(['ps', '-A', '-o', 'pid=', '-o', 'ppid=', '-o', 'stat='])
  return stdout
    .toString()
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([pid, , state]) => pid && !state?.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }))
}

function readStat(pid: string): Row | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses, which may contain any character.
    const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? null : { pid: Number(pid), parent: Number(parent) }
  } catch {
    return null
  }
}
