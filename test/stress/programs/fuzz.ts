// `npm run stress fuzz`: odd requests to every operation of a server. `--postgres 1` runs it on PostgreSQL.

import { cleanUp } from '../../kit/cleanup.ts'
import { startCluster } from '../../kit/cluster/cluster.ts'
import { createOwnDatabase, nodesOn } from '../../kit/cluster/nodes.ts'
import { createCommandLine } from '../../kit/command/process.ts'
import { openUrl } from '../../kit/database/test-databases.ts'
import { runFuzz } from '../fuzz.ts'
import { openFuzzFixture, type Place } from '../fuzz-setup.ts'
import { runStressTest } from '../runner.ts'

const about = 'Odd requests to every operation: no failure, no delay, and no undocumented response.'

await runStressTest(
  about,
  { requests: 50_000, seed: 1, 'patience-ms': 5000, postgres: 0 },
  async (options, findings) => {
    const { place, remove } = await (options.postgres === 1 ? onPostgres : embedded)()
    try {
      const fixture = await openFuzzFixture(place)
      await runFuzz(fixture, findings, { ...options, patienceMs: options['patience-ms'] })
      findings.claim((await fixture.server.stop()) === 0, 'the process has lived, and ends in order')
    } finally {
      await cleanUp()
      await remove()
    }
  },
)

interface Placed {
  readonly place: Place
  remove(): Promise<void>
}

async function embedded(): Promise<Placed> {
  const command = createCommandLine()
  const place = { database: await command.open(), url: command.databaseUrl, serve: command.serve }
  return { place, remove: async () => {} }
}

async function onPostgres(): Promise<Placed> {
  const cluster = await startCluster()
  const url = await createOwnDatabase(cluster)
  const place = { database: openUrl(url), url, serve: nodesOn(url).serve }
  return { place, remove: () => cluster.remove() }
}
