// `npm run stress revocation`: three nodes; revoked or restricted keys and changed content take effect on every node
// in time.
import { contentChanges, keyChanges } from '../changes.ts'
import { type Fault, listenerFaults, noFault } from '../faults.ts'
import { type Fleet, startFleet } from '../fleet.ts'
import { createNotes } from '../notes.ts'
import { claimOrder, claimSpeed, runTrial, type TrialResult } from '../revocation.ts'
import { type Findings, runRig } from '../rig.ts'

const about =
  'Revocation and publishing on three nodes: the time from the response to the last request that got the old state.'

async function measure(fleet: Fleet, findings: Findings, fault: Fault, trials: number) {
  const results: TrialResult[] = []
  for (let trial = 0; trial < trials; trial++) {
    for (const change of trial % 2 === 0 ? keyChanges : contentChanges) {
      results.push(await runTrial(fleet, change, fault))
    }
  }
  claimOrder(findings, fault.title, results)
  claimSpeed(findings, fault.title, results)
}

const isCalm = (fault: Fault) => fault === noFault

await runRig(about, { trials: 60, 'fault-trials': 12, fault: -1 }, async (options, findings) => {
  const fleet = await startFleet({ nodes: 3, records: createNotes(200) })
  try {
    const faults = [noFault, ...listenerFaults]
    for (const [at, fault] of faults.entries()) {
      if (options.fault >= 0 && options.fault !== at) continue
      await measure(fleet, findings, fault, isCalm(fault) ? options.trials : options['fault-trials'])
    }
    findings.claim(
      fleet.nodes.every(({ ended }) => ended === null),
      'no node has ended',
    )
  } finally {
    await fleet.remove()
  }
})
