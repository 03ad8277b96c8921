// Runs the app on a port, with the limits of the HTTP server, and a shutdown that completes every accepted request.
import type { BunRequest } from 'bun'
import { type App, createApp, pathsOf } from './app.ts'
import type { RefusedSchedule } from './authoring/schedules/execute-due-schedules.ts'
import { toClientAddress } from './base/client-address.ts'
import { systemClock } from './base/clock.ts'
import { Refusal } from './base/errors.ts'
import { systemRandom } from './base/ids.ts'
import { cacheBytesOf } from './base/process-memory.ts'
import { assetsUrlOf, type Config, publicUrlOf } from './config.ts'
import type { DashboardPack } from './dashboard/pack.ts'
import type { Database } from './database/database.ts'
import { requireSecret } from './database/secret-file.ts'
import { createLogger, type Logger } from './http/log.ts'
import type { SentParams } from './http/request-url.ts'
import { type RunningJobs, serverJobs, startJobs, systemTimer } from './jobs.ts'
import { createKeyUsage } from './keys/key-usage.ts'
import { cleanUpFiles, removeLeftovers } from './media/clean-up-files.ts'
import { openFiles } from './media/open-files.ts'
import { createMetrics, createMetricsApp, type Metrics } from './ops/metrics.ts'

/** The time for a client to send a body. Bun allows 10 s for the head. */
const clientSeconds = 16

/**
 * The time for the server to respond: longer than every limit inside a request that ends in a 503. Sign-in may wait for
 * a very large import.
 */
const workSeconds = 120

/** The time that a client may read nothing of a file. For other responses it is the keep-alive time, for simplicity. */
const downloadSeconds = 30
const isFile = ({ headers }: Response) => headers.has('Accept-Ranges')

/**
 * Timeouts by state. Bytes renew Bun's timeout only if they arrive at 16 KiB a second or more. An upload may be slower,
 * so Bun has no timeout for it (0), and `receiveFile` ends one that stalls. Neither does it for long work, whose
 * statements the database limits.
 */
const bodySeconds = { awaited: clientSeconds, streamed: 0, read: workSeconds, long: 0 } as const

const drainMs = 8000

/**
 * The delay before the shutdown, because Bun then closes idle connections, including those with a request that it has
 * not read yet.
 */
const lateMs = 100

/** More than the concurrent requests of a browser, or of a site build with dozens of workers. */
const patientMax = 64

/** Addresses for the server's own URL. The last two listen on all interfaces, and not every browser can open them. */
const ownHosts: readonly string[] = ['127.0.0.1', '0.0.0.0', '::']

/**
 * The limit of the HTTP server, which responds without a body. The app's limit is far lower, and it responds with an
 * error body. A request body that no handler reads is not buffered, whatever its size.
 */
const bodyBytesMax = 4 * 1024 * 1024 * 1024

interface ServerParts {
  readonly config: Config
  readonly database: Database
  readonly dashboard: DashboardPack | null
}

export interface RunningServer {
  readonly url: string
  /** Starts to serve more than probes. Requires that the database is available and its tables have this version. */
  open(): Promise<void>
  /** Serves the requests that have arrived, waits for accepted ones, stops the jobs, closes the database. */
  close(): Promise<void>
}

export function createServer({ config, database, dashboard }: ServerParts): RunningServer {
  let starting = true
  let closing = false
  const logger = createLogger(config.LOG_LEVEL)
  const usage = createKeyUsage(database)
  const newRequestId = () => crypto.randomUUID()
  const metrics = config.METRICS || config.METRICS_PORT !== null ? createMetrics() : null
  const onStoreError = metrics?.onStoreError
  const files = openFiles({ config, database, clock: systemClock, random: systemRandom, onStoreError })
  metrics?.watchImages(files.images)
  const app = createApp({
    database,
    clock: systemClock,
    random: systemRandom,
    logger,
    newRequestId,
    secret: requireSecret(config.FRONTLIST_SECRET, config.DATABASE_URL, systemRandom),
    usage,
    addressOf: request => {
      const peer = server.requestIP(request)?.address ?? 'unknown'
      return toClientAddress(peer, request.headers.get('X-Forwarded-For'), config.TRUSTED_PROXIES)
    },
    perPageMax: config.MAX_PER_PAGE,
    rateLimit: config.RATE_LIMIT,
    cacheBytes: cacheBytesOf(config.CACHE_BYTES),
    publicUrl: publicUrlOf(config),
    assetsUrl: assetsUrlOf(config),
    files,
    mediaHosts: config.MEDIA_HOSTS,
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
    onBody: (request, state) => server.timeout(request, bodySeconds[state]),
    dashboard,
    // With a separate metrics port, the endpoints are not on this one.
    ...(metrics && { metrics: config.METRICS_PORT === null ? metrics : { ...metrics, endpoints: [] } }),
  })
  const respond = createRespond(app, {
    keepAliveSeconds: config.KEEP_ALIVE_SECONDS,
    setTimeout: (request, seconds) => server.timeout(request, seconds),
    isClosing: () => closing,
  })
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
    // After a failed start nothing is left to do, and the timer would keep the process alive.
    clearTimeout(timer)
    await server.stop(true)
    await stopMetrics()
    await jobs?.stop()
    files.images.stop()
    await database.close()
  }
  let ended: Promise<void> | null = null
  return {
    open: async () => {
      await removeLeftovers(files).catch(err => logger.error({ err }, 'temporary files were left'))
      // A signal may have arrived during the start.
      if (closing) return
      starting = false
      const schedules = createScheduleEvents(logger, metrics)
      jobs = startJobs(
        serverJobs({
          ...{ database, clock: systemClock, usage, schedules, activityDays: config.ACTIVITY_DAYS },
          cleanUpFiles: spaces =>
            cleanUpFiles({ database, clock: systemClock, files, spaces, isStopped: () => closing }),
        }),
        {
          timer: systemTimer,
          onError: (job, error) => logger.error({ err: error, job }, 'background job failed'),
        },
      )
    },
    url: `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`,
    // A signal may arrive during the cleanup of a failed start.
    close: () => {
      ended ??= end()
      return ended
    },
  }
}

function createScheduleEvents(logger: Logger, metrics: Metrics | null) {
  return {
    onDone: metrics?.schedules.onDone ?? (() => {}),
    onRefused: (refused: RefusedSchedule) => {
      metrics?.schedules.onRefused()
      logger.warn(refused, 'a scheduled publication was refused')
    },
    onError: (error: unknown) => logger.error({ err: error }, 'a schedule could not be carried out yet'),
  }
}

type Respond = (request: Request, sentParams: SentParams, pattern?: string) => Response | Promise<Response>

interface RespondParts {
  readonly keepAliveSeconds: number
  /** Sets the time after which an idle connection is closed. */
  readonly setTimeout: (request: Request, seconds: number) => void
  readonly isClosing: () => boolean
}

/** Returns the handler of all requests, which limits how long each may take. */
function createRespond(app: App, { keepAliveSeconds, setTimeout, isClosing }: RespondParts): Respond {
  const fetches = new Map(pathsOf(app).map(path => [path, app.fetchOf(path)]))
  const readSeconds = (response: Response) =>
    Math.max(isFile(response) ? downloadSeconds : 0, keepAliveSeconds)
  const finish = (request: Request, response: Response) => {
    if (isClosing()) response.headers.set('Connection', 'close')
    // Bun sets it on all other responses.
    if (request.method === 'HEAD') response.headers.set('Date', new Date(systemClock()).toUTCString())
    return response
  }
  return (request, sentParams, pattern) => {
    const fetch: App['fetch'] = fetches.get(pattern ?? '') ?? app.fetch
    const result = fetch(request, { sentParams, pattern })
    if (!(result instanceof Promise)) {
      if (isFile(result)) setTimeout(request, readSeconds(result))
      return finish(request, result)
    }
    setTimeout(request, workSeconds)
    return result.then(response => {
      setTimeout(request, readSeconds(response))
      return finish(request, response)
    })
  }
}

/** Listens on a port. Uses Bun routes because only they, and not `fetch`, provide the path as sent. */
function listen(
  { HOST: hostname, KEEP_ALIVE_SECONDS: idleTimeout }: Config,
  variable: 'PORT' | 'METRICS_PORT',
  port: number,
  paths: readonly string[],
  respond: Respond,
) {
  const routes = paths.map(
    path => [path, (request: BunRequest) => respond(request, request.params, path)] as const,
  )
  try {
    return Bun.serve({
      hostname,
      port,
      routes: Object.fromEntries(routes),
      development: false,
      // Two servers on one port would share its requests, and neither would know the other's keys.
      reusePort: false,
      idleTimeout,
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

/** Serves metrics on a separate port, if there is one. If the port is in use, the start fails and `server` stops. */
function serveMetrics(
  config: Config,
  app: Pick<App, 'fetch' | 'routes'>,
  server: Bun.Server<undefined>,
): () => Promise<void> {
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
