// The server's own metrics, in the Prometheus text format, served on a separate port: one path, and the API's error
// responses.
import { OpenAPIHono } from '@hono/zod-openapi'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { CacheCounts, LookupKind } from '../base/cache-counts.ts'
import { Problem } from '../base/errors.ts'
import { type Endpoint, mount, publicRoute } from '../http/endpoint.ts'
import { toProblem, toProblemResponse } from '../http/problem.ts'
import { type RequestContextOptions, requestContext } from '../http/request-context.ts'
import { originOf, rawPath } from '../http/request-url.ts'
import { metricsPolicy, type ServerEnv } from '../http/server-env.ts'
import type { Images } from '../media/images/images.ts'

const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/** Bun walks the whole heap to compute these, which blocks the process for hundreds of milliseconds. */
const heapWalks = ['total', 'used', 'available'].map(part => `nodejs_heap_space_size_${part}_bytes`)

export interface Metrics {
  /** Counts of the response cache. */
  readonly cache: CacheCounts
  readonly onResponse: (response: {
    readonly status: number
    readonly seconds: number
    readonly isFile?: boolean
  }) => void
  /** Called for a request refused under overload, which also counts as completed. */
  readonly onRefused: () => void
  /** Called for a change of a draft that was refused because of another caller's change. */
  readonly onDraftConflict: () => void
  readonly schedules: ScheduleCounts
  /** Called for each failed operation of the file store. */
  readonly onStoreError: () => void
  /** Adds the metrics of images, at most once. */
  readonly watchImages: (images: Pick<Images, 'figures'>) => void
  readonly endpoints: readonly Endpoint[]
}

interface ScheduleCounts {
  /** Called for each executed schedule. */
  readonly onDone: (lateSeconds: number) => void
  /** Called for each refused schedule. */
  readonly onRefused: () => void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of heapWalks) registry.removeSingleMetric(name)
  const responses = new Counter({
    name: 'frontlist_http_answers_total',
    help: 'Responses by status.',
    labelNames: ['status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'frontlist_http_answer_seconds',
    help: 'Seconds from the request to its response.',
    buckets,
    registers: [registry],
  })
  const refused = new Counter({
    name: 'frontlist_http_refused_total',
    help: 'Requests that were refused because the server was overloaded.',
    registers: [registry],
  })
  const files = new Counter({
    name: 'frontlist_files_total',
    help: 'Responses to requests for published files, by status.',
    labelNames: ['status'],
    registers: [registry],
  })
  const storeErrors = new Counter({
    name: 'frontlist_store_errors_total',
    help: 'Operations of the file store that failed.',
    registers: [registry],
  })
  const conflicts = new Counter({
    name: 'frontlist_draft_conflicts_total',
    help: 'Changes of drafts that were refused because others had changed the same fields.',
    registers: [registry],
  })
  return {
    cache: countCache(registry),
    onResponse: ({ status, seconds: took, isFile }) => {
      responses.inc({ status })
      if (isFile) files.inc({ status })
      seconds.observe(took)
    },
    onRefused: () => refused.inc(),
    onDraftConflict: () => conflicts.inc(),
    onStoreError: () => storeErrors.inc(),
    watchImages: images => watchImages(registry, images),
    schedules: countSchedules(registry),
    endpoints: [
      publicRoute(
        '/metrics',
        'a scraper has no key; it is served only with METRICS or METRICS_PORT',
        async () => {
          return {
            type: registry.contentType,
            body: await registry.metrics(),
            headers: { 'Cache-Control': 'no-store' },
          }
        },
        metricsPolicy,
      ),
    ],
  }
}

function countCache(registry: Registry): CacheCounts {
  const registers = [registry]
  const lookups = new Counter({
    name: 'frontlist_cache_lookups_total',
    help: 'Cache lookups of responses, and of the fragments and entries that they are built from, by outcome.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const invalidations = new Counter({
    name: 'frontlist_cache_invalidations_total',
    help: 'Cached responses that were requested but no longer valid, by what had changed.',
    labelNames: ['cause'],
    registers,
  })
  const evictions = new Counter({
    name: 'frontlist_cache_evictions_total',
    help: 'Responses and fragments that were evicted from the cache.',
    registers,
  })
  const bytes = new Gauge({
    name: 'frontlist_cache_bytes',
    help: 'Bytes of the cached responses and fragments.',
    registers,
  })
  const builds = new Histogram({
    name: 'frontlist_answer_build_seconds',
    help: 'Seconds to build a response that was not cached.',
    buckets,
    registers,
  })
  return {
    onLookup: (kind, outcome) => lookups.inc({ kind: toLabel(kind), outcome }),
    onInvalidation: cause => invalidations.inc({ cause }),
    onEviction: () => evictions.inc(),
    onBytes: now => bytes.set(now),
    onBuild: seconds => builds.observe(seconds),
  }
}

function countSchedules(registry: Registry): ScheduleCounts {
  const failed = new Counter({
    name: 'frontlist_schedule_failed_total',
    help: 'Scheduled publications that were refused when their time came.',
    registers: [registry],
  })
  const late = new Histogram({
    name: 'frontlist_schedule_late_seconds',
    help: 'Seconds from the time of a schedule until it was carried out.',
    buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60, 600, 3600],
    registers: [registry],
  })
  return { onDone: seconds => late.observe(Math.max(0, seconds)), onRefused: () => failed.inc() }
}

/** Returns the label. It is part of the metric's interface, because dashboards and alerts of operators use it. */
function toLabel(kind: LookupKind): string {
  return kind === 'response' ? 'answer' : kind
}

export function createMetricsApp(
  metrics: Metrics,
  options: Pick<RequestContextOptions, 'logger' | 'newRequestId' | 'publicOrigin'>,
): OpenAPIHono<ServerEnv> {
  const app = new OpenAPIHono<ServerEnv>({ getPath: rawPath })
  app.use(requestContext(options))
  mount(app, metrics.endpoints)
  const notFound = new Problem('not_found', 'There is nothing at this path; metrics are at /metrics.')
  const originFor = (request: Request) => options.publicOrigin ?? originOf(request)
  app.notFound(context => toProblemResponse(notFound, context.get('requestId'), originFor(context.req.raw)))
  app.onError((error, context) => {
    const problem = toProblem(error)
    context.set('problem', problem)
    return toProblemResponse(problem, context.get('requestId'), originFor(context.req.raw))
  })
  return app
}

/** Registers metrics that read their values when they are scraped, because images count independently of metrics. */
function watchImages(registry: Registry, images: Pick<Images, 'figures'>): void {
  const registers = [registry]
  new Counter({
    name: 'frontlist_images_made_total',
    help: 'Images that were made, by format.',
    labelNames: ['format'],
    registers,
    collect() {
      this.reset()
      for (const [format, count] of Object.entries(images.figures().made)) this.inc({ format }, count)
    },
  })
  new Counter({
    name: 'frontlist_image_cache_hits_total',
    help: 'Requests for images that had been made before.',
    registers,
    collect() {
      this.reset()
      this.inc(images.figures().cacheHits)
    },
  })
  new Counter({
    name: 'frontlist_image_failures_total',
    help: 'Images that were not made, by reason; `overloaded` are requests that were refused.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(images.figures().failures)) this.inc({ reason }, count)
    },
  })
  new Gauge({
    name: 'frontlist_image_queue',
    help: 'Images and placeholders that wait to be made.',
    registers,
    collect() {
      this.set(images.figures().queued)
    },
  })
}
