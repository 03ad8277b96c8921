// A program: copies what an import has written into another file by bun:sqlite alone, and prints how long the inserts,
// the commit and the checkpoint took. Reading what is copied is not counted. Arguments: the database, the new file.
import { Database } from 'bun:sqlite'

const rowsAtOnce = 5000
const tables = ['space', 'collection', 'entry', 'publication', 'publication_variant', 'publication_reference']

const [source = '', target = ''] = process.argv.slice(2)
const from = new Database(source, { readonly: true })
const to = new Database(target)

function pragma(database: Database, name: string): number {
  return Number(Object.values(database.query<object, []>(`pragma ${name}`).get() ?? {})[0])
}

function createTables(): void {
  to.exec(`pragma page_size = ${pragma(from, 'page_size')}`)
  to.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  to.exec(`pragma cache_size = -${64 * 1024}`)
  const texts = from
    .query<{ sql: string; tbl_name: string }, []>(
      'select sql, tbl_name from sqlite_schema where sql is not null order by type desc, rowid',
    )
    .all()
  for (const { sql, tbl_name } of texts) if (tables.includes(tbl_name)) to.exec(sql)
}

let milliseconds = 0
let processorMicros = 0

function count(work: () => void): void {
  const cpu = process.cpuUsage()
  const started = performance.now()
  work()
  milliseconds += performance.now() - started
  const { user, system } = process.cpuUsage(cpu)
  processorMicros += user + system
}

type Row = (string | number | null)[]

function copy(table: string): void {
  const insert = new Map<number, ReturnType<Database['prepare']>>()
  let rows: Row[] = []
  const write = () => {
    for (const row of rows) {
      const known = insert.get(row.length)
      const statement = known ?? to.prepare(`insert into ${table} values (${row.map(() => '?').join()})`)
      if (!known) insert.set(row.length, statement)
      statement.run(...row)
    }
    rows = []
  }
  for (const row of from.query<Record<string, Row[number]>, []>(`select * from ${table}`).iterate()) {
    rows.push(Object.values(row))
    if (rows.length === rowsAtOnce) count(write)
  }
  count(write)
}

createTables()
count(() => to.exec('begin immediate'))
for (const table of tables) copy(table)
count(() => to.exec('commit'))
count(() => to.exec('pragma wal_checkpoint(truncate)'))
process.stdout.write(
  JSON.stringify({ seconds: milliseconds / 1000, processorSeconds: processorMicros / 1e6 }),
)
