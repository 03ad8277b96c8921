// A replica that lags behind is noticed by no client, and where one would be, the stress test says so. The long form is
// `npm run stress replicas`.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { describeOnPostgres } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { type FixtureOptions, runReplicaCase, startReplicaFixture } from '../stress/replicas.ts'
import { Findings } from '../stress/runner.ts'

setDefaultTimeout(longTestMs)

describeOnPostgres('a node whose replica lags behind by two seconds', () => {
  async function brokenBy(options: Partial<FixtureOptions> = {}): Promise<readonly string[]> {
    const findings = new Findings()
    const fixture = await startReplicaFixture({ lagMs: 2000, ...options })
    try {
      const each = { title: 'changes', changeEveryMs: 200, isCached: false }
      await runReplicaCase(fixture, findings, each, 2000)
    } finally {
      await fixture.remove()
    }
    return findings.broken
  }

  test('serves nothing stale', async () => {
    expect(await brokenBy()).toEqual([])
  })

  test('is found out where it does not ask which revision the replica has reached', async () => {
    expect(await brokenBy({ toRevision: () => 0 })).toContainEqual(
      expect.stringContaining('no response is stale'),
    )
  })
})
