// `npm run stress fuzz-queries`: generated names, operators and values of queries, on both engines, without a cache.
import { GeneratedQueries } from '../../kit/oracle/generated-queries.ts'
import { runFuzzQueries } from '../fuzz-queries.ts'
import { runStressTest } from '../runner.ts'
import { bothEngines, runOnEngines } from '../space-on-engines.ts'

const about = 'Odd and costly queries: no failure, and no response that takes over a second.'

const defaults = { requests: 100_000, seed: 1, posts: 2000, 'limit-ms': 1000, ...bothEngines }

await runStressTest(about, defaults, async ({ posts, 'limit-ms': limitMs, ...options }, findings) => {
  const sizes = { posts, authors: 200, cats: 50, countries: 5 }
  await runOnEngines(options, findings, async createSpace => {
    const records = new GeneratedQueries(options.seed, sizes).records()
    const { get } = await createSpace({ records, cacheBytes: 0 })
    await runFuzzQueries({ get, sizes }, findings, { ...options, limitMs })
  })
})
