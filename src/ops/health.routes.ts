// Probes and metrics, for orchestrators and monitoring.
import type { Clock } from '../base/clock.ts'
import { Problem } from '../base/errors.ts'
import type { Database } from '../database/database.ts'
import { DatabaseUnavailable } from '../database/lease/lease-keeper.ts'
import { type Endpoint, type Page, publicRoute } from '../http/endpoint.ts'
import { probePolicy } from '../http/server-env.ts'

/** The milliseconds for which a readiness result is cached, so that probes put almost no load on the database. */
const readinessCacheMs = 1000

interface HealthParts {
  readonly database: Database
  readonly clock: Clock
  readonly isStarting: () => boolean
  readonly isClosing: () => boolean
  /**
   * The milliseconds for which the server serves cached content while its database is unavailable. It reports ready
   * during this time.
   */
  readonly staleMs: number
}

export function healthEndpoints({
  database,
  clock,
  isStarting,
  isClosing,
  staleMs,
}: HealthParts): Endpoint[] {
  let checkedAt = Number.NEGATIVE_INFINITY
  let reason: string | null = null
  let readyAt = Number.NEGATIVE_INFINITY
  return [
    publicRoute(
      '/healthz',
      'a probe has no key, and learns only that the process runs',
      async () => text('ok\n'),
      probePolicy,
    ),
    publicRoute(
      '/readyz',
      'a probe has no key, and learns only whether the server can serve',
      async () => {
        if (isClosing()) throw unavailable('The server is closing.', true)
        if (isStarting()) throw unavailable('The server is starting.', true)
        if (clock() - checkedAt >= readinessCacheMs) {
          const found = await whyNotReady(database)
          checkedAt = clock()
          if (found === null) readyAt = checkedAt
          reason = found?.isAway && checkedAt - readyAt < staleMs ? null : (found?.words ?? null)
        }
        if (reason !== null) throw unavailable(reason)
        return text('ready\n')
      },
      probePolicy,
    ),
  ]
}

async function whyNotReady(database: Database): Promise<{ words: string; isAway: boolean } | null> {
  try {
    if (await database.isMigrated()) return null
    return { words: "The database's tables are not those of this version.", isAway: false }
  } catch (error) {
    return { words: 'The database is unavailable.', isAway: error instanceof DatabaseUnavailable }
  }
}

function unavailable(detail: string, isExpected = false): Problem {
  return new Problem('unavailable', detail, { headers: { 'Retry-After': '1' }, isExpected })
}

function text(body: string): Page {
  return { type: 'text/plain', body, headers: { 'Cache-Control': 'no-store' } }
}
