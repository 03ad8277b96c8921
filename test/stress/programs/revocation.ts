// `npm run stress revocation`: three nodes; revoked or restricted keys and changed content take effect on every node
// in time.
import { contentChanges, keyChanges } from '../changes.ts'
import { type Fleet, startFleet } from '../fleet.ts'
import { type InjectedFailure, listenerFailures, noFailure } from '../injected-failures.ts'
import { createNotes } from '../notes.ts'
import { claimOrder, claimSpeed, runTrial, type TrialResult } from '../revocation.ts'
import { type Findings, runStressTest } from '../runner.ts'

const about =
  'Revocation and publishing on three nodes: the time from the response to the last request that got the old state.'

async function measure(fleet: Fleet, findings: Findings, error: InjectedFailure, trials: number) {
  const results: TrialResult[] = []
  for (let trial = 0; trial < trials; trial++) {
    for (const change of trial % 2 === 0 ? keyChanges : contentChanges) {
      results.push(await runTrial(fleet, change, error))
    }
  }
  claimOrder(findings, error.title, results)
  claimSpeed(findings, error.title, results)
}

const isCalm = (error: InjectedFailure) => error === noFailure

await runStressTest(about, { trials: 60, 'fault-trials': 12, error: -1 }, async (options, findings) => {
  const fleet = await startFleet({ nodes: 3, records: createNotes(200) })
  try {
    const errors = [noFailure, ...listenerFailures]
    for (const [at, error] of errors.entries()) {
      if (options.error >= 0 && options.error !== at) continue
      await measure(fleet, findings, error, isCalm(error) ? options.trials : options['fault-trials'])
    }
    findings.claim(
      fleet.nodes.every(({ ended }) => ended === null),
      'no node has ended',
    )
  } finally {
    await fleet.remove()
  }
})
