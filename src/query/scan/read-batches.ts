// Reads many entries in batches of about the same size in bytes.
import type { Pace } from './pace.ts'

const firstBatch = 20
const batchMax = 500
const batchBytes = 2 ** 20

/**
 * Reads about a megabyte at a time, because a read of SQLite blocks the thread until it ends. `onBytes` throws if too much
 * was read.
 */
export async function* readInBatches<Item extends { readonly bytes: number }>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly Item[]>,
  onBytes: (bytes: number) => void,
  pace: Pace,
): AsyncGenerator<readonly Item[]> {
  let size = firstBatch
  for (let from = 0; from < ids.length; ) {
    const some = ids.slice(from, from + size)
    const items = await read(some)
    const bytes = items.reduce((sum, item) => sum + item.bytes, 0)
    onBytes(bytes)
    if (pace.isDue) await pace.pause()
    yield items
    from += some.length
    const mean = Math.max(1, bytes / some.length)
    size = Math.max(1, Math.min(2 * size, batchMax, Math.floor(batchBytes / mean)))
  }
}
