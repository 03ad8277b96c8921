// The first tables. A migration that has been applied anywhere is never edited; later changes are new migrations.
import { type Kysely, sql } from 'kysely'

/** Spaces, models, drafts, publications and keys. Every key and index begins with the space, except the key's hash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createSpaces(db)
  await createEntries(db)
  await createPublications(db)
  await createKeys(db)
}

async function createSpaces(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('space')
    .addColumn('id', 'text', column => column.primaryKey().notNull())
    .addColumn('slug', 'text', column => column.notNull().unique())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('revision', 'bigint', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createTable('collection')
    .addColumn('space', 'text', column => column.notNull().references('space.id'))
    .addColumn('api_name', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('fields', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('collection_key', ['space', 'api_name'])
    .execute()
}

async function createEntries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('entry')
    .addColumn('space', 'text', column => column.notNull())
    .addColumn('id', 'text', column => column.notNull())
    .addColumn('collection', 'text', column => column.notNull())
    .addColumn('slug', 'text', column => column.notNull())
    .addColumn('data', 'text', column => column.notNull())
    .addColumn('variants', 'text')
    .addPrimaryKeyConstraint('entry_key', ['space', 'id'])
    .addForeignKeyConstraint('entry_collection', ['space', 'collection'], 'collection', ['space', 'api_name'])
    .execute()
  await db.schema
    .createIndex('entry_slug')
    .unique()
    .on('entry')
    .columns(['space', 'collection', 'slug'])
    .execute()
}

async function createPublications(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('publication')
    .addColumn('space', 'text', column => column.notNull().references('space.id'))
    .addColumn('entry', 'text', column => column.notNull())
    .addColumn('from_revision', 'bigint', column => column.notNull())
    .addColumn('to_revision', 'bigint')
    .addColumn('collection', 'text', column => column.notNull())
    .addColumn('slug', 'text', column => column.notNull())
    .addColumn('version', 'integer', column => column.notNull())
    .addColumn('first_published_at', 'bigint', column => column.notNull())
    .addColumn('published_at', 'bigint', column => column.notNull())
    .addColumn('rebind', 'integer', column => column.notNull())
    .addColumn('refs', 'text')
    .addColumn('data', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('publication_key', ['space', 'entry', 'from_revision'])
    .execute()
  const live = sql<boolean>`to_revision is null`
  await db.schema
    .createIndex('publication_live_entry')
    .unique()
    .on('publication')
    .columns(['space', 'entry'])
    .where(live)
    .execute()
  await db.schema
    .createIndex('publication_live_slug')
    .unique()
    .on('publication')
    .columns(['space', 'collection', 'slug'])
    .where(live)
    .execute()
  await db.schema
    .createIndex('publication_live_order')
    .on('publication')
    .columns(['space', 'collection', 'published_at desc', 'entry'])
    .where(live)
    .execute()
  await db.schema
    .createIndex('publication_rebind')
    .on('publication')
    .columns(['space', 'entry'])
    .where(sql<boolean>`to_revision is null and rebind = 1`)
    .execute()
  await db.schema
    .createTable('publication_variant')
    .addColumn('space', 'text', column => column.notNull())
    .addColumn('entry', 'text', column => column.notNull())
    .addColumn('from_revision', 'bigint', column => column.notNull())
    .addColumn('variant', 'text', column => column.notNull())
    .addColumn('refs', 'text')
    .addColumn('data', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('publication_variant_key', ['space', 'entry', 'from_revision', 'variant'])
    .execute()
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_key')
    .addColumn('space', 'text', column => column.notNull().references('space.id'))
    .addColumn('id', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('prefix', 'text', column => column.notNull())
    .addColumn('hash', 'text', column => column.notNull())
    .addColumn('scopes', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('created_by', 'text', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addPrimaryKeyConstraint('api_key_key', ['space', 'id'])
    .execute()
  // A request has only the hash: the lookup returns its space.
  await db.schema.createIndex('api_key_hash').unique().on('api_key').column('hash').execute()
}
