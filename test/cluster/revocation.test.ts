// What is taken back on one node is taken back on all of them, in time, whatever becomes of the connections that carry
// the news; and where it is not, the stress test says so. The long form, with figures, is `npm run stress revocation`.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { describeOnPostgres } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { broken } from '../stress/breaking.ts'
import { type ChangeName, contentChanges, keyChanges } from '../stress/changes.ts'
import { type Fleet, startFleet } from '../stress/fleet.ts'
import { type InjectedFailure, listenerFailures, noFailure } from '../stress/injected-failures.ts'
import { createNotes } from '../stress/notes.ts'
import { claimOrder, claimSpeed, runTrial, type TrialResult } from '../stress/revocation.ts'
import { Findings } from '../stress/runner.ts'
import { startStaleCache } from '../stress/stale-cache.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

async function runTrials(
  fleet: Fleet,
  changes: readonly ChangeName[],
  error = noFailure,
): Promise<TrialResult[]> {
  const results: TrialResult[] = []
  for (const change of changes) results.push(await runTrial(fleet, change, error))
  return results
}

function brokenBy(results: readonly TrialResult[], title: string): readonly string[] {
  const findings = new Findings()
  claimOrder(findings, title, results)
  return findings.broken
}

describeOnPostgres('three nodes', () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await startFleet({ nodes: 3, records: createNotes(20) })
  })
  afterAll(() => fleet?.remove())

  const all = [...keyChanges, ...contentChanges]
  const rows: (readonly [title: string, error: InjectedFailure])[] = [noFailure, ...listenerFailures].map(
    error => [error.title, error],
  )

  test.each(rows)(
    'serve nothing old on the node that made a change, and after a second on none, with this out of order: %s',
    async (_, error) => {
      // Every change where all is well; of the rest what each is worth most: a key, and content.
      const changes = error === noFailure ? all : (['revoke', 'unpublish'] as const)
      expect(brokenBy(await runTrials(fleet, changes, error), error.title)).toEqual([])
    },
  )

  // One node for each change: what it is told with its first request is all that it ever knows.
  test.each([
    ['keys', 'revoke'],
    ['content', 'unpublish'],
  ] as const)(
    'are found out where one of them neither hears nor asks what others have changed: %s',
    async (kind, change) => {
      const nodes = [fleet.nodes[0]!, await fleet.addNode({ program: broken('deaf-to-others') })]
      const results = await runTrials({ ...fleet, nodes }, [change])
      expect(brokenBy(results, 'deaf')).toEqual([
        `deaf: ${kind}, never over 1000 ms`,
        'deaf: every node turned',
      ])
      const findings = new Findings()
      claimSpeed(findings, 'deaf', results)
      expect(findings.broken).toEqual([`deaf: ${kind}, p99 under 100 ms`])
    },
  )

  test('are found out where a cache stands before the one that makes the changes', async () => {
    const cache = startStaleCache(fleet.nodes[0]!)
    try {
      const results = await runTrials({ ...fleet, nodes: [cache.node, fleet.nodes[1]!] }, ['revoke'])
      expect(brokenBy(results, 'cached')).toEqual([
        'cached: the node that made the change of keys is never late',
        'cached: every node turned',
      ])
    } finally {
      await cache.stop()
    }
  })

  test('are found out where one of them is gone', async () => {
    const [maker] = fleet.nodes
    const other = await fleet.addNode()
    const kill: InjectedFailure = { title: 'killed', begin: () => other.kill(), end: async () => {} }
    const results = await runTrials({ ...fleet, nodes: [maker!, other] }, ['revoke'], kill)
    const [odd, ...rest] = brokenBy(results, kill.title)
    expect(odd).toStartWith(`killed: no other response ${other.name}: 0 `)
    expect(rest).toEqual(['killed: every node turned'])
  })
})
