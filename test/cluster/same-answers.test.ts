// The engine cannot be told from an answer: whatever is imported and asked, SQLite and PostgreSQL answer alike, byte for
// byte; and where they do not, the call is told. `FUZZ_RUNS=60` makes a hundred thousand calls.
import { beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { leaveBehind } from '../kit/leftovers.ts'
import { dropDatabase, nameDatabase, runSql, withDatabase } from '../kit/postgres-databases.ts'
import { describeOnPostgres, testServer } from '../kit/test-engine.ts'
import { makeFolder } from '../kit/test-folder.ts'
import type { TestSpace } from '../kit/test-space.ts'
import { callsPerSpace, compareTwins, openTwins, type Twins } from './both-engines.ts'

/** A hundred thousand calls take a quarter of an hour and more. */
const hourMs = 3_600_000

/** One that would sort and compare as people of a language do, were it not told otherwise. */
async function createDatabaseOfLanguage(): Promise<string> {
  const name = nameDatabase()
  const locale = "locale_provider icu icu_locale 'en-US' locale 'C'"
  await runSql(testServer(), `create database "${name}" template template0 ${locale}`)
  const url = withDatabase(testServer(), name)
  leaveBehind(() => dropDatabase(url))
  return url
}

/** Of entries, and of all that names them; the space, which policies name, stays as it is. */
const sortAsPeopleDo = `
  do $$
  declare
    each record;
  begin
    for each in
      select table_name, column_name from information_schema.columns
      where collation_name = 'C' and column_name <> 'space' and table_name in (
        select table_name from information_schema.columns where column_name = 'entry'
        union select 'entry')
    loop
      execute format('alter table %I alter column %I type text collate "en-x-icu"', each.table_name, each.column_name);
    end loop;
  end $$`

const fileUrl = () => `sqlite:${join(makeFolder(), 'test.db')}`

type Change = (answer: Response) => Promise<Response>

/** What stands before an engine and changes one answer, of status 200 where it has one. */
class Meddler {
  /** The one that was changed. */
  path = ''
  readonly #change: Change
  #left: number

  constructor(change: Change, after: number) {
    this.#change = change
    this.#left = after
  }

  before(space: TestSpace): TestSpace {
    const request = async (url: string, init?: RequestInit) => {
      const answer = await space.app.request(url, init)
      if (this.path !== '' || answer.status !== 200 || init?.method !== 'GET') return answer
      if (this.#left-- > 0) return answer
      this.path = url.slice('http://localhost'.length)
      return this.#change(answer)
    }
    return { ...space, app: Object.assign(Object.create(space.app), { request }) }
  }
}

describeOnPostgres('SQLite and PostgreSQL', () => {
  let twins: Twins
  beforeAll(async () => {
    twins = await openTwins([fileUrl(), await createDatabaseOfLanguage()])
  })

  test(
    'answer alike, byte for byte, before and after changes',
    async () => {
      const spaces = fuzzRuns(20)
      await compareTwins(twins, { spaces })
      expect(twins.calls).toBeGreaterThanOrEqual(spaces * 2 * callsPerSpace)
      // Most of them asked for something that is there.
      expect(twins.found).toBeGreaterThan(twins.calls / 3)
    },
    hourMs,
  )

  const changes: readonly (readonly [part: string, change: Change])[] = [
    [
      'body',
      async answer => {
        const bytes = new Uint8Array(await answer.arrayBuffer())
        bytes[bytes.length >> 1]! ^= 1
        return new Response(bytes, answer)
      },
    ],
    [
      'headers',
      async answer => {
        answer.headers.set('Vary', 'Authorization, Accept-encoding')
        return answer
      },
    ],
    ['status', async ({ body, headers }) => new Response(body, { status: 203, headers })],
  ]

  test.each(changes)(
    'are found out where a single answer of one of them is another, with the call: %s',
    async (part, change) => {
      const meddler = new Meddler(change, 7)
      const asAsked = (space: TestSpace, engine: number) => (engine === 1 ? meddler.before(space) : space)
      const found = await findFault(compareTwins(twins, { spaces: 1, seed: 1, asAsked }))
      expect(found).toContain(`"path":${JSON.stringify(meddler.path)}`)
      expect(found).toContain(`\n${part}, from `)
    },
    longTestMs,
  )

  test(
    'are found out where PostgreSQL sorts ids as people sort words',
    async () => {
      const url = await createDatabaseOfLanguage()
      const others = await openTwins([fileUrl(), url])
      await runSql(url, sortAsPeopleDo)
      const found = await findFault(compareTwins(others, { spaces: 20, seed: 1 }))
      expect(found).toMatch(/^\{"path":"\/api\/.*\n(headers|body), from /)
    },
    longTestMs,
  )
})

/** What a comparison that fails tells of the call; fails where it does not. */
async function findFault(comparison: Promise<void>): Promise<string> {
  const fault = await comparison.then(() => null).catch((error: Error) => error)
  expect(fault).not.toBeNull()
  return String((fault?.cause as Error | undefined)?.message)
}
