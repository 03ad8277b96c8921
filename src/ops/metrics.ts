// The server's own metrics, in the Prometheus text format.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { CacheCounts } from '../base/cache-counts.ts'
import { type Endpoint, publicRoute } from '../http/endpoint.ts'
import { metricsPolicy } from '../http/server-env.ts'

const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/** Bun walks the whole heap to compute these: for hundreds of milliseconds it serves nothing else. */
const heapWalks = ['total', 'used', 'available'].map(part => `nodejs_heap_space_size_${part}_bytes`)

export interface Metrics {
  /** Counts of the response cache. */
  readonly cache: CacheCounts
  readonly onResponse: (response: { readonly status: number; readonly seconds: number }) => void
  /** Called for a request refused under overload; it also counts as completed. */
  readonly onRefused: () => void
  readonly endpoints: readonly Endpoint[]
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of heapWalks) registry.removeSingleMetric(name)
  const responses = new Counter({
    name: 'frontlist_http_answers_total',
    help: 'Answers by status.',
    labelNames: ['status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'frontlist_http_answer_seconds',
    help: 'Seconds from the request to its answer.',
    buckets,
    registers: [registry],
  })
  const refused = new Counter({
    name: 'frontlist_http_refused_total',
    help: 'Requests that were refused because there was too much to do.',
    registers: [registry],
  })
  return {
    cache: countCache(registry),
    onResponse: ({ status, seconds: took }) => {
      responses.inc({ status })
      seconds.observe(took)
    },
    onRefused: () => refused.inc(),
    endpoints: [
      publicRoute(
        '/metrics',
        'a scraper has no key; it is served only where METRICS or METRICS_PORT asks for it',
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
    help: 'Look-ups of kept answers, and of the fragments and entries that they are made of, by what came of them.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const invalidations = new Counter({
    name: 'frontlist_cache_invalidations_total',
    help: 'Kept answers that were asked for and might not be given again, by what had changed.',
    labelNames: ['cause'],
    registers,
  })
  const evictions = new Counter({
    name: 'frontlist_cache_evictions_total',
    help: 'Answers and fragments that went because others came.',
    registers,
  })
  const bytes = new Gauge({
    name: 'frontlist_cache_bytes',
    help: 'Bytes of the answers and fragments that are kept.',
    registers,
  })
  const builds = new Histogram({
    name: 'frontlist_answer_build_seconds',
    help: 'Seconds that it took to make an answer.',
    buckets,
    registers,
  })
  return {
    onLookup: (kind, outcome) => lookups.inc({ kind, outcome }),
    onInvalidation: cause => invalidations.inc({ cause }),
    onEviction: () => evictions.inc(),
    onBytes: now => bytes.set(now),
    onBuild: seconds => builds.observe(seconds),
  }
}
