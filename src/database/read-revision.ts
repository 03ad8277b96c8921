// What a snapshot has reached.
import type { SpaceId } from '../base/ids.ts'
import { query, type Reads } from './database.ts'
import { prepare } from './prepare.ts'

/** Of what is served in the space, as these reads see it. */
export async function readRevision(reads: Reads, space: SpaceId): Promise<number> {
  return (await reads.first(revisionOf({ space })))?.revision ?? 0
}

const revisionOf = prepare(({ space }: { space: SpaceId }) =>
  query.selectFrom('space').select('revision').where('id', '=', space),
)
