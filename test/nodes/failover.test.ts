// The database crashes, stops, or is replaced by its standby while nodes are at work: what was acknowledged is there, and
// refusals say 503. The long form, with figures, is `npm run rig:failover`.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { describeOnPostgres } from '../kit/test-engine.ts'
import { type Disturbance, promotions, restarts, runFailovers } from '../rigs/failover.ts'
import { startFleet } from '../rigs/fleet.ts'
import { createNotes } from '../rigs/notes.ts'
import { Findings } from '../rigs/rig.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(120_000)

const rows: readonly (readonly [title: string, disturbances: readonly Disturbance[]])[] = [
  ['restarts', restarts],
  ['promotions of a standby', promotions],
]

describeOnPostgres('nodes whose database goes away', () => {
  test.each(rows)(
    'lose nothing that was acknowledged, and refuse with 503 only: %s',
    async (_, disturbances) => {
      const fleet = await startFleet({ nodes: 2, records: createNotes(20), durable: true })
      try {
        const findings = new Findings()
        await runFailovers(fleet, findings, { disturbances, rounds: disturbances.length })
        expect(findings.broken).toEqual([])
      } finally {
        await fleet.remove()
      }
    },
  )
})
