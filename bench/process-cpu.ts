// How much processor time another process has used: of all its threads, in user and kernel mode.
import { readFileSync } from 'node:fs'

/** USER_HZ, which Linux fixes at 100 whatever the kernel's own clock does. */
const ticksPerSecond = 100

/** Throws where there is no such process, or no /proc. */
export function cpuSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The name of the program stands in parentheses and may hold spaces; utime and stime are fields 14 and 15.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
