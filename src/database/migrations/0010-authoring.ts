// The tables of authoring: what is known of drafts, their versions, references, schedules, and who did what. Columns that
// are derived from drafts are filled after the migration, space by space (entries/drafts/draft-catch-up.ts), so that a large
// database is not locked for minutes.
import { type CreateTableBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'
import { spaceSetting } from '../enter-space.ts'

type Kind = 'text' | 'integer' | 'bigint'
interface Column {
  readonly type: Kind
  readonly notNull?: boolean
  readonly default?: string | number
}

const text: Column = { type: 'text' }
const bigint: Column = { type: 'bigint' }
const required = (type: Kind, value?: string | number): Column => ({
  type,
  notNull: true,
  ...(value !== undefined && { default: value }),
})

/** With defaults, since the previous version of Frontlist inserts rows without these columns. */
const addedColumns: Readonly<Record<string, Readonly<Record<string, Column>>>> = {
  entry: {
    draft_version: required('integer', 1),
    path_versions: required('text', '{}'),
    title: text,
    title_key: text,
    search: text,
    picture: text,
    problems: required('integer', 0),
    state: required('text', 'draft'),
    published_at: bigint,
    created_at: required('bigint', 0),
    created_by: text,
    updated_at: required('bigint', 0),
    updated_by: text,
    archived_at: bigint,
  },
  publication: { draft_version: { type: 'integer' }, published_by: text },
  collection: {
    kind: required('text', 'collection'),
    model_version: required('integer', 1),
    settings: required('text', '{}'),
  },
}

interface Table {
  readonly columns: Readonly<Record<string, Column>>
  /** After the space, which leads every key. */
  readonly key: readonly string[]
  /** Each after the space. */
  readonly indexes?: readonly (readonly string[])[]
}

const tables: Readonly<Record<string, Table>> = {
  entry_version: {
    columns: {
      entry: required('text'),
      draft_version: required('integer'),
      started_at: required('bigint'),
      at: required('bigint'),
      by: text,
      reason: required('text'),
      names: required('text'),
      sealed: required('integer', 0),
      kept_until: bigint,
      slug: text,
      data: text,
      variants: text,
    },
    key: ['entry', 'draft_version'],
  },
  draft_reference: {
    columns: { target: required('text'), entry: required('text'), path: required('text') },
    key: ['target', 'entry', 'path'],
    indexes: [['entry']],
  },
  live_value: {
    columns: {
      collection: required('text'),
      field: required('text'),
      value: required('text'),
      entry: required('text'),
    },
    key: ['collection', 'field', 'value', 'entry'],
    indexes: [['entry']],
  },
  schedule: {
    columns: {
      entry: required('text'),
      draft_version: required('integer'),
      publish_at: bigint,
      unpublish_at: bigint,
      due_at: bigint,
      state: required('text'),
      reason: text,
      created_at: required('bigint'),
      created_by: text,
    },
    key: ['entry'],
  },
  model_change: {
    columns: {
      collection: required('text'),
      model_version: required('integer'),
      at: required('bigint'),
      by: text,
      operations: required('text'),
      before: required('text'),
    },
    key: ['collection', 'model_version'],
  },
  variant: {
    columns: { id: required('text'), name: required('text'), kind: required('text') },
    key: ['id'],
  },
  activity: {
    columns: {
      id: required('bigint'),
      at: required('bigint'),
      by: text,
      action: required('text'),
      entry: text,
      collection: text,
      version: text,
      detail: text,
    },
    key: ['id'],
    indexes: [['entry', 'id']],
  },
}

/** Nodes look for schedules that are due in all spaces at once; a schedule holds no values. */
const acrossSpaces = 'schedule'

export async function up(db: Kysely<unknown>): Promise<void> {
  const embedded = !(db.getExecutor().adapter instanceof PostgresAdapter)
  for (const [table, columns] of Object.entries(addedColumns)) {
    for (const [name, column] of Object.entries(columns)) await addColumn(db, table, name, column)
  }
  for (const [name, table] of Object.entries(tables)) await createTable(db, name, table, embedded)
  await createIndexes(db, embedded)
  if (embedded) return
  for (const name of Object.keys(tables)) if (name !== acrossSpaces) await secureRows(db, name)
}

async function addColumn(db: Kysely<unknown>, table: string, name: string, column: Column): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn(name, column.type, definition => {
      const own = column.default === undefined ? definition : definition.defaultTo(column.default)
      return column.notNull ? own.notNull() : own
    })
    .execute()
}

async function createTable(
  db: Kysely<unknown>,
  name: string,
  { columns, key, indexes = [] }: Table,
  embedded: boolean,
): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema
    .createTable(name)
    .addColumn('space', 'text', column => column.notNull())
  for (const [column, { type, notNull, default: value }] of Object.entries(columns)) {
    table = table.addColumn(column, type, definition => {
      const own = value === undefined ? definition : definition.defaultTo(value)
      return notNull ? own.notNull() : own
    })
  }
  table = table.addPrimaryKeyConstraint(`${name}_key`, ['space', ...key])
  // The rows are little more than their key.
  const isKeyOnly = embedded && Object.keys(columns).length === key.length
  await (isKeyOnly ? table.modifyEnd(sql`without rowid`) : table).execute()
  for (const index of indexes) {
    await db.schema
      .createIndex(`${name}_${index.join('_')}`)
      .on(name)
      .columns(['space', ...index])
      .execute()
  }
}

async function createIndexes(db: Kysely<unknown>, embedded: boolean): Promise<void> {
  // Archived entries keep their slug, and others may take it.
  await db.schema.dropIndex('entry_slug').execute()
  await db.schema
    .createIndex('entry_slug')
    .unique()
    .on('entry')
    .columns(['space', 'collection', 'slug'])
    .where(sql<boolean>`archived_at is null`)
    .execute()
  // SQLite stores a row with all of its values: everything that lists are filtered and sorted by is in the index, so that
  // a list of 100,000 entries reads no drafts. PostgreSQL stores large values apart from their rows.
  const listed = [
    'state',
    'problems',
    'published_at',
    'created_at',
    'updated_by',
    'title_key',
    'slug',
    'search',
  ]
  await db.schema
    .createIndex('entry_list')
    .on('entry')
    .columns(['space', 'collection', 'updated_at', 'id', ...(embedded ? listed : [])])
    .execute()
  await db.schema
    .createIndex('entry_underived')
    .on('entry')
    .columns(['space', 'id'])
    .where(sql<boolean>`search is null`)
    .execute()
  await db.schema
    .createIndex('schedule_due')
    .on('schedule')
    .columns(['due_at'])
    .where(sql<boolean>`due_at is not null`)
    .execute()
}

async function secureRows(db: Kysely<unknown>, name: string): Promise<void> {
  const table = sql.table(name)
  await sql`alter table ${table} enable row level security`.execute(db)
  await sql`alter table ${table} force row level security`.execute(db)
  await sql`create policy own_space on ${table} using (space = current_setting(${sql.lit(spaceSetting)}, true))`.execute(
    db,
  )
}
