// `npm run stress replicas`: one node and a lagging replica; measures the replica's share of reads, and checks that
// no response is stale.
import { type ReplicaCase, runReplicaCase, startReplicaFixture } from '../replicas.ts'
import { runStressTest } from '../runner.ts'

const about = 'One node and a lagging replica: its share of the reads, and that no response is stale.'

const cases: readonly ReplicaCase[] = [
  { title: 'no change', changeEveryMs: null, isCached: false },
  { title: 'a change every 10 s', changeEveryMs: 10_000, isCached: false },
  { title: 'a change every 5 s', changeEveryMs: 5000, isCached: false },
  { title: 'a change every second', changeEveryMs: 1000, isCached: false },
  { title: 'a change every 10 s, with the cache', changeEveryMs: 10_000, isCached: true },
]

await runStressTest(about, { lag: 2000, seconds: 60 }, async (options, findings) => {
  const fixture = await startReplicaFixture({ lagMs: options.lag })
  try {
    for (const each of cases) await runReplicaCase(fixture, findings, each, options.seconds * 1000)
  } finally {
    await fixture.remove()
  }
})
