// Read-only SQL statements for evaluation drafts.
import type { SpaceId } from '../../base/ids.ts'
import { livePublicationOf } from '../../content/tables/publication-reads.store.ts'
import { isIn, prepare, query, type Reads } from '../../database/database.ts'

const draftsOf = prepare(({ space, ids }: { space: SpaceId; ids: readonly string[] }) =>
  query
    .selectFrom('entry')
    .leftJoin('publication', livePublicationOf(space))
    .select(['entry.id', 'entry.collection', 'entry.slug', 'entry.data', 'entry.variants'])
    .select(['entry.archived_at as archivedAt', 'publication.published_at as publishedAt'])
    .select('publication.first_published_at as firstPublishedAt')
    .where('entry.space', '=', space)
    .where(isIn('entry.id', ids)),
)

/** Reads drafts and the times of what is live. */
export async function readDrafts(reads: Reads, space: SpaceId, ids: readonly string[]) {
  return reads.all(draftsOf({ space, ids }))
}

const assetsOf = prepare(({ space, ids }: { space: SpaceId; ids: readonly string[] }) =>
  query.selectFrom('asset').select('id').where('space', '=', space).where(isIn('id', ids)),
)

/** Returns those of the ids that are assets of the space. */
export async function listAssets(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await reads.all(assetsOf({ space, ids }))).map(({ id }) => id))
}
