// What is taken back on one node is taken back on all of them, in time, whatever becomes of the connections that carry
// the news. The long form, with figures, is `npm run rig:revocation`.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { describeOnPostgres } from '../kit/test-engine.ts'
import { contentChanges, keyChanges } from '../rigs/changes.ts'
import { type Fault, listenerFaults, noFault } from '../rigs/faults.ts'
import { type Fleet, startFleet } from '../rigs/fleet.ts'
import { createNotes } from '../rigs/notes.ts'
import { runTrial } from '../rigs/revocation.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(60_000)

describeOnPostgres('three nodes', () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await startFleet({ nodes: 3, records: createNotes(20) })
  })
  afterAll(() => fleet?.remove())

  const all = [...keyChanges, ...contentChanges]
  const rows: (readonly [title: string, fault: Fault])[] = [noFault, ...listenerFaults].map(fault => [
    fault.title,
    fault,
  ])

  test.each(rows)(
    'answer nothing as before on the node that made a change, and after a second on none, with this out of order: %s',
    async (_, fault) => {
      // Every change where all is well; of the rest what each is worth most: a key, and content.
      for (const change of fault === noFault ? all : (['revoke', 'unpublish'] as const)) {
        const { lateMs, odd, stuck } = await runTrial(fleet, change, fault)
        expect({ change, own: lateMs[0], odd, stuck }).toEqual({ change, own: 0, odd: [], stuck: 0 })
        expect(Math.max(...lateMs)).toBeLessThanOrEqual(1000)
      }
    },
  )
})
