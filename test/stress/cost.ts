// The cost of a piece of work in this process: its CPU time, regardless of other load on the machine, and its peak
// memory.
import { readFileSync, writeFileSync } from 'node:fs'

export interface Cost {
  /** CPU time of all threads of the process, in milliseconds. */
  readonly cpuMs: number
  /** The peak resident size during the work, above the size before it. */
  readonly peakBytes: number
}

export async function costOf<Result>(
  work: () => Promise<Result>,
): Promise<Cost & { readonly result: Result }> {
  Bun.gc(true)
  resetPeak()
  const resident = readStatus('VmRSS')
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return { result, cpuMs: (user + system) / 1000, peakBytes: Math.max(0, readStatus('VmHWM') - resident) }
}

/** Linux only: resets the peak to the current resident size. */
function resetPeak(): void {
  writeFileSync('/proc/self/clear_refs', '5')
}

function readStatus(name: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))
  return Number(line?.[1] ?? 0) * 1024
}
