// Nodes start and stop under load without effects for clients, or the stress test reports them. The long form is
// `npm run stress rolling-replacement`.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { describeOnPostgres } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { broken } from '../stress/breaking.ts'
import type { Fleet } from '../stress/fleet.ts'
import type { FleetNode } from '../stress/node-process.ts'
import { runExchange, startExchange } from '../stress/rolling-replacement.ts'
import { Findings } from '../stress/runner.ts'
import { type StaleCache, startStaleCache } from '../stress/stale-cache.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

describeOnPostgres('three nodes under load', () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await startExchange()
  })
  afterAll(() => fleet?.remove())

  const running = () => fleet.nodes.filter(({ ended }) => ended === null)

  async function brokenBy(parts: Partial<Fleet> = {}): Promise<readonly string[]> {
    const findings = new Findings()
    await runExchange({ ...fleet, nodes: running(), ...parts }, findings, 1)
    return findings.broken
  }

  test('respond correctly to every request while one is killed, one is stopped and others take their place', async () => {
    expect(await brokenBy()).toEqual([])
  })

  test('are found out where those that come stand behind a cache that forgets what is asked for', async () => {
    const caches: StaleCache<FleetNode>[] = []
    const addNode = async () => {
      const cache = startStaleCache(await fleet.addNode(), { nameOf: ({ url }) => new URL(url).pathname })
      caches.push(cache)
      return cache.node
    }
    try {
      expect(await brokenBy({ addNode })).toEqual([
        'no response is wrong',
        expect.stringMatching(/^no other request fails \(.*\b200: [1-9]/),
      ])
    } finally {
      await Promise.all(caches.map(cache => cache.stop()))
    }
  })

  test('are found out where the one that is stopped finishes nothing', async () => {
    const [first, killed] = running()
    const environment = { CACHE_BYTES: '0' }
    const stopped = await fleet.addNode({ program: broken('end-at-once'), environment })
    // It reads on ten connections, so some of twelve requests wait for others, and are unfinished when the first one ends.
    stopped.proxy.delay(20, { way: 'to client' })
    expect(await brokenBy({ nodes: [first!, killed!, stopped] })).toEqual([
      expect.stringMatching(/^no other request fails \(.*\b0: [1-9]/),
      'nodes that are stopped end well (1)',
    ])
  })

  test('are found out where the one that is killed has acknowledged what it has not committed', async () => {
    const [first, stopped] = running()
    const killed = await fleet.addNode({ program: broken('commit-much-later') })
    expect(await brokenBy({ nodes: [first!, killed, stopped!] })).toEqual([
      expect.stringMatching(/^nothing that was acknowledged is lost \([1-9]\d*\) the key /),
    ])
  })

  test('are found out where the one that stays does not', async () => {
    const nodes = running()
    const [first] = nodes
    const addNode = async () => {
      await first!.kill()
      return fleet.addNode()
    }
    expect(await brokenBy({ nodes, addNode })).toEqual([
      expect.stringMatching(/^no other request fails \(.*\b0: [1-9]/),
      expect.stringMatching(/^nor does a write \(.*\b0: [1-9]/),
      'the node that stays has not ended',
    ])
  })
})
