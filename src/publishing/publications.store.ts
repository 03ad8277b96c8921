// The statements of what is served: the only ones that write publications.
import type { SpaceId } from '../base/ids.ts'
import { columnsOf, runInParts } from '../database/bulk.ts'
import { textList, type Writes } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

export type PublicationRow = Schema['publication']
export type OverlayRow = Schema['publication_variant']

/** What remains known of an entry that was published at some time. */
export interface History {
  readonly version: number
  readonly firstPublishedAt: number
}

export async function readLive(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
): Promise<PublicationRow[]> {
  return writes
    .selectFrom('publication')
    .selectAll()
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where('entry', 'in', textList(ids))
    .execute()
}

/** The overlays of the live publications of these entries. */
export async function readLiveOverlays(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
): Promise<OverlayRow[]> {
  return writes
    .selectFrom('publication_variant as overlay')
    .innerJoin('publication', join =>
      join
        .onRef('publication.space', '=', 'overlay.space')
        .onRef('publication.entry', '=', 'overlay.entry')
        .onRef('publication.from_revision', '=', 'overlay.from_revision'),
    )
    .selectAll('overlay')
    .where('overlay.space', '=', space)
    .where('overlay.entry', 'in', textList(ids))
    .where('publication.to_revision', 'is', null)
    .execute()
}

/** For those of the entries that were ever published, unpublished ones included. */
export async function readHistory(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
): Promise<Map<string, History>> {
  const rows = await writes
    .selectFrom('publication')
    .select(({ fn }) => [
      'entry',
      fn.max('version').as('version'),
      fn.min('first_published_at').as('firstPublishedAt'),
    ])
    .where('space', '=', space)
    .where('entry', 'in', textList(ids))
    .groupBy('entry')
    .execute()
  return new Map(rows.map(({ entry, version, firstPublishedAt }) => [entry, { version, firstPublishedAt }]))
}

/** Live publications with a reference whose meaning an import can change. */
export async function readUnsettled(writes: Writes, space: SpaceId): Promise<string[]> {
  const rows = await writes
    .selectFrom('publication')
    .select('entry')
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where('rebind', '=', 1)
    .execute()
  return rows.map(row => row.entry)
}

/** Ends the live publications of these entries at a revision; how many there were. */
export async function closePublications(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
  revision: number,
): Promise<number> {
  const { numUpdatedRows } = await writes
    .updateTable('publication')
    .set({ to_revision: revision })
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where('entry', 'in', textList(ids))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function insertPublications(
  writes: Writes,
  publications: readonly PublicationRow[],
  overlays: readonly OverlayRow[],
): Promise<void> {
  const columns = [
    'space',
    'entry',
    'from_revision',
    'to_revision',
    'collection',
    'slug',
    'version',
    'first_published_at',
    'published_at',
    'rebind',
    'refs',
    'data',
  ] as const
  await runInParts(writes, 'insertPublications', columns, publications, part =>
    writes.insertInto('publication').values(part.map(row => columnsOf(row, columns))),
  )
  const overlayColumns = ['space', 'entry', 'from_revision', 'variant', 'refs', 'data'] as const
  await runInParts(writes, 'insertOverlays', overlayColumns, overlays, part =>
    writes.insertInto('publication_variant').values(part.map(row => columnsOf(row, overlayColumns))),
  )
}
