// Looks secrets up by their hashes, in batches: a flood of unknown secrets uses at most one connection of the pool, and a
// valid one waits only for the running statement and for its own.

/** The maximum number of hashes in a statement. The others wait for the next one. */
export const hashesMax = 500

/** Looks a secret up by its hash. The statement starts after the call. */
type HashLookup<Found> = (hash: string) => Promise<Found | null>

type FindMany<Found> = (hashes: readonly string[]) => Promise<ReadonlyMap<string, Found>>
type PendingLookup<Found> = PromiseWithResolvers<Found | null>

export function createHashLookup<Found>(findMany: FindMany<Found>): HashLookup<Found> {
  const queue = new Map<string, PendingLookup<Found>>()
  let isRunning = false

  const takeBatch = (): ReadonlyMap<string, PendingLookup<Found>> => {
    const batch = new Map<string, PendingLookup<Found>>()
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
    const waiting = queue.get(hash) ?? Promise.withResolvers<Found | null>()
    queue.set(hash, waiting)
    if (!isRunning) void run()
    return waiting.promise
  }
}
