// SQL statements for one entry in the management API. Read-only.
import type { SpaceId } from '../base/ids.ts'
import { draftColumns } from '../content/entries.store.ts'
import { query, type Reads } from '../database/database.ts'
import { firstPublishedAt } from './entry-list.store.ts'

export async function findEntry(reads: Reads, space: SpaceId, id: string) {
  return reads.first(
    query
      .selectFrom('entry')
      .select(draftColumns)
      .select(firstPublishedAt.as('firstPublishedAt'))
      .where('space', '=', space)
      .where('id', '=', id),
  )
}

/** What is live of an entry, without its overlays. */
export async function findLive(reads: Reads, space: SpaceId, entry: string) {
  return reads.first(
    query
      .selectFrom('publication')
      .select(['version', 'draft_version', 'slug', 'published_at', 'data', 'from_revision'])
      .where('space', '=', space)
      .where('entry', '=', entry)
      .where('to_revision', 'is', null),
  )
}

export async function readOverlays(reads: Reads, space: SpaceId, entry: string, fromRevision: number) {
  return reads.all(
    query
      .selectFrom('publication_variant')
      .select(['variant', 'data'])
      .where('space', '=', space)
      .where('entry', '=', entry)
      .where('from_revision', '=', fromRevision)
      .orderBy('variant'),
  )
}

export async function readModelVersion(reads: Reads, space: SpaceId, collection: string): Promise<number> {
  const row = await reads.first(
    query
      .selectFrom('collection')
      .select('model_version')
      .where('space', '=', space)
      .where('api_name', '=', collection),
  )
  return row?.model_version ?? 0
}
