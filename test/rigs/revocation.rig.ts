// `npm run rig:revocation`: three nodes; a key that is worth less, and content that is changed, on every node in time.
import { contentChanges, keyChanges } from './changes.ts'
import { type Fault, listenerFaults, noFault } from './faults.ts'
import { figuresOf } from './figures.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { createNotes } from './notes.ts'
import { runTrial, type TrialResult } from './revocation.ts'
import { type Findings, runRig } from './rig.ts'

const about =
  'Revocation and publishing on three nodes: from the answer to the last request answered as before.'

async function measure(fleet: Fleet, findings: Findings, fault: Fault, trials: number) {
  const results: TrialResult[] = []
  for (let trial = 0; trial < trials; trial++) {
    for (const change of trial % 2 === 0 ? keyChanges : contentChanges) {
      results.push(await runTrial(fleet, change, fault))
    }
  }
  tell(findings, fault, results)
}

const isCalm = (fault: Fault) => fault === noFault

function tell(findings: Findings, fault: Fault, results: readonly TrialResult[]): void {
  for (const [title, names] of [
    ['keys', keyChanges],
    ['content', contentChanges],
  ] as const) {
    const some = results.filter(({ change }) => names.includes(change))
    const own = figuresOf(some.map(({ lateMs }) => lateMs[0]!))
    const others = figuresOf(some.flatMap(({ lateMs }) => lateMs.slice(1)))
    findings.figures(`${fault.title}: ${title}, other nodes`, others)
    findings.figures(`${fault.title}: ${title}, the node that was asked`, own)
    findings.claim(own.max === 0, `${fault.title}: the node that made the change of ${title} is never late`)
    findings.claim(others.p99 < 100, `${fault.title}: ${title}, p99 under 100 ms`)
    findings.claim(others.max <= 1000, `${fault.title}: ${title}, never over 1000 ms`)
  }
  const odd = [...new Set(results.flatMap(result => result.odd))]
  findings.claim(odd.length === 0, `${fault.title}: no other answer ${odd.slice(0, 5).join(' | ')}`)
  findings.claim(
    results.every(({ stuck }) => stuck === 0),
    `${fault.title}: every node turned`,
  )
}

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
