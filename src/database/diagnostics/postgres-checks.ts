// Checks a PostgreSQL server on separate connections. Nothing is written.
import type { Clock } from '../../base/clock.ts'
import { BoundedPool, requireAddress } from '../postgres/pools.ts'
import {
  findServerError,
  requireSessions,
  type ServerProperties,
  serverProperties,
} from '../postgres/server-requirements.ts'
import { checkTables, type Diagnostic, failed, ok, reportErrors, warning } from './diagnostic.ts'

const statementTimeoutMs = 5000
const clockToleranceMs = { warning: 2000, failed: 60_000 } as const

interface ServerState extends ServerProperties {
  readonly tables: readonly string[]
  readonly isStandby: boolean
  readonly isReadOnly: boolean
  readonly role: string
  readonly bypassesRowSecurity: boolean
  /** The settings that are off although a crash would then lose acknowledged changes. */
  readonly undurable: readonly string[]
  readonly now: number
}

const serverState = `select ${serverProperties}, pg_is_in_recovery() as "isStandby", current_user::text as role,
  array(select tablename::text from pg_tables where schemaname = current_schema()) as tables,
  current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
  (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as "bypassesRowSecurity",
  array(select name from pg_settings where setting = 'off'
    and name in ('fsync', 'full_page_writes', 'synchronous_commit')) as undurable,
  (extract(epoch from clock_timestamp()) * 1000)::float8 as now`

/** `isThorough` opens several connections, as a server does anyway when it migrates. */
export function checkPostgres(url: string, clock: Clock, isThorough: boolean): Promise<Diagnostic[]> {
  const hint = 'Check that PostgreSQL runs, DATABASE_URL, and the rights of its role.'
  const errors = { subject: 'PostgreSQL', hint }
  return reportErrors('database', errors, async () => {
    requireAddress('DATABASE_URL', url)
    const pool = new BoundedPool({ url, name: 'doctor', max: 3, statementTimeoutMs })
    try {
      const diagnostics = await checkServer(pool, url, clock)
      if (!isThorough) return diagnostics
      const sessions = await reportErrors('sessions', errors, async () => {
        await requireSessions(pool)
        return [ok('sessions', 'Each connection has a session of its own.')]
      })
      return [...diagnostics, ...sessions]
    } finally {
      await pool.end()
    }
  })
}

async function checkServer(pool: BoundedPool, url: string, clock: Clock): Promise<Diagnostic[]> {
  const { host, pathname } = new URL(url)
  const client = await pool.connect()
  const select = async <Row>(sql: string) => (await client.query(sql)).rows as Row[]
  try {
    const startedAt = clock()
    const [state] = await select<ServerState>(serverState)
    const error = findServerError(state!, url)
    if (error !== null) return [failed(error.check, error.message, error.hint)]
    const apartMs = Math.abs(state!.now - (startedAt + clock()) / 2)
    return [
      checkWritable(state!, `${host}${pathname}`),
      ok('encoding', `The database is in ${state!.encoding}, its tables in the schema ${state!.schema}.`),
      checkRowSecurity(state!),
      checkDurability(state!),
      checkClock(apartMs),
      ...(await checkTables(select, state!.tables)),
    ]
  } finally {
    client.release()
  }
}

function checkWritable({ isStandby, isReadOnly }: ServerState, address: string): Diagnostic {
  if (isStandby) {
    const hint = 'Set it to the primary; standbys belong in DATABASE_REPLICA_URLS.'
    return failed('database', 'DATABASE_URL names a standby, which takes no writes.', hint)
  }
  const hint = 'Set default_transaction_read_only to off for the role and the database.'
  return isReadOnly
    ? failed('database', 'Transactions are read-only.', hint)
    : ok('database', `${address} is reachable.`)
}

function checkRowSecurity({ role, bypassesRowSecurity }: ServerState): Diagnostic {
  if (!bypassesRowSecurity) return ok('row-level security', `It applies to the role ${role}.`)
  const message = `The role ${role} bypasses row-level security, the second barrier between spaces.`
  const hint = 'Use a role that is not a superuser and does not have BYPASSRLS.'
  return warning('row-level security', message, hint)
}

function checkDurability({ undurable }: ServerState): Diagnostic {
  if (undurable.length === 0) return ok('durability', 'Acknowledged changes are on the disk.')
  const message = `A crash can lose acknowledged changes: ${undurable.join(', ')} must be on.`
  return warning('durability', message, 'Turn them on for the server and the role, then restart the nodes.')
}

/** Compares this node's clock with that of the database, because each node uses its own clock. */
function checkClock(apartMs: number): Diagnostic {
  const message = `It differs from the clock of the database by ${(apartMs / 1000).toFixed(1)} seconds.`
  if (apartMs <= clockToleranceMs.warning) return ok('clock', message)
  const report = apartMs > clockToleranceMs.failed ? failed : warning
  return report(
    'clock',
    message,
    'Synchronise the clocks of both machines: keys and sessions expire by them.',
  )
}
