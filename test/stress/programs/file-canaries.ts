// `npm run stress file-canaries`: every path of a file that was ever handed out, asked for by a stranger, on both engines.
import { canaryModel, runFileCanaries } from '../file-canaries.ts'
import { runStressTest } from '../runner.ts'
import { bothEngines, runOnEngines } from '../space-on-engines.ts'

const about = 'Files of drafts, of replaced and of deleted assets: none is delivered to a stranger.'

const defaults = { requests: 100_000, 'requests-per-change': 20, seed: 1, ...bothEngines }

await runStressTest(about, defaults, (options, findings) =>
  runOnEngines(options, findings, async createSpace =>
    runFileCanaries(await createSpace({ records: canaryModel }), findings, {
      requests: options.requests,
      requestsPerChange: options['requests-per-change'],
      seed: options.seed,
    }),
  ),
)
