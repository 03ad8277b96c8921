// Checks a PostgreSQL server on separate connections; nothing is written.
import pg from 'pg'
import type { Clock } from '../../base/clock.ts'
import type { Refusal } from '../../base/errors.ts'
import { BoundedPool, requireAddress, toClientConfig } from '../postgres/pools.ts'
import { requireSessions } from '../postgres/sessions.ts'
import { check, type Diagnostic } from './diagnostic.ts'
import { checkMigrations } from './migrations-check.ts'

const statementTimeoutMs = 5000
const clockToleranceMs = { warning: 2000, failed: 60_000 } as const

interface ServerState {
  readonly isStandby: boolean
  readonly isReadOnly: boolean
  readonly role: string
  readonly bypassesRowSecurity: boolean
  readonly fsync: string
  readonly fullPageWrites: string
  readonly synchronousCommit: string
  readonly now: number
}

const serverState = `select pg_is_in_recovery() as "isStandby", current_user as role,
  current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
  (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as "bypassesRowSecurity",
  current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites",
  current_setting('synchronous_commit') as "synchronousCommit",
  (extract(epoch from clock_timestamp()) * 1000)::float8 as now`

/** `isThorough` opens several connections, as a server does anyway when it migrates. */
export async function checkPostgres(url: string, clock: Clock, isThorough: boolean): Promise<Diagnostic[]> {
  try {
    requireAddress('DATABASE_URL', url)
  } catch (error) {
    const { message, details } = error as Refusal
    return [check('database').failed(message, details.join(' '))]
  }
  const client = new pg.Client(toClientConfig({ url, name: 'doctor', statementTimeoutMs }))
  // The statement gets the error of a broken connection; the event alone would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const diagnostics = [...(await checkServer(client, clock)), checkMigrations(await readApplied(client))]
    return isThorough ? [...diagnostics, await checkSessions(url)] : diagnostics
  } catch (error) {
    const { host, port, database } = client
    return [
      check('database').failed(
        `${host}:${port}/${database}: ${reasonOf(error, client)}.`,
        'Check that PostgreSQL runs, DATABASE_URL, and the rights of its role.',
      ),
    ]
  } finally {
    await client.end().catch(() => {})
  }
}

async function checkServer(client: pg.Client, clock: Clock): Promise<Diagnostic[]> {
  const askedAt = clock()
  const { rows } = await client.query<ServerState>(serverState)
  const state = rows[0]!
  const apartMs = Math.abs(state.now - (askedAt + clock()) / 2)
  return [checkWritable(state, client), checkRowSecurity(state), checkDurability(state), checkClock(apartMs)]
}

function checkWritable({ isStandby, isReadOnly }: ServerState, client: pg.Client): Diagnostic {
  const database = check('database')
  if (isStandby) {
    return database.failed(
      'DATABASE_URL names a standby, which takes no writes.',
      'Set it to the primary; standbys belong in DATABASE_REPLICA_URLS.',
    )
  }
  return isReadOnly
    ? database.failed(
        'Transactions are read-only.',
        'Set default_transaction_read_only to off for the role and the database.',
      )
    : database.ok(`${client.host}:${client.port}/${client.database} is reachable.`)
}

function checkRowSecurity({ role, bypassesRowSecurity }: ServerState): Diagnostic {
  const rowSecurity = check('row-level security')
  return bypassesRowSecurity
    ? rowSecurity.warning(
        `The role ${role} bypasses row-level security, the second barrier between spaces.`,
        'Use a role that is not a superuser and does not have BYPASSRLS.',
      )
    : rowSecurity.ok(`It applies to the role ${role}.`)
}

function checkDurability({ fsync, fullPageWrites, synchronousCommit }: ServerState): Diagnostic {
  const durability = check('durability')
  const hint = 'Turn it on for the server and the role, then restart the nodes.'
  if (fsync === 'off' || fullPageWrites === 'off') {
    return durability.warning('fsync or full_page_writes is off: a power cut can lose everything.', hint)
  }
  return synchronousCommit === 'off'
    ? durability.warning('synchronous_commit is off: a crash can lose the last acknowledged changes.', hint)
    : durability.ok('Acknowledged changes are on the disk.')
}

/** Each node uses its own clock, so all of them are compared with the clock of the database. */
function checkClock(apartMs: number): Diagnostic {
  const result = check('clock')
  const message = `It differs from the clock of the database by ${(apartMs / 1000).toFixed(1)} seconds.`
  const hint = 'Synchronise the clocks of both machines: keys and sessions expire by them.'
  if (apartMs > clockToleranceMs.failed) return result.failed(message, hint)
  return apartMs > clockToleranceMs.warning ? result.warning(message, hint) : result.ok(message)
}

async function readApplied(client: pg.Client): Promise<readonly string[] | null> {
  const { rows: tables } = await client.query(
    "select from pg_tables where tablename = 'schema_migration' and schemaname = current_schema()",
  )
  if (tables.length === 0) return null
  const { rows } = await client.query<{ name: string }>('select name from schema_migration')
  return rows.map(({ name }) => name)
}

async function checkSessions(url: string): Promise<Diagnostic> {
  const sessions = check('sessions')
  const pool = new BoundedPool({ url, name: 'doctor', max: 3, statementTimeoutMs })
  try {
    await requireSessions(pool)
    return sessions.ok('Each connection has a session of its own.')
  } catch (error) {
    const { message, details } = error as Refusal
    return sessions.failed(message, details?.join(' ') || null)
  } finally {
    await pool.end()
  }
}

/** The server's message, without the password. */
function reasonOf(error: unknown, { password }: pg.Client): string {
  const { message, code } = error as Error & { code?: string }
  const text = message || code || String(error)
  return password ? text.replaceAll(password, '…') : text
}
