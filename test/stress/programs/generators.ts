// `npm run stress generators`: the generators of clients that docs/clients.md names, with its programs.
import { cleanUp } from '../../kit/cleanup.ts'
import { runGenerators } from '../generators.ts'
import { runStressTest } from '../runner.ts'

const about =
  'Clients generated from the OpenAPI document by five generators, installed from npm, read with conditions.'

await runStressTest(about, {}, async (_options, findings) => {
  try {
    await runGenerators(findings)
  } finally {
    await cleanUp()
  }
})
