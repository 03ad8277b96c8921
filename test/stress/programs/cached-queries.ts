// `npm run stress cached-queries`: random publishes beside cached lists of queries, on both engines. `--stale 1` adds a
// cache in front that repeats responses, `--uncached 1` does without a cache; claims fail with either.
import { cleanUp } from '../../kit/cleanup.ts'
import { startCluster } from '../../kit/cluster.ts'
import { createOwnDatabase } from '../../kit/nodes.ts'
import { getFrom } from '../../kit/other-app.ts'
import { createCommandLine } from '../../kit/process.ts'
import { openUrl } from '../../kit/test-databases.ts'
import { createSpaceIn } from '../../kit/test-space.ts'
import { repeatResponses, runCachedQueries, toRecords } from '../cached-queries.ts'
import { type Findings, runStressTest } from '../runner.ts'

const about = 'Random publishes beside cached queries: none is stale, and none is built again for nothing.'

const defaults = {
  publishes: 10_000,
  queries: 200,
  seed: 1,
  'all-every': 100,
  bulk: 2000,
  stale: 0,
  uncached: 0,
  sqlite: 1,
  postgres: 1,
}

async function runOn(url: string, options: typeof defaults, findings: Findings): Promise<void> {
  const database = openUrl(url)
  await database.migrate()
  const { generated, records } = toRecords(options.seed)
  const parts = { database, url, statements: [] }
  // Enough memory that nothing is evicted.
  const space = await createSpaceIn(parts, 'main', { records, cacheBytes: 2 ** 27 })
  const get =
    options.stale === 1 ? repeatResponses(space) : options.uncached === 1 ? getFrom(space, {}) : space.get
  const started = performance.now()
  await runCachedQueries({ space, generated, get }, findings, { ...options, allEvery: options['all-every'] })
  findings.say(`${Math.round((performance.now() - started) / 1000)} s`)
}

await runStressTest(about, defaults, async (options, findings) => {
  try {
    if (options.sqlite > 0) {
      findings.say('SQLite')
      await runOn(createCommandLine().databaseUrl, options, findings)
    }
    if (options.postgres > 0) {
      findings.say('PostgreSQL')
      const cluster = await startCluster()
      try {
        await runOn(await createOwnDatabase(cluster), options, findings)
        await cleanUp()
      } finally {
        await cluster.remove()
      }
    }
  } finally {
    await cleanUp()
  }
})
