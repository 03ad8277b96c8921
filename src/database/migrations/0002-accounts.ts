// Users, their sessions and roles; and the secrets of API keys in a table of their own, because two of them are valid
// for a while after a rotation.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createUsers(db)
  await createSessions(db)
  await createMembers(db)
  await createSecrets(db)
}

async function createUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user')
    .addColumn('id', 'text', column => column.primaryKey().notNull())
    .addColumn('email', 'text', column => column.notNull().unique())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createTable('credential')
    .addColumn('user', 'text', column =>
      column.primaryKey().notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('password', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createTable('setup_token')
    .addColumn('hash', 'text', column => column.primaryKey().notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('session')
    .addColumn('id', 'text', column => column.primaryKey().notNull())
    .addColumn('token', 'text', column => column.notNull().unique())
    .addColumn('user', 'text', column => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('space', 'text')
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema.createIndex('session_user').on('session').column('user').execute()
  await db.schema.createIndex('session_expiry').on('session').column('expires_at').execute()
  await db.schema
    .createTable('sign_in_failure')
    .addColumn('subject', 'text', column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('id', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('sign_in_failure_key', ['subject', 'at', 'id'])
    .execute()
  await db.schema.createIndex('sign_in_failure_age').on('sign_in_failure').column('at').execute()
}

async function createMembers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('member')
    .addColumn('space', 'text', column => column.notNull().references('space.id'))
    .addColumn('user', 'text', column => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('role', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('member_key', ['space', 'user'])
    .execute()
  await db.schema.createIndex('member_user').on('member').columns(['user', 'created_at']).execute()
  await db.schema
    .createTable('invitation')
    .addColumn('space', 'text', column => column.notNull().references('space.id'))
    .addColumn('id', 'text', column => column.notNull())
    .addColumn('email', 'text', column => column.notNull())
    .addColumn('role', 'text', column => column.notNull())
    .addColumn('hash', 'text', column => column.notNull())
    .addColumn('created_by', 'text', column => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('invitation_key', ['space', 'id'])
    .execute()
  await db.schema
    .createIndex('invitation_email')
    .unique()
    .on('invitation')
    .columns(['space', 'email'])
    .execute()
  await db.schema.createIndex('invitation_hash').unique().on('invitation').column('hash').execute()
}

async function createSecrets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_key_secret')
    .addColumn('hash', 'text', column => column.primaryKey().notNull())
    .addColumn('space', 'text', column => column.notNull())
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('valid_until', 'bigint')
    .addForeignKeyConstraint('api_key_secret_key', ['space', 'key'], 'api_key', ['space', 'id'])
    .execute()
  await db.schema
    .createIndex('api_key_secret_of_key')
    .on('api_key_secret')
    .columns(['space', 'key'])
    .execute()
  await sql`insert into api_key_secret (hash, space, key) select hash, space, id from api_key`.execute(db)
  await db.schema.dropIndex('api_key_hash').execute()
  await db.schema.alterTable('api_key').dropColumn('hash').execute()
  await db.schema
    .createIndex('api_key_newest')
    .on('api_key')
    .columns(['space', 'created_at desc', 'id'])
    .execute()
}
