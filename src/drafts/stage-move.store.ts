// Moves rows from the stage to the content tables. This runs under the space's lock, so it is only statements that the
// engine executes by itself, ordered so that no two rows conflict on a key.
import { sql } from 'kysely'
import { draftColumnList, overwriteDraft, releasedSlug } from '../content/entries.store.ts'
import { keepVersionsWhere } from '../content/entry-versions.store.ts'
import { isIn, type Writes } from '../database/database.ts'
import type { CancelledTimes } from './schedules.ts'
import type { Stage } from './stage.store.ts'
import { eachPart, isAmong, isStaged } from './stage-parts.store.ts'
import { cancelStaged } from './staged-cancellations.store.ts'

/** The drafts of these collections are kept until a time, as they were before a change of their model. */
export interface DraftRetention {
  readonly collections: readonly string[]
  readonly until: number
}

/** Applies all staged changes at this revision of the space. Returns what of schedules they cancel. */
export async function moveFromStage(
  writes: Writes,
  stage: Stage,
  revision: number,
  retention: DraftRetention,
): Promise<ReadonlyMap<string, CancelledTimes>> {
  await endPublications(writes, stage, revision)
  await keepVersions(writes, stage, retention)
  await freeSlugs(writes, stage)
  await insertEntries(writes, stage)
  await setLiveStates(writes, stage)
  await insertDraftReferences(writes, stage)
  await insertDraftAssets(writes, stage)
  await insertPublications(writes, stage, revision)
  await insertVersions(writes, stage)
  await insertReferences(writes, stage)
  await insertAssets(writes, stage)
  return cancelStaged(writes, stage, revision)
}

async function endPublications(writes: Writes, stage: Stage, revision: number): Promise<void> {
  const { space } = stage
  await eachPart(stage, 'staged_unlinked', part =>
    sql`
      delete from "publication_reference"
      where "space" = ${space}
        and (target, entry) in (select distinct target, entry from staged_unlinked where ${part})`.execute(
      writes,
    ),
  )
  await eachPart(stage, 'staged_closed', part =>
    sql`
      update "publication" set to_revision = ${sql.lit(revision)}
      where "space" = ${space} and to_revision is null and ${isStaged('entry', 'staged_closed', part)}`.execute(
      writes,
    ),
  )
}

/** Must run first, so that other entries can take the released slugs. */
async function freeSlugs(writes: Writes, stage: Stage): Promise<void> {
  const { space } = stage
  if (stage.partsOf('staged_removed') > 0) {
    await sql`delete from "entry" where "space" = ${space} and ${isStaged('id', 'staged_removed')}`.execute(
      writes,
    )
    for (const table of ['entry_version', 'draft_reference', 'draft_asset', 'schedule']) {
      await sql`
        delete from ${sql.table(table)} where "space" = ${space} and ${isStaged('entry', 'staged_removed')}`.execute(
        writes,
      )
    }
  }
  if (stage.partsOf('staged_moved') === 0) return
  await sql`
    update "entry" set slug = ${releasedSlug}
    where "space" = ${space} and ${isStaged('id', 'staged_moved')}`.execute(writes)
}

async function insertEntries(writes: Writes, stage: Stage): Promise<void> {
  await eachPart(stage, 'staged_entry', async part => {
    const rows = (isNew: 0 | 1) => sql`
      insert into "entry" ("space", ${draftColumnList})
      select ${stage.space}, ${draftColumnList} from staged_entry
      where ${part} and is_new = ${isNew}`
    // No `on conflict`: it would make SQLite write an undo record for each row.
    await rows(1).execute(writes)
    await sql`${rows(0)} on conflict (space, id) do update set ${overwriteDraft}`.execute(writes)
  })
}

/** What the drafts were; before their slugs are released. */
async function keepVersions(
  writes: Writes,
  stage: Stage,
  { collections, until }: DraftRetention,
): Promise<void> {
  const deadline =
    collections.length === 0
      ? sql`null`
      : sql`case when ${isIn('entry.collection', collections)} then ${sql.lit(until)} end`
  await eachPart(stage, 'staged_entry', part => {
    const changed = sql`select id from staged_entry where ${part} and is_new = 0 and reason is not null`
    return keepVersionsWhere(writes, stage.space, isAmong('id', changed), deadline)
  })
}

/** The new versions of drafts; what is published is kept for good. */
async function insertVersions(writes: Writes, stage: Stage): Promise<void> {
  const { space } = stage
  await eachPart(stage, 'staged_entry', part =>
    sql`
      insert into "entry_version" ("space", entry, draft_version, started_at, "at", "by", reason, names)
      select ${space}, id, draft_version, updated_at, updated_at, updated_by, reason, names
      from staged_entry where ${part} and reason is not null
      on conflict do nothing`.execute(writes),
  )
  // What a change of models rewrites was sealed when it was published.
  if (stage.isSliced || stage.partsOf('staged_publication') === 0) return
  await sql`
    update entry_version set sealed = 1 from staged_publication as published
    where entry_version."space" = ${space} and entry_version.entry = published.entry
      and entry_version.draft_version = published.draft_version`.execute(writes)
}

async function setLiveStates(writes: Writes, stage: Stage): Promise<void> {
  if (stage.partsOf('staged_state') === 0) return
  await sql`
    update "entry" set state = staged.state, published_at = staged.published_at from staged_state as staged
    where "entry"."space" = ${stage.space} and "entry".id = staged.entry`.execute(writes)
}

async function insertDraftReferences(writes: Writes, stage: Stage): Promise<void> {
  const { space } = stage
  await eachPart(stage, 'staged_outdated', part =>
    sql`delete from draft_reference where "space" = ${space} and ${isStaged('entry', 'staged_outdated', part)}`.execute(
      writes,
    ),
  )
  // Inserted in key order: random inserts into the B-tree take three times as long.
  await eachPart(stage, 'staged_draft_reference', part =>
    sql`
      insert into "draft_reference" ("space", target, entry, path)
      select ${space}, target, entry, path from staged_draft_reference
      where ${part} order by target, entry, path
      on conflict do nothing`.execute(writes),
  )
}

/** The same for the assets that drafts name. */
async function insertDraftAssets(writes: Writes, stage: Stage): Promise<void> {
  const { space } = stage
  await eachPart(stage, 'staged_outdated_asset', part =>
    sql`delete from draft_asset where "space" = ${space} and ${isStaged('entry', 'staged_outdated_asset', part)}`.execute(
      writes,
    ),
  )
  await eachPart(stage, 'staged_draft_asset', part =>
    sql`
      insert into "draft_asset" ("space", asset, entry)
      select ${space}, asset, entry from staged_draft_asset where ${part} order by asset, entry
      on conflict do nothing`.execute(writes),
  )
}

async function insertPublications(writes: Writes, stage: Stage, revision: number): Promise<void> {
  const { space } = stage
  await eachPart(stage, 'staged_publication', part =>
    sql`
      insert into "publication" ("space", entry, from_revision, to_revision, collection, slug, version,
        first_published_at, published_at, draft_version, published_by, rebind, refs, data, written)
      select ${space}, entry, ${sql.lit(revision)}, null, collection, slug, version,
        first_published_at, published_at, draft_version, published_by, rebind, refs, data, written
      from staged_publication where ${part}`.execute(writes),
  )
  await eachPart(stage, 'staged_variant', part =>
    sql`
      insert into "publication_variant" ("space", entry, from_revision, variant, refs, data, written)
      select ${space}, entry, ${sql.lit(revision)}, variant, refs, data, written
      from staged_variant where ${part}`.execute(writes),
  )
}

async function insertReferences(writes: Writes, stage: Stage): Promise<void> {
  // Inserted in key order: random inserts into the B-tree take three times as long.
  await eachPart(stage, 'staged_reference', part =>
    sql`
      insert into "publication_reference" ("space", target, entry)
      select ${stage.space}, target, entry from staged_reference where ${part} order by target, entry
      on conflict do nothing`.execute(writes),
  )
}

/** What publications show. */
async function insertAssets(writes: Writes, stage: Stage): Promise<void> {
  const { space } = stage
  await eachPart(stage, 'staged_hidden', part =>
    sql`
      delete from publication_asset
      where "space" = ${space} and ${isStaged('entry', 'staged_hidden', part)}`.execute(writes),
  )
  await eachPart(stage, 'staged_asset', part =>
    sql`
      insert into "publication_asset" ("space", entry, asset, blob, filename, names_former)
      select ${space}, entry, asset, blob, filename, names_former from staged_asset where ${part}`.execute(
      writes,
    ),
  )
  await eachPart(stage, 'staged_asset', part =>
    sql`
      update "asset" set was_delivered = 1
      where "space" = ${space} and was_delivered = 0 and ${isAmong('id', sql`select asset from staged_asset where ${part}`)}`.execute(
      writes,
    ),
  )
}
