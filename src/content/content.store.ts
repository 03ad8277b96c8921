// The statements of the content API. They read live publications and the names of collections, nothing else: no draft
// can leak, because no draft is ever selected. The live row of an entry is the one without a `to_revision`.
import type { SpaceId } from '../base/ids.ts'
import { isIn, query, type Reads } from '../database/database.ts'
import { prepare } from '../database/prepare.ts'
import type { OnRow } from './published-entries.store.ts'

export interface StubRow {
  readonly entry: string
  readonly collection: string
  readonly slug: string
}

/** The id of what is served at an address. */
export async function findLiveEntry(
  reads: Reads,
  space: SpaceId,
  collection: string,
  slug: string,
): Promise<string | null> {
  return (await reads.first(liveBySlug({ space, collection, slug })))?.entry ?? null
}

/** What stays of a reference that is not resolved; nothing for an entry that is not published. */
export async function eachStubById(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
  onRow: OnRow<StubRow>,
): Promise<void> {
  await reads.each(stubsById({ space, ids }), onRow)
}

export async function collectionExists(reads: Reads, space: SpaceId, apiName: string): Promise<boolean> {
  return (await reads.first(collectionByName({ space, apiName }))) !== undefined
}

export async function countLive(reads: Reads, space: SpaceId, collection: string): Promise<number> {
  return (await reads.first(liveCount({ space, collection })))?.count ?? 0
}

export async function listCollections(reads: Reads, space: SpaceId) {
  return reads.all(collectionsOf({ space }))
}

const collectionByName = prepare(({ space, apiName }: { space: SpaceId; apiName: string }) =>
  query
    .selectFrom('collection')
    .select('api_name')
    .where('space', '=', space)
    .where('api_name', '=', apiName),
)

const collectionsOf = prepare(({ space }: { space: SpaceId }) =>
  query
    .selectFrom('collection')
    .select(['api_name as apiName', 'name', 'fields'])
    .where('space', '=', space)
    .orderBy('api_name'),
)

const liveCount = prepare(({ space, collection }: { space: SpaceId; collection: string }) =>
  query
    .selectFrom('publication')
    .select(query.fn.countAll<number>().as('count'))
    .where('space', '=', space)
    .where('collection', '=', collection)
    .where('to_revision', 'is', null),
)

const stubsById = prepare(({ space, ids }: { space: SpaceId; ids: readonly string[] }) =>
  query
    .selectFrom('publication')
    .select(['entry', 'collection', 'slug'])
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(isIn('entry', ids)),
)

const liveBySlug = prepare(
  ({ space, collection, slug }: { space: SpaceId; collection: string; slug: string }) =>
    query
      .selectFrom('publication')
      .select('entry')
      .where('space', '=', space)
      .where('to_revision', 'is', null)
      .where('collection', '=', collection)
      .where('slug', '=', slug),
)
