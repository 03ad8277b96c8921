// Batches lookups of API keys: one statement at a time looks up all keys that this node has not cached. A flood of
// unknown keys uses at most one connection of the pool, and a valid key waits only for the running statement and for its
// own.
import type { KeyLookupResult } from './key-lookup.store.ts'

/** The maximum number of hashes in a statement. The others wait for the next one. */
export const hashesMax = 500

/** Looks a key up by the hash of the whole key. The statement starts after the call. */
export type KeyLookup = (hash: string) => Promise<KeyLookupResult | null>

type FindMany = (hashes: readonly string[]) => Promise<ReadonlyMap<string, KeyLookupResult>>
type PendingLookup = PromiseWithResolvers<KeyLookupResult | null>

export function createKeyLookup(findMany: FindMany): KeyLookup {
  const queue = new Map<string, PendingLookup>()
  let isRunning = false

  const takeBatch = (): ReadonlyMap<string, PendingLookup> => {
    const batch = new Map<string, PendingLookup>()
    for (const [hash, waiting] of queue) {
      if (batch.size === hashesMax) break
      queue.delete(hash)
      batch.set(hash, waiting)
    }
    return batch
  }

  const run = async () => {
    isRunning = true
    while (queue.size > 0) {
      const batch = takeBatch()
      try {
        const found = await findMany([...batch.keys()])
        for (const [hash, { resolve }] of batch) resolve(found.get(hash) ?? null)
      } catch (error) {
        for (const { reject } of batch.values()) reject(error)
      }
    }
    isRunning = false
  }

  return hash => {
    const waiting = queue.get(hash) ?? Promise.withResolvers<KeyLookupResult | null>()
    queue.set(hash, waiting)
    if (!isRunning) void run()
    return waiting.promise
  }
}
