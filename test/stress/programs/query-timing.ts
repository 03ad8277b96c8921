// `npm run stress query-timing`: whether the time of uncached queries tells what drafts and other spaces hold, on both
// engines. `--leak 1` publishes what is secret, and claims fail.
import { createTimingSpaces, publishSecrets, runQueryTiming } from '../query-timing.ts'
import { runStressTest } from '../runner.ts'
import { bothEngines, runOnEngines } from '../space-on-engines.ts'

const about = 'The time of queries, with and without drafts and another space full of what they ask for.'

const defaults = { rounds: 400, queries: 30, posts: 500, copies: 10, seed: 1, leak: 0, ...bothEngines }

await runStressTest(about, defaults, async (options, findings) =>
  runOnEngines(options, findings, async createSpace => {
    const spaces = await createTimingSpaces(createSpace, options)
    if (options.leak > 0) await publishSecrets(spaces.crowded)
    await runQueryTiming(spaces, findings, options)
  }),
)
