// The probes: the one asks whether the process turns, the other whether it can serve.
import { beforeEach, describe, expect, test } from 'bun:test'
import { type RawBuilder, sql } from 'kysely'
import pino from 'pino'
import type { Database } from '../../src/database/database.ts'
import { migrationNames } from '../../src/database/migrations.ts'
import { getFrom } from '../kit/app/other-app.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { openTestDatabase, openUrl } from '../kit/database/test-databases.ts'
import { testEngine } from '../kit/database/test-engine.ts'

let space: TestSpace
beforeEach(async () => {
  space = await createTestSpace()
})

const textOf = async (response: Response) => [response.status, await response.text()]

async function detailOf(response: Response): Promise<unknown[]> {
  const { code, detail } = (await response.json()) as { code: string; detail: string }
  return [response.status, response.headers.get('Retry-After'), code, detail]
}

const refusal = (detail: string) => [503, '1', 'unavailable', detail]

/** Leaves the database as one of an earlier version is, until the result is called. */
async function forgetMigration(): Promise<() => Promise<void>> {
  const run = (statement: RawBuilder<unknown>) =>
    space.database.transaction(async writes => void (await statement.execute(writes)))
  await run(sql`delete from schema_migration where name = (select max(name) from schema_migration)`)
  return () => run(sql`insert into schema_migration values (${migrationNames.at(-1)!}, '')`)
}

/** Closed; or, where there is a server, one that nobody answers at. */
async function databaseAway(): Promise<Database> {
  if (testEngine === 'postgres') return openUrl('postgres://nobody@127.0.0.1:1/none')
  const { database } = await openTestDatabase()
  await database.close()
  return database
}

test('a server that can serve is alive and ready, and nobody keeps that', async () => {
  for (const [path, text] of [
    ['/healthz', 'ok\n'],
    ['/readyz', 'ready\n'],
  ] as const) {
    const response = await space.request(path)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await textOf(response)).toEqual([200, text])
  }
})

describe('the process is alive', () => {
  test('without its database, while it starts and while it closes', async () => {
    const always = () => true
    const get = getFrom(space, { database: await databaseAway(), isStarting: always, isClosing: always })
    expect(await textOf(await get('/healthz'))).toEqual([200, 'ok\n'])
  })

  test('without asking the database', async () => {
    space.statements.length = 0
    for (let round = 0; round < 10; round++) await space.request('/healthz')
    expect(space.statements).toEqual([])
  })
})

describe('the server is not ready', () => {
  test('while it starts, and serves nothing else either', async () => {
    let isStarting = true
    const get = getFrom(space, { isStarting: () => isStarting })
    expect(await detailOf(await get('/readyz'))).toEqual(refusal('The server is starting.'))
    expect(await detailOf(await get('/content/none'))).toEqual(refusal('The server is starting.'))
    isStarting = false
    expect((await get('/readyz')).status).toBe(200)
    expect((await get('/content/none')).status).toBe(404)
  })

  test('which is no error in the log while it starts or closes, however often it is probed', async () => {
    const lines: string[] = []
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const always = () => true
    for (const state of [{ isStarting: always }, { isClosing: always }]) {
      const get = getFrom(space, { ...state, logger })
      for (let probe = 0; probe < 3; probe++) expect((await get('/readyz')).status).toBe(503)
      await get('/content/none')
    }
    expect(lines).toEqual([])
  })

  test('from the moment on in which it closes, whatever it said just before', async () => {
    let isClosing = false
    const get = getFrom(space, { isClosing: () => isClosing })
    expect((await get('/readyz')).status).toBe(200)
    isClosing = true
    expect(await detailOf(await get('/readyz'))).toEqual(refusal('The server is closing.'))
  })

  test('if its database does not respond', async () => {
    const get = getFrom(space, { database: await databaseAway() })
    expect(await detailOf(await get('/readyz'))).toEqual(refusal('The database is unavailable.'))
  })

  test('where the tables are those of an earlier version', async () => {
    await forgetMigration()
    expect(await detailOf(await space.request('/readyz'))).toEqual(
      refusal("The database's tables are not those of this version."),
    )
  })
})

test('what the database said counts for a second', async () => {
  const statusAfter = async (ms: number) => {
    space.time.now += ms
    return (await space.request('/readyz')).status
  }
  expect(await statusAfter(0)).toBe(200)
  const remember = await forgetMigration()
  expect([await statusAfter(999), await statusAfter(1)]).toEqual([200, 503])
  await remember()
  expect([await statusAfter(999), await statusAfter(1)]).toEqual([503, 200])
})
