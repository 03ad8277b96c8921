// Deletes postings that were written before they were to be seen and never will be, a few at a time: others write in between.
import type { Clock } from '../../base/clock.ts'
import type { SpaceId } from '../../base/ids.ts'
import type { Database, Writes } from '../../database/database.ts'
import { clearPending, giveUpPending, listSpacesWithExpired, readPending } from './pending-postings.store.ts'
import { deletePostingsOfChunks, firstPosition, type PostingKey } from './query-index.store.ts'

/** A write transaction of one space. */
export type Transact = <Result>(work: (writes: Writes) => Promise<Result>) => Promise<Result>

/** Looked at in one transaction. If all of them are deleted, it takes some 30 ms. */
const postingsPerSlice = 10_000

/** Longer than a writer in another process waits before it tries again, so that it comes first. */
const pauseMs = 20

export function letOthersWrite(): Promise<void> {
  return Bun.sleep(pauseMs)
}

/** If nobody goes on with them by now. Several may do it at once, and where one is killed, another begins anew. */
export async function sweepPostings(
  transact: Transact,
  space: SpaceId,
  now: number,
  perSlice = postingsPerSlice,
): Promise<void> {
  const chunks = await transact(async writes => {
    const pending = await readPending(writes, space)
    if (pending === null || pending.until > now) return null
    await giveUpPending(writes, space)
    return pending
  })
  if (chunks === null) return
  for (let after: PostingKey | null = firstPosition; after !== null; ) {
    const from: PostingKey = after
    after = await transact(async writes => {
      const pending = await readPending(writes, space)
      // Others have come to the end before.
      if (pending?.from !== chunks.from) return null
      const last = await deletePostingsOfChunks(writes, space, chunks, { after: from, limit: perSlice })
      if (last === null) await clearPending(writes, space)
      return last
    })
    if (after !== null) await letOthersWrite()
  }
}

/** Of all spaces: who is killed cannot do it. */
export async function sweepExpiredPostings(
  database: Database,
  listSpaces: () => Promise<readonly { readonly id: SpaceId }[]>,
  clock: Clock,
): Promise<void> {
  const ids = await listSpacesWithExpired(database.reads, clock())
  if (ids.size === 0) return
  for (const { id } of (await listSpaces()).filter(space => ids.has(space.id))) {
    await sweepPostings(work => database.transaction(work, id), id, clock())
  }
}
