// SQL statements that list the versions of entries. Read-only.
import { type SqlBool, sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { query, type Reads } from '../database/database.ts'

/** A version of a draft (`d`) or a publication (`p`), by its number. */
export interface VersionName {
  readonly kind: 'd' | 'p'
  readonly number: number
}

export interface VersionRow extends VersionName {
  readonly draftVersion: number | null
  readonly at: number
  readonly by: string | null
  readonly reason: string
  /** JSON. */
  readonly names: string
  /** 0 or 1. */
  readonly published: number
}

interface Range {
  readonly limit: number
  readonly offset: number
}

/** The newest first. A publication is newer than its draft, even if its time was set to an earlier one. */
export async function listVersions(
  reads: Reads,
  space: SpaceId,
  entry: string,
  { limit, offset }: Range,
): Promise<VersionRow[]> {
  return reads.all(
    query
      .selectFrom(versionsOf(space, entry).as('version'))
      .select(versionColumns)
      .orderBy('order', 'desc')
      // Within one millisecond.
      .orderBy(sql`coalesce("draftVersion", 2147483647)`, 'desc')
      .orderBy('kind', 'desc')
      .orderBy('number', 'desc')
      .limit(limit)
      .offset(offset),
  )
}

export async function countVersions(reads: Reads, space: SpaceId, entry: string): Promise<number> {
  const row = await reads.first(
    query
      .selectFrom(versionsOf(space, entry).as('version'))
      .select(({ fn }) => fn.countAll<number>().as('count')),
  )
  return row?.count ?? 0
}

export async function findVersion(
  reads: Reads,
  space: SpaceId,
  entry: string,
  { kind, number }: VersionName,
): Promise<VersionRow | undefined> {
  return reads.first(
    query
      .selectFrom(versionsOf(space, entry).as('version'))
      .select(versionColumns)
      .where('kind', '=', kind)
      .where('number', '=', number),
  )
}

const versionColumns = ['kind', 'number', 'draftVersion', 'at', 'by', 'reason', 'names', 'published'] as const

function versionsOf(space: SpaceId, entry: string) {
  return storedVersions(space, entry)
    .unionAll(currentVersion(space, entry))
    .unionAll(publicationsOf(space, entry))
}

const isPublished = (space: SpaceId, entry: string, draftVersion: string) =>
  sql<number>`case when ${sql.ref(draftVersion)} in (
    select draft_version from publication where space = ${space} and entry = ${entry}
  ) then 1 else 0 end`

const isDraft = sql<'d' | 'p'>`'d'`

function storedVersions(space: SpaceId, entry: string) {
  return query
    .selectFrom('entry_version as version')
    .where('version.space', '=', space)
    .where('version.entry', '=', entry)
    .select([
      isDraft.as('kind'),
      'version.draft_version as number',
      sql<number | null>`version.draft_version`.as('draftVersion'),
      'version.at as at',
      'version.by as by',
      'version.reason as reason',
      'version.names as names',
      isPublished(space, entry, 'version.draft_version').as('published'),
      'version.at as order',
    ])
}

/** A draft of before there were versions has no row until it changes. */
function currentVersion(space: SpaceId, entry: string) {
  return query
    .selectFrom('entry')
    .where('entry.space', '=', space)
    .where('entry.id', '=', entry)
    .where(
      sql<SqlBool>`not exists (
        select 1 from entry_version as version
        where version.space = entry.space
          and version.entry = entry.id
          and version.draft_version = entry.draft_version
      )`,
    )
    .select([
      isDraft.as('kind'),
      'entry.draft_version as number',
      sql<number | null>`entry.draft_version`.as('draftVersion'),
      'entry.updated_at as at',
      'entry.updated_by as by',
      sql<string>`'import'`.as('reason'),
      sql<string>`'[]'`.as('names'),
      isPublished(space, entry, 'entry.draft_version').as('published'),
      'entry.updated_at as order',
    ])
}

/** Each in its newest form: a change of the model writes what is live again, under its version. */
function publicationsOf(space: SpaceId, entry: string) {
  return query
    .selectFrom('publication')
    .leftJoin('entry_version as version', join =>
      join
        .on('version.space', '=', space)
        .on('version.entry', '=', entry)
        .onRef('version.draft_version', '=', 'publication.draft_version'),
    )
    .where('publication.space', '=', space)
    .where('publication.entry', '=', entry)
    .where('publication.from_revision', 'in', newestForms(space, entry))
    .select([
      sql<'d' | 'p'>`'p'`.as('kind'),
      'publication.version as number',
      'publication.draft_version as draftVersion',
      'publication.published_at as at',
      'publication.published_by as by',
      sql<string>`'publish'`.as('reason'),
      sql<string>`'[]'`.as('names'),
      sql<number>`1`.as('published'),
      sql<number>`case when version.at > publication.published_at then version.at else publication.published_at end`.as(
        'order',
      ),
    ])
}

function newestForms(space: SpaceId, entry: string) {
  return query
    .selectFrom('publication as form')
    .select(({ fn }) => fn.max('form.from_revision').as('from_revision'))
    .where('form.space', '=', space)
    .where('form.entry', '=', entry)
    .groupBy('form.version')
}
