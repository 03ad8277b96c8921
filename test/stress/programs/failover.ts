// `npm run stress failover`: three nodes under load while their PostgreSQL crashes, is stopped, or is replaced by its
// standby.
import { promotions, restarts, runFailovers } from '../failover.ts'
import { startFleet } from '../fleet.ts'
import { createNotes } from '../notes.ts'
import { runStressTest } from '../runner.ts'

const about =
  'Three nodes under load while their database is down: lost writes, responses meanwhile, and time to recover.'

await runStressTest(about, { restarts: 50, promotions: 20 }, async (options, findings) => {
  for (const [rounds, disturbances] of [
    [options.restarts, restarts],
    [options.promotions, promotions],
  ] as const) {
    if (rounds === 0) continue
    const fleet = await startFleet({ nodes: 3, records: createNotes(200), durable: true })
    try {
      await runFailovers(fleet, findings, { disturbances, rounds })
    } finally {
      await fleet.remove()
    }
  }
})
