// How much memory the process may use, and the share of it that cached responses get unless `CACHE_BYTES` says otherwise.
import { totalmem } from 'node:os'

const cacheBytesMin = 64 * 2 ** 20
const cacheBytesMax = 2 ** 30

/** The limit of the process's cgroup (a container's, a service's), or else the machine's memory. */
export function processMemoryBytes(): number {
  const machine = totalmem()
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, machine) : machine
}

/** An eighth of the memory; at least 64 MiB, at most 1 GiB. */
export function defaultCacheBytes(memoryBytes: number): number {
  return Math.min(Math.max(Math.floor(memoryBytes / 8), cacheBytesMin), cacheBytesMax)
}

/** `setting` is `CACHE_BYTES`, null where it is empty. */
export function cacheBytesOf(setting: number | null): number {
  return setting ?? defaultCacheBytes(processMemoryBytes())
}

/** For people: the size of the cache and where it comes from. */
export function describeCacheSize(setting: number | null): string {
  const size = `${Math.floor(cacheBytesOf(setting) / 2 ** 20).toLocaleString('en')} MiB`
  if (setting !== null) return `${size}, set by CACHE_BYTES`
  const memory = Math.floor(processMemoryBytes() / 2 ** 20).toLocaleString('en')
  return `${size} (the default) of ${memory} MiB that are available; CACHE_BYTES changes it`
}
