// The engine of this test run: SQLite, or PostgreSQL if TEST_DATABASE says so.
import { describe, test } from 'bun:test'
import type { Engine } from '../../../src/database/database.ts'
import { withDatabase } from './postgres-databases.ts'

export const testEngine: Engine = toEngine(process.env.TEST_DATABASE || 'sqlite')

/** Where test databases are created. */
export function testServer(): string {
  const url = process.env.TEST_POSTGRES_URL
  if (!url) throw new Error('TEST_POSTGRES_URL is missing. `npm test` starts a PostgreSQL and sets it.')
  return url
}

/** The database with all tables, to copy. */
export function testTemplate(): string {
  const name = process.env.TEST_POSTGRES_TEMPLATE
  if (!name) throw new Error('TEST_POSTGRES_TEMPLATE is missing. `npm test` makes the database and sets it.')
  return name
}

/**
 * The same database with a role that bypasses row level security: tests read all spaces at once. On a user-provided
 * server the role may do so already.
 */
export function pastRowSecurity(url: string): string {
  const admin = process.env.TEST_POSTGRES_ADMIN_URL
  return admin ? withDatabase(admin, decodeURIComponent(new URL(url).pathname.slice(1))) : url
}

/**
 * For features of an embedded database only: its file, its log, two processes on it, its statements' SQL and query
 * plans. On PostgreSQL each is listed as skipped.
 */
export function describeOnSqlite(title: string, body: () => void): void {
  if (testEngine === 'sqlite') describe(title, body)
  // Without the body: its hooks would run and be counted.
  else test.skipIf(true)(`${title} (only on SQLite)`, () => {})
}

/** For features of PostgreSQL only: roles, replicas, row level security. */
export function describeOnPostgres(title: string, body: () => void): void {
  if (testEngine === 'postgres') describe(title, body)
  else test.skipIf(true)(`${title} (only on PostgreSQL)`, () => {})
}

export const testOnSqlite = test.skipIf(testEngine !== 'sqlite')
export const testOnPostgres = test.skipIf(testEngine !== 'postgres')

function toEngine(name: string): Engine {
  if (name === 'sqlite' || name === 'postgres') return name
  throw new Error(`TEST_DATABASE is "${name}": it must be sqlite or postgres.`)
}
