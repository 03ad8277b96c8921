// A process for cluster.test.ts: starts a cluster, prints its location, and waits to be killed.
import { startCluster } from './cluster.ts'

const cluster = await startCluster()
process.stdout.write(cluster.dataFolder)
await Bun.sleep(600_000)
