// Read-only SQL statements for one entry in the management API.
import type { SpaceId } from '../../base/ids.ts'
import { draftColumns } from '../../content/tables/entries.store.ts'
import { query, type Reads } from '../../database/database.ts'

export async function findEntry(reads: Reads, space: SpaceId, id: string) {
  return reads.first(
    query.selectFrom('entry').select(draftColumns).where('space', '=', space).where('id', '=', id),
  )
}

export async function readOverlays(reads: Reads, space: SpaceId, entry: string, fromRevision: number) {
  return reads.all(
    query
      .selectFrom('publication_variant')
      .select(['variant', 'data', 'written'])
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
