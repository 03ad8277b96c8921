// `npm run stress rolling-replacement`: three nodes under load, of which one is killed, one is stopped, and others take their place.

import { runRig } from './rig.ts'
import { runExchange, startExchange } from './rolling-replacement.ts'

const about =
  'Three nodes under load: one killed, one stopped, each replaced. What fails, and whether every answer is right.'

await runRig(about, { rounds: 10 }, async ({ rounds }, findings) => {
  const fleet = await startExchange()
  try {
    await runExchange(fleet, findings, rounds)
  } finally {
    await fleet.remove()
  }
})
