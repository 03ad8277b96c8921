// SQL statements that read what a version of an entry held.
import type { SpaceId } from '../base/ids.ts'
import { query, type Reads } from '../database/database.ts'

/** The content of a version of a draft; of the newest, what the draft is. */
export async function findDraftContent(reads: Reads, space: SpaceId, entry: string, draftVersion: number) {
  const stored = await reads.first(
    query
      .selectFrom('entry_version')
      .select(['slug', 'data', 'variants'])
      .where('space', '=', space)
      .where('entry', '=', entry)
      .where('draft_version', '=', draftVersion)
      .where('slug', 'is not', null),
  )
  if (stored) return stored
  return reads.first(
    query
      .selectFrom('entry')
      .select(['slug', 'data', 'variants'])
      .where('space', '=', space)
      .where('id', '=', entry)
      .where('draft_version', '=', draftVersion),
  )
}

/** What was published under a version, in its newest form. */
export async function findPublishedContent(reads: Reads, space: SpaceId, entry: string, version: number) {
  const row = await reads.first(
    query
      .selectFrom('publication')
      .select(['slug', 'data', 'from_revision'])
      .where('space', '=', space)
      .where('entry', '=', entry)
      .where('version', '=', version)
      .orderBy('from_revision', 'desc')
      .limit(1),
  )
  if (!row) return undefined
  const overlays = await reads.all(
    query
      .selectFrom('publication_variant')
      .select(['variant', 'data'])
      .where('space', '=', space)
      .where('entry', '=', entry)
      .where('from_revision', '=', row.from_revision),
  )
  const { slug, data } = row
  return { slug, data, overlays: new Map(overlays.map(overlay => [overlay.variant, overlay])) }
}

export async function findCollection(
  reads: Reads,
  space: SpaceId,
  entry: string,
): Promise<string | undefined> {
  const row = await reads.first(
    query.selectFrom('entry').select('collection').where('space', '=', space).where('id', '=', entry),
  )
  return row?.collection
}

/** The operations of changes of a model after this time, in their order. */
export async function listModelOperations(
  reads: Reads,
  space: SpaceId,
  collection: string,
  after: number,
): Promise<readonly { readonly op: string }[]> {
  const rows = await reads.all(
    query
      .selectFrom('model_change')
      .select('operations')
      .where('space', '=', space)
      .where('collection', '=', collection)
      .where('at', '>', after)
      .orderBy('model_version'),
  )
  return rows.flatMap(({ operations }) => JSON.parse(operations) as { op: string }[])
}
