// `npm run stress cached-queries`: random publishes beside cached lists of queries, on both engines. `--stale 1` adds a
// cache in front that repeats responses, `--uncached 1` does without a cache; claims fail with either.
import { getFrom } from '../../kit/app/other-app.ts'
import { repeatResponses, runCachedQueries, toRecords } from '../cached-queries.ts'
import { runStressTest } from '../runner.ts'
import { bothEngines, runOnEngines } from '../space-on-engines.ts'

const about = 'Random publishes beside cached queries: none is stale, and none is built again for nothing.'

const defaults = {
  publishes: 10_000,
  queries: 200,
  seed: 1,
  'all-every': 100,
  bulk: 2000,
  stale: 0,
  uncached: 0,
  ...bothEngines,
}

await runStressTest(about, defaults, async ({ 'all-every': allEvery, ...options }, findings) =>
  runOnEngines(options, findings, async createSpace => {
    const { generated, records } = toRecords(options.seed)
    // Enough memory that nothing is evicted.
    const space = await createSpace({ records, cacheBytes: 2 ** 27 })
    const inFront = options.stale > 0 ? repeatResponses(space) : space.get
    const get = options.uncached > 0 ? getFrom(space, {}) : inFront
    await runCachedQueries({ space, generated, get }, findings, { ...options, allEvery })
  }),
)
