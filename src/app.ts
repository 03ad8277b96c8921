// The whole server on one screen: what surrounds every answer, then the endpoints.
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Clock } from './base/clock.ts'
import { Problem } from './base/errors.ts'
import { contentEndpoints } from './content/content.routes.ts'
import { createContentService } from './content/content.service.ts'
import { type Budget, defaultBudget } from './content/measure.ts'
import type { Database } from './database/database.ts'
import { demoEndpoints } from './demo/demo.routes.ts'
import { mount, type ServerEnv } from './http/endpoint.ts'
import { envelope } from './http/envelope.ts'
import type { Logger } from './http/log.ts'
import { rawPath } from './http/path.ts'
import { toProblem, toProblemResponse } from './http/problem.ts'
import { requireKey } from './keys/keys.guard.ts'
import { createRateLimit } from './keys/rate-limit.ts'
import { describeApi } from './openapi.ts'
import { healthEndpoints } from './operations/health.routes.ts'
import type { Metrics } from './operations/metrics.ts'
import { referenceEndpoints } from './reference/reference.routes.ts'

export interface AppParts {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly newRequestId: () => string
  readonly perPageMax: number
  /** Requests a second for a key; no limit where absent or 0. */
  readonly rateLimit?: number
  readonly publicUrl: string | null
  readonly isClosing: () => boolean
  readonly budget?: Budget
  readonly metrics?: Metrics
  /** Serves the demo space's pictures. */
  readonly demo?: boolean
}

export type App = OpenAPIHono<ServerEnv>

export function createApp(parts: AppParts): App {
  const { database, clock, logger, newRequestId, perPageMax } = parts
  const guarding = { reads: database.reads, clock, rateLimit: createRateLimit(parts.rateLimit ?? 0, clock) }
  const app: App = new OpenAPIHono<ServerEnv>({ getPath: rawPath })
  app.use(envelope({ logger, newRequestId, onAnswer: parts.metrics?.onAnswer ?? (() => {}) }))
  mount(app, [
    ...contentEndpoints({
      service: createContentService(database, parts.budget ?? defaultBudget),
      database,
      readContent: requireKey(guarding, 'content.read'),
      readSchema: requireKey(guarding, 'schema.read'),
      perPageMax,
    }),
    ...referenceEndpoints({ describe: () => describeApi(app), publicUrl: parts.publicUrl }),
    ...healthEndpoints({ database, clock, isClosing: parts.isClosing }),
    ...(parts.metrics?.endpoints ?? []),
    ...(parts.demo ? demoEndpoints() : []),
  ])
  app.notFound(context =>
    toProblemResponse(new Problem('not_found', 'There is nothing at this path.'), context.get('requestId')),
  )
  app.onError((error, context) => {
    const problem = toProblem(error)
    context.set('problem', problem)
    return toProblemResponse(problem, context.get('requestId'))
  })
  return app
}
