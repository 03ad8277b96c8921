// `OTHER_CHECKOUT=../other npm run stress publish-cost`: compares the cost of publishing with that of another checkout, in
// which packages must be installed.
import { resolve } from 'node:path'
import { cleanUp } from '../../kit/cleanup.ts'
import { projectFolder } from '../../kit/command/process.ts'
import { runPublishCost } from '../publish-cost.ts'
import { runStressTest } from '../runner.ts'

const about =
  'What a publish of an entry without files costs beside the checkout that OTHER_CHECKOUT names, in processor time.'

await runStressTest(about, { rounds: 15, entries: 200 }, async (options, findings) => {
  const { OTHER_CHECKOUT } = process.env
  if (OTHER_CHECKOUT === undefined)
    findings.say('OTHER_CHECKOUT names none: this one is compared with itself.')
  try {
    await runPublishCost(resolve(OTHER_CHECKOUT ?? projectFolder), options, findings)
  } finally {
    await cleanUp()
  }
})
