// SQL statements for one entry in the management API. Read-only.
import type { SpaceId } from '../base/ids.ts'
import { draftColumns } from '../content/entries.store.ts'
import { query, type Reads } from '../database/database.ts'

export async function findEntry(reads: Reads, space: SpaceId, id: string) {
  return reads.first(
    query.selectFrom('entry').select(draftColumns).where('space', '=', space).where('id', '=', id),
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

/** The drafts that refer to an id, the first of them by id, each with one of its paths; and how many there are. */
export async function readReferringDrafts(reads: Reads, space: SpaceId, target: string, limit: number) {
  const references = query
    .selectFrom('draft_reference')
    .where('space', '=', space)
    .where('target', '=', target)
  const first = references
    .select(({ fn }) => ['entry', fn.min('path').as('path')])
    .groupBy('entry')
    .orderBy('entry')
    .limit(limit)
  const list = await reads.all(
    query
      .selectFrom(first.as('referrer'))
      .innerJoin('entry', join => join.on('entry.space', '=', space).onRef('entry.id', '=', 'referrer.entry'))
      .select(['entry.id', 'entry.collection', 'entry.slug', 'entry.title', 'entry.state', 'referrer.path'])
      .orderBy('entry.id'),
  )
  const count = await reads.first(
    references.select(({ fn }) => fn.count<number>('entry').distinct().as('count')),
  )
  return { list, count: count?.count ?? 0 }
}
