// `npm run stress rolling-replacement`: three nodes under load; one is killed, one is stopped, and new ones replace
// them.

import { runExchange, startExchange } from '../rolling-replacement.ts'
import { runStressTest } from '../runner.ts'

const about =
  'Three nodes under load: one killed, one stopped, each replaced. Which requests fail, and whether every response is correct.'

await runStressTest(about, { rounds: 10 }, async ({ rounds }, findings) => {
  const fleet = await startExchange()
  try {
    await runExchange(fleet, findings, rounds)
  } finally {
    await fleet.remove()
  }
})
