// SQL statements for the versions of drafts. Only this file writes them. The newest version of an entry stores no content,
// because that is in the draft. The first version of an imported entry has no row until it is overwritten.
import { type ExpressionBuilder, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { columnsOf, runInParts } from '../../database/bulk.ts'
import { execute, isIn, prepare, query, type Reads, textPairs, type Writes } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import type { Values } from '../values/model.ts'
import type { EntryRow } from './entries.store.ts'

export const versionReasons = ['create', 'edit', 'restore', 'discard', 'import', 'model'] as const
export type VersionReason = (typeof versionReasons)[number]

/** The properties of a new draft version. */
export interface NewVersion {
  readonly reason: VersionReason
  /** The paths that changed since the previous version. */
  readonly names: readonly string[]
  /** The time of the first save, if this save is merged into an existing version; null for a new version. */
  readonly mergedSince: number | null
}

/** The draft to store, and its version. */
export interface EntryWrite {
  readonly row: EntryRow
  /** Null if only the stored form changes, so that the draft keeps its version. */
  readonly version: NewVersion | null
  /** True if an existing draft keeps its path, state and number of problems. */
  readonly keepsKeys: boolean
}

/** Inserts the version of a draft that was published or scheduled, and overwritten in the same transaction. */
export async function insertPassedVersion(
  writes: Writes,
  version: Omit<Selectable<Schema['entry_version']>, 'sealed' | 'kept_until' | 'earlier'>,
): Promise<void> {
  await writes
    .insertInto('entry_version')
    .values({ ...version, sealed: 1 })
    .execute()
}

/** Stores the content of the entries' current drafts in their version rows. Call before the drafts are overwritten. */
export async function keepVersions(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
): Promise<void> {
  await keepVersionsWhere(writes, space, sql`${isIn('id', entries)}`)
}

/**
 * Like {@link keepVersions}, for the entries that match a condition on `entry.id`. The versions are kept at least until
 * `keptUntil`, unless it is null.
 */
export async function keepVersionsWhere(
  writes: Writes,
  space: SpaceId,
  condition: ReturnType<typeof sql>,
  keptUntil: RawBuilder<unknown> = sql`null`,
): Promise<void> {
  await sql`
    insert into entry_version (space, entry, draft_version, started_at, "at", "by", reason, names, sealed, kept_until, slug, data, variants)
    select space, id, draft_version, created_at, created_at, created_by, 'import', '[]',
      case when exists (
        select 1 from publication
        where publication.space = entry.space
          and publication.entry = entry.id
          and publication.draft_version = entry.draft_version
      ) then 1 else 0 end,
      ${keptUntil}, slug, data, variants
    from entry where "space" = ${space} and ${condition}
    on conflict (space, entry, draft_version) do update
      set slug = excluded.slug, data = excluded.data, variants = excluded.variants,
        kept_until = coalesce(excluded.kept_until, entry_version.kept_until)`.execute(writes)
}

const newestVersions = prepare(({ space, entries }: { space: SpaceId; entries: readonly string[] }) =>
  query
    .deleteFrom('entry_version')
    .where('space', '=', space)
    .where(isIn('entry', entries))
    .where('slug', 'is', null),
)

/** Deletes the rows of the entries' newest versions, which the next version replaces. */
export async function dropNewestVersions(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
): Promise<void> {
  await execute(writes, newestVersions({ space, entries }))
}

const columns = [
  'space',
  'entry',
  'draft_version',
  'started_at',
  'at',
  'by',
  'reason',
  'names',
  'slug',
  'data',
  'variants',
] as const

/** Inserts versions for drafts that are being written. */
export async function insertVersions(
  writes: Writes,
  space: SpaceId,
  drafts: readonly EntryWrite[],
): Promise<void> {
  const rows = drafts.flatMap(({ row, version }) =>
    version === null ? [] : [toVersionRow(space, row, version)],
  )
  await runInParts(writes, 'insertVersions', columns, rows, part =>
    writes
      .insertInto('entry_version')
      .values(part.map(row => columnsOf(row, columns)))
      // An older version of Frontlist, which had no draft versions, may have deleted an entry with the same id.
      .onConflict(conflict =>
        conflict.columns(['space', 'entry', 'draft_version']).doUpdateSet(({ ref }) => ({
          started_at: ref('excluded.started_at'),
          at: ref('excluded.at'),
          by: ref('excluded.by'),
          reason: ref('excluded.reason'),
          names: ref('excluded.names'),
          slug: ref('excluded.slug'),
          data: ref('excluded.data'),
          variants: ref('excluded.variants'),
        })),
      ),
  )
}

function toVersionRow(space: string, row: EntryRow, { reason, names, mergedSince }: NewVersion) {
  return {
    space,
    entry: row.id,
    draft_version: row.draft_version,
    started_at: mergedSince ?? row.updated_at,
    at: row.updated_at,
    by: row.updated_by,
    reason,
    names: JSON.stringify(names),
    slug: null,
    data: null,
    variants: null,
  }
}

/** Seals draft versions that were published or scheduled, so that they are kept permanently. */
export async function sealVersions(
  writes: Writes,
  space: SpaceId,
  versions: ReadonlyMap<string, number>,
): Promise<void> {
  if (versions.size === 0) return
  const pairs = new Map([...versions].map(([entry, version]) => [entry, [String(version)]]))
  await writes
    .updateTable('entry_version')
    .set({ sealed: 1 })
    .where('space', '=', space)
    .where('sealed', '!=', 1)
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('entry', 'draft_version'),
        'in',
        selectFrom(textPairs(pairs).as('pair'))
          .select(['pair.key', sql<number>`cast(pair.value as integer)`.as('version')])
          .$asTuple('key', 'version'),
      ),
    )
    .execute()
}

/** Seals the current draft version, for a schedule. */
export async function sealDraft(writes: Writes, space: SpaceId, entry: string): Promise<void> {
  await sql`
    insert into entry_version (space, entry, draft_version, started_at, "at", "by", reason, names, sealed)
    select space, id, draft_version, created_at, created_at, created_by, 'import', '[]', 1
    from entry where "space" = ${space} and id = ${entry}
    on conflict (space, entry, draft_version) do update set sealed = 1`.execute(writes)
}

/**
 * Unseals versions that are no longer scheduled. Unless they were published, they expire like other versions, but no later
 * save is merged into them. Deletes their forms from before changes of their model.
 */
export async function unsealVersions(
  writes: Writes,
  space: SpaceId,
  versions: ReadonlyMap<string, number>,
): Promise<void> {
  const isPublished = sql<SqlBool>`exists (
    select 1 from publication
    where publication."space" = entry_version."space" and publication.entry = entry_version.entry
      and publication.draft_version = entry_version.draft_version
  )`
  for (const [entry, draftVersion] of versions) {
    await writes
      .updateTable('entry_version')
      .set({ sealed: sql<number>`case when ${isPublished} then sealed else 2 end`, earlier: null })
      .where('space', '=', space)
      .where('entry', '=', entry)
      .where('draft_version', '=', draftVersion)
      .execute()
  }
}

/** Deletes versions that are neither sealed nor kept until later, except the newest {@link versionsMax} of them. */
export async function deleteOldVersions(
  writes: Writes,
  space: SpaceId,
  entry: string,
  now: number,
): Promise<void> {
  const oldest = await writes
    .selectFrom('entry_version')
    .select('draft_version')
    .where('space', '=', space)
    .where('entry', '=', entry)
    .where(isUnpinned(now))
    .orderBy('draft_version', 'desc')
    .offset(versionsMax)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  await writes
    .deleteFrom('entry_version')
    .where('space', '=', space)
    .where('entry', '=', entry)
    .where('draft_version', '<=', oldest.draft_version)
    .where(isUnpinned(now))
    .execute()
}

export async function deleteVersions(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
): Promise<void> {
  await writes.deleteFrom('entry_version').where('space', '=', space).where(isIn('entry', entries)).execute()
}

/** The number of newest versions of an entry that are kept, in addition to those that are kept for other reasons. */
const versionsMax = 100

/** Lists entries with too many versions, for example because versions kept after a change of the model have expired. */
export async function listCrowded(
  reads: Reads,
  space: SpaceId,
  now: number,
  limit: number,
): Promise<string[]> {
  const rows = await reads.all(
    query
      .selectFrom('entry_version')
      .select('entry')
      .where('space', '=', space)
      .where(isUnpinned(now))
      .groupBy('entry')
      .having(({ fn }) => fn.countAll(), '>', versionsMax)
      .limit(limit),
  )
  return rows.map(({ entry }) => entry)
}

/** Returns a condition for versions that are neither published, nor scheduled, nor kept until a later time. */
function isUnpinned(now: number) {
  return sql<SqlBool>`sealed <> 1 and (kept_until is null or kept_until < ${now})`
}

/** The form of a version before a change of its model, and the time until which it is kept, in milliseconds since 1970. */
interface EarlierForm {
  readonly until: number
  readonly data: Values
  readonly variants: { readonly [id: string]: Values }
}

function isVersionOf(versions: ReadonlyMap<string, number>) {
  const pairs = new Map([...versions].map(([entry, version]) => [entry, [String(version)]]))
  return ({ eb, refTuple, selectFrom }: ExpressionBuilder<Schema, 'entry_version'>) =>
    eb(
      refTuple('entry', 'draft_version'),
      'in',
      selectFrom(textPairs(pairs).as('pair'))
        .select(['pair.key', sql<number>`cast(pair.value as integer)`.as('version')])
        .$asTuple('key', 'version'),
    )
}

/** Reads the contents that are kept until exactly this time. */
export async function readKeptUntil(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
  until: number,
) {
  return writes
    .selectFrom('entry_version')
    .select(['entry', 'draft_version', 'data', 'variants'])
    .where('space', '=', space)
    .where(isIn('entry', entries))
    .where('kept_until', '=', until)
    .where('data', 'is not', null)
    .execute()
}

/** Reads the contents of these versions, by entry. The newest version has none, because its content is in the draft. */
export async function readVersionContents(
  writes: Writes,
  space: SpaceId,
  versions: ReadonlyMap<string, number>,
) {
  if (versions.size === 0) return []
  return writes
    .selectFrom('entry_version')
    .select(['entry', 'draft_version', 'data', 'variants'])
    .where('space', '=', space)
    .where(isVersionOf(versions))
    .where('data', 'is not', null)
    .execute()
}

/** Reads the forms of these versions before changes of their model, by entry. Only scheduled drafts have such forms. */
export async function readEarlierForms(
  writes: Writes,
  space: SpaceId,
  versions: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, readonly EarlierForm[]>> {
  if (versions.size === 0) return new Map()
  const rows = await writes
    .selectFrom('entry_version')
    .select(['entry', 'earlier'])
    .where('space', '=', space)
    .where(isVersionOf(versions))
    .where('earlier', 'is not', null)
    .execute()
  return new Map(rows.map(({ entry, earlier }) => [entry, JSON.parse(earlier!) as EarlierForm[]]))
}

/** Returns the content of one version of each entry. Versions that are no longer stored are missing from the result. */
export async function readDraftVersions(reads: Reads, space: SpaceId, versions: ReadonlyMap<string, number>) {
  const pairs = new Map([...versions].map(([entry, version]) => [entry, [String(version)]]))
  const found = await reads.all(
    query
      .selectFrom(textPairs(pairs).as('pair'))
      // A cross join keeps this order in SQLite.
      .crossJoin('entry_version as kept')
      .innerJoin('entry', join => join.on('entry.space', '=', space).onRef('entry.id', '=', 'kept.entry'))
      .where('kept.space', '=', space)
      .whereRef('kept.entry', '=', 'pair.key')
      .where(sql<boolean>`kept.draft_version = cast(pair.value as integer)`)
      // The newest version has no content of its own: its content is in `entry`.
      .where(({ eb, or }) =>
        or([eb('kept.slug', 'is not', null), eb('kept.draft_version', '=', eb.ref('entry.draft_version'))]),
      )
      .select(({ eb, fn }) => [
        'entry.id',
        'entry.collection',
        'kept.draft_version as draftVersion',
        fn.coalesce('kept.slug', 'entry.slug').as('slug'),
        fn.coalesce('kept.data', 'entry.data').as('data'),
        eb
          .case()
          .when('kept.slug', 'is', null)
          .then(eb.ref('entry.variants'))
          .else(eb.ref('kept.variants'))
          .end()
          .as('variants'),
      ]),
  )
  return new Map(found.map(row => [row.id, row]))
}
