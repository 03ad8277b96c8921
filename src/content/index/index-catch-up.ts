// Brings the query index up to date where it is behind: after the migration that added it, and after an older version
// of Frontlist has published during a rolling replacement.
import type { SpaceId } from '../../base/ids.ts'
import type { Database, Writes } from '../../database/database.ts'
import { forgetIndexedModels } from '../model/collections.store.ts'
import { lockRevision, setRevision } from '../tables/revision.store.ts'
import {
  deleteAllPostings,
  listSpacesBehind,
  readIndexRevisions,
  setModelRevision,
} from './query-index.store.ts'
import { updateQueryIndex } from './query-index.ts'

/** Live entries of a space that are in the index so far. */
export interface IndexProgress {
  readonly space: string
  readonly done: number
}

type OnProgress = (progress: IndexProgress) => void

export interface SpaceToIndex {
  readonly id: SpaceId
  readonly slug: string
}

/**
 * Returns the slugs of the spaces whose index was behind. Each is one transaction: a process that is killed leaves it
 * as it was.
 */
export async function catchUpQueryIndexes(
  database: Database,
  listSpaces: () => Promise<readonly SpaceToIndex[]>,
  onProgress: OnProgress = () => {},
): Promise<readonly string[]> {
  const ids = await listSpacesBehind(database.reads)
  if (ids.size === 0) return []
  const behind = (await listSpaces()).filter(({ id }) => ids.has(id))
  for (const { id, slug } of behind) {
    await database.transaction(writes => catchUp(writes, id, done => onProgress({ space: slug, done })), id)
  }
  return behind.map(({ slug }) => slug)
}

async function catchUp(writes: Writes, space: SpaceId, onProgress: (done: number) => void): Promise<void> {
  const revision = await lockRevision(writes, space)
  const { indexed } = await readIndexRevisions(writes, space)
  if (indexed === revision) return
  if (indexed === 0) return updateQueryIndex(writes, space, revision, { onProgress })
  // Lists may be cached that were found by the index as it was: a new revision has them evaluated again.
  await updateQueryIndex(writes, space, revision + 1, { onProgress })
  await setModelRevision(writes, space, revision + 1)
  await setRevision(writes, space, revision + 1)
}

/** Builds the index of these spaces anew, from what is live. */
export async function rebuildQueryIndexes(
  database: Database,
  spaces: readonly SpaceToIndex[],
  onProgress: OnProgress = () => {},
): Promise<void> {
  for (const { id, slug } of spaces) {
    await database.transaction(async writes => {
      const revision = (await lockRevision(writes, id)) + 1
      await deleteAllPostings(writes, id)
      await forgetIndexedModels(writes, id)
      await updateQueryIndex(writes, id, revision, { onProgress: done => onProgress({ space: slug, done }) })
      await setModelRevision(writes, id, revision)
      await setRevision(writes, id, revision)
    }, id)
  }
}
