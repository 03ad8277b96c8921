// PostgreSQL connection pools, with limits on connections, waiting requests and time. Reads the parameters of a URL that
// Frontlist uses itself; the driver reads all others.
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'
import { Refusal } from '../../base/errors.ts'
import { DatabaseUnavailable } from '../lease/lease-keeper.ts'
import { fromDriver, isAway } from './failures.ts'

const sslModes = ['disable', 'no-verify', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

/** PostgreSQL silently truncates longer names. */
const schemaBytesMax = 63

/** Throws a refusal for parameters that would be ignored or have another meaning than they suggest. */
function requireParameters(variable: string, url: string): void {
  const parameters = parametersOf(url)
  const details: string[] = []
  for (const name of ['schema', 'sslmode']) {
    if (parameters.getAll(name).length > 1) details.push(`${name} is given more than once.`)
  }
  const schema = parameters.get('schema')
  if (schema !== null && (schema === '' || Buffer.byteLength(schema) > schemaBytesMax)) {
    details.push(`schema must be the name of a schema, of 1 to ${schemaBytesMax} bytes, such as schema=cms.`)
  }
  const sslMode = parameters.get('sslmode')
  if (sslMode !== null && !(sslModes as readonly string[]).includes(sslMode)) {
    details.push(`sslmode must be one of ${sslModes.join(', ')}.`)
  }
  if (details.length > 0) throw new Refusal(`${variable} cannot be used.`, details)
}

/** Returns the schema in the URL's `?schema=`; null if the server decides by `search_path`. */
export function schemaOf(url: string): string | null {
  return parametersOf(url).get('schema')
}

/**
 * Returns the URL for the driver. For these modes the driver verifies the server as for `verify-full`, and prints a
 * warning. Writing `verify-full` explicitly avoids the warning, and keeps the verification if a later driver weakens
 * these modes.
 */
export function toDriverUrl(url: string): string {
  if (parametersOf(url).get('uselibpqcompat') === 'true') return url
  return url.replace(/([?&]sslmode=)(?:allow|prefer|require|verify-ca)(?=[&#]|$)/, '$1verify-full')
}

/** Parses the query only, because the driver accepts addresses that are not URLs, such as one without a host. */
function parametersOf(url: string): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}

const waitingMax = 500
export const connectTimeoutMsDefault = 3000
const idleTimeoutMs = 30_000
export const waitMsMaxDefault = 3000
/** The interval of the checks of connections that were in use when the database became available again. */
const renewMs = 2000
/** The grace period for responses that were in flight when the server was asked what it executes. */
const inFlightMs = 100

/** The OID of the type in pg_type. */
const int8 = 20

/** Returns revisions, milliseconds and counts as numbers: none of them can reach 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

interface PoolOptions {
  readonly url: string
  /** Shown in pg_stat_activity. */
  readonly name: string
  readonly max: number
  /** The statement timeout. The connection of a statement that takes longer is closed. */
  readonly statementTimeoutMs: number
  /** The connection timeout; three seconds by default. */
  readonly connectTimeoutMs?: number
  /** The time that a caller waits for a free connection; three seconds by default. */
  readonly waitMsMax?: number
  /**
   * Settings as `set …; set …`, run on each new connection. They are not start-up parameters, because poolers reject
   * those that they do not know.
   */
  readonly settings?: string
}

/** Returns the settings of one connection, pooled or not. */
export function toClientConfig(
  options: Pick<PoolOptions, 'url' | 'name' | 'statementTimeoutMs'> & { readonly connectTimeoutMs?: number },
): pg.ClientConfig {
  const { url, name, statementTimeoutMs, connectTimeoutMs = connectTimeoutMsDefault } = options
  return {
    connectionString: toDriverUrl(url),
    application_name: `frontlist ${name}`,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs,
    keepAlive: true,
    types,
  }
}

/** Lets the client time out first, so that the caller gets its error. */
const graceMs = 2000

/**
 * Returns a value for `settings` of read-only connections: the server ends statements that the client no longer waits
 * for. Not for writes: ending a commit that waits for its standby would count as its success.
 */
export function endOnServer(statementTimeoutMs: number): string {
  return `set statement_timeout = ${statementTimeoutMs + graceMs}`
}

const poolExhausted = () =>
  new Refusal('Too many requests are waiting for the database. Try again.', [], 'unavailable')

/** Returns pg's message, or a clearer one if it does not say what to do. */
function toReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  if (/client password must be/.test(text)) return 'It requires a password, and the URL has none.'
  if (text === 'Invalid URL') {
    return 'It is not a URL: characters of the password other than letters and digits must be percent-encoded.'
  }
  return text
}

/** Refuses an invalid URL or unreadable certificates. Does not connect. */
export function requireAddress(variable: string, url: string): void {
  requireParameters(variable, url)
  try {
    new pg.Client({ connectionString: toDriverUrl(url) })
  } catch (error) {
    throw new Refusal(`${variable} cannot be used.`, [toReason(error)])
  }
}

function refuseToConnect(failure: unknown): never {
  const error = fromDriver(failure)
  if (error instanceof DatabaseUnavailable) throw error
  if (isAway(error)) throw new DatabaseUnavailable(error)
  const reason = toReason(error)
  throw new Refusal('PostgreSQL refuses the connection. Is DATABASE_URL right?', [reason], 'unavailable')
}

/** Returns a property that pg's types do not have, like the socket. */
function connectionOf(client: pg.ClientBase): EventEmitter & { readonly stream: Socket } {
  return (client as unknown as { connection: EventEmitter & { stream: Socket } }).connection
}

function streamOf(client: pg.ClientBase): Socket {
  return connectionOf(client).stream
}

/** Checks whether a statement was sent and has no complete response yet. pg's types do not have the property. */
function isWaiting(client: pg.ClientBase): boolean {
  return !(client as unknown as { readyForQuery: boolean }).readyForQuery
}

/** Closes the socket without a termination message, which would block on a broken connection. */
export function abandon(client: pg.ClientBase): void {
  streamOf(client).destroy()
}

/**
 * pg leaves the connection open when it gives up by itself, for example without a password. The server would hold a slot
 * for each attempt until its timeout, and repeated attempts would use up all slots.
 */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    connectionOf(this).on('error', () => abandon(this))
  }
}

/** The server process of a connection, with its start because process numbers are reused, and differ between servers. */
type Backend = `${number} ${string}`

const backendColumn = `pid || ' ' || extract(epoch from backend_start)`
const ownBackendQuery = `select ${backendColumn} as backend from pg_stat_activity where pid = pg_backend_pid()`

/** Lists those of `backends` that are executing a statement, also while it waits for a lock. Runs on any connection. */
export async function listExecuting(
  pool: ConnectionPool,
  backends: readonly Backend[],
): Promise<ReadonlySet<Backend>> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ backend: Backend }>(
      `select ${backendColumn} as backend from pg_stat_activity where state = 'active' and ${backendColumn} = any($1)`,
      [backends],
    )
    client.release()
    return new Set(rows.map(({ backend }) => backend))
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** The interface of a pool that the node uses. */
export interface ConnectionPool {
  /** Checks out a connection. Return it with `release()`, or with `release(true)` to close it. */
  connect(): Promise<pg.PoolClient>
  renew(listExecuting: (backends: readonly Backend[]) => Promise<ReadonlySet<Backend>>): void
  end(): Promise<void>
}

/** A connection that was in use when the database became available again. */
interface OldConnection {
  readonly client: pg.PoolClient
  readonly checkout: number
  readonly bytesRead: number
}

export class BoundedPool implements ConnectionPool {
  readonly #pool: pg.Pool
  readonly #clients = new Set<pg.PoolClient>()
  /** Connections in use, each with a sequence number of its checkout. */
  readonly #inUse = new Map<pg.PoolClient, number>()
  readonly #backends = new WeakMap<pg.ClientBase, Backend>()
  readonly #waitMsMax: number
  /** Callers that wait for a connection, in order. */
  readonly #waiting: (() => void)[] = []
  #free: number
  #checkouts = 0

  constructor({ settings: others, ...options }: PoolOptions) {
    const schema = schemaOf(options.url)
    const onConnect = [
      ...(schema === null ? [] : [`set search_path to ${pg.escapeIdentifier(schema)}`]),
      ...(others === undefined ? [] : [others]),
      ownBackendQuery,
    ].join('; ')
    this.#free = options.max
    this.#waitMsMax = options.waitMsMax ?? waitMsMaxDefault
    this.#pool = new pg.Pool({
      ...toClientConfig(options),
      Client,
      max: options.max,
      idleTimeoutMillis: idleTimeoutMs,
      allowExitOnIdle: true,
      // pg waits for it, and fails the checkout if it fails; its types do not say so.
      onConnect: client => this.#prepare(client, onConnect) as unknown as undefined,
    })
    // A broken idle connection is replaced at its next use. Without a listener its error would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', client => this.#clients.add(client))
    this.#pool.on('remove', client => this.#clients.delete(client))
    this.#pool.on('acquire', client => this.#inUse.set(client, ++this.#checkouts))
    this.#pool.on('release', (_, client) => {
      this.#inUse.delete(client)
      this.#leave()
    })
  }

  async connect(): Promise<pg.PoolClient> {
    await this.#enter()
    const client = await this.#pool.connect().catch((error: unknown) => {
      this.#leave()
      return refuseToConnect(error)
    })
    // The running statement gets the error of a broken connection. The event alone would end the process.
    if (client.listenerCount('error') === 0) client.on('error', () => {})
    return client
  }

  /** Waits for a free connection here and not in the pool, whose timeout would make a busy database look unavailable. */
  async #enter(): Promise<void> {
    if (this.#free > 0) {
      this.#free--
      return
    }
    if (this.#waiting.length >= waitingMax) throw poolExhausted()
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1)
        reject(poolExhausted())
      }, this.#waitMsMax)
      this.#waiting.push(start)
    })
  }

  /** Frees a connection, or passes it to the next caller that waits. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }

  async #prepare(client: pg.ClientBase, onConnect: string): Promise<void> {
    const results = await client.query(onConnect)
    const last = [results].flat().at(-1) as pg.QueryResult<{ backend: Backend }>
    this.#backends.set(client, last.rows[0]!.backend)
  }

  /**
   * Closes old connections, which may lead to a machine that no longer exists, where a statement would run into its
   * timeout. Idle ones are closed now, busy ones if their response does not come and the server does not execute their
   * statement. Call this when the database is available again.
   */
  renew(listExecuting: (backends: readonly Backend[]) => Promise<ReadonlySet<Backend>>): void {
    const old = [...this.#inUse].map(([client, checkout]) => ({
      client,
      checkout,
      bytesRead: streamOf(client).bytesRead,
    }))
    for (const client of this.#clients) if (!this.#inUse.has(client)) abandon(client)
    this.#checkLater(old, listExecuting)
  }

  #checkLater(old: readonly OldConnection[], listExecuting: Parameters<ConnectionPool['renew']>[0]): void {
    const isSilent = ({ client, checkout, bytesRead }: OldConnection) =>
      this.#inUse.get(client) === checkout && streamOf(client).bytesRead === bytesRead
    const timer = setTimeout(async () => {
      const silent = old.filter(isSilent)
      const waiting = silent.filter(({ client }) => isWaiting(client))
      if (waiting.length > 0) {
        const backendOf = ({ client }: OldConnection) => this.#backends.get(client)!
        const executing = await listExecuting(waiting.map(backendOf)).catch(() => null)
        await Bun.sleep(inFlightMs)
        for (const one of waiting) {
          if (executing?.has(backendOf(one)) === false && isSilent(one)) abandon(one.client)
        }
      }
      const rest = silent.filter(isSilent)
      if (rest.length > 0) this.#checkLater(rest, listExecuting)
    }, renewMs)
    timer.unref()
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}
