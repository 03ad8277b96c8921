// SQL statements for the references from drafts to entries and assets. Only this file writes them. Lookups of referrers
// also read the references of publications, and lookups of targets read entries.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { columnsOf, runInParts } from '../../database/bulk.ts'
import {
  isIn,
  prepare,
  query,
  type Reads,
  readsWithin,
  textPairs,
  type Writes,
} from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import type { FindTarget, ReferenceValue } from '../fields/field-type.ts'
import type { EntryState } from '../values/model.ts'

/** A target of a draft's reference field. */
export interface DraftReference {
  readonly target: string
  /** The path of the field or of the overlay's field: `/data/author`. */
  readonly path: string
}

export type DraftReferenceRow = Schema['draft_reference']

const referenceColumns = ['space', 'target', 'entry', 'path'] as const

const referencesOf = prepare(({ space, entries }: { space: SpaceId; entries: readonly string[] }) =>
  query
    .selectFrom('draft_reference')
    .select(referenceColumns)
    .where('space', '=', space)
    .where(isIn('entry', entries)),
)

const referrersOf = prepare(({ space, targets }: { space: SpaceId; targets: readonly string[] }) =>
  query
    .selectFrom('draft_reference')
    .select(['target', 'entry'])
    .where('space', '=', space)
    .where(isIn('target', targets))
    .union(
      query
        .selectFrom('publication_reference')
        .select(['target', 'entry'])
        .where('space', '=', space)
        .where(isIn('target', targets)),
    ),
)

/** Lists the entries that refer to these ids, in their drafts or live publications. The ids need not be of entries. */
export async function listReferrers(
  reads: Reads,
  space: SpaceId,
  targets: readonly string[],
): Promise<readonly Pick<DraftReferenceRow, 'target' | 'entry'>[]> {
  return targets.length === 0 ? [] : reads.all(referrersOf({ space, targets }))
}

/**
 * Lists the drafts whose stored references are newer than their values: a draft refers to the value of a pair, and its text
 * has the key, which is the id that the reference had before.
 */
export async function listOutdatedReferrers(
  reads: Reads,
  space: SpaceId,
  replaced: ReadonlyMap<string, string>,
): Promise<readonly Pick<DraftReferenceRow, 'target' | 'entry'>[]> {
  const pairs = new Map([...replaced].map(([before, now]) => [before, [now]]))
  return reads.all(
    query
      .selectFrom(textPairs(pairs).as('pair'))
      // SQLite keeps the join order of cross joins.
      .crossJoin('draft_reference')
      .crossJoin('entry')
      .select(['pair.key as target', 'draft_reference.entry'])
      .distinct()
      .where('draft_reference.space', '=', space)
      .whereRef('draft_reference.target', '=', 'pair.value')
      .where('entry.space', '=', space)
      .whereRef('entry.id', '=', 'draft_reference.entry')
      .where(sql<boolean>`(entry.data || coalesce(entry.variants, '')) like '%' || pair.key || '%'`),
  )
}

/** Replaces the references of changed drafts, and adds those of new ones. */
export async function saveDraftReferences(
  writes: Writes,
  space: SpaceId,
  changed: readonly string[],
  rows: readonly DraftReferenceRow[],
): Promise<void> {
  const { outdated, added } = await compareDraftReferences(writes, space, changed, rows)
  if (outdated.length > 0) await deleteDraftReferences(writes, space, outdated)
  await insertDraftReferences(writes, added)
}

interface ChangedRows<Row> {
  readonly outdated: readonly string[]
  readonly added: readonly Row[]
}

/** Returns the drafts whose references differ from the stored ones, and the rows that replace theirs. */
export async function compareDraftReferences(
  writes: Writes,
  space: SpaceId,
  changed: readonly string[],
  rows: readonly DraftReferenceRow[],
): Promise<ChangedRows<DraftReferenceRow>> {
  const stored =
    changed.length === 0 ? [] : await readsWithin(writes).all(referencesOf({ space, entries: changed }))
  return compareRows(changed, stored, rows, ({ target, path }) => `${target} ${path}`)
}

/** Compares the rows of changed drafts with the stored ones. Most changes leave them as they are. */
function compareRows<Row extends { readonly entry: string }>(
  changed: readonly string[],
  stored: readonly Row[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ChangedRows<Row> {
  const [before, after] = [stored, rows].map(each => Map.groupBy(each, ({ entry }) => entry))
  const isSame = (entry: string) => {
    const known = new Set((before!.get(entry) ?? []).map(keyOf))
    const next = after!.get(entry) ?? []
    return known.size === next.length && next.every(row => known.has(keyOf(row)))
  }
  const same = new Set(changed.filter(isSame))
  return {
    outdated: changed.filter(entry => !same.has(entry) && before!.has(entry)),
    added: rows.filter(({ entry }) => !same.has(entry)),
  }
}

async function insertDraftReferences(writes: Writes, rows: readonly DraftReferenceRow[]): Promise<void> {
  // Rows are inserted in key order, because random inserts into the B-tree take three times as long.
  const sorted = [...rows].sort((a, b) => (a.target < b.target ? -1 : a.target > b.target ? 1 : 0))
  await runInParts(writes, 'insertDraftReferences', referenceColumns, sorted, part =>
    writes.insertInto('draft_reference').values(part.map(row => columnsOf(row, referenceColumns))),
  )
}

export async function deleteDraftReferences(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
): Promise<void> {
  await writes
    .deleteFrom('draft_reference')
    .where('space', '=', space)
    .where(isIn('entry', entries))
    .execute()
}

export type DraftAssetRow = Schema['draft_asset']

const draftAssetColumns = ['space', 'asset', 'entry'] as const

const storedAssetsOf = prepare(({ space, entries }: { space: SpaceId; entries: readonly string[] }) =>
  query
    .selectFrom('draft_asset')
    .select(draftAssetColumns)
    .where('space', '=', space)
    .where(isIn('entry', entries)),
)

/** Replaces the assets of changed drafts, and adds those of new ones. */
export async function saveDraftAssets(
  writes: Writes,
  space: SpaceId,
  changed: readonly string[],
  rows: readonly DraftAssetRow[],
): Promise<void> {
  const { outdated, added } = await compareDraftAssets(writes, space, changed, rows)
  if (outdated.length > 0) await deleteDraftAssets(writes, space, outdated)
  await runInParts(writes, 'insertDraftAssets', draftAssetColumns, added, part =>
    writes.insertInto('draft_asset').values(part.map(row => columnsOf(row, draftAssetColumns))),
  )
}

/** Returns the drafts whose assets differ from the stored ones, and the rows that replace theirs. */
export async function compareDraftAssets(
  writes: Writes,
  space: SpaceId,
  changed: readonly string[],
  rows: readonly DraftAssetRow[],
): Promise<ChangedRows<DraftAssetRow>> {
  const stored =
    changed.length === 0 ? [] : await readsWithin(writes).all(storedAssetsOf({ space, entries: changed }))
  return compareRows(changed, stored, rows, ({ asset }) => asset)
}

export async function deleteDraftAssets(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
): Promise<void> {
  await writes.deleteFrom('draft_asset').where('space', '=', space).where(isIn('entry', entries)).execute()
}

/** Lists entries whose drafts or scheduled drafts name one of these assets, after the given entry. */
export async function listNaming(
  reads: Reads,
  space: SpaceId,
  assets: readonly string[],
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await reads.all(
    query
      .selectFrom('draft_asset')
      .select('entry')
      .distinct()
      .where('space', '=', space)
      .where(isIn('asset', assets))
      .where('entry', '>', after)
      .orderBy('entry')
      .limit(limit),
  )
  return rows.map(({ entry }) => entry)
}

/** The target of a reference. */
export interface TargetRow {
  readonly id: string
  readonly collection: string
  readonly slug: string
  readonly title: string | null
  readonly state: EntryState
}

const targetColumns = ['entry.id', 'entry.collection', 'entry.slug', 'entry.title', 'entry.state'] as const

function entriesById(space: SpaceId, ids: readonly string[]) {
  return query
    .selectFrom('entry')
    .select(targetColumns)
    .where('entry.space', '=', space)
    .where(isIn('entry.id', ids))
}

const preparedById = prepare(({ space, ids }: { space: SpaceId; ids: readonly string[] }) =>
  entriesById(space, ids),
)

/** Reads the entries to which these references resolve, by id or by collection and slug, without duplicates. */
export async function readTargets(
  reads: Reads,
  space: SpaceId,
  references: readonly { readonly to: ReferenceValue }[],
): Promise<TargetRow[]> {
  const ids = references.flatMap(({ to }) => ('id' in to ? [to.id] : []))
  const slugs = new Map<string, string[]>()
  for (const { to } of references) {
    if ('id' in to) continue
    const group = slugs.get(to.collection)
    if (group) group.push(to.slug)
    else slugs.set(to.collection, [to.slug])
  }
  if (ids.length === 0 && slugs.size === 0) return []
  // The usual case: only requests contain references by slug.
  if (slugs.size === 0) return (await reads.all(preparedById({ space, ids }))) as TargetRow[]
  const bySlug = query
    .selectFrom(textPairs(slugs).as('pair'))
    // SQLite keeps the join order of a cross join: an entry lookup per pair, not a pair lookup per entry.
    .crossJoin('entry')
    .select(targetColumns)
    .where('entry.space', '=', space)
    .whereRef('entry.collection', '=', 'pair.key')
    .whereRef('entry.slug', '=', 'pair.value')
    .where('entry.archived_at', 'is', null)
  return (await reads.all(entriesById(space, ids).union(bySlug))) as TargetRow[]
}

/** The entries to which references lead. */
export interface Targets {
  readonly get: (id: string) => TargetRow | undefined
  readonly find: (reference: ReferenceValue) => TargetRow | null
  readonly findTarget: FindTarget
}

/** Reads the entries to which these references lead. */
export async function findTargets(
  reads: Reads,
  space: SpaceId,
  references: readonly { readonly to: ReferenceValue }[],
): Promise<Targets> {
  return targetsAmong(await readTargets(reads, space, references))
}

export function targetsAmong(rows: readonly TargetRow[]): Targets {
  const byId = new Map(rows.map(row => [row.id, row]))
  const byPath = new Map(
    rows.filter(({ state }) => state !== 'archived').map(row => [`${row.collection}/${row.slug}`, row]),
  )
  return {
    get: id => byId.get(id),
    find: to => ('id' in to ? byId.get(to.id) : byPath.get(`${to.collection}/${to.slug}`)) ?? null,
    findTarget: ({ id }) => {
      const row = byId.get(id)
      return row ? { collection: row.collection, state: row.state === 'changed' ? 'live' : row.state } : null
    },
  }
}
