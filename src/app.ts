// Assembles the whole server: the middleware of every response, then the endpoints.
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { createFileSignatures } from './access/file-signatures.ts'
import { invitationEndpoints, memberEndpoints } from './accounts/members.routes.ts'
import { onboardingEndpoints, signInEndpoints } from './accounts/sign-in.routes.ts'
import { spaceEndpoints } from './accounts/spaces/spaces.routes.ts'
import { apiDocsEndpoints } from './api-docs/api-docs.routes.ts'
import { entriesEndpoints, entryStateEndpoints } from './authoring/entries/entries.routes.ts'
import { modelEndpoints } from './authoring/models/models.routes.ts'
import { operationEndpoints } from './authoring/operations/operations.routes.ts'
import { scheduleEndpoints } from './authoring/schedules/schedule.routes.ts'
import { variantEndpoints } from './authoring/variants/variants.routes.ts'
import { versionEndpoints } from './authoring/versions/versions.routes.ts'
import { viewEndpoints } from './authoring/views/views.routes.ts'
import { type Budget, defaultBudget } from './content/publish/response-budget.ts'
import { createNotFound, dashboardEndpoints } from './dashboard/dashboard.routes.ts'
import type { DashboardPack } from './dashboard/pack.ts'
import { createContentFastPath } from './delivery/content-fast-path.ts'
import { deliveryEndpoints } from './delivery/delivery.routes.ts'
import { createDeliveryService } from './delivery/delivery.service.ts'
import { createAccounts, createGuards, type GuardParts } from './guards.ts'
import { createOverload, type LimiterOptions } from './http/concurrency-limiter.ts'
import { type Endpoint, mount, mountFallback, policiesOf } from './http/endpoint.ts'
import type { Logger } from './http/log.ts'
import { fileNotFound, toProblem, toProblemResponse } from './http/problem.ts'
import { checkRequest, createFilesHost, requestContext } from './http/request-context.ts'
import { originOf, rawPath } from './http/request-url.ts'
import {
  contentPolicy,
  type Fetch,
  filePolicy,
  managementPolicy,
  type OnBody,
  type ServerEnv,
} from './http/server-env.ts'
import { keyEndpoints } from './keys/keys.routes.ts'
import { createKeys } from './keys/keys.service.ts'
import { createAssets, type FileSettings } from './media/assets.ts'
import { describeApi } from './openapi.ts'
import { createActivity } from './ops/activity.ts'
import { healthEndpoints } from './ops/health.routes.ts'
import type { Metrics } from './ops/metrics.ts'
import { linkEndpoints } from './preview/links/links.routes.ts'
import { previewEndpoints } from './preview/preview.routes.ts'
import { createPreviewService } from './preview/preview.service.ts'
import { BroadScans } from './query/scan/broad-scans.ts'

export interface AppParts extends GuardParts {
  readonly logger: Logger
  readonly newRequestId: () => string
  readonly perPageMax: number
  /** The maximum memory of cached responses in bytes. Nothing is cached if absent or 0. */
  readonly cacheBytes?: number
  /** The origin of file URLs, if it differs from {@link publicUrl}. */
  readonly assetsUrl?: string | null
  readonly files: FileSettings
  /** The concurrency limit and the queue; no limit if absent. */
  readonly work?: LimiterOptions
  /** Called when the server starts to wait for a request body, and when the body is complete. */
  readonly onBody?: OnBody
  /** Returns true while the server waits for the database or migrates it. Only probes are served then. */
  readonly isStarting?: () => boolean
  readonly isClosing: () => boolean
  /** The milliseconds for which cached content is served while the database is unavailable; 0 if absent. */
  readonly staleMs?: number
  /** Hosts whose images the dashboard shows, besides its own. */
  readonly mediaHosts?: readonly string[]
  /** The built dashboard. If it was not built, its pages say so. */
  readonly dashboard: DashboardPack | null
  readonly budget?: Budget
  readonly metrics?: Metrics
}

/** The maximum page size of the dashboard, independent of `MAX_PER_PAGE`, which is for clients. */
const dashboardPerPageMax = 100

export interface App extends OpenAPIHono<ServerEnv> {
  /** Returns a `fetch` for requests to one of {@link pathsOf}, which skips the fast paths of other endpoints. */
  fetchOf(path: string): Fetch
}

export function createApp(parts: AppParts): App {
  const { database, clock, logger, newRequestId, perPageMax, publicUrl } = parts
  const assetsUrl = parts.assetsUrl ?? null
  const isFilesHost = createFilesHost(assetsUrl, publicUrl)
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
  const app = new OpenAPIHono<ServerEnv>({ getPath: rawPath })
  const responseOptions = {
    logger,
    newRequestId,
    onResponse: parts.metrics?.onResponse,
    publicOrigin: publicUrl,
  }
  const fastPath = createContentFastPath({
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
  const scans = new BroadScans()
  const dashboard = { pack: parts.dashboard, random: parts.random, mediaHosts: parts.mediaHosts ?? [] }
  const signatures = createFileSignatures(parts.secret)
  const assets = createAssets({
    ...parts,
    signatures,
    ...responseOptions,
    filesOrigin: assetsUrl ?? publicUrl,
    guardFor: guards.caller,
    guardForFile: guards.callerOfFile,
  })
  const endpoints: readonly Endpoint[] = [
    ...deliveryEndpoints({
      service,
      readContent: guards.withScope('content.read'),
      readSchema: guards.withScope('schema.read'),
      member: guards.member('read'),
      fastPath,
      perPageMax,
    }),
    ...previewEndpoints({
      service: createPreviewService({
        signFile: file => signatures.sign(file, clock()),
        database,
        scans,
        assetsOrigin: parts.assetsUrl ?? publicUrl,
      }),
      previewer: guards.previewer,
      perPageMax,
    }),
    ...linkEndpoints({
      ...{ database, clock, random: parts.random, publicUrl },
      member: guards.member('read'),
      writer: guards.member('write'),
      credential: guards.previewCredential,
    }),
    ...entriesEndpoints({ ...authoring, scans }),
    ...entryStateEndpoints(authoring),
    ...operationEndpoints(authoring),
    ...modelEndpoints(authoring),
    ...variantEndpoints(authoring),
    ...viewEndpoints({ ...authoring, member: guards.member('read') }),
    ...scheduleEndpoints(authoring),
    ...versionEndpoints(authoring),
    ...assets.endpoints,
    ...keyEndpoints({ keys: createKeys(parts), manager: guards.member('keys.manage'), clock, perPageMax }),
    ...signInEndpoints({ ...accounts, addressOf: parts.addressOf }),
    ...onboardingEndpoints({ ...accounts, addressOf: parts.addressOf }),
    ...memberEndpoints({ ...accounts, perPageMax: dashboardPerPageMax, publicUrl }),
    ...spaceEndpoints({ ...accounts, publicUrl }),
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
    ...dashboardEndpoints({ ...dashboard, listPreviewOrigins: accounts.listPreviewOrigins }),
    ...(parts.metrics?.endpoints ?? []),
  ]
  const overload =
    parts.work &&
    createOverload(parts.work, { ...responseOptions, onRefused, policies: policiesOf(endpoints) })
  const middleware = [
    checkRequest({ isFilesHost, isStarting, onBody: parts.onBody }),
    ...(overload ? [overload.limit] : []),
  ]
  app.use(requestContext(responseOptions))
  mount(app, endpoints, middleware)
  const respondNotFound = createNotFound({ ...dashboard, publicUrl })
  const notFound = (context: Context<ServerEnv>) => respondNotFound(context.req.raw, context.get('requestId'))
  mountFallback(app, '/assets', managementPolicy, notFound, middleware)
  mountFallback(
    app,
    '/assets/*',
    filePolicy,
    () => {
      throw fileNotFound()
    },
    middleware,
  )
  mountFallback(app, '/api/v1/public', managementPolicy, notFound, middleware)
  mountFallback(app, '/api/v1/public/*', contentPolicy, notFound, middleware)
  mountFallback(app, '*', managementPolicy, notFound, middleware)
  app.onError((error, context) => {
    const problem = toProblem(error)
    context.set('problem', problem)
    return toProblemResponse(problem, context.get('requestId'), publicUrl ?? originOf(context.req.raw))
  })
  const inFull: Fetch = overload ? overload.before(app.fetch) : app.fetch
  const ofFiles = assets.before(inFull)
  const ofOthers = fastPath.before(inFull)
  app.fetch = fastPath.before(ofFiles)
  return Object.assign(app, { fetchOf: (path: string) => (path === assets.filePattern ? ofFiles : ofOthers) })
}

/** Returns the endpoint paths in the notation of Hono and Bun: `/things/:id`. */
export function pathsOf(app: Pick<App, 'routes'>): readonly string[] {
  return [...new Set(app.routes.map(({ path }) => path).filter(path => !path.endsWith('*')))]
}
