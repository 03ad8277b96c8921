// What another process has used of the processor, and holds of the memory, out of /proc.
import { readdirSync, readFileSync } from 'node:fs'

/**
 * A watch on the processor time of a process: the seconds since it was started, of all threads, in user and kernel mode.
 * To the nanosecond, which `/proc/PID/stat` with its hundredths of a second is not; what a thread used that has ended
 * since is not counted.
 */
export function watchCpu(pid: number): () => number {
  const before = nanosecondsOfThreads(pid)
  return () => {
    let used = 0
    for (const [thread, now] of nanosecondsOfThreads(pid)) used += now - (before.get(thread) ?? 0)
    return used / 1e9
  }
}

/** Throws where there is no such process, or no /proc. */
function nanosecondsOfThreads(pid: number): Map<string, number> {
  const found = new Map<string, number>()
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      const text = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1')
      found.set(thread, Number(text.split(' ')[0]))
    } catch {
      // It has ended since it was listed.
    }
  }
  return found
}

export function residentBytes(pid: number): number {
  const [, kib = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
  return Number(kib) * 1024
}

/** The same by mappings, as the kernel adds them up: and `pss`, in which what is shared counts in parts. */
export function memoryOf(pid: number): { readonly residentBytes: number; readonly pssBytes: number } {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) * 1024
  return { residentBytes: read('Rss'), pssBytes: read('Pss') }
}
