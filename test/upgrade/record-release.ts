// `bun test/upgrade/record-release.ts`: makes a database with this version of Frontlist, and keeps it in a folder named for
// the version, as SQL for both engines. Run it once for each release, and `npm run format` after it. A folder that is there
// is never written again.
import { Database } from 'bun:sqlite'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Engine } from '../../src/database/database.ts'
import { spaceSetting } from '../../src/database/enter-space.ts'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { version } from '../../src/version.ts'
import { cleanUp } from '../kit/cleanup.ts'
import { startCluster } from '../kit/cluster/cluster.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { ask, fillDatabase } from './release-database.ts'

type Value = string | number | Uint8Array | null

/** A schedule is due in so many years that no test finds it carried out. */
const neverDue = 'update schedule set publish_at = 32503680000000, due_at = 32503680000000'

const folder = join(import.meta.dir, version)
if (existsSync(folder)) {
  process.stderr.write(`${folder} is there already: a database that was kept is not written again.\n`)
  process.exit(1)
}
try {
  await keep()
} catch (error) {
  rmSync(folder, { recursive: true, force: true })
  throw error
} finally {
  await cleanUp()
}
process.exit(0)

async function keep(): Promise<void> {
  const command = createCommandLine()
  const access = await fillDatabase(command)
  const database = new Database(command.databaseFile)
  database.exec(neverDue)
  const server = await command.serve()
  const responses = await ask(server.url, access)
  await server.stop()
  database.exec('delete from session; delete from sign_in_failure; delete from setup_token')
  mkdirSync(folder)
  write('access.json', JSON.stringify(access, null, 2))
  write('responses.json', JSON.stringify(responses, null, 2))
  cpSync(join(dirname(command.databaseFile), 'assets'), join(folder, 'assets'), { recursive: true })
  rmSync(join(folder, 'assets/temporary'), { recursive: true })
  const { id } = database
    .query<{ id: number }, []>('select application_id as id from pragma_application_id')
    .get()!
  write(
    'sqlite.sql',
    toText([`pragma application_id = ${id}`, ...tablesOf(database), ...rowsOf(database, 'sqlite')]),
  )
  const { space } = database.query<{ space: string }, []>('select id as space from space').get()!
  const enter = `select set_config('${spaceSetting}', '${space}', false)`
  write('postgres.sql', toText([...(await listPostgresTables()), enter, ...rowsOf(database, 'postgres')]))
  database.close()
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), `${text.trimEnd()}\n`)
}

function toText(statements: readonly string[]): string {
  return statements.map(statement => `${statement};\n`).join('')
}

function tablesOf(database: Database): string[] {
  const made =
    "select sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by rowid"
  return database
    .query<{ sql: string }, []>(made)
    .all()
    .map(({ sql }) => sql)
}

/** The statements by which the migrations make the tables. */
async function listPostgresTables(): Promise<string[]> {
  const cluster = await startCluster()
  const statements: string[] = []
  try {
    const database = openPostgres(await cluster.createDatabase(), {
      onStatement: sql => void statements.push(sql),
    })
    await database.migrate()
    await database.close()
  } finally {
    await cluster.remove()
  }
  return statements.filter(sql => /^(?:create|alter|drop)\b/.test(sql)).flatMap(sql => sql.split('; '))
}

/** In the order of their keys, after the rows that they refer to. */
function rowsOf(database: Database, engine: Engine): string[] {
  const tables = database
    .query<{ name: string }, []>("select name from sqlite_schema where type = 'table' order by rowid")
    .all()
  return tables.flatMap(({ name }) => {
    const columns = database
      .query<{ name: string; pk: number }, [string]>('select name, pk from pragma_table_info(?)')
      .all(name)
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
    const rows = database
      .query<Record<string, Value>, []>(
        `select * from "${name}" order by ${key.map(column => `"${column.name}"`).join()}`,
      )
      .all()
    const names = columns.map(column => `"${column.name}"`).join(', ')
    return rows.map(row => {
      const values = columns.map(column => toLiteral(row[column.name]!, engine)).join(', ')
      return `insert into "${name}" (${names}) values (${values})`
    })
  })
}

function toLiteral(value: Value, engine: Engine): string {
  if (value === null || typeof value === 'number') return String(value)
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  const hex = Buffer.from(value).toString('hex')
  return engine === 'sqlite' ? `x'${hex}'` : `'\\x${hex}'`
}
