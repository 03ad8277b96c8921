// CPU time and memory of another process, from /proc.
import { readdirSync, readFileSync } from 'node:fs'

/**
 * A stopwatch for the CPU time of a process: seconds in user and kernel mode of all threads, to the nanosecond
 * (`/proc/PID/stat` counts hundredths of a second). Threads that have ended since are not counted.
 */
export function watchCpu(pid: number): () => number {
  const before = nanosecondsOfThreads(pid)
  return () => {
    let used = 0
    for (const [thread, now] of nanosecondsOfThreads(pid))
      used += Math.max(0, now - (before.get(thread) ?? 0))
    return used / 1e9
  }
}

/** Throws if there is no such process, or no /proc. */
function nanosecondsOfThreads(pid: number): Map<string, number> {
  const threads = readdirSync(`/proc/${pid}/task`)
  return new Map(threads.map(thread => [thread, cpuNanoseconds(`${pid}/task/${thread}`)]))
}

/** The CPU time so far of a thread, or of a process with only one; 0 if it has ended. */
export function cpuNanoseconds(thread: string): number {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, 'latin1').split(' ')[0])
  } catch {
    return 0
  }
}

export function residentBytes(pid: number): number {
  return readStatus(pid, 'VmRSS')
}

/** The peak resident memory since the process started. */
export function peakBytes(pid: number): number {
  return readStatus(pid, 'VmHWM')
}

function readStatus(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024
}

/** The kernel's sum over all mappings; `pss` divides shared pages among the processes that share them. */
export function memoryOf(pid: number): { readonly residentBytes: number; readonly pssBytes: number } {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) * 1024
  return { residentBytes: read('Rss'), pssBytes: read('Pss') }
}
