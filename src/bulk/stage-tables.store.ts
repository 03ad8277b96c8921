// The temporary tables for content that is prepared without the space's lock: their rows and columns, and how they are
// created, sorted and dropped.
import type { Generated, Kysely } from 'kysely'
import type { PostingKey, PostingRow } from '../content/index/query-index.store.ts'
import type { EntryRow } from '../content/tables/entries.store.ts'
import type { OverlayRow, PublicationAssetRow, PublicationRow } from '../content/tables/publications.store.ts'
import { createTemporary, runScript } from '../database/bulk.ts'
import { engineOf, type Writes } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

/** The record of an entry that existed before the import, which may have to evaluate its changes again. */
export interface StagedRecord {
  readonly entry: string
  /** The location of the record in the source, as text for the report. */
  readonly where: string
  /** The result that the import report counts for the entry. */
  readonly counted: 'changed' | 'unchanged'
  /** 1 if the published values stay unchanged. */
  readonly keepsLive: number
  /** The record as JSON. */
  readonly record: string
}

/** A scheduled draft, converted to the new model. */
export interface StagedSchedule {
  readonly entry: string
  /** The scheduled draft version. */
  readonly version: number
  /**
   * The version that replaces the scheduled one, if that is the newest draft and changes. Otherwise null: the contents are
   * replaced.
   */
  readonly moved_to: number | null
  readonly data: string | null
  readonly variants: string | null
}

/** The columns of a new draft version. */
interface StagedVersion {
  readonly entry: string
  readonly draft_version: number
  readonly at: number
  readonly by: string | null
  readonly reason: string
  readonly names: string
  /** 1 if the change publishes the version. */
  readonly sealed: number
}

/** `is_late` is 1 for rows staged after the preparation, because another writer has changed the entry since. */
interface Lateness {
  readonly is_late: number
}

/** One statement moves the rows of one part. */
interface Part extends Lateness {
  readonly part: number
}

interface OfEntry extends Part {
  readonly entry: string
}

interface Pair extends OfEntry {
  readonly target: string
}

/** A posting that is going to be inserted. */
type StagedPosting = Omit<PostingRow, 'space'>

/** A change of a posting, see PostingChange. */
export interface StagedChange extends PostingKey {
  /** 32-bit numbers. */
  readonly changes: Uint8Array
  /** The posting that the changes were applied to; null if there was none. */
  readonly old: Uint8Array | null
  /** The posting after the changes; null if they are still to be applied. */
  readonly count: number | null
  readonly numbers: Uint8Array | null
}

export interface StageSchema extends Schema {
  /** `is_new` is 1 for an entry that the change creates. `keeps_keys` is 1 if its indexed columns stay the same. */
  staged_entry: EntryRow & Part & { readonly is_new: number; readonly keeps_keys: number }
  /** The versions of drafts that are overwritten. */
  staged_version: StagedVersion & Part
  /** Drafts whose references are replaced. */
  staged_outdated: OfEntry
  /** References of drafts, where they change. */
  staged_draft_reference: Pair & { readonly path: string }
  /** Drafts whose named assets are replaced. */
  staged_outdated_asset: OfEntry
  /** The assets that drafts name, for drafts in which they change. */
  staged_draft_asset: OfEntry & { readonly asset: string }
  /** Entries whose drafts do not change. */
  staged_state: Lateness & {
    readonly entry: string
    readonly state: string
    readonly published_at: number | null
  }
  staged_publication: Omit<PublicationRow, 'space' | 'from_revision' | 'to_revision'> & Part
  staged_variant: Omit<OverlayRow, 'space' | 'from_revision'> & Part
  /** References of new publications. */
  staged_reference: Pair
  /** References of publications that end. */
  staged_unlinked: Pair
  /** Entries whose publications end. */
  staged_closed: OfEntry
  /** The assets that new publications show. */
  staged_asset: Omit<PublicationAssetRow, 'space'> & Part
  /** Entries whose publications end and may have shown assets. */
  staged_hidden: OfEntry
  staged_removed: OfEntry
  /** Entries that release their slug, so that other entries can take it. */
  staged_moved: OfEntry
  staged_record: StagedRecord
  staged_schedule: StagedSchedule
  /** The numbers of new entries in the query index, from 0. */
  staged_number: { readonly entry: string; readonly number: number }
  /** Whole postings of new entries; chunks count from 0. */
  staged_posting: StagedPosting
  /** The rows of `staged_posting` in the order of the index; places count from 1. */
  staged_posting_sorted: StagedPosting & { readonly place: Generated<number> }
  /** Changes of existing postings, or of chunks that hold other entries, too; each key once. Places count from 1. */
  staged_change: StagedChange & { readonly place: Generated<number> }
}

export type StageTable = Exclude<keyof StageSchema, keyof Schema>

/** The same connection, typed with its temporary tables. */
export const stagedIn = (writes: Writes) => writes as unknown as Kysely<StageSchema>

const part = 'is_late integer, part integer'
const ofEntry = `entry text, ${part}`
const postingKey = 'collection text, field text, variant text, key BYTES, chunk integer'
const posting = `${postingKey}, count integer, numbers BYTES`

const stageTables: Readonly<Record<StageTable, string>> = {
  staged_entry: `id text, collection text, slug text, data text, variants text, draft_version integer,
    path_versions text, title text, title_key text, search text, picture text, problems integer, state text,
    published_at bigint, created_at bigint, created_by text, updated_at bigint, updated_by text, archived_at bigint,
    is_new integer, keeps_keys integer, ${part}`,
  staged_version: `entry text, draft_version integer, "at" bigint, "by" text, reason text, names text, sealed integer,
    ${part}`,
  staged_outdated: ofEntry,
  staged_draft_reference: `target text, path text, ${ofEntry}`,
  staged_outdated_asset: ofEntry,
  staged_draft_asset: `asset text, ${ofEntry}`,
  staged_state: 'entry text, state text, published_at bigint, is_late integer',
  staged_publication: `entry text, collection text, slug text, version integer, first_published_at bigint,
    published_at bigint, draft_version integer, published_by text, refs text, data text, written text,
    ${part}`,
  staged_variant: `entry text, variant text, refs text, data text, written text, ${part}`,
  staged_reference: `target text, ${ofEntry}`,
  staged_unlinked: `target text, ${ofEntry}`,
  staged_closed: ofEntry,
  staged_asset: `entry text, asset text, blob text, filename text, names_former integer, ${part}`,
  staged_hidden: ofEntry,
  staged_removed: ofEntry,
  staged_moved: ofEntry,
  staged_record: 'entry text, "where" text, counted text, "keepsLive" integer, record text',
  staged_schedule: 'entry text, version integer, moved_to integer, data text, variants text',
  staged_number: 'entry text, number integer',
  staged_posting: posting,
  staged_posting_sorted: `${posting}, place PLACE`,
  staged_change: `${postingKey}, changes BYTES, old BYTES, count integer, numbers BYTES, place PLACE`,
}

const typeNames = {
  sqlite: { BYTES: 'blob', PLACE: 'integer primary key' },
  postgres: { BYTES: 'bytea', PLACE: 'integer generated always as identity primary key' },
} as const

function createTable(db: Writes, name: string, table: StageTable): string {
  const { BYTES, PLACE } = typeNames[engineOf(db)]
  return createTemporary(db, name, stageTables[table].replaceAll('BYTES', BYTES).replace('PLACE', PLACE))
}

const tableNames = Object.keys(stageTables) as StageTable[]

/** The names of the columns of each table, in order, except places, which the database assigns. */
export const stageColumns = Object.fromEntries(
  tableNames.map(name => [
    name,
    stageTables[name]
      .split(',')
      .filter(column => !column.endsWith('PLACE'))
      .map(column => column.trim().split(' ')[0]!.replaceAll('"', '')),
  ]),
) as unknown as Readonly<Record<StageTable, readonly string[]>>

export const postingKeyColumns = ['collection', 'field', 'variant', 'key', 'chunk'] as const

/** The tables that hold changes of entries, with the column `entry`, except removals. */
export const tablesByEntry = tableNames.filter(
  name => stageColumns[name].includes('entry') && !['staged_removed', 'staged_number'].includes(name),
)

/** Few rows are in these tables, although they have parts. */
const smallTables: readonly StageTable[] = ['staged_removed', 'staged_moved']

/** Tables whose rows are moved by several statements. The other tables have few rows. */
const partedTables = tableNames.filter(
  name => stageColumns[name].includes('part') && !smallTables.includes(name),
)

/** Checks whether several statements move the table's rows. */
export function isParted(table: StageTable): boolean {
  return partedTables.includes(table)
}

/**
 * The maximum number of rows per part. Larger statements could exceed the statement timeout, or block transactions that
 * need one of the rows for too long. Processes that serve requests use smaller parts.
 */
export const rowsPerPart = { whole: 5000, sliced: 3000 } as const

/** Without these indexes, PostgreSQL may compare each row with each other row, because it has no statistics on new rows. */
const stageIndexes = [
  'staged_entry (id)',
  'staged_version (entry)',
  'staged_publication (entry)',
  'staged_change (place) where count is null',
  ...partedTables.filter(name => name !== 'staged_entry').map(name => `${name} (is_late, part)`),
  'staged_entry (is_late, part, is_new, keeps_keys)',
] as const

/** Creates the tables on the connection of `db`. */
export async function createStage(db: Writes): Promise<void> {
  const create = tableNames.map(name => createTable(db, name, name))
  const changeKey = `create unique index staged_change_key on staged_change (${postingKeyColumns.join(', ')})`
  await runScript(db, [...create, ...indexStatements(), changeKey])
}

/** Returns the statements for the indexes of all tables, or of one. */
function indexStatements(table?: StageTable): string[] {
  return stageIndexes.flatMap((on, number) =>
    table === undefined || on.startsWith(`${table} `) ? [`create index stage_${number} on ${on}`] : [],
  )
}

export async function dropStage(db: Writes): Promise<void> {
  await runScript(
    db,
    tableNames.map(name => `drop table if exists ${name}`),
  )
}

/** Tables whose rows are inserted unchanged, with the columns that they are sorted by. */
const sortedTables = [
  ['staged_entry', 'id'],
  ['staged_version', 'entry'],
  ['staged_publication', 'entry'],
  ['staged_variant', 'entry'],
] as const satisfies readonly (readonly [StageTable, string])[]

/**
 * Sorts the rows by the keys of the content tables, and splits them into parts again. SQLite only: inserts in random order
 * take twice as long. Blocks for about a second for 100,000 entries.
 */
export async function sortStage(writes: Writes, partSize: number): Promise<void> {
  for (const [table, key] of sortedTables) {
    const sorted = `${table}_sorted`
    const place = `(row_number() over (order by ${key}) - 1) / ${partSize}`
    const columns = stageColumns[table].map(name => (name === 'part' ? place : `"${name}"`))
    await runScript(writes, [
      createTable(writes, sorted, table),
      `insert into ${sorted} select ${columns.join(', ')} from ${table} order by ${key}`,
      `drop table ${table}`,
      `alter table ${sorted} rename to ${table}`,
      ...indexStatements(table),
    ])
  }
}
