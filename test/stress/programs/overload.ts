// `npm run stress overload`: one server under four times its capacity. `--requests-max 0` removes its limit, and
// claims fail. `--postgres 1` runs it on PostgreSQL.

import { toNdjson } from '../../kit/app/test-space.ts'
import { cleanUp } from '../../kit/cleanup.ts'
import { createCommandLine } from '../../kit/command/process.ts'
import { fillMain } from '../../kit/command/running-command.ts'
import { makeKey } from '../changes.ts'
import { figuresOf } from '../figures.ts'
import { startFleet } from '../fleet.ts'
import { createNotes } from '../notes.ts'
import { claimOrder, type Loaded, runOverload } from '../overload.ts'
import { runStressTest } from '../runner.ts'

const about =
  'Four times the requests that one server can handle: how many it serves, how fast, and what the rest get.'

const records = createNotes(2000)

/** Many, because identical concurrent requests share one response. */
function targets(perPageMax: number, depth: number): string[] {
  return Array.from({ length: 20 * 20 }, (_, at) => {
    const perPage = perPageMax - (at % 20)
    return `/api/v1/public/content/notes?page=${1 + Math.floor(at / 20)}&perPage=${perPage}&depth=${depth}`
  })
}

type Started = Omit<Loaded, 'targets'> & { stop(): Promise<void> }

async function startEmbedded(environment: Record<string, string>): Promise<Started> {
  const command = createCommandLine()
  const key = await fillMain(command, toNdjson(records))
  const server = await command.serve([], environment)
  const stop = async () => {
    await server.stop()
    await cleanUp()
  }
  return { url: server.url.replace('localhost', '127.0.0.1'), pid: server.process.pid, key, stop }
}

async function startOnPostgres(environment: Record<string, string>): Promise<Started> {
  const fleet = await startFleet({ nodes: 1, records, environment })
  const [node] = fleet.nodes
  if (!node) throw new Error('There is no node.')
  const { key } = await makeKey(fleet, node)
  return { url: node.url, pid: node.process.pid, key, stop: () => fleet.remove() }
}

const defaults = {
  seconds: 20,
  'peak-seconds': 8,
  connections: 2000,
  factor: 4,
  'per-page': 100,
  depth: 2,
  'requests-max': 16,
  postgres: 0,
}

await runStressTest(about, defaults, async (options, findings) => {
  // Nothing is cached: each response is rebuilt.
  const environment = { CACHE_BYTES: '0', REQUESTS_MAX: String(options['requests-max']) }
  const server = await (options.postgres === 1 ? startOnPostgres : startEmbedded)(environment)
  try {
    const outcome = await runOverload(
      { ...server, targets: targets(options['per-page'], options.depth) },
      findings,
      {
        peakConnections: 16,
        peakMs: options['peak-seconds'] * 1000,
        factor: options.factor,
        connections: options.connections,
        milliseconds: options.seconds * 1000,
      },
    )
    claimOrder(findings, outcome)
    const { peakRate, goodRate, over, healthMs } = outcome
    findings.claim(goodRate >= 0.8 * peakRate, 'as much as 80 % of the peak is answered')
    findings.claim(figuresOf(over.latencies).p99 < 500, 'accepted: p99 under 500 ms')
    findings.claim(figuresOf(healthMs).max < 250, '/healthz under 250 ms, always')
  } finally {
    await server.stop()
  }
})
