// The statements of what is served: the only ones that write publications.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { columnsOf, runInParts } from '../database/bulk.ts'
import { isIn, textPairs, type Writes } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { listTargets, type StoredData } from './stored-data.ts'

export type PublicationRow = Schema['publication']
export type OverlayRow = Schema['publication_variant']

/** What remains known of an entry that was published at some time. */
export interface History {
  readonly version: number
  readonly firstPublishedAt: number
}

/** What is live of an entry, and its overlays by variant. */
export interface LivePublication {
  readonly row: PublicationRow
  readonly overlays: ReadonlyMap<string, StoredData>
}

/** By entry; those of the entries that are served. */
export async function readLive(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LivePublication>> {
  const rows = await writes
    .selectFrom('publication')
    .selectAll()
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(isIn('entry', ids))
    .execute()
  const overlays = new Map<string, Map<string, StoredData>>(rows.map(row => [row.entry, new Map()]))
  for (const overlay of await readOverlaysOf(writes, space, rows)) {
    overlays.get(overlay.entry)?.set(overlay.variant, overlay)
  }
  return new Map(rows.map(row => [row.entry, { row, overlays: overlays.get(row.entry) ?? new Map() }]))
}

/** Those of the entries that are served. */
export async function listLive(writes: Writes, space: SpaceId, ids: readonly string[]): Promise<string[]> {
  const rows = await writes
    .selectFrom('publication')
    .select('entry')
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(isIn('entry', ids))
    .execute()
  return rows.map(({ entry }) => entry)
}

/** Where those of the entries that are served stand. */
export async function readLiveAddresses(writes: Writes, space: SpaceId, ids: readonly string[]) {
  return writes
    .selectFrom('publication')
    .select(['entry', 'collection', 'slug'])
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(isIn('entry', ids))
    .execute()
}

/** Of publications that are named by their key: a join with what is live would leave its order to the engine. */
async function readOverlaysOf(
  writes: Writes,
  space: SpaceId,
  publications: readonly Pick<PublicationRow, 'entry' | 'from_revision'>[],
): Promise<OverlayRow[]> {
  const revisions = new Map(publications.map(({ entry, from_revision }) => [entry, [String(from_revision)]]))
  return (
    writes
      .selectFrom(textPairs(revisions).as('live'))
      // A cross join keeps this order in SQLite.
      .crossJoin('publication_variant as overlay')
      .selectAll('overlay')
      .where('overlay.space', '=', space)
      .whereRef('overlay.entry', '=', 'live.key')
      .where('overlay.from_revision', '=', sql<number>`cast(live.value as bigint)`)
      .execute()
  )
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
    .where(isIn('entry', ids))
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
    // In the text: a plan that holds for any value could not use the index of those that are 1.
    .where('rebind', '=', sql.lit(1))
    .execute()
  return rows.map(row => row.entry)
}

/** Ends the live publications of these entries at a revision. */
export async function closePublications(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
  revision: number,
): Promise<void> {
  await writes
    .updateTable('publication')
    .set({ to_revision: revision })
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(isIn('entry', ids))
    .execute()
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

/** Who points to each id: entries by target, each of them with a live publication that was just opened. */
export async function insertReferences(
  writes: Writes,
  space: SpaceId,
  byTarget: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  // In the order of the key, as far as it is cheap: at random places a tree takes three times as long.
  const sorted = new Map([...byTarget].sort(([a], [b]) => (a < b ? -1 : 1)))
  await writes
    .insertInto('publication_reference')
    .columns(['space', 'target', 'entry'])
    .expression(db =>
      db
        .selectFrom(textPairs(sorted).as('pair'))
        .select(({ val }) => [val<string>(space).as('space'), 'pair.key', 'pair.value'])
        // Without it SQLite reads `on conflict` as the condition of a join.
        .where(({ val }) => val(true)),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Where the live publications of these entries and their overlays point to, by entry: no index leads there. */
export async function readTargetsOf(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const own = await writes
    .selectFrom('publication')
    .select(['entry', 'from_revision', 'refs'])
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(isIn('entry', ids))
    .execute()
  const pointers = new Map<string, string[]>()
  for (const { entry, refs } of [...own, ...(await readOverlaysOf(writes, space, own))]) {
    const targets = listTargets(refs)
    if (targets.length > 0) pointers.set(entry, [...(pointers.get(entry) ?? []), ...targets])
  }
  return pointers
}

export async function deleteReferences(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
): Promise<void> {
  const pointers = await readTargetsOf(writes, space, ids)
  if (pointers.size === 0) return
  await writes
    .deleteFrom('publication_reference')
    .where('space', '=', space)
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('entry', 'target'),
        'in',
        selectFrom(textPairs(pointers).as('pair'))
          .select(['pair.key', 'pair.value'])
          .$asTuple('key', 'value'),
      ),
    )
    .execute()
}

/** Entries of which a publication began or ended after this revision. */
export async function listChangedSince(writes: Writes, space: SpaceId, revision: number): Promise<string[]> {
  const changed = (column: 'from_revision' | 'to_revision') =>
    writes.selectFrom('publication').select('entry').where('space', '=', space).where(column, '>', revision)
  // Told apart here: to do it by itself, SQLite would read all of the space in the order of entries.
  const rows = await changed('from_revision').unionAll(changed('to_revision')).execute()
  return [...new Set(rows.map(({ entry }) => entry))]
}
