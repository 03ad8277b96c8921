// The whole server on one screen: what surrounds every answer, then the endpoints.
import { OpenAPIHono } from '@hono/zod-openapi'
import { createAuth } from './accounts/auth.ts'
import { createEntrance } from './accounts/entrance.service.ts'
import { invitationEndpoints, memberEndpoints } from './accounts/members.routes.ts'
import { createMembers } from './accounts/members.service.ts'
import { createPasswords } from './accounts/passwords.ts'
import { requireRole, requireSession } from './accounts/session.guard.ts'
import { createSessions } from './accounts/sessions.service.ts'
import { entranceEndpoints, signInEndpoints } from './accounts/sign-in.routes.ts'
import { createThrottle } from './accounts/sign-in-throttle.ts'
import { countForBoth } from './base/cache-counts.ts'
import type { Clock } from './base/clock.ts'
import { Problem } from './base/errors.ts'
import type { RandomBytes } from './base/ids.ts'
import { managers, roles } from './base/member.ts'
import { createNotFound, dashboardEndpoints } from './dashboard/dashboard.routes.ts'
import type { DashboardPack } from './dashboard/pack.ts'
import type { Database } from './database/database.ts'
import { createResponseCache } from './delivery/cache/response-cache.ts'
import { deliveryEndpoints } from './delivery/delivery.routes.ts'
import { createDeliveryService } from './delivery/delivery.service.ts'
import { createFastPath } from './delivery/fast-path.ts'
import { type Budget, defaultBudget } from './delivery/resolve/measure.ts'
import { demoEndpoints } from './demo/demo.routes.ts'
import type { AdmissionParts } from './http/admission.ts'
import { mount, type OnBody, type ServerEnv } from './http/endpoint.ts'
import { type Answered, envelope } from './http/envelope.ts'
import type { Logger } from './http/log.ts'
import { limitWork } from './http/overload.ts'
import { rawPath } from './http/path.ts'
import { toProblem, toProblemResponse } from './http/problem.ts'
import type { KeyUsage } from './keys/key-usage.ts'
import { requireKey } from './keys/keys.guard.ts'
import { keyEndpoints } from './keys/keys.routes.ts'
import { createKeys } from './keys/keys.service.ts'
import { createKnownKeys } from './keys/known-keys.ts'
import { createRateLimit } from './keys/rate-limit.ts'
import { createUnknownKeyThrottle } from './keys/unknown-key-throttle.ts'
import { describeApi } from './openapi.ts'
import { createActivity } from './operations/activity.ts'
import { healthEndpoints, probes } from './operations/health.routes.ts'
import { type Metrics, metricsPath } from './operations/metrics.ts'
import { browseEndpoints } from './publishing/browse.routes.ts'
import { referenceEndpoints } from './reference/reference.routes.ts'

export interface AppParts {
  readonly database: Database
  readonly clock: Clock
  readonly random: RandomBytes
  readonly logger: Logger
  readonly newRequestId: () => string
  /** Signs session cookies. */
  readonly secret: string
  readonly usage: KeyUsage
  /** Where a request comes from, for throttling. */
  readonly addressOf: (request: Request) => string
  readonly perPageMax: number
  /** Requests a second for a key; no limit where absent or 0. */
  readonly rateLimit?: number
  /** What answers that are kept may take; none are where absent or 0. */
  readonly cacheBytes?: number
  readonly publicUrl: string | null
  /** What is worked on at once, and what waits; no limit where absent. */
  readonly work?: AdmissionParts
  /** Told when a client is waited for to send its body, and when all of it has come. */
  readonly onBody?: OnBody
  /** While the database is waited for or migrated, only probes are answered. */
  readonly isStarting?: () => boolean
  readonly isClosing: () => boolean
  /** For how long what is known is served while the database is away; not at all where absent. */
  readonly staleMs?: number
  /** The dashboard as it was built; its pages say so where it was not. */
  readonly dashboard: DashboardPack | null
  readonly budget?: Budget
  readonly metrics?: Metrics
  /** Serves the demo space's pictures. */
  readonly demo?: boolean
}

/** What the dashboard may ask for, whatever `MAX_PER_PAGE` is for clients: drafts have no budget of an answer. */
const dashboardPerPageMax = 100

export type App = OpenAPIHono<ServerEnv>

export function createApp(parts: AppParts): App {
  const { database, clock, logger, newRequestId, perPageMax, publicUrl } = parts
  const rateLimit = createRateLimit(parts.rateLimit ?? 0, clock)
  const guarding = {
    keys: createKnownKeys(database),
    clock,
    rateLimit,
    usage: parts.usage,
    countUnknownKey: createUnknownKeyThrottle(clock),
    addressOf: parts.addressOf,
  }
  const accounts = createAccounts(parts)
  const cacheBytes = parts.cacheBytes ?? 0
  const activity = createActivity(clock, cacheBytes)
  const cacheCounts = parts.metrics ? countForBoth(activity.cache, parts.metrics.cache) : activity.cache
  const answers = createResponseCache(database, cacheBytes, cacheCounts)
  const app: App = new OpenAPIHono<ServerEnv>({ getPath: rawPath })
  const onAnswer = ({ status, seconds, isOfClient }: Answered) => {
    if (isOfClient) activity.onAnswer(status)
    parts.metrics?.onAnswer(status, seconds)
  }
  const surroundings = { logger, newRequestId, onAnswer, publicOrigin: publicUrl }
  const fastPath = createFastPath(surroundings)
  app.use(envelope(surroundings))
  app.use(async (context, next) => {
    if (parts.onBody) context.set('onBody', parts.onBody)
    if (parts.isStarting?.() && !probes.includes(context.req.path)) {
      throw new Problem('unavailable', 'The server is starting.', { headers: { 'Retry-After': '1' } })
    }
    await next()
  })
  const onRefused = parts.metrics?.onRefused ?? (() => {})
  const limit =
    parts.work && limitWork({ ...parts.work, onRefused, exempt: [...probes, metricsPath] }, surroundings)
  if (limit) app.use(limit.admit)
  mount(app, [
    ...deliveryEndpoints({
      service: createDeliveryService(answers, parts.budget ?? defaultBudget),
      readContent: requireKey(guarding, 'content.read'),
      readSchema: requireKey(guarding, 'schema.read'),
      fastPath,
      perPageMax,
    }),
    ...browseEndpoints({ ...accounts, database, clock, perPageMax: dashboardPerPageMax }),
    ...keyEndpoints({ ...accounts, keys: createKeys(parts), clock, perPageMax }),
    ...signInEndpoints({ ...accounts, addressOf: parts.addressOf }),
    ...entranceEndpoints({ ...accounts, addressOf: parts.addressOf }),
    ...memberEndpoints({ ...accounts, perPageMax: dashboardPerPageMax, publicUrl }),
    ...invitationEndpoints({ ...accounts, perPageMax: dashboardPerPageMax, publicUrl }),
    activity.endpoint(accounts.anyMember),
    ...referenceEndpoints({ describe: () => describeApi(app), publicUrl }),
    ...healthEndpoints({
      database,
      clock,
      isStarting: parts.isStarting ?? (() => false),
      isClosing: parts.isClosing,
      staleMs: parts.staleMs ?? 0,
    }),
    ...dashboardEndpoints({ pack: parts.dashboard, random: parts.random }),
    ...(parts.metrics?.endpoints ?? []),
    ...(parts.demo ? demoEndpoints() : []),
  ])
  const answerNotFound = createNotFound({ pack: parts.dashboard, random: parts.random })
  app.notFound(context => answerNotFound(context.req.raw, context.get('requestId')))
  app.onError((error, context) => {
    const problem = toProblem(error)
    context.set('problem', problem)
    return toProblemResponse(problem, context.get('requestId'))
  })
  const { fetch } = app
  app.fetch = (request, env: ServerEnv['Bindings'] = {}, ...rest) =>
    (env.isPathAsSent === false ? null : fastPath.answer(request)) ??
    limit?.refuse(request) ??
    fetch(request, env, ...rest)
  return app
}

/** Of the endpoints, as Hono and Bun write them: `/things/:id`. */
export function pathsOf(app: App): readonly string[] {
  return [...new Set(app.routes.map(({ path }) => path).filter(path => path !== '/*'))]
}

/** Sign-in, and the guards that its sessions open. */
function createAccounts(parts: AppParts) {
  const { database, publicUrl } = parts
  const passwords = createPasswords()
  const auth = createAuth({ ...parts, passwords, secure: publicUrl?.startsWith('https:') ?? false })
  const throttle = createThrottle(parts)
  const sessions = createSessions({ ...parts, auth, throttle })
  return {
    sessions,
    entrance: createEntrance({ ...parts, passwords, throttle, sessions }),
    members: createMembers(parts),
    anySession: requireSession(auth),
    anyMember: requireRole({ auth, database }, roles),
    manager: requireRole({ auth, database }, managers),
  }
}
