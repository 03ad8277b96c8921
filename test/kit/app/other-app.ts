// A second app on a test's database: with another budget, another database, or a log to inspect.
import { createApp } from '../../../src/app.ts'
import { systemRandom } from '../../../src/base/ids.ts'
import type { Budget } from '../../../src/content/publish/response-budget.ts'
import type { Database } from '../../../src/database/database.ts'
import { createLogger, type Logger } from '../../../src/http/log.ts'
import type { TestSpace } from './test-space.ts'

interface OtherParts {
  readonly budget?: Budget
  readonly database?: Database
  readonly logger?: Logger
  readonly perPageMax?: number
  readonly isStarting?: () => boolean
  readonly isClosing?: () => boolean
}

export type Get = (path: string, headers?: Record<string, string>) => Promise<Response>

/**
 * GETs below `/api/v1/public`, with the space's key; paths of a probe or that begin with `/api` are used unchanged.
 */
export function getFrom(space: TestSpace, parts: OtherParts): Get {
  let requests = 0
  const app = createApp({
    database: parts.database ?? space.database,
    clock: () => space.time.now,
    random: systemRandom,
    secret: 'a secret of tests, long enough to be one',
    usage: space.usage,
    addressOf: () => '127.0.0.1',
    dashboard: null,
    files: space.files,
    logger: parts.logger ?? createLogger('silent'),
    newRequestId: () => `other-${++requests}`,
    perPageMax: parts.perPageMax ?? 1000,
    publicUrl: null,
    isStarting: parts.isStarting ?? (() => false),
    isClosing: parts.isClosing ?? (() => false),
    ...(parts.budget && { budget: parts.budget }),
  })
  return async (path, headers) =>
    app.request(/^\/(?:api|healthz|readyz)/.test(path) ? path : `/api/v1/public${path}`, {
      headers: { Authorization: `Bearer ${space.key}`, ...headers },
    })
}
