// What the server counts about itself, in the Prometheus text format.
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { type Endpoint, openPage } from '../http/endpoint.ts'

export interface Metrics {
  readonly onAnswer: (status: number, seconds: number) => void
  readonly endpoints: readonly Endpoint[]
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Counter({
    name: 'frontlist_http_answers_total',
    help: 'Answers by status.',
    labelNames: ['status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'frontlist_http_answer_seconds',
    help: 'Seconds from the request to its answer.',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  return {
    onAnswer: (status, took) => {
      answers.inc({ status })
      seconds.observe(took)
    },
    endpoints: [
      openPage(
        '/metrics',
        'a scraper has no key; it is served only where METRICS=1 asks for it',
        async () => {
          return {
            type: registry.contentType,
            body: await registry.metrics(),
            headers: { 'Cache-Control': 'no-store' },
          }
        },
      ),
    ],
  }
}
