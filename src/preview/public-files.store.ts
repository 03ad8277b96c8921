// Read-only SQL statements on the files that live content shows, which are delivered publicly.
import type { SpaceId } from '../base/ids.ts'
import { isIn, query, type Reads } from '../database/database.ts'

/** Lists the public names of the files with these hashes. */
export async function listPublicFiles(reads: Reads, space: SpaceId, hashes: readonly string[]) {
  return reads.all(
    query
      .selectFrom('publication_asset')
      .select(['blob', 'filename'])
      .distinct()
      .where('space', '=', space)
      .where(isIn('blob', hashes)),
  )
}
