// Reads drafts, their sizes, and the assets that they name, for scans and previews. No statement here writes.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { livePublicationOf } from '../../content/tables/publication-reads.store.ts'
import { isIn, prepare, query, type Reads } from '../../database/database.ts'

interface RowIds {
  readonly space: SpaceId
  readonly ids: readonly string[]
}

/** Both engines know the length of a stored text without reading the text. */
const sizesOf = prepare(({ space, ids }: RowIds) =>
  query
    .selectFrom('entry')
    .select(['id', 'state'])
    .select(sql<number>`octet_length(data) + coalesce(octet_length(variants), 0)`.as('bytes'))
    .where('space', '=', space)
    .where(isIn('id', ids)),
)

/** Reads the sizes of drafts with their overlays, in bytes. */
export async function readDraftSizes(reads: Reads, space: SpaceId, ids: readonly string[]) {
  return reads.all(sizesOf({ space, ids }))
}

const draftsOf = prepare(({ space, ids }: RowIds) =>
  query
    .selectFrom('entry')
    .leftJoin('publication', livePublicationOf(space))
    .select(['entry.id', 'entry.collection', 'entry.slug', 'entry.data', 'entry.variants', 'entry.state'])
    .select(['publication.version', 'publication.published_at as publishedAt'])
    .select('publication.first_published_at as firstPublishedAt')
    .where('entry.space', '=', space)
    .where(isIn('entry.id', ids)),
)

/** Reads drafts with the version and the times of their live publications. */
export async function readDrafts(reads: Reads, space: SpaceId, ids: readonly string[]) {
  return reads.all(draftsOf({ space, ids }))
}

const assetsOf = prepare(({ space, ids }: RowIds) =>
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
