// Killing a process with all that it started, at one moment, as a crash of a machine would.
import { readdirSync, readFileSync } from 'node:fs'

interface Row {
  readonly pid: number
  readonly parent: number
}

/**
 * Each process of PostgreSQL has a session of its own, so that a signal to the first one's group ends the first one
 * only; the others would go on for a while, and could still answer. Frozen first, it starts none meanwhile.
 */
export async function killTree(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  const children = listRunning()
    .filter(row => row.parent === pid)
    .map(row => row.pid)
  for (const child of [...children, pid]) kill(child)
  // What still holds the memory that they shared would keep the server from starting again.
  while (listRunning().some(row => children.includes(row.pid))) await Bun.sleep(10)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** All processes but zombies. Small containers have no `ps`, and other systems no `/proc`. */
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
    // The second field is the program's name in brackets, which may hold anything.
    const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? null : { pid: Number(pid), parent: Number(parent) }
  } catch {
    return null
  }
}
