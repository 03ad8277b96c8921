// The whole server on one screen: what applies to every response, then the endpoints.
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { keyOrSession } from './access/caller.guard.ts'
import type { ContentRight, Right } from './access/rights.ts'
import { createAuth } from './accounts/auth.ts'
import { invitationEndpoints, memberEndpoints } from './accounts/members.routes.ts'
import { createMembers } from './accounts/members.service.ts'
import { createOnboarding } from './accounts/onboarding.service.ts'
import { createOwnedSpaces } from './accounts/owned-spaces.service.ts'
import { createPasswords } from './accounts/passwords.ts'
import { requireMember, requireSession, requireSpaceCreator } from './accounts/session.guard.ts'
import { createSessions } from './accounts/sessions.service.ts'
import { onboardingEndpoints, signInEndpoints } from './accounts/sign-in.routes.ts'
import { createThrottle } from './accounts/sign-in-throttle.ts'
import { spaceEndpoints } from './accounts/spaces.routes.ts'
import { apiDocsEndpoints } from './api-docs/api-docs.routes.ts'
import { assetEndpoints } from './assets/assets.routes.ts'
import { entriesEndpoints } from './authoring/entries.routes.ts'
import { entryStateEndpoints } from './authoring/entry-states.routes.ts'
import { modelEndpoints } from './authoring/models.routes.ts'
import { operationEndpoints } from './authoring/operations.routes.ts'
import { scheduleEndpoints } from './authoring/schedule.routes.ts'
import { variantEndpoints } from './authoring/variants.routes.ts'
import { versionEndpoints } from './authoring/versions.routes.ts'
import type { Clock } from './base/clock.ts'
import type { RandomBytes } from './base/ids.ts'
import type { DeliveryScope } from './base/scopes.ts'
import { type Budget, defaultBudget } from './content/response-budget.ts'
import { createNotFound, dashboardEndpoints } from './dashboard/dashboard.routes.ts'
import type { DashboardPack } from './dashboard/pack.ts'
import type { Database } from './database/database.ts'
import { deliveryEndpoints } from './delivery/delivery.routes.ts'
import { createDeliveryService } from './delivery/delivery.service.ts'
import { createFastPath } from './delivery/fast-path.ts'
import { demoEndpoints } from './demo/demo.routes.ts'
import { createOverload, type LimiterOptions } from './http/concurrency-limiter.ts'
import type { Endpoint } from './http/endpoint.ts'
import type { Logger } from './http/log.ts'
import { mount, mountFallback, policiesOf } from './http/mount.ts'
import { toProblem, toProblemResponse } from './http/problem.ts'
import { checkRequest, requestContext } from './http/request-context.ts'
import { originOf, rawPath } from './http/request-url.ts'
import { contentPolicy, managementPolicy, type OnBody, type ServerEnv } from './http/server-env.ts'
import { createKeyCache, peekGrants } from './keys/key-cache.ts'
import type { KeyUsage } from './keys/key-usage.ts'
import { requireKeyCaller, requireScope } from './keys/keys.guard.ts'
import { keyEndpoints } from './keys/keys.routes.ts'
import { createKeys } from './keys/keys.service.ts'
import { createRateLimit } from './keys/rate-limit.ts'
import { createUnknownKeyThrottle } from './keys/unknown-key-throttle.ts'
import { describeApi } from './openapi.ts'
import { createActivity } from './ops/activity.ts'
import { healthEndpoints } from './ops/health.routes.ts'
import type { Metrics } from './ops/metrics.ts'

export interface AppParts {
  readonly database: Database
  readonly clock: Clock
  readonly random: RandomBytes
  readonly logger: Logger
  readonly newRequestId: () => string
  /** Signs session cookies. */
  readonly secret: string
  readonly usage: KeyUsage
  /** The client IP of a request, for throttling. */
  readonly addressOf: (request: Request) => string
  readonly perPageMax: number
  /** Requests per second for each API key; no limit if absent or 0. */
  readonly rateLimit?: number
  /** Maximum memory of cached responses; nothing is cached if absent or 0. */
  readonly cacheBytes?: number
  readonly publicUrl: string | null
  /** The origin of the addresses of files; {@link publicUrl} if absent. */
  readonly assetsUrl?: string | null
  /** The concurrency limit and the queue; no limit if absent. */
  readonly work?: LimiterOptions
  /** Called when the server starts to wait for a request body, and when the body is complete. */
  readonly onBody?: OnBody
  /** While the server waits for the database or migrates it, only probes are served. */
  readonly isStarting?: () => boolean
  readonly isClosing: () => boolean
  /** How long cached content is served while the database is unavailable; not at all if absent. */
  readonly staleMs?: number
  /** Hosts whose pictures the dashboard shows, besides its own. */
  readonly mediaHosts?: readonly string[]
  /** The built dashboard; if it was not built, its pages say so. */
  readonly dashboard: DashboardPack | null
  readonly budget?: Budget
  readonly metrics?: Metrics
  /** Serves the demo space's pictures. */
  readonly demo?: boolean
}

/** The dashboard's page size limit for people. It ignores `MAX_PER_PAGE`, which is for clients. */
const dashboardPerPageMax = 100

export type App = OpenAPIHono<ServerEnv>

export function createApp(parts: AppParts): App {
  const { database, clock, logger, newRequestId, perPageMax, publicUrl } = parts
  const guards = createGuards(parts)
  const accounts = createAccounts(parts, guards)
  const cacheBytes = parts.cacheBytes ?? 0
  const activity = createActivity(clock)
  const counts = activity.watch(parts.metrics?.cache)
  const budget = parts.budget ?? defaultBudget
  const service = createDeliveryService({
    ...{ database, cacheBytes, counts, budget },
    assetsOrigin: parts.assetsUrl ?? publicUrl,
  })
  const app: App = new OpenAPIHono<ServerEnv>({ getPath: rawPath })
  const responseOptions = {
    logger,
    newRequestId,
    onResponse: parts.metrics?.onResponse,
    publicOrigin: publicUrl,
  }
  const fastPath = createFastPath({
    ...responseOptions,
    peekGrant: guards.peekGrant,
    responses: service.responses,
    counts,
  })
  const onRefused = parts.metrics?.onRefused ?? (() => {})
  const isStarting = parts.isStarting ?? (() => false)
  const authoring = {
    ...{ database, clock, random: parts.random },
    guardFor: guards.caller,
    onConflict: parts.metrics?.onDraftConflict,
  }
  const dashboard = { pack: parts.dashboard, random: parts.random, mediaHosts: parts.mediaHosts ?? [] }
  const endpoints: readonly Endpoint[] = [
    ...deliveryEndpoints({
      service,
      readContent: guards.withScope('content.read'),
      readSchema: guards.withScope('schema.read'),
      fastPath,
      perPageMax,
    }),
    ...entriesEndpoints(authoring),
    ...entryStateEndpoints(authoring),
    ...operationEndpoints(authoring),
    ...modelEndpoints(authoring),
    ...variantEndpoints(authoring),
    ...scheduleEndpoints(authoring),
    ...versionEndpoints(authoring),
    ...assetEndpoints({ database, filesOrigin: parts.assetsUrl ?? publicUrl ?? '', guardFor: guards.caller }),
    ...keyEndpoints({ keys: createKeys(parts), manager: guards.member('keys.manage'), clock, perPageMax }),
    ...signInEndpoints({ ...accounts, addressOf: parts.addressOf }),
    ...onboardingEndpoints({ ...accounts, addressOf: parts.addressOf }),
    ...memberEndpoints({ ...accounts, perPageMax: dashboardPerPageMax, publicUrl }),
    ...spaceEndpoints(accounts),
    ...invitationEndpoints({ ...accounts, perPageMax: dashboardPerPageMax, publicUrl }),
    activity.endpoint(guards.member('read')),
    ...apiDocsEndpoints({
      describe: () => describeApi(endpoints),
      html: parts.dashboard?.apiDocsHtml ?? null,
    }),
    ...healthEndpoints({
      database,
      clock,
      isStarting,
      isClosing: parts.isClosing,
      staleMs: parts.staleMs ?? 0,
    }),
    ...dashboardEndpoints(dashboard),
    ...(parts.metrics?.endpoints ?? []),
    ...(parts.demo ? demoEndpoints() : []),
  ]
  const overload =
    parts.work &&
    createOverload(parts.work, { ...responseOptions, onRefused, policies: policiesOf(endpoints) })
  const middleware = [
    checkRequest({ isStarting, onBody: parts.onBody }),
    ...(overload ? [overload.limit] : []),
  ]
  app.use(requestContext(responseOptions))
  mount(app, endpoints, middleware)
  const respondNotFound = createNotFound({ ...dashboard, publicUrl })
  const notFound = (context: Context<ServerEnv>) => respondNotFound(context.req.raw, context.get('requestId'))
  mountFallback(app, '/api/v1/public', managementPolicy, notFound, middleware)
  mountFallback(app, '/api/v1/public/*', contentPolicy, notFound, middleware)
  mountFallback(app, '*', managementPolicy, notFound, middleware)
  app.onError((error, context) => {
    const problem = toProblem(error)
    context.set('problem', problem)
    return toProblemResponse(problem, context.get('requestId'), publicUrl ?? originOf(context.req.raw))
  })
  app.fetch = fastPath.before(overload ? overload.before(app.fetch) : app.fetch)
  return app
}

/** The endpoint paths as Hono and Bun write them: `/things/:id`. */
export function pathsOf(app: App): readonly string[] {
  return [...new Set(app.routes.map(({ path }) => path).filter(path => !path.endsWith('*')))]
}

/** Who is let in: by a session, by an API key, or by either. */
export function createGuards(parts: AppParts) {
  const { database, clock, usage, addressOf, publicUrl } = parts
  const passwords = createPasswords()
  const auth = createAuth({ ...parts, passwords, secure: publicUrl?.startsWith('https:') ?? false })
  const keyParts = {
    keys: createKeyCache(database, clock),
    clock,
    rateLimit: createRateLimit(parts.rateLimit ?? 0, clock),
    usage,
    countUnknownKey: createUnknownKeyThrottle(clock),
    addressOf,
  }
  return {
    passwords,
    auth,
    peekGrant: peekGrants(keyParts, 'content.read'),
    withScope: (scope: DeliveryScope) => requireScope(keyParts, scope),
    anySession: requireSession({ auth, database }),
    ownerSession: requireSpaceCreator({ auth, database }),
    member: (...rights: Right[]) => requireMember({ auth, database }, rights),
    /** A session or an API key with all of the rights. */
    caller: (...rights: ContentRight[]) =>
      keyOrSession({
        bySession: requireMember({ auth, database }, rights, { orKey: true }),
        byKey: requireKeyCaller(keyParts, rights),
      }),
  }
}

/** Sign-in, and the people of a space. */
function createAccounts(parts: AppParts, guards: ReturnType<typeof createGuards>) {
  const { passwords, auth, anySession, ownerSession } = guards
  const throttle = createThrottle(parts)
  const sessions = createSessions({ ...parts, auth, throttle })
  return {
    sessions,
    onboarding: createOnboarding({ ...parts, passwords, throttle, sessions }),
    members: createMembers(parts),
    spaces: createOwnedSpaces(parts),
    anySession,
    ownerSession,
    manager: guards.member('members.manage'),
  }
}
