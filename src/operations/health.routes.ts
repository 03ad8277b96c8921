// Probes and metrics: what an orchestrator and a monitor ask.
import type { Clock } from '../base/clock.ts'
import { Problem } from '../base/errors.ts'
import type { Database } from '../database/database.ts'
import { type Endpoint, openPage, type Page } from '../http/endpoint.ts'

/** How long an answer of the readiness probe is kept, so that probing costs the database next to nothing. */
const readinessKeptMs = 1000

interface HealthParts {
  readonly database: Database
  readonly clock: Clock
  readonly isClosing: () => boolean
}

export function healthEndpoints({ database, clock, isClosing }: HealthParts): Endpoint[] {
  let checkedAt = Number.NEGATIVE_INFINITY
  let reason: string | null = null
  return [
    openPage('/healthz', 'a probe has no key, and learns only that the process turns', async () =>
      text('ok\n'),
    ),
    openPage('/readyz', 'a probe has no key, and learns only whether the server can serve', async () => {
      if (isClosing()) throw unavailable('The server is closing.')
      if (clock() - checkedAt >= readinessKeptMs) {
        reason = await whyNotReady(database)
        checkedAt = clock()
      }
      if (reason !== null) throw unavailable(reason)
      return text('ready\n')
    }),
  ]
}

async function whyNotReady(database: Database): Promise<string | null> {
  try {
    return (await database.isMigrated()) ? null : "The database's tables are not those of this version."
  } catch {
    return 'The database does not answer.'
  }
}

function unavailable(detail: string): Problem {
  return new Problem('unavailable', detail, { headers: { 'Retry-After': '1' } })
}

function text(body: string): Page {
  return { type: 'text/plain', body, headers: { 'Cache-Control': 'no-store' } }
}
