// Determines the memory that the process may use, and the share for cached responses unless `CACHE_BYTES` is set.
import { totalmem } from 'node:os'

const cacheBytesMin = 64 * 2 ** 20
const cacheBytesMax = 2 ** 30

/** Returns the limit of the process's cgroup (of a container or service), or else the machine's memory. */
export function processMemoryBytes(): number {
  const machine = totalmem()
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, machine) : machine
}

/** Returns an eighth of the memory, at least 64 MiB and at most 1 GiB. */
export function defaultCacheBytes(memoryBytes: number): number {
  return Math.min(Math.max(Math.floor(memoryBytes / 8), cacheBytesMin), cacheBytesMax)
}

/** Returns the size of the cache. `setting` is `CACHE_BYTES`, or null if it is empty. */
export function cacheBytesOf(setting: number | null): number {
  return setting ?? defaultCacheBytes(processMemoryBytes())
}

/** Describes the size of the cache and its origin for operators. */
export function describeCacheSize(setting: number | null): string {
  const size = `${Math.floor(cacheBytesOf(setting) / 2 ** 20).toLocaleString('en')} MiB`
  if (setting !== null) return `${size}, set by CACHE_BYTES`
  const memory = Math.floor(processMemoryBytes() / 2 ** 20).toLocaleString('en')
  return `${size} (the default) of ${memory} MiB that are available; CACHE_BYTES changes it`
}
