// A node that has lost its database goes on alone for as long as it was told, then refuses, and comes back by itself. The
// long form, with figures, is `npm run rig:cut-off`.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { describeOnPostgres } from '../kit/test-engine.ts'
import { runCut } from '../rigs/cut-off.ts'
import { cuts } from '../rigs/faults.ts'
import { type Fleet, startFleet } from '../rigs/fleet.ts'
import { createNotes } from '../rigs/notes.ts'
import { Findings } from '../rigs/rig.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(60_000)

const staleSeconds = 2

describeOnPostgres('one of two nodes, cut off from the database', () => {
  let fleet: Fleet
  beforeAll(async () => {
    const environment = { STALE_SECONDS: String(staleSeconds) }
    fleet = await startFleet({ nodes: 2, records: createNotes(20), environment })
  })
  afterAll(() => fleet?.remove())

  test.each(cuts.map(cut => [cut.title, cut] as const))(
    'serves what it knows for a while, then answers 503 and nothing else, and is good once it is back: %s',
    async (_, cut) => {
      const findings = new Findings()
      await runCut(fleet, findings, cut, staleSeconds * 1000)
      expect(findings.broken).toEqual([])
      expect(fleet.nodes.map(node => node.ended)).toEqual([null, null])
    },
  )
})
