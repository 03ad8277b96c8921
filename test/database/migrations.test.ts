// The tables of a new file: made once, however many processes start at once.
import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import { Refusal } from '../../src/base/errors.ts'
import { migrationNames } from '../../src/database/migrations.ts'
import { createCommandLine } from '../kit/process.ts'
import { start } from '../kit/running.ts'
import { createTestSpace } from '../kit/test-space.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(60_000)

test('four processes that start at once on a fresh file all succeed, and one of them made the tables', async () => {
  for (let round = 0; round < 3; round++) {
    const command = createCommandLine()
    const ends = await Promise.all([1, 2, 3, 4].map(() => start(command, ['migrate', '--json']).finished))
    expect(ends.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(ends.map(() => [0, '']))
    const applied = ends.map(end => (JSON.parse(end.stdout) as { applied: string[] }).applied)
    expect(applied.filter(names => names.length > 0)).toEqual([[...migrationNames]])
    const database = new Database(command.databaseFile)
    expect(database.query('select name from schema_migration').all()).toEqual(
      migrationNames.map(name => ({ name })),
    )
    database.close()
  }
})

test('a second run changes nothing', async () => {
  const { database } = await createTestSpace()
  expect(await database.migrate()).toEqual([])
  expect(await database.isMigrated()).toBe(true)
})

/** Tables of people and links, who stand before any space; and hashes, by which a space is found. */
const withoutSpace = [
  'api_key_secret.hash',
  'credential.user',
  'invitation.hash',
  'member.user',
  'session.expires_at',
  'session.id',
  'session.token',
  'session.user',
  'setup_token.hash',
  'sign_in_failure.at',
  'sign_in_failure.subject',
  'space.id',
  'space.slug',
  'user.email',
  'user.id',
]

test('every table and index begins with the space, but for those of people, spaces themselves, and hashes', async () => {
  const command = createCommandLine()
  await command.run(['migrate'])
  const database = new Database(command.databaseFile)
  const tables = database
    .query<{ name: string }, []>(
      "select name from sqlite_schema where type = 'table' and name not like 'schema_%' and name not like 'sqlite_%'",
    )
    .all()
  const first = tables.flatMap(({ name }) =>
    database
      .query<{ name: string }, []>(`pragma index_list(${name})`)
      .all()
      .map(index => {
        const [column] = database.query<{ name: string }, []>(`pragma index_info(${index.name})`).all()
        return `${name}.${column?.name}`
      })
      .filter(text => !text.endsWith('.space')),
  )
  database.close()
  expect(tables.length).toBeGreaterThanOrEqual(6)
  expect(first.sort()).toEqual(withoutSpace)
})

test('tables of a later version are served from by a server that runs, and refused, with their name, at a start', async () => {
  const { database } = await createTestSpace()
  const later = { name: '9999-later', timestamp: '2099-01-01T00:00:00.000Z' }
  await database.transaction(writes =>
    sql`insert into schema_migration (name, timestamp) values (${later.name}, ${later.timestamp})`.execute(
      writes,
    ),
  )
  expect(await database.isMigrated()).toBe(true)
  expect(await database.migrate().catch((error: Error) => error)).toMatchObject({
    constructor: Refusal,
    message: expect.stringContaining(`a later version of Frontlist, which has made ${later.name}.`),
  })
})
