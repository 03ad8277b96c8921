// A database of each release, kept as SQL in the folder of its version: this version migrates it, and its responses stay as
// they were.
import { Database } from 'bun:sqlite'
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Diagnostic } from '../../src/database/diagnostics/diagnostic.ts'
import { type CommandLine, createCommandLine } from '../kit/command/process.ts'
import { runJson } from '../kit/command/running-command.ts'
import { runSql } from '../kit/database/postgres-databases.ts'
import { testEngine } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { type Access, ask, type RecordedResponse, send, signIn } from './release-database.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const releases = readdirSync(import.meta.dir, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name)

test('there is a database of the first release', () => {
  expect(releases).toContain('0.1.0')
})

const read = (release: string, file: string) => readFileSync(join(import.meta.dir, release, file), 'utf8')

/** The database of a release, with its files. */
async function load(release: string): Promise<CommandLine> {
  const command = createCommandLine()
  await command.ready
  const { databaseFile, databaseUrl, environment } = command
  const sql = read(release, `${testEngine}.sql`)
  let store = environment.ASSETS_STORE?.slice('file:'.length)
  if (testEngine === 'postgres') await runSql(databaseUrl, sql)
  else {
    mkdirSync(dirname(databaseFile), { recursive: true, mode: 0o700 })
    const database = new Database(databaseFile, { create: true })
    database.exec(sql)
    database.close()
    store = join(dirname(databaseFile), 'assets')
  }
  cpSync(join(import.meta.dir, release, 'assets'), store!, { recursive: true })
  return command
}

const columns = `select table_name, column_name, ordinal_position, data_type, is_nullable, column_default, collation_name
  from information_schema.columns where table_schema = 'public' order by 1, 3`
const constraints = `select conrelid::regclass::text, conname, pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`
const rowSecurity = `select relname, relrowsecurity, relforcerowsecurity
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`
const descriptions = [
  columns,
  constraints,
  rowSecurity,
  "select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1",
  'select tablename, policyname, qual, with_check, cmd, roles::text from pg_policies order by 1, 2',
]

/** Everything that the database knows of its tables. */
async function describeTables({ databaseFile, databaseUrl }: CommandLine): Promise<unknown> {
  if (testEngine === 'postgres') {
    const described: unknown[] = []
    for (const query of descriptions) described.push(await runSql(databaseUrl, query))
    return described
  }
  const database = new Database(databaseFile, { readonly: true })
  const rows = database.query('select type, name, tbl_name, sql from sqlite_schema order by type, name').all()
  database.close()
  return rows
}

for (const release of releases) {
  describe(`a database of ${release}`, () => {
    test('has the tables of a new database once it is migrated', async () => {
      const [upgraded, fresh] = [await load(release), createCommandLine()]
      for (const command of [upgraded, fresh]) await runJson(command, 'migrate')
      expect(await describeTables(upgraded)).toEqual(await describeTables(fresh))
    })

    test('gives the same responses once it is migrated, and takes changes', async () => {
      const command = await load(release)
      const access = JSON.parse(read(release, 'access.json')) as Access
      const responses = JSON.parse(read(release, 'responses.json')) as RecordedResponse[]
      await runJson(command, 'migrate')
      const environment = { PUBLIC_URL: 'https://cms.example', ASSETS_URL: 'https://files.example' }
      const { stdout } = await command.run(['doctor', '--json'], { environment })
      const { ok, diagnostics } = JSON.parse(stdout) as { ok: boolean; diagnostics: Diagnostic[] }
      expect(ok).toBe(true)
      for (const check of ['migrations', 'query index', 'assets'])
        expect(diagnostics).toContainEqual(expect.objectContaining({ check, status: 'ok' }))
      const server = await command.serve()
      expect(await ask(server.url, access)).toMatchObject(responses)

      const get = (path: string) =>
        fetch(`${server.url}${path}`, { headers: { Authorization: `Bearer ${access.key}` } })
      const path = '/api/v1/public/content/posts/tide-tables?depth=1'
      const { doc } = (await (await get(path)).json()) as { doc: { data: { cover: { url: string } } } }
      expect(await (await get(doc.data.cover.url)).text()).toBe('A cover.\n')
      const cookie = await signIn(server.url, access)
      await send(server.url, cookie, 'POST', 'entries/live/publish', { draftVersion: 2 })
      const found = await get('/api/v1/public/content/posts?filter[title]=Tide+Tables,+again')
      expect(await found.json()).toMatchObject({ count: 1, list: [{ id: 'live', version: 2 }] })
      expect(await server.stop()).toBe(0)
    })
  })
}
