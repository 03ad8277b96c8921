// Inserts the rows of the stage into the content tables by `insert … select` statements, ordered so that no two rows
// conflict on a key.
import { type RawBuilder, sql } from 'kysely'
import { draftColumnList, overwriteDraft } from '../content/tables/entries.store.ts'
import type { Writes } from '../database/database.ts'
import type { Stage } from './stage.store.ts'
import { eachPart, isMoved, type Move } from './stage-parts.store.ts'
import type { StageTable } from './stage-tables.ts'

/** Inserts the staged rows at this revision of the space, and overwrites existing drafts. */
export async function insertFromStage(
  writes: Writes,
  stage: Stage,
  revision: number,
  move: Move,
): Promise<void> {
  await insertEntries(writes, stage, move)
  await insertPublications(writes, stage, revision, move)
  await insertVersions(writes, stage, move)
  for (const copied of copiedTables) await copyRows(writes, stage, copied, move)
}

interface CopiedTable {
  readonly table: string
  readonly staged: StageTable
  /** All columns except `space`. */
  readonly columns: readonly string[]
  /** True to insert in key order, because random inserts into a B-tree take three times as long. Existing rows are kept. */
  readonly isSorted: boolean
}

/** The tables of references and assets, of drafts and of publications. */
const copiedTables: readonly CopiedTable[] = [
  {
    table: 'draft_reference',
    staged: 'staged_draft_reference',
    columns: ['target', 'entry', 'path'],
    isSorted: true,
  },
  { table: 'draft_asset', staged: 'staged_draft_asset', columns: ['asset', 'entry'], isSorted: true },
  {
    table: 'publication_reference',
    staged: 'staged_reference',
    columns: ['target', 'entry'],
    isSorted: true,
  },
  {
    table: 'publication_asset',
    staged: 'staged_asset',
    columns: ['entry', 'asset', 'blob', 'filename', 'names_former'],
    isSorted: false,
  },
]

async function copyRows(
  writes: Writes,
  stage: Stage,
  { table, staged, columns, isSorted }: CopiedTable,
  move: Move,
): Promise<void> {
  const list = sql.join(columns.map(name => sql.ref(name)))
  const end = isSorted ? sql`order by ${list} on conflict do nothing` : sql``
  await eachPart(stage, staged, move, part =>
    sql`
      insert into ${sql.table(table)} ("space", ${list})
      select ${stage.space}, ${list} from ${sql.table(staged)} where ${part} ${end}`.execute(writes),
  )
}

async function insertEntries(writes: Writes, stage: Stage, move: Move): Promise<void> {
  await eachPart(stage, 'staged_entry', move, async part => {
    const rows = (isChosen: RawBuilder<boolean>) => sql`
      insert into "entry" ("space", ${draftColumnList})
      select ${stage.space}, ${draftColumnList} from staged_entry
      where ${part} and ${isChosen}`
    // No `on conflict`: it would make SQLite write an undo record for each row.
    await rows(sql`is_new = 1`).execute(writes)
    for (const keepsKeys of [true, false]) {
      await move.pause()
      const changed = rows(sql`is_new = 0 and keeps_keys = ${sql.lit(keepsKeys ? 1 : 0)}`)
      await sql`${changed} on conflict (space, id) do update set ${overwriteDraft({ keepsKeys })}`.execute(
        writes,
      )
    }
  })
}

/**
 * Inserts the new versions of existing drafts. A new draft gets no row until it is overwritten, because its entry holds the
 * same values.
 */
async function insertVersions(writes: Writes, stage: Stage, move: Move): Promise<void> {
  const { space } = stage
  await eachPart(stage, 'staged_version', move, part =>
    sql`
      insert into "entry_version" ("space", entry, draft_version, started_at, "at", "by", reason, names, sealed)
      select ${space}, entry, draft_version, "at", "at", "by", reason, names, sealed
      from staged_version where ${part}
      on conflict (space, entry, draft_version) do update set sealed = 1 where excluded.sealed = 1`.execute(
      writes,
    ),
  )
  if (stage.isSliced || stage.partsOf('staged_publication') === 0) return
  // Drafts that are published unchanged have no staged version.
  await sql`
    update entry_version set sealed = 1
    from staged_publication as published
    where entry_version."space" = ${space} and entry_version.entry = published.entry
      and entry_version.draft_version = published.draft_version and entry_version.sealed <> 1
      and ${isMoved(move, 'published')}
      and not exists (select 1 from staged_version where staged_version.entry = published.entry)`.execute(
    writes,
  )
}

async function insertPublications(writes: Writes, stage: Stage, revision: number, move: Move): Promise<void> {
  const { space } = stage
  await eachPart(stage, 'staged_publication', move, part =>
    sql`
      insert into "publication" ("space", entry, from_revision, to_revision, collection, slug, version,
        first_published_at, published_at, draft_version, published_by, rebind, refs, data, written)
      select ${space}, entry, ${sql.lit(revision)}, null, collection, slug, version,
        first_published_at, published_at, draft_version, published_by, rebind, refs, data, written
      from staged_publication where ${part}`.execute(writes),
  )
  await eachPart(stage, 'staged_variant', move, part =>
    sql`
      insert into "publication_variant" ("space", entry, from_revision, variant, refs, data, written)
      select ${space}, entry, ${sql.lit(revision)}, variant, refs, data, written
      from staged_variant where ${part}`.execute(writes),
  )
}
