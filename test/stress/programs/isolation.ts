// `npm run stress isolation`: many spaces on one server, each serving only its own published content. `--forget-key
// 1` adds a cache in front that ignores the key, and claims fail. `--postgres 1` runs three nodes on PostgreSQL.
import type { Database } from '../../../src/database/database.ts'
import { cleanUp } from '../../kit/cleanup.ts'
import { createCommandLine } from '../../kit/command/process.ts'
import { startFleet } from '../fleet.ts'
import { runIsolation, startForgetfulCache } from '../isolation.ts'
import { runStressTest } from '../runner.ts'
import { fillSpaces } from '../spaces.ts'

const about =
  'Spaces that differ only by marker words, read while they change: every response is searched for leaks.'

interface Started {
  readonly urls: readonly string[]
  readonly database: Database
  stop(): Promise<void>
}

const environment = { METRICS: '1' }

async function startEmbedded(): Promise<Started> {
  const command = createCommandLine()
  const database = await command.open()
  await database.migrate()
  const server = await command.serve([], environment)
  const stop = async () => {
    await server.stop()
    await cleanUp()
  }
  return { urls: [server.url.replace('localhost', '127.0.0.1')], database, stop }
}

async function startOnPostgres(): Promise<Started> {
  const { nodes, database, remove } = await startFleet({ nodes: 3, records: [], environment })
  return { urls: nodes.map(({ url }) => url), database, stop: remove }
}

const defaults = {
  spaces: 50,
  responses: 1_000_000,
  pollers: 16,
  'responses-per-change': 200,
  'forget-key': 0,
  postgres: 0,
}

await runStressTest(about, defaults, async (options, findings) => {
  const { urls, database, stop } = await (options.postgres === 1 ? startOnPostgres : startEmbedded)()
  const caches = options['forget-key'] === 1 ? urls.map(startForgetfulCache) : []
  try {
    const spaces = await fillSpaces(database, options.spaces)
    const sent = caches.length > 0 ? caches.map(({ url }) => url) : urls
    const { responses, pollers, 'responses-per-change': responsesPerChange } = options
    await runIsolation({ urls: sent, database, spaces }, findings, { responses, pollers, responsesPerChange })
  } finally {
    for (const cache of caches) await cache.stop()
    await stop()
  }
})
