// A node that has lost its database goes on alone for as long as it was told, then refuses, and comes back by itself;
// and where it does not, the stress test says so. The long form, with figures, is `npm run stress cut-off`.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { describeOnPostgres } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { runCut } from '../stress/cut-off.ts'
import { type Fleet, startFleet } from '../stress/fleet.ts'
import { type Cut, cuts, named } from '../stress/injected-failures.ts'
import { createNotes } from '../stress/notes.ts'
import { Findings } from '../stress/runner.ts'
import { startStaleCache } from '../stress/stale-cache.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const staleSeconds = 2

async function brokenBy(fleet: Fleet, cut: Cut, patienceMs?: number): Promise<readonly string[]> {
  const findings = new Findings()
  await runCut(fleet, findings, cut, staleSeconds * 1000, patienceMs)
  return findings.broken
}

describeOnPostgres('one of two nodes, cut off from the database', () => {
  let fleet: Fleet
  beforeAll(async () => {
    const environment = { STALE_SECONDS: String(staleSeconds) }
    fleet = await startFleet({ nodes: 2, records: createNotes(20), environment })
  })
  afterAll(() => fleet?.remove())

  test.each(cuts.map(cut => [cut.title, cut] as const))(
    'serves what it knows for a while, then only 503, and recovers once it is back: %s',
    async (_, cut) => {
      expect(await brokenBy(fleet, cut)).toEqual([])
      expect(fleet.nodes.map(node => node.ended)).toEqual([null, null])
    },
  )

  const [blackHole] = cuts
  const withoutTally = (all: readonly string[]) => all.map(words => words.replace(/ \([\d:, ]+\)$/, ''))

  // Those that come later stand in the fleet, too.
  const firstTwo = (): Fleet => ({ ...fleet, nodes: fleet.nodes.slice(0, 2) })

  async function withOther(environment: Record<string, string>): Promise<Fleet> {
    const other = await fleet.addNode({ environment })
    return { ...fleet, nodes: [fleet.nodes[0]!, other] }
  }

  test('is found to be wrong if it goes on for longer than it may', async () => {
    const longer = await withOther({ STALE_SECONDS: '60' })
    // For a moment after the healing, it may still go on.
    expect(withoutTally(await brokenBy(longer, blackHole!)).slice(0, 2)).toEqual([
      'black-holed: 0 accepted later than 2000 ms after the cut',
      'black-holed: alone for too long, 503 only',
    ])
  })

  test('is found to be wrong if it refuses sooner than it may', async () => {
    const sooner = await withOther({ STALE_SECONDS: '0' })
    expect(withoutTally(await brokenBy(sooner, blackHole!))).toEqual([
      'black-holed: what is known is served until then',
    ])
  })

  test('is found out where a cache before it goes on with what was withdrawn', async () => {
    const cache = startStaleCache(fleet.nodes[1]!)
    try {
      const nodes = [fleet.nodes[0]!, cache.node]
      expect(withoutTally(await brokenBy({ ...fleet, nodes }, blackHole!))).toEqual([
        'black-holed: 0 accepted later than 2000 ms after the cut',
        'black-holed: alone for too long, 503 only',
        'black-holed: the revoked key is never accepted again',
        'black-holed: what was withdrawn is not served again',
        'black-holed: good within 5000 ms of healing: what was asked before',
      ])
    } finally {
      await cache.stop()
    }
  })

  test('is found out where its writes stay cut off after all else is back', async () => {
    const half: Cut = {
      ...blackHole!,
      title: 'half healed',
      end: async (of, at) => {
        await blackHole!.end(of, at)
        of.nodes[at]!.proxy.blackHole({ only: named('writes') })
      },
    }
    try {
      expect(await brokenBy(firstTwo(), half, 5000)).toEqual([
        'half healed: good within 5000 ms of healing: writes',
      ])
    } finally {
      await fleet.nodes[1]!.proxy.heal()
    }
  })

  test('is found out where it is not cut off at all', async () => {
    const nothing: Cut = { title: 'whole', begin: async () => {}, end: async () => {} }
    expect(withoutTally(await brokenBy(firstTwo(), nothing))).toEqual([
      'whole: alone for too long, 503 only',
      'whole: what is known is served until then',
      'whole: what was never asked before gets 503 only',
    ])
  })
})
