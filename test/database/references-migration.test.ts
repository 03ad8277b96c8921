// A database from before the way back along references, with content in it: the migration fills what imports write.
import { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import { join } from 'node:path'
import { Kysely, SqliteDialect, type SqliteStatement } from 'kysely'
import { listSpaces } from '../../src/accounts/spaces/spaces.store.ts'
import { unpublish } from '../../src/authoring/entries/publish.service.ts'
import { catchUpQueryIndexes } from '../../src/content/index/index-catch-up.ts'
import { query } from '../../src/database/database.ts'
import { up } from '../../src/database/migrations/0001-initial.ts'
import { openSqlite } from '../../src/database/sqlite/sqlite.ts'
import { catchUpDrafts } from '../../src/entries/drafts/draft-catch-up.ts'
import type { EntryRecord } from '../../src/import-export/read/records.ts'
import { createNeighbour, createTestSpace, testStart } from '../kit/app/test-space.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'
import { makeFolder } from '../kit/test-folder.ts'

const posts = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'one', type: 'reference' },
    { apiName: 'many', type: 'reference', many: true },
  ],
} as const

const entry = (id: string, rest: Partial<EntryRecord> = {}): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  data: { title: id },
  ...rest,
})

const records = [
  posts,
  entry('t'),
  entry('u'),
  entry('base', { liveData: { one: { id: 't' }, many: [{ id: 't' }, { id: 'gone' }, { id: 'u' }] } }),
  entry('slug', { liveData: { one: { collection: 'posts', slug: 't' }, title: '["t"]' } }),
  entry('variant', { liveData: {}, variants: { v: { one: { id: 'u' } }, w: { many: [{ id: 'u' }] } } }),
  entry('changed', { liveData: { one: { id: 't' } }, variants: { v: { one: { id: 't' } } } }),
  entry('withdrawn', { liveData: { one: { id: 't' } }, variants: { v: { one: { id: 't' } } } }),
  entry('draft', { data: { one: { id: 't' } } }),
]

/** Kysely on a connection of the test's own. */
function openKysely(database: Database): Kysely<unknown> {
  const prepare = (sql: string): SqliteStatement => {
    const statement = database.query(sql)
    return {
      reader: statement.columnNames.length > 0,
      all: parameters => statement.all(...(parameters as string[])),
      run: parameters => statement.run(...(parameters as string[])),
      iterate: parameters => statement.iterate(...(parameters as string[])) as IterableIterator<unknown>,
    }
  }
  return new Kysely({ dialect: new SqliteDialect({ database: { prepare, close: () => {} } }) })
}

/** As it was released first, with the rows of another database in it. */
async function makeOldDatabase(file: string, from: string): Promise<void> {
  const database = new Database(file, { create: true })
  await up(openKysely(database))
  database.exec('create table schema_migration (name text primary key, timestamp text)')
  database
    .query("insert into schema_migration values ('0001-initial', ?)")
    .run(new Date(testStart).toISOString())
  database.query('attach ? as source').run(from)
  for (const table of ['space', 'collection', 'entry', 'publication', 'publication_variant']) {
    const columns = database
      .query<{ name: string }, [string]>("select name from pragma_table_info(?, 'main')")
      .all(table)
      .map(({ name }) => name)
      .join()
    database.exec(`insert into main.${table} (${columns}) select ${columns} from source.${table}`)
  }
  database.exec('detach source')
  database.close()
}

testOnSqlite(
  'an older database gets the rows that an import would have written, for what is live and nothing else',
  async () => {
    const space = await createTestSpace({ records })
    await createNeighbour(space, 'other', { records })
    await space.import([entry('changed', { liveData: { one: { id: 'u' } } })])
    await unpublish(space.database, space.space, ['posts/withdrawn'], () => 0)
    const folder = makeFolder()
    const source = join(folder, 'source.db')
    await space.database.backup(source)

    const file = join(folder, 'old.db')
    await makeOldDatabase(file, source)
    const old = openSqlite(file)
    expect(await old.migrate()).toContain('0003-references')
    const rowsOf = ({ reads }: typeof old) =>
      reads.all(
        query
          .selectFrom('publication_reference')
          .selectAll()
          .orderBy('space')
          .orderBy('target')
          .orderBy('entry'),
      )
    const rows = await rowsOf(old)
    expect(rows).toEqual(await rowsOf(space.database))
    expect(rows.filter(row => row.space === space.space).map(row => [row.target, row.entry])).toEqual([
      ['gone', 'base'],
      ['t', 'base'],
      ['t', 'slug'],
      ['u', 'base'],
      ['u', 'changed'],
      ['u', 'variant'],
    ])
    await catchUpDrafts(
      old,
      () => listSpaces(old.reads),
      () => testStart,
    )
    const slugs = await catchUpQueryIndexes(old, () => listSpaces(old.reads))
    expect(slugs).toEqual(['main', 'other'])
    await expectInvariants({ everything: old.reads })
    await old.close()
  },
)
