// The engine cannot be told from a response: whatever is imported and asked, SQLite and PostgreSQL answer alike, byte for
// byte; and where they do not, the call is told. `FUZZ_RUNS=60` makes a hundred thousand calls.
import { beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { TestSpace } from '../kit/app/test-space.ts'
import { cleanUpLater } from '../kit/cleanup.ts'
import { dropDatabase, nameDatabase, runSql, withDatabase } from '../kit/database/postgres-databases.ts'
import { describeOnPostgres, pastRowSecurity, testServer } from '../kit/database/test-engine.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { callsPerSpace, compareEngines, type EnginePair, openEnginePair } from './both-engines.ts'

/** A hundred thousand calls take a quarter of an hour and more. */
const hourMs = 3_600_000

/** One that would sort and compare as people of a language do, were it not told otherwise. */
async function createDatabaseOfLanguage(): Promise<string> {
  const name = nameDatabase()
  const locale = "locale_provider icu icu_locale 'en-US' locale 'C'"
  await runSql(testServer(), `create database "${name}" template template0 ${locale}`)
  const url = withDatabase(testServer(), name)
  cleanUpLater(() => dropDatabase(pastRowSecurity(url)))
  return url
}

/** Of entries, and of all that names them, temporary tables too; the space, which policies name, stays as it is. */
const sortAsPeopleDo = `
  create function sort_as_people_do(names text[]) returns void language plpgsql as $$
  declare
    each record;
  begin
    for each in
      select table_schema, table_name, column_name from information_schema.columns
      where collation_name = 'C' and table_name = any(names)
        -- These are compared with columns of tables that stay as they are.
        and column_name not in ('space', 'collection', 'field', 'variant')
    loop
      execute format('alter table %I.%I alter column %I type text collate "en-x-icu"',
        each.table_schema, each.table_name, each.column_name);
    end loop;
  end
  $$;
  create function sort_new_table() returns event_trigger language plpgsql as $$
  begin
    perform sort_as_people_do(array(
      select relname::text from pg_event_trigger_ddl_commands() join pg_class on oid = objid));
  end
  $$;
  select sort_as_people_do(array(
    select table_name::text from information_schema.columns where column_name = 'entry' union select 'entry'));
  create event trigger sort_new_tables on ddl_command_end when tag in ('CREATE TABLE')
    execute function sort_new_table();
`

const fileUrl = () => `sqlite:${join(makeFolder(), 'test.db')}`

type Change = (response: Response) => Promise<Response>

/** What stands before an engine and changes one response, of status 200 where it has one. */
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
      const response = await space.app.request(url, init)
      if (this.path !== '' || response.status !== 200 || init?.method !== 'GET') return response
      if (this.#left-- > 0) return response
      this.path = url.slice('http://localhost'.length)
      return this.#change(response)
    }
    return { ...space, app: Object.assign(Object.create(space.app), { request }) }
  }
}

describeOnPostgres('SQLite and PostgreSQL', () => {
  let engines: EnginePair
  beforeAll(async () => {
    engines = await openEnginePair([fileUrl(), await createDatabaseOfLanguage()])
  })

  test(
    'give the same responses, byte for byte, before and after changes',
    async () => {
      const spaces = fuzzRuns(60)
      await compareEngines(engines, { spaces })
      expect(engines.calls).toBeGreaterThanOrEqual(spaces * 2 * callsPerSpace)
      // Most of them asked for something that is there.
      expect(engines.found).toBeGreaterThan(engines.calls / 3)
    },
    hourMs,
  )

  const changes: readonly (readonly [part: string, change: Change])[] = [
    [
      'body',
      async response => {
        const bytes = new Uint8Array(await response.arrayBuffer())
        bytes[bytes.length >> 1]! ^= 1
        return new Response(bytes, response)
      },
    ],
    [
      'headers',
      async response => {
        response.headers.set('Vary', 'Authorization, Accept-encoding')
        return response
      },
    ],
    ['status', async ({ body, headers }) => new Response(body, { status: 203, headers })],
  ]

  test.each(changes)(
    'are found to differ if a single response of one of them differs, with the call: %s',
    async (part, change) => {
      const meddler = new Meddler(change, 7)
      const asAsked = (space: TestSpace, engine: number) => (engine === 1 ? meddler.before(space) : space)
      const found = await findError(compareEngines(engines, { spaces: 1, seed: 1, asAsked }))
      expect(found).toContain(`"path":${JSON.stringify(meddler.path)}`)
      expect(found).toContain(`\n${part}, from `)
    },
    longTestMs,
  )

  test(
    'are found out where PostgreSQL sorts ids as people sort words',
    async () => {
      const url = await createDatabaseOfLanguage()
      const others = await openEnginePair([fileUrl(), url])
      // Only a superuser may create an event trigger.
      await runSql(pastRowSecurity(url), sortAsPeopleDo)
      const found = await findError(compareEngines(others, { spaces: 20, seed: 1 }))
      expect(found).toMatch(/^\{"path":"\/api\/.*\n(headers|body), from /)
    },
    longTestMs,
  )
})

/** What a comparison that fails tells of the call; fails where it does not. */
async function findError(comparison: Promise<void>): Promise<string> {
  const problem = await comparison.then(() => null).catch((error: Error) => error)
  expect(problem).not.toBeNull()
  return String((problem?.cause as Error | undefined)?.message)
}
