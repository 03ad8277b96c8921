// Rebuilds query indexes from published content.
import type { SpaceId } from '../../base/ids.ts'
import type { Database } from '../../database/database.ts'
import { forgetIndexedModels } from '../model/collections.store.ts'
import { lockRevision, setRevision } from '../tables/revision.store.ts'
import { deleteAllPostings, setModelRevision } from './query-index.store.ts'
import { updateQueryIndex } from './query-index.ts'

/** Live entries of a space that are in the index so far. */
export interface IndexProgress {
  readonly space: string
  readonly done: number
}

type OnProgress = (progress: IndexProgress) => void

interface SpaceToIndex {
  readonly id: SpaceId
  readonly slug: string
}

/** Each space is one transaction: a process that is killed leaves its index as it was. */
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
