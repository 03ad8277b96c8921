// Moves rows from an import's stage to the content tables. This runs under the space's lock, so it is only statements
// that the engine executes by itself, ordered so that no two rows conflict on a key.
import { type RawBuilder, sql } from 'kysely'
import { releasedSlug } from '../content/entries.store.ts'
import type { Writes } from '../database/database.ts'
import { byEngine } from '../database/engine.ts'
import type { Stage } from './stage.store.ts'

/** Applies all staged changes at this revision of the space. */
export async function moveFromStage(writes: Writes, stage: Stage, revision: number): Promise<void> {
  await endPublications(writes, stage, revision)
  await freeSlugs(writes, stage)
  await insertEntries(writes, stage)
  await insertPublications(writes, stage, revision)
  await insertReferences(writes, stage)
}

async function endPublications(writes: Writes, stage: Stage, revision: number): Promise<void> {
  const { space } = stage
  if (stage.partsOf('staged_unlinked') > 0) {
    await sql`
      delete from "publication_reference"
      where "space" = ${space}
        and (target, entry) in (select distinct target, entry from staged_unlinked)`.execute(writes)
  }
  if (stage.partsOf('staged_closed') === 0) return
  await sql`
    update "publication" set to_revision = ${sql.lit(revision)}
    where "space" = ${space} and to_revision is null and ${isStaged('entry', 'staged_closed')}`.execute(
    writes,
  )
}

/** Must run first, so that other entries can take the released slugs. */
async function freeSlugs(writes: Writes, stage: Stage): Promise<void> {
  const { space } = stage
  if (stage.partsOf('staged_removed') > 0) {
    await sql`delete from "entry" where "space" = ${space} and ${isStaged('id', 'staged_removed')}`.execute(
      writes,
    )
  }
  if (stage.partsOf('staged_moved') === 0) return
  await sql`
    update "entry" set slug = ${releasedSlug}
    where "space" = ${space} and ${isStaged('id', 'staged_moved')}`.execute(writes)
}

async function insertEntries(writes: Writes, stage: Stage): Promise<void> {
  for (let part = 0; part < stage.partsOf('staged_entry'); part++) {
    const rows = (isNew: 0 | 1) => sql`
      insert into "entry" ("space", id, collection, slug, data, variants)
      select ${stage.space}, id, collection, slug, data, variants from staged_entry
      where part = ${part} and is_new = ${isNew}`
    // No `on conflict`: it would make SQLite write an undo record for each row.
    await rows(1).execute(writes)
    await sql`${rows(0)}
      on conflict (space, id) do update set collection = excluded.collection, slug = excluded.slug,
        data = excluded.data, variants = excluded.variants`.execute(writes)
  }
}

async function insertPublications(writes: Writes, stage: Stage, revision: number): Promise<void> {
  const { space } = stage
  for (let part = 0; part < stage.partsOf('staged_publication'); part++) {
    await sql`
      insert into "publication" ("space", entry, from_revision, to_revision, collection, slug, version,
        first_published_at, published_at, rebind, refs, data)
      select ${space}, entry, ${sql.lit(revision)}, null, collection, slug, version,
        first_published_at, published_at, rebind, refs, data
      from staged_publication where part = ${part}`.execute(writes)
  }
  if (stage.partsOf('staged_variant') === 0) return
  await sql`
    insert into "publication_variant" ("space", entry, from_revision, variant, refs, data)
    select ${space}, entry, ${sql.lit(revision)}, variant, refs, data from staged_variant`.execute(writes)
}

async function insertReferences(writes: Writes, stage: Stage): Promise<void> {
  if (stage.partsOf('staged_reference') === 0) return
  // Inserted in key order: random inserts into the B-tree take three times as long.
  await sql`
    insert into "publication_reference" ("space", target, entry)
    select ${stage.space}, target, entry from staged_reference where true order by target, entry
    on conflict do nothing`.execute(writes)
}

/** One index lookup per id, whatever the engine's planner assumes about temporary tables. */
function isStaged(column: string, table: string): RawBuilder<boolean> {
  return byEngine<boolean>({
    sqlite: sql`${sql.ref(column)} in (select entry from ${sql.table(table)})`,
    postgres: sql`${sql.ref(column)} = any(array(select entry from ${sql.table(table)}))`,
  })
}
