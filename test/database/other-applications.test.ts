// A database of another application is left as it is, whatever DATABASE_URL says.
import { Database as Connection } from 'bun:sqlite'
import { expect } from 'bun:test'
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { openSqlite } from '../../src/database/sqlite/sqlite.ts'
import { openUrl, placeDatabase } from '../kit/database/test-databases.ts'
import { testOnPostgres, testOnSqlite } from '../kit/database/test-engine.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { until } from '../kit/until.ts'

const idOf = (file: string) => {
  const connection = new Connection(file)
  const { application_id: id } = connection.query('pragma application_id').get() as { application_id: number }
  connection.close()
  return id
}

const foreignFiles: readonly (readonly [title: string, sql: string])[] = [
  ['with tables', 'create table contact (id integer)'],
  ['with an application id', 'pragma application_id = 252006673; create table feature (id integer)'],
  ['with an application id and no table yet', 'pragma application_id = 252006673; vacuum'],
  [
    'with migrations of its own in a table of the same name',
    "create table schema_migration (name text); insert into schema_migration values ('2020-users')",
  ],
  [
    'with a table of that name and another one',
    'create table schema_migration (v int); create table t (v int)',
  ],
]

for (const [title, sql] of foreignFiles) {
  testOnSqlite(`a file ${title} is refused, and neither it nor its mode nor its folder changes`, () => {
    const file = join(makeFolder(), 'other.db')
    const other = new Connection(file)
    other.exec(sql)
    other.close()
    chmodSync(file, 0o644)
    const before = readFileSync(file)
    expect(() => openSqlite(file)).toThrow(/is the database of another application.*DATABASE_URL/)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o644)
    expect(readdirSync(dirname(file))).toEqual(['other.db'])
  })
}

testOnSqlite('a new file is marked as ours, and so is a backup of it', async () => {
  const file = join(makeFolder(), 'own.db')
  const database = openSqlite(file)
  await database.migrate()
  await database.backup(`${file}.copy`)
  await database.close()
  expect([idOf(file), idOf(`${file}.copy`)]).toEqual([0x466c7374, 0x466c7374])
})

testOnSqlite('a file whose process was killed before it marked the file is taken, and marked', async () => {
  const file = join(makeFolder(), 'own.db')
  const before = openSqlite(file)
  await before.migrate()
  await before.close()
  const connection = new Connection(file)
  connection.exec('pragma application_id = 0')
  connection.close()
  const database = openSqlite(file)
  expect(await database.migrate()).toEqual([])
  await database.close()
  expect(idOf(file)).toBe(0x466c7374)
})

testOnSqlite('a file whose first migration was interrupted is taken', async () => {
  const file = join(makeFolder(), 'own.db')
  const connection = new Connection(file)
  connection.exec(
    'create table schema_migration (name varchar(255) primary key, timestamp varchar(255) not null); create table schema_migration_lock (id varchar(255) primary key, is_locked integer not null)',
  )
  connection.close()
  const database = openSqlite(file)
  expect((await database.migrate()).length).toBeGreaterThan(0)
  await database.close()
})

const foreignSchemas: readonly (readonly [title: string, sql: string, named: RegExp])[] = [
  ['a table that ours would meet', 'create table "user" (id int)', /application: user\./],
  ['a view of such a name', 'create view session as select 1 as id', /application: session\./],
  [
    'migrations of its own in a table of the same name',
    "create table schema_migration (version text); insert into schema_migration values ('2020')",
    /application: schema_migration\./,
  ],
]

for (const [title, sql, named] of foreignSchemas) {
  testOnPostgres(`a schema with ${title} is refused by name, and nothing is made in it`, async () => {
    const { url, ready } = placeDatabase()
    await ready
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const relations = async () =>
      (await client.query("select relname from pg_class where relnamespace = 'public'::regnamespace")).rows
    await client.query(sql)
    const before = await relations()
    const database = openUrl(url)
    await expect(database.migrate()).rejects.toThrow(named)
    expect(await relations()).toEqual(before)
    await database.close()
    await client.end()
  })
}

testOnPostgres('a schema with tables of other names is shared', async () => {
  const { url, ready } = placeDatabase()
  await ready
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create table contact (id int)')
  await client.end()
  const database = openUrl(url)
  expect((await database.migrate()).length).toBeGreaterThan(0)
  await database.close()
})

testOnPostgres(
  'tables of another application that appear while a server waits for the lock of migrations are refused',
  async () => {
    const { url, ready } = placeDatabase()
    await ready
    const [other, watcher] = [1, 2].map(() => new pg.Client({ connectionString: url }))
    await Promise.all([other!.connect(), watcher!.connect()])
    await other!.query("begin; select pg_advisory_xact_lock(hashtextextended('frontlist migrations', 0))")
    const database = openUrl(url)
    const migrating = database.migrate().catch((error: Error) => error.message)
    const isWaiting =
      "select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())"
    await until(async () => (await watcher!.query(isWaiting)).rows.length === 1)
    await other!.query('create table session (id int); commit')
    expect(await migrating).toMatch(/application: session\./)
    await Promise.all([database.close(), other!.end(), watcher!.end()])
  },
)
