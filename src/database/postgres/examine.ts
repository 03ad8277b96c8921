// What can be seen of a PostgreSQL from outside: whether it answers, and whether it keeps what is promised of it. Nothing
// is written; the one announcement goes to a channel that nobody else has.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Clock } from '../../base/clock.ts'
import { Refusal } from '../../base/errors.ts'
import { about, type Finding } from '../../base/finding.ts'
import { examineMigrations } from '../examine-migrations.ts'
import { BoundedPool, requireAddress, toClientConfig } from './pools.ts'
import { openPostgres, versionMin } from './postgres.ts'
import { requireSessions } from './sessions.ts'

const statementTimeoutMs = 5000
const hearMs = 2000
const apartMsMax = { warning: 2000, fault: 60_000 } as const

export async function examinePostgres(url: string, clock: Clock): Promise<Finding[]> {
  const database = about('database')
  try {
    requireAddress('DATABASE_URL', url)
  } catch (error) {
    const { message, details } = error as Refusal
    return [database.fault(message, details.join(' '))]
  }
  const place = toPlace(url)
  const client = new pg.Client(toClientConfig({ url, name: 'doctor', statementTimeoutMs }))
  // A connection that breaks says so to the statement that runs on it.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => {})
    return [
      database.fault(
        `${place} gives no connection: ${reasonOf(error, url)}.`,
        'Does it run, and are host, port, name, role and password of DATABASE_URL right?',
      ),
    ]
  }
  const findings = [database.ok(`${place} answers.`)]
  try {
    const steps = [examineServer, examineTables, examineRights, examineTime] as const
    for (const step of steps) findings.push(...(await step(client, clock)))
    // A server that takes no writes takes no listener either.
    if (findings.some(({ subject, level }) => subject === 'database' && level === 'fault')) return findings
    return [...findings, ...(await examineSettings(url)), await examineConnections(url)]
  } catch (error) {
    return [
      ...findings,
      database.fault(
        `${place} has stopped answering as it should: ${reasonOf(error, url)}.`,
        'Look into its log, and try again.',
      ),
    ]
  } finally {
    await client.end().catch(() => {})
  }
}

/** Host, port and name: what may be shown of the address. */
function toPlace(url: string): string {
  const { host, port, database } = new pg.Client({ connectionString: url })
  return `${host}:${port}/${database}`
}

function reasonOf(error: unknown, url: string): string {
  const { message, code } = error as Error & { code?: string }
  const text = message || code || String(error)
  const { password } = new pg.Client({ connectionString: url })
  return typeof password === 'string' && password !== '' ? text.replaceAll(password, '…') : text
}

async function examineServer(client: pg.Client): Promise<Finding[]> {
  const version = about('PostgreSQL')
  const { rows } = await client.query<{ text: string; standby: boolean; read_only: string }>(
    `select current_setting('server_version') as text, pg_is_in_recovery() as standby,
      current_setting('default_transaction_read_only') as read_only`,
  )
  const { text = '', standby = false, read_only: readOnly = 'off' } = rows[0] ?? {}
  const findings = [
    Number.parseInt(text, 10) >= versionMin
      ? version.ok(text)
      : version.fault(`${text} is too old.`, `Upgrade it: ${versionMin} or newer is needed.`),
  ]
  if (standby || readOnly === 'on') {
    findings.push(
      about('database').fault(
        standby
          ? 'It is a standby: nothing can be written.'
          : 'Transactions only read: nothing can be written.',
        standby
          ? 'Set DATABASE_URL to the primary; standbys go into DATABASE_REPLICA_URLS.'
          : 'Set default_transaction_read_only to off for the role and the database.',
      ),
    )
  }
  return findings
}

async function examineTables(client: pg.Client): Promise<Finding[]> {
  const { rows: known } = await client.query<{ name: string | null; may: boolean | null }>(
    `select to_regclass('schema_migration') as name,
      has_table_privilege(to_regclass('schema_migration'), 'select') as may`,
  )
  if (!known[0]?.name) return [examineMigrations(null)]
  if (!known[0].may) {
    return [about('tables').fault('The role may not read which migrations have run.', grant)]
  }
  const { rows } = await client.query<{ name: string }>('select name from schema_migration')
  return [examineMigrations(rows.map(({ name }) => name))]
}

const grant = 'Grant the role what docs/deployment.md names, as the owner of the tables.'

async function examineRights(client: pg.Client): Promise<Finding[]> {
  const rights = about('rights')
  const { rows } = await client.query<{ role: string; lacks: string }>(
    `select current_user as role, string_agg(wanted || ' on ' || relname, ', ' order by relname, wanted) as lacks
    from pg_class, unnest(array['select', 'insert', 'update', 'delete']) as wanted
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and relname not like 'schema\\_migration%' and not has_table_privilege(pg_class.oid, wanted)
    having count(*) > 0`,
  )
  const [lacking] = rows
  return [
    lacking
      ? rights.fault(`The role ${lacking.role} has not: ${shorten(lacking.lacks)}.`, grant)
      : rights.ok('The role may read and write all tables.'),
  ]
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

/** All nodes go by their own clocks; the database's is what they can be held against. */
async function examineTime(client: pg.Client, clock: Clock): Promise<Finding[]> {
  const time = about('clock')
  const asked = clock()
  const { rows } = await client.query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  )
  const apart = Math.abs((rows[0]?.now ?? 0) - (asked + clock()) / 2)
  const says = `It and the database's clock are ${(apart / 1000).toFixed(1)} seconds apart.`
  const todo = 'Have both machines set their clocks by the network: keys and sessions end by them.'
  if (apart > apartMsMax.fault) return [time.fault(says, todo)]
  return [apart > apartMsMax.warning ? time.warning(says, todo) : time.ok(says)]
}

async function examineSettings(url: string): Promise<Finding[]> {
  const durability = about('durability')
  const database = openPostgres(url)
  try {
    const advice = await database.advice()
    if (advice.length === 0) return [durability.ok('What was acknowledged is on the disk.')]
    return advice.map(text =>
      durability.warning(text, 'Change the setting or the role, then restart the nodes.'),
    )
  } finally {
    await database.close()
  }
}

/** Whether there are sessions of one's own, and announcements arrive. */
async function examineConnections(url: string): Promise<Finding> {
  const connections = about('connections')
  // It waits for no standby, as no announcement of a node's own does.
  const settings = 'set synchronous_commit = off'
  const pool = new BoundedPool({ url, name: 'doctor', max: 3, statementTimeoutMs, settings })
  try {
    await requireSessions(pool)
    return (await hearsItself(pool))
      ? connections.ok('They are sessions, and announcements arrive.')
      : connections.fault(
          `An announcement did not arrive within ${hearMs / 1000} seconds: what nodes change reaches others late.`,
          'See in pg_stat_activity who waits, such as for a standby that is gone; and whether a pooler is between.',
        )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [says, todo] = error.message.split('. Frontlist needs ')
    return connections.fault(`${says}.`, todo === undefined ? 'Try again.' : `It needs ${todo}`)
  } finally {
    await pool.end()
  }
}

async function hearsItself(pool: BoundedPool): Promise<boolean> {
  const [listener, speaker] = [await pool.connect(), await pool.connect()]
  const heard = Promise.withResolvers<boolean>()
  const channel = `frontlist_doctor_${randomUUID().replaceAll('-', '')}`
  listener.on('notification', notice => notice.channel === channel && heard.resolve(true))
  const timer = setTimeout(() => heard.resolve(false), hearMs)
  try {
    await listener.query(`listen ${channel}`)
    // It may be in line behind others: only whether it arrives counts.
    speaker.query('select pg_notify($1, $2)', [channel, '']).catch(() => heard.resolve(false))
    return await heard.promise
  } finally {
    clearTimeout(timer)
    listener.release(true)
    speaker.release(true)
  }
}
