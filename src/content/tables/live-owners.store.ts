// SQL statements that find the entries that are live at paths. Read-only.
import type { SpaceId } from '../../base/ids.ts'
import { query, type Reads, textPairs } from '../../database/database.ts'
import { prepare } from '../../database/prepare.ts'

/** Returns the ids of the entries that are live at these paths, by `collection/slug`. */
export async function readLiveOwners(
  reads: Reads,
  space: SpaceId,
  paths: readonly { readonly collection: string; readonly slug: string }[],
): Promise<ReadonlyMap<string, string>> {
  const slugs = new Map<string, string[]>()
  for (const { collection, slug } of paths) slugs.set(collection, [...(slugs.get(collection) ?? []), slug])
  const rows = await reads.all(
    query
      .selectFrom(textPairs(slugs).as('pair'))
      // SQLite keeps the join order of a cross join.
      .crossJoin('publication')
      .select(['publication.entry', 'publication.collection', 'publication.slug'])
      .where('publication.space', '=', space)
      .whereRef('publication.collection', '=', 'pair.key')
      .whereRef('publication.slug', '=', 'pair.value')
      .where('publication.to_revision', 'is', null),
  )
  return new Map(rows.map(({ entry, collection, slug }) => [`${collection}/${slug}`, entry]))
}

interface OfPath {
  readonly space: SpaceId
  readonly collection: string
  readonly slug: string
}

const liveAtPath = prepare(({ space, collection, slug }: OfPath) =>
  query
    .selectFrom('publication')
    .select('entry')
    .where('space', '=', space)
    .where('collection', '=', collection)
    .where('slug', '=', slug)
    .where('to_revision', 'is', null),
)

/** Returns the entry that is live at a path, or null. The statement is prepared, because every save runs it. */
export async function findLiveOwner(reads: Reads, path: OfPath): Promise<string | null> {
  const [row] = await reads.all(liveAtPath(path))
  return row?.entry ?? null
}
