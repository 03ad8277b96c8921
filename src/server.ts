// The app on a port: limits of the HTTP server, and an end that loses no answer.
import type { BunRequest } from 'bun'
import { type App, createApp, pathsOf } from './app.ts'
import { toClientAddress } from './base/client-address.ts'
import { systemClock } from './base/clock.ts'
import { Refusal } from './base/errors.ts'
import { systemRandom } from './base/ids.ts'
import type { Config } from './config.ts'
import type { DashboardPack } from './dashboard/pack.ts'
import type { Database } from './database/database.ts'
import { isShared } from './database/open.ts'
import { readOrMakeSecret } from './database/secret-file.ts'
import { createLogger } from './http/log.ts'
import type { SentParams } from './http/request-url.ts'
import { type RunningJobs, serverJobs, startJobs, systemTimer } from './jobs.ts'
import { createKeyUsage } from './keys/key-usage.ts'
import { createMetrics } from './ops/metrics.ts'
import { createMetricsApp } from './ops/metrics-app.ts'

/** For a client to send a body, to read more of its answer, or to ask again. Of a head Bun has its own: 10 s. */
const clientSeconds = 16

/**
 * For us to respond: longer than all that a response may have to wait for, and then it is a 503. Signing in may wait
 * for a very large import.
 */
const workSeconds = 120

const drainMs = 8000

/** Bun closes connections on which it is not working, those with a request that it has not read yet among them. */
const lateMs = 100

/** More than a browser, or a build of a site with some dozens of workers, asks for at once. */
const patientMax = 64

/** Where this machine finds itself; the last two listen on every address, and not every browser goes to one of them. */
const ownHosts: readonly string[] = ['127.0.0.1', '0.0.0.0', '::']

/**
 * What the HTTP server itself refuses, without a body in its answer. The app refuses far less, with one; a body that
 * nobody reads is not kept, whatever its size.
 */
const bodyBytesMax = 4 * 1024 * 1024 * 1024

interface ServerParts {
  readonly config: Config
  readonly database: Database
  readonly dashboard: DashboardPack | null
  readonly demo: boolean
}

export interface RunningServer {
  readonly url: string
  /** Begins to answer more than probes: the database is there, and its tables are those of this version. */
  open(): void
  /** Answers what has come by then, waits for what was accepted, stops the jobs, closes the database. */
  close(): Promise<void>
}

export function createServer({ config, database, dashboard, demo }: ServerParts): RunningServer {
  let starting = true
  let closing = false
  const logger = createLogger(config.LOG_LEVEL)
  const usage = createKeyUsage(database)
  const newRequestId = () => crypto.randomUUID()
  const metrics = config.METRICS || config.METRICS_PORT !== null ? createMetrics() : null
  const app = createApp({
    database,
    clock: systemClock,
    random: systemRandom,
    logger,
    newRequestId,
    secret: secretOf(config),
    usage,
    addressOf: request => {
      const peer = server.requestIP(request)?.address ?? 'unknown'
      return toClientAddress(peer, request.headers.get('X-Forwarded-For'), config.TRUSTED_PROXIES)
    },
    perPageMax: config.MAX_PER_PAGE,
    rateLimit: config.RATE_LIMIT,
    cacheBytes: config.CACHE_BYTES,
    publicUrl: publicUrlOf(config),
    work: {
      permitsMax: config.REQUESTS_MAX,
      patientMax,
      now: () => performance.now(),
      defer: setImmediate,
      delay: (ms, work) => void setTimeout(work, ms).unref(),
    },
    isStarting: () => starting,
    isClosing: () => closing,
    staleMs: config.STALE_SECONDS * 1000,
    onBody: (request, state) => server.timeout(request, state === 'awaited' ? clientSeconds : workSeconds),
    dashboard,
    demo,
    // On a port of their own they are not on this one.
    ...(metrics && { metrics: config.METRICS_PORT === null ? metrics : { ...metrics, endpoints: [] } }),
  })
  const finish = (request: Request, response: Response) => {
    if (closing) response.headers.set('Connection', 'close')
    // Bun sets it on every response but this one.
    if (request.method === 'HEAD') response.headers.set('Date', new Date(systemClock()).toUTCString())
    return response
  }
  const respond = (request: Request, sentParams: SentParams) => {
    const answer = app.fetch(request, { sentParams })
    if (!(answer instanceof Promise)) return finish(request, answer)
    server.timeout(request, workSeconds)
    return answer.then(response => {
      server.timeout(request, clientSeconds)
      return finish(request, response)
    })
  }
  const server = listen(config, 'PORT', config.PORT, pathsOf(app), respond)
  const stopMetrics = metrics
    ? serveMetrics(
        config,
        createMetricsApp(metrics, { logger, newRequestId, publicOrigin: publicUrlOf(config) }),
        server,
      )
    : () => {}
  let jobs: RunningJobs | null = null
  const host = ownHosts.includes(config.HOST) ? 'localhost' : (server.hostname ?? config.HOST)
  const end = async () => {
    closing = true
    await Bun.sleep(lateMs)
    const drained = Promise.withResolvers<void>()
    const timer = setTimeout(drained.resolve, drainMs)
    await Promise.race([server.stop(), drained.promise])
    // A start that failed ends with nothing left to do, and the timer would keep the process.
    clearTimeout(timer)
    await server.stop(true)
    await stopMetrics()
    await jobs?.stop()
    await database.close()
  }
  let ended: Promise<void> | null = null
  return {
    open: () => {
      // A signal may have come while the server was starting.
      if (closing) return
      starting = false
      jobs = startJobs(serverJobs({ database, clock: systemClock, usage }), {
        timer: systemTimer,
        onError: (job, error) => logger.error({ err: error, job }, 'a job has failed'),
      })
    },
    url: `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`,
    // A signal may come while a start that failed is being cleared away.
    close: () => {
      ended ??= end()
      return ended
    },
  }
}

/** Nodes that share a database must share the secret: what one of them signs, each accepts. */
function secretOf({ FRONTLIST_SECRET, DATABASE_URL }: Config): string {
  if (FRONTLIST_SECRET !== '') return FRONTLIST_SECRET
  if (!isShared(DATABASE_URL)) return readOrMakeSecret(DATABASE_URL, systemRandom)
  throw new Refusal(
    'FRONTLIST_SECRET must be set with PostgreSQL, the same on every node, such as the output of: openssl rand -hex 32',
  )
}

/** The origin under which clients come, where it is set. */
export function publicUrlOf(config: Config): string | null {
  return config.PUBLIC_URL === '' ? null : new URL(config.PUBLIC_URL).origin
}

type Respond = (request: Request, sentParams: SentParams) => Response | Promise<Response>

/** As routes of Bun, for the one thing that they know and `fetch` does not: how a path was sent. */
function listen(
  { HOST: hostname }: Config,
  variable: 'PORT' | 'METRICS_PORT',
  port: number,
  paths: readonly string[],
  respond: Respond,
) {
  const routes = paths.map(path => [path, (request: BunRequest) => respond(request, request.params)] as const)
  try {
    return Bun.serve({
      hostname,
      port,
      routes: Object.fromEntries(routes),
      development: false,
      // Two servers on one port would share its requests, each with the other's keys unknown.
      reusePort: false,
      idleTimeout: clientSeconds,
      maxRequestBodySize: bodyBytesMax,
      fetch: request => respond(request, null),
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Refusal(
      `Cannot listen on ${hostname}, port ${port}: ${reason} Set ${variable} or HOST to another.`,
    )
  }
}

/** Where they have a port of their own. A port that is taken ends the start, and `server` with it. */
function serveMetrics(config: Config, app: App, server: Bun.Server<undefined>): () => Promise<void> {
  if (config.METRICS_PORT === null) return async () => {}
  try {
    const metrics = listen(config, 'METRICS_PORT', config.METRICS_PORT, pathsOf(app), (request, sentParams) =>
      app.fetch(request, { sentParams }),
    )
    return () => metrics.stop(true)
  } catch (error) {
    void server.stop(true)
    throw error
  }
}
