// The app on a port: limits of the HTTP server, and an end that loses no answer.
import { createApp } from './app.ts'
import { systemClock } from './base/clock.ts'
import { Refusal } from './base/errors.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { createLogger } from './http/log.ts'
import { createMetrics } from './operations/metrics.ts'

const idleTimeoutSeconds = 30
const drainMs = 8000

/**
 * What the HTTP server itself refuses, without a body in its answer. The app refuses far less, with one; a body that
 * nobody reads is not kept, whatever its size.
 */
const bodyBytesMax = 4 * 1024 * 1024 * 1024

interface ServerParts {
  readonly config: Config
  readonly database: Database
  readonly demo: boolean
}

export interface RunningServer {
  readonly url: string
  /** Stops accepting, waits for what was accepted, closes the database. */
  close(): Promise<void>
}

export function createServer({ config, database, demo }: ServerParts): RunningServer {
  let closing = false
  const app = createApp({
    database,
    clock: systemClock,
    logger: createLogger(config.LOG_LEVEL),
    newRequestId: () => crypto.randomUUID(),
    perPageMax: config.MAX_PER_PAGE,
    rateLimit: config.RATE_LIMIT,
    publicUrl: config.PUBLIC_URL.replace(/\/$/, '') || null,
    isClosing: () => closing,
    demo,
    ...(config.METRICS && { metrics: createMetrics() }),
  })
  const server = listen(config, async request => {
    const response = await app.fetch(request)
    if (closing) response.headers.set('Connection', 'close')
    return response
  })
  const host = config.HOST === '127.0.0.1' ? 'localhost' : (server.hostname ?? config.HOST)
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`,
    close: async () => {
      closing = true
      await Promise.race([server.stop(), Bun.sleep(drainMs)])
      await server.stop(true)
      await database.close()
    },
  }
}

function listen(config: Config, fetch: (request: Request) => Promise<Response>) {
  try {
    return Bun.serve({
      hostname: config.HOST,
      port: config.PORT,
      development: false,
      // Two servers on one port would share its requests, each with the other's keys unknown.
      reusePort: false,
      idleTimeout: idleTimeoutSeconds,
      maxRequestBodySize: bodyBytesMax,
      fetch,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Refusal(
      `Cannot listen on ${config.HOST}, port ${config.PORT}: ${reason} Set PORT or HOST to another.`,
    )
  }
}
