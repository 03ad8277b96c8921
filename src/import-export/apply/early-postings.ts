// What an import writes to the query index before it has the lock, where the database has one writer at a time: the postings of
// entries that are new to the index. They are a third of what it writes, so others write between any two parts of them. Nobody
// sees them until the import commits.

import type { Early } from '../../bulk/bulk-change.ts'
import { countStagedPostings, movePostingsOfPlaces } from '../../bulk/staged-postings.store.ts'
import {
  clearPending,
  extendPending,
  giveUpPending,
  hideChunks,
  type PendingChunks,
  readPending,
} from '../../content/index/pending-postings.store.ts'
import { reserveChunks } from '../../content/index/query-index.store.ts'
import { letOthersWrite, sweepPostings } from '../../content/index/sweep-postings.ts'
import { lockRevision } from '../../content/tables/revision.store.ts'
import type { ContentSession, Writes } from '../../database/database.ts'
import type { ImportWork, PreparedImport } from '../plan/prepared-import.ts'

/** Fewer are written fast enough under the lock. */
const postingsMin = 5000

/** They take some 40 ms. */
const postingsPerSlice = 15_000

/** After this time others delete what was written. They may wait so long for the lock between two parts, or for the last one. */
const patienceMs = 5 * 60_000

/** Null if there is too little to write, or another import of the space does the same. */
export async function writeEarlyPostings(
  session: ContentSession,
  work: ImportWork,
  prepared: PreparedImport,
): Promise<Early | null> {
  await sweepExpired(session, work)
  const count = work.stage.index?.ownChunks ? await session.read(countStagedPostings) : 0
  if (count < postingsMin) return null
  const chunks = await reserveHidden(session, work)
  if (chunks === null) return null
  const early = { discard: () => discard(session, work, chunks) }
  try {
    const isWritten = await writeSlices(session, work, chunks, count)
    prepared.early = isWritten ? chunks : null
  } catch (error) {
    await early.discard().catch(() => {})
    throw error
  }
  return early
}

/** What an import left behind that was killed. */
async function sweepExpired(session: ContentSession, { space, clock }: ImportWork): Promise<void> {
  const pending = await session.read(writes => readPending(writes, space))
  const now = clock()
  if (pending !== null && pending.until <= now) await sweepPostings(session.write, space, now)
}

async function reserveHidden(
  session: ContentSession,
  { space, stage, clock }: ImportWork,
): Promise<PendingChunks | null> {
  return session.write(async writes => {
    await lockRevision(writes, space)
    if ((await readPending(writes, space)) !== null) return null
    const count = stage.index!.ownChunks
    const from = await reserveChunks(writes, space, count)
    const chunks = { from, to: from + count - 1 }
    await hideChunks(writes, space, chunks, clock() + patienceMs)
    return chunks
  })
}

/** False if others have deleted some of them meanwhile. */
async function writeSlices(
  session: ContentSession,
  { space, clock, earlySlice = postingsPerSlice }: ImportWork,
  chunks: PendingChunks,
  count: number,
): Promise<boolean> {
  for (let after = 0; after < count; after += earlySlice) {
    await letOthersWrite()
    const isOurs = await session.write(async writes => {
      if (!(await extendPending(writes, space, chunks, clock() + patienceMs))) return false
      await movePostingsOfPlaces(writes, space, chunks.from, { after, to: after + earlySlice })
      return true
    })
    if (!isOurs) return false
  }
  return true
}

/** Where they were not shown: the import was preparationOutdated or has failed, or wrote them again. */
async function discard(
  session: ContentSession,
  { space, clock }: ImportWork,
  chunks: PendingChunks,
): Promise<void> {
  const isLeft = async (writes: Writes) => (await readPending(writes, space))?.from === chunks.from
  if (!(await session.read(isLeft))) return
  await session.write(async writes => {
    if (await isLeft(writes)) await giveUpPending(writes, space)
  })
  await sweepPostings(session.write, space, clock())
}

/** Under the lock: from the commit on they are seen. Where they do not hold any more, the index stage writes them itself. */
export async function showEarlyPostings(
  writes: Writes,
  { space, stage }: ImportWork,
  { early }: PreparedImport,
): Promise<void> {
  if (early === null || !stage.index?.ownChunks) return
  const pending = await readPending(writes, space)
  if (pending?.from !== early.from || pending.until === 0) return
  await stage.index.adoptAdded(writes, early.from)
  await clearPending(writes, space)
}
