// The database crashes, stops, or is replaced by its standby while nodes serve requests. Acknowledged writes are kept, and
// refused requests get a 503; the stress test reports any violation. `npm run stress failover` runs longer, and measures.
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { addStandby } from '../kit/cluster/standby.ts'
import { describeOnPostgres } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { until } from '../kit/until.ts'
import { type Disturbance, promotion, promotions, restarts, runFailovers } from '../stress/failover.ts'
import { type Fleet, type FleetOptions, startFleet } from '../stress/fleet.ts'
import type { FleetNode } from '../stress/node-process.ts'
import { createNotes } from '../stress/notes.ts'
import { Findings } from '../stress/runner.ts'
import { type StaleCache, startStaleCache } from '../stress/stale-cache.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

let fleet: Fleet | undefined
/** A process of PostgreSQL, without which it could not be stopped. */
let frozen: number | null = null
afterEach(async () => {
  if (frozen !== null) process.kill(frozen, 'SIGCONT')
  frozen = null
  await fleet?.remove()
})

interface Options extends Partial<FleetOptions> {
  readonly patienceMs?: number
  /** The node that the second one is taken for; itself where absent. */
  readonly asSecond?: (node: FleetNode) => FleetNode
}

async function brokenBy(
  disturbances: readonly Disturbance[],
  { patienceMs, asSecond, ...options }: Options,
): Promise<readonly string[]> {
  fleet = await startFleet({ nodes: 2, records: createNotes(20), ...options })
  const findings = new Findings()
  const rounds = disturbances.length
  if (asSecond) fleet.nodes[1] = asSecond(fleet.nodes[1]!)
  await runFailovers(fleet, findings, { disturbances, rounds, ...(patienceMs && { patienceMs }) })
  return findings.broken
}

const rows: readonly (readonly [title: string, disturbances: readonly Disturbance[]])[] = [
  ['restarts', restarts],
  ['promotions of a standby', promotions],
]

describeOnPostgres('nodes whose database goes away', () => {
  test.each(rows)(
    'lose nothing that was acknowledged, and refuse with 503 only: %s',
    async (_, disturbances) => {
      expect(await brokenBy(disturbances, { durable: true })).toEqual([])
    },
  )

  const someLost = [
    expect.stringMatching(/^0 lost of \d+ keys that were acknowledged \([1-9]\d*\) the key /),
    expect.stringMatching(/^0 lost of \d+ publications that were acknowledged \([1-9]\d*\) /),
  ]

  test('have lost some where it commits before it has written, and the stress test says so', async () => {
    const [crash] = restarts
    const unwritten: Disturbance = {
      title: 'crash with nothing written',
      prepare: async before => {
        // What there was before is safe: the session and the key of the stress test.
        await before.cluster.run('checkpoint')
        const [writer] = await before.cluster.run<{ pid: number }>(
          "select pid from pg_stat_activity where backend_type = 'walwriter'",
        )
        frozen = writer!.pid
        process.kill(frozen, 'SIGSTOP')
        const disturb = await crash!.prepare(before)
        return async of => {
          const upAt = await disturb(of)
          frozen = null
          return upAt
        }
      },
    }
    const settings = { synchronous_commit: 'off', bgwriter_lru_maxpages: '0' }
    expect(await brokenBy([unwritten], { settings })).toEqual(expect.arrayContaining(someLost))
  })

  test('have lost some where a standby takes over that had stopped to follow, and the stress test says so', async () => {
    const behind = promotion(
      'promotion of a standby that is behind',
      () => {},
      async primary => {
        const standby = await addStandby(primary)
        await standby.run("alter system set primary_conninfo = ''")
        await standby.run('select pg_reload_conf()')
        await until(async () => (await standby.run('select 1 from pg_stat_wal_receiver')).length === 0)
        return standby
      },
    )
    expect(await brokenBy([behind], {})).toEqual(expect.arrayContaining(someLost))
  })

  test('are found out where one stands behind a cache that knows of no writes but its own', async () => {
    const [crash] = restarts
    let cache: StaleCache<FleetNode> | undefined
    const asSecond = (node: FleetNode) => {
      cache = startStaleCache(node, { isEmptiedByWrites: true })
      return cache.node
    }
    try {
      expect(await brokenBy([crash!], { asSecond })).toEqual([
        expect.stringMatching(/^every node answers as the database is node 2: note-0 is listed /),
      ])
    } finally {
      await cache?.stop()
    }
  })

  test('are found out where one of them ends with it', async () => {
    const [crash] = restarts
    const ending: Disturbance = {
      title: 'crash of the database and a node',
      prepare: async before => {
        const disturb = await crash!.prepare(before)
        return async of => {
          await of.nodes[1]!.kill()
          return disturb(of)
        }
      },
    }
    expect(await brokenBy([ending], { patienceMs: 3000 })).toEqual([
      "good within 5000 ms of the database's return, every time",
      expect.stringMatching(/^refusals are 503 only \(.*\b0: \d+/),
      'no node has ended',
    ])
  })
})
