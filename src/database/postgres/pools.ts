// Connections to PostgreSQL: bounded in number, in those who wait for one, and in time.
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'
import { Refusal } from '../../base/errors.ts'
import { DatabaseUnavailable } from '../lease/freshness.ts'
import { fromDriver, isAway } from './failures.ts'

const waitingMax = 500
const connectTimeoutMsDefault = 3000
const idleTimeoutMsDefault = 30_000
/** For an answer that is on its way when the database comes back. */
const renewMs = 2000

/** Its number in pg_type. */
const int8 = 20

/** Revisions, milliseconds and counts as numbers: none of them can reach 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

export interface PoolOptions {
  readonly url: string
  /** Shown in pg_stat_activity. */
  readonly name: string
  readonly max: number
  /** A statement that takes longer has lost its connection, which is closed. */
  readonly statementTimeoutMs: number
  /** How long making a connection may take; three seconds where absent. */
  readonly connectTimeoutMs?: number
  /** How long a connection is kept that nobody uses; half a minute where absent. */
  readonly idleTimeoutMs?: number
  /**
   * `set …; set …`, for each connection. Not as a start-up parameter: poolers between here and the server refuse those
   * that they do not know.
   */
  readonly settings?: string
}

/** The settings of one connection, of a pool or alone. */
export function toClientConfig(
  options: Pick<PoolOptions, 'url' | 'name' | 'statementTimeoutMs'> & { readonly connectTimeoutMs?: number },
): pg.ClientConfig {
  const { url, name, statementTimeoutMs, connectTimeoutMs = connectTimeoutMsDefault } = options
  return {
    connectionString: url,
    application_name: `frontlist ${name}`,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs,
    keepAlive: true,
    types,
  }
}

/** After the client has given up, which is what the caller hears of. */
const graceMs = 2000

/**
 * For `settings`, of connections that only read: the server ends a statement that nobody waits for any more. Where a
 * commit waits for its standby, that end would count as its success.
 */
export function endOnServer(statementTimeoutMs: number): string {
  return `set statement_timeout = ${statementTimeoutMs + graceMs}`
}

const tooMany = () => new Refusal('Too many requests wait for the database. Try again.', [], 'unavailable')

/** The words of pg, and where they tell nobody what to do, others. */
function toReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  if (/client password must be/.test(text)) return 'It asks for a password, and the address has none.'
  if (text === 'Invalid URL') {
    return 'It is no address: what is no letter or digit in the password must be percent-encoded.'
  }
  return text
}

/** Refuses an address that cannot be read, or whose certificates cannot. Whether a server is there is not asked. */
export function requireAddress(variable: string, url: string): void {
  try {
    new pg.Client({ connectionString: url })
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

/** pg has no words for its connection, nor for its socket. */
function connectionOf(client: pg.ClientBase): EventEmitter & { readonly stream: Socket } {
  return (client as unknown as { connection: EventEmitter & { stream: Socket } }).connection
}

function streamOf(client: pg.ClientBase): Socket {
  return connectionOf(client).stream
}

/** Ends the connection without a polite word: whoever is cut off would be waited for. */
export function abandon(client: pg.ClientBase): void {
  streamOf(client).destroy()
}

/**
 * pg leaves the connection open where it is pg that gives up, as without a password. The server would keep a place for
 * each try until its patience ends, and whoever tries again and again would take the places of all others.
 */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    connectionOf(this).on('error', () => abandon(this))
  }
}

export class BoundedPool {
  readonly #pool: pg.Pool
  readonly #clients = new Set<pg.PoolClient>()
  /** Those that somebody holds, by the number of the time that they were handed out. */
  readonly #held = new Map<pg.PoolClient, number>()
  readonly #max: number
  #handedOut = 0

  constructor({ settings, ...options }: PoolOptions) {
    this.#max = options.max
    this.#pool = new pg.Pool({
      ...toClientConfig(options),
      Client,
      max: options.max,
      idleTimeoutMillis: options.idleTimeoutMs ?? idleTimeoutMsDefault,
      allowExitOnIdle: true,
      ...(settings !== undefined && {
        onConnect: client => client.query(settings) as unknown as undefined,
      }),
    })
    // An idle connection that breaks is replaced at the next use; unheard, its error would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', client => this.#clients.add(client))
    this.#pool.on('remove', client => this.#clients.delete(client))
    this.#pool.on('acquire', client => this.#held.set(client, ++this.#handedOut))
    this.#pool.on('release', (_, client) => this.#held.delete(client))
  }

  /** A connection of one's own; hand it back by `release()`, or by `release(true)` to have it closed. */
  async connect(): Promise<pg.PoolClient> {
    if (this.#pool.waitingCount >= waitingMax) {
      throw tooMany()
    }
    const client = await this.#pool.connect().catch((error: unknown) => {
      // pg counts the wait for a connection that others hold as one for the server.
      if (this.#held.size >= this.#max) throw tooMany()
      return refuseToConnect(error)
    })
    // A broken connection says so to the statement that runs on it; the event alone would end the process.
    if (client.listenerCount('error') === 0) client.on('error', () => {})
    return client
  }

  /**
   * The database has come back from being away. A connection from before may lead to a machine that is gone, and whoever
   * took it would wait until a statement's time is up: idle ones go now, and the others unless something comes soon.
   */
  renew(): void {
    const held = [...this.#held].map(([client, time]) => ({
      client,
      time,
      bytes: streamOf(client).bytesRead,
    }))
    for (const client of this.#clients) if (!this.#held.has(client)) abandon(client)
    const timer = setTimeout(() => {
      for (const { client, time, bytes } of held) {
        if (this.#held.get(client) === time && streamOf(client).bytesRead === bytes) abandon(client)
      }
    }, renewMs)
    timer.unref()
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}
