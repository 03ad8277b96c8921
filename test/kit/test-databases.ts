// Databases of a PostgreSQL server, made and dropped by their server's address.
import { Client, escapeIdentifier } from 'pg'

/** What one process makes is told apart from what another makes on the same server. */
const prefix = `t${process.pid}_${Math.floor(performance.timeOrigin).toString(36)}`

/** Counts over all files of a test run: each of them has this module of its own. */
const counter = globalThis as { frontlistTestDatabases?: number }

/** One statement on a connection of its own. */
export async function runSql<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  // A server that is stopped meanwhile says so on the connection, too; the statement's own failure is enough.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** An empty database, or a copy of another one on which nobody is connected. Returns its address. */
export async function createDatabase(server: string, template = 'template0'): Promise<string> {
  counter.frontlistTestDatabases = (counter.frontlistTestDatabases ?? 0) + 1
  const name = `${prefix}_${counter.frontlistTestDatabases}`
  await runSql(server, `create database ${name} template ${escapeIdentifier(template)}`)
  return withDatabase(server, name)
}

/** Ends its connections first. */
export async function dropDatabase(url: string): Promise<void> {
  const server = withDatabase(url, 'postgres')
  await runSql(server, `drop database if exists ${escapeIdentifier(databaseOf(url))} with (force)`)
}

export function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1))
}

export function withDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${encodeURIComponent(name)}`
  return other.href
}
