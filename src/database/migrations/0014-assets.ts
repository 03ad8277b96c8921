// The tables of files. Publications keep the values of assets as they were written beside those that are served.
import { type CreateTableBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'
import { spaceSetting } from '../enter-space.ts'

type Type = 'text' | 'text null' | 'integer null' | 'bigint' | 'bigint null' | 'real null'
interface Table {
  readonly columns: Readonly<Record<string, Type>>
  readonly key: readonly string[]
  /** By name. */
  readonly indexes?: Readonly<Record<string, readonly string[]>>
}

/** Of no space: bytes are shared, and unused ones are looked for in all spaces at once. */
const shared: Readonly<Record<string, Table>> = {
  blob: {
    columns: {
      sha256: 'text',
      size: 'bigint',
      content_type: 'text',
      width: 'integer null',
      height: 'integer null',
      thumbhash: 'text null',
      stored_at: 'bigint',
      removing: 'bigint null',
    },
    key: ['sha256'],
    indexes: { blob_stored: ['stored_at'] },
  },
  blob_use: { columns: { sha256: 'text', space: 'text' }, key: ['sha256', 'space'] },
  asset_store: { columns: { id: 'text', confirmed_at: 'bigint null' }, key: ['id'] },
}

const ofSpaces: Readonly<Record<string, Table>> = {
  asset: {
    columns: {
      space: 'text',
      id: 'text',
      blob: 'text',
      filename: 'text',
      title: 'text null',
      alt: 'text null',
      focal_x: 'real null',
      focal_y: 'real null',
      filename_key: 'text',
      search: 'text',
      created_at: 'bigint',
      created_by: 'text null',
      updated_at: 'bigint',
      updated_by: 'text null',
    },
    key: ['space', 'id'],
    indexes: {
      asset_blob: ['space', 'blob', 'created_at', 'id'],
      asset_created: ['space', 'created_at', 'id'],
    },
  },
  publication_asset: {
    columns: { space: 'text', entry: 'text', asset: 'text', blob: 'text null', filename: 'text null' },
    key: ['space', 'asset', 'entry'],
    indexes: {
      publication_asset_entry: ['space', 'entry'],
      publication_asset_file: ['space', 'blob', 'filename'],
    },
  },
  draft_asset: {
    columns: { space: 'text', asset: 'text', entry: 'text' },
    key: ['space', 'asset', 'entry'],
    indexes: { draft_asset_entry: ['space', 'entry'] },
  },
  asset_former: {
    columns: { space: 'text', sha256: 'text', filename: 'text', asset: 'text', replaced_at: 'bigint' },
    key: ['space', 'sha256', 'filename', 'asset'],
    indexes: { asset_former_asset: ['space', 'asset'] },
  },
}

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, table] of Object.entries({ ...shared, ...ofSpaces })) await createTable(db, name, table)
  for (const name of ['publication', 'publication_variant']) {
    await db.schema.alterTable(name).addColumn('written', 'text').execute()
  }
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  for (const name of Object.keys(ofSpaces)) {
    const table = sql.table(name)
    await sql`alter table ${table} enable row level security`.execute(db)
    await sql`alter table ${table} force row level security`.execute(db)
    await sql`create policy own_space on ${table} using (space = current_setting(${sql.lit(spaceSetting)}, true))`.execute(
      db,
    )
  }
}

async function createTable(
  db: Kysely<unknown>,
  name: string,
  { columns, key, indexes = {} }: Table,
): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name)
  for (const [column, type] of Object.entries(columns)) {
    const [kind, nullable] = type.split(' ')
    // A `real` of PostgreSQL has four bytes, one of SQLite eight.
    const written = kind === 'real' ? 'double precision' : (kind as 'text' | 'integer' | 'bigint')
    table = table.addColumn(column, written, definition => (nullable ? definition : definition.notNull()))
  }
  await table.addPrimaryKeyConstraint(`${name}_key`, [...key]).execute()
  for (const [index, indexed] of Object.entries(indexes)) {
    await db.schema
      .createIndex(index)
      .on(name)
      .columns([...indexed])
      .execute()
  }
}
