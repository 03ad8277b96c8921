// `npm run stress files-gc`: removes the unused tenth of 100,000 files, on both engines.
import { runGarbage } from '../files-gc.ts'
import { runStressTest } from '../runner.ts'
import { bothEngines, runOnEngines } from '../space-on-engines.ts'

const about = 'Garbage collection over 100,000 files, a tenth of them unused.'

const defaults = { files: 100_000, unused: 10, ...bothEngines }

await runStressTest(about, defaults, (options, findings) =>
  runOnEngines(options, findings, async createSpace => runGarbage(await createSpace({}), findings, options)),
)
