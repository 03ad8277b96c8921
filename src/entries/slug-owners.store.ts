// SQL statements that find the entries with a slug, in their drafts or live publications. Read-only.
import type { SpaceId } from '../base/ids.ts'
import { execute, isIn, prepare, query, type Writes } from '../database/database.ts'

interface WantedSlugs {
  readonly space: SpaceId
  readonly collection: string
  readonly slugs: readonly string[]
}

const ownersOf = prepare(({ space, collection, slugs }: WantedSlugs) =>
  query
    .selectFrom('entry')
    .select(['id as entry', 'slug'])
    .where('space', '=', space)
    .where('collection', '=', collection)
    .where(isIn('slug', slugs))
    .where('archived_at', 'is', null)
    .unionAll(
      query
        .selectFrom('publication')
        .select(['entry', 'slug'])
        .where('space', '=', space)
        .where('collection', '=', collection)
        .where(isIn('slug', slugs))
        .where('to_revision', 'is', null),
    ),
)

/** Reads the entries with these slugs. Archived entries have none in their drafts. An entry may be listed twice. */
export async function readSlugOwners(
  writes: Writes,
  space: SpaceId,
  collection: string,
  slugs: readonly string[],
): Promise<readonly { readonly entry: string; readonly slug: string }[]> {
  return execute(writes, ownersOf({ space, collection, slugs }))
}

/** Finds an entry of the collection that is not archived and not in `except`; null if there is none. */
export async function findOtherEntry(
  writes: Writes,
  space: SpaceId,
  collection: string,
  except: readonly string[],
): Promise<string | null> {
  const rows = await writes
    .selectFrom('entry')
    .select('id')
    .where('space', '=', space)
    .where('collection', '=', collection)
    .where('archived_at', 'is', null)
    .limit(except.length + 1)
    .execute()
  return rows.find(({ id }) => !except.includes(id))?.id ?? null
}
