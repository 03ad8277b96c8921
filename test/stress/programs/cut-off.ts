// `npm run stress cut-off`: one of three nodes loses its database, in three ways, for longer than STALE_SECONDS.
import { runCut } from '../cut-off.ts'
import { startFleet } from '../fleet.ts'
import { cuts } from '../injected-failures.ts'
import { createNotes } from '../notes.ts'
import { runStressTest } from '../runner.ts'

const about =
  'One of three nodes loses its database: how long it keeps serving, what it responds, and when it recovers.'

await runStressTest(about, { 'stale-seconds': 10, cut: -1 }, async (options, findings) => {
  const seconds = options['stale-seconds']
  const fleet = await startFleet({
    nodes: 3,
    records: createNotes(200),
    environment: { STALE_SECONDS: String(seconds) },
  })
  try {
    for (const [at, cut] of cuts.entries()) {
      if (options.cut < 0 || options.cut === at) await runCut(fleet, findings, cut, seconds * 1000)
    }
    findings.claim(
      fleet.nodes.every(({ ended }) => ended === null),
      'no node has ended',
    )
  } finally {
    await fleet.remove()
  }
})
