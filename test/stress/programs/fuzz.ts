// `npm run stress fuzz`: odd requests to every operation of a server. `--postgres 1` runs it on PostgreSQL.
import { startCluster } from '../../kit/cluster.ts'
import { clearLeftovers } from '../../kit/leftovers.ts'
import { createOwnDatabase, nodesOn } from '../../kit/nodes.ts'
import { createCommandLine } from '../../kit/process.ts'
import { openUrl } from '../../kit/test-databases.ts'
import { runFuzz } from '../fuzz.ts'
import { openFuzzStage, type Place } from '../fuzz-setup.ts'
import { runRig } from '../rig.ts'

const about = 'Odd requests to every operation: no failure, no delay, and no undocumented response.'

await runRig(
  about,
  { requests: 50_000, seed: 1, 'patience-ms': 5000, postgres: 0 },
  async (options, findings) => {
    const { place, remove } = await (options.postgres === 1 ? onPostgres : embedded)()
    try {
      const stage = await openFuzzStage(place)
      await runFuzz(stage, findings, { ...options, patienceMs: options['patience-ms'] })
      findings.claim((await stage.server.stop()) === 0, 'the process has lived, and ends in order')
    } finally {
      await clearLeftovers()
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
