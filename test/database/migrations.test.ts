// The tables of a new file: made once, however many processes start at once.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import { Refusal } from '../../src/base/errors.ts'
import type { Engine } from '../../src/database/database.ts'
import { migrationNames } from '../../src/database/migrations.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { start } from '../kit/command/running-command.ts'
import { statementOf } from '../kit/database/statements.ts'
import { openUrl, placeDatabase } from '../kit/database/test-databases.ts'
import { testEngine } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

test('four processes that start at once on a fresh file all succeed, and one of them made the tables', async () => {
  for (let round = 0; round < 3; round++) {
    const command = createCommandLine()
    await command.ready
    const ends = await Promise.all([1, 2, 3, 4].map(() => start(command, ['migrate', '--json']).finished))
    expect(ends.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(ends.map(() => [0, '']))
    const applied = ends.map(end => (JSON.parse(end.stdout) as { applied: string[] }).applied)
    expect(applied.filter(names => names.length > 0)).toEqual([[...migrationNames]])
    const { reads } = await command.open()
    const names = statementOf<{ name: string }>('select name from schema_migration order by name')
    expect(await reads.all(names)).toEqual(migrationNames.map(name => ({ name })))
  }
})

/**
 * Digests of the statements that each released migration runs. A release adds its migrations. A digest never changes,
 * because the tables of existing databases would then differ from those of new ones.
 */
const released: Readonly<Record<string, Readonly<Record<Engine, string>>>> = {
  '0001-first-release': {
    sqlite: '02343e03ff5690da530d929f740d30853d853bf17ce91f827c645ba9708038bd',
    postgres: '4f486e13bc678cbd5dc8fcc7007a123ed9fcf6988570660bcee0da2e001c2c69',
  },
  '0002-views': {
    sqlite: '8656ca4e0b7620fd036061f6aba94f9fddb75c40fd79e4de464a427b83ba6b7d',
    postgres: '056a6034445dd84cd02ec5c95115485cf033fe05b9e4da08c591b3f9852af3a4',
  },
}

test('released migrations run the statements that they were released with', async () => {
  const { url, ready } = placeDatabase()
  await ready
  const digests: string[] = []
  // Kysely records the name of a migration after its statements.
  let statements: string[] = []
  const onStatement = (sql: string) => {
    if (!/^(?:create|alter|drop|insert|update|delete)\b/.test(sql)) return
    if (!sql.includes('"schema_migration')) statements.push(sql)
    else if (statements.length > 0) {
      digests.push(new Bun.CryptoHasher('sha256').update(statements.join('\n')).digest('hex'))
      statements = []
    }
  }
  await openUrl(url, { onStatement }).migrate()
  expect(digests.slice(0, Object.keys(released).length)).toEqual(
    Object.values(released).map(digest => digest[testEngine]),
  )
})

test('a second run changes nothing', async () => {
  const { database } = await createTestSpace()
  expect(await database.migrate()).toEqual([])
  expect(await database.isMigrated()).toBe(true)
})

/** Tables of people and links, who stand before any space; hashes, by which a space is found; and what is due in any. */
const withoutSpace = [
  'api_key_secret.hash',
  'asset_store.id',
  'blob.sha256',
  'blob.stored_at',
  'blob_use.sha256',
  'credential.user',
  'invitation.hash',
  'member.user',
  'preview_link.expires_at',
  'preview_link.hash',
  'schedule.due_at',
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

/** Of every index, that of a key included, its table and its first column. */
const firstColumns = {
  sqlite: `select owner.name || '.' || found.name as place
    from sqlite_schema as owner, pragma_index_list(owner.name) as listed, pragma_index_info(listed.name) as found
    where owner.type = 'table' and found.seqno = 0
      and owner.name not like 'schema_%' and owner.name not like 'sqlite_%'`,
  postgres: `select owner.relname || '.' || found.attname as place
    from pg_index as listed
    join pg_class as owner on owner.oid = listed.indrelid
    join pg_attribute as found on found.attrelid = owner.oid and found.attnum = listed.indkey[0]
    where owner.relnamespace = current_schema()::regnamespace and owner.relname not like 'schema_%'`,
}

test('every table and index begins with the space, but for those of people, spaces themselves, and hashes', async () => {
  const command = createCommandLine()
  await command.run(['migrate'])
  const { reads } = await command.open()
  const indexes = await reads.all(statementOf<{ place: string }>(firstColumns[testEngine]))
  const first = indexes.map(({ place }) => place)
  expect(new Set(first.map(place => place.split('.')[0])).size).toBeGreaterThanOrEqual(6)
  expect(first.filter(place => !place.endsWith('.space')).sort()).toEqual(withoutSpace)
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
    message: expect.stringContaining(`a later version of Frontlist, which has run ${later.name}.`),
  })
})
