// A process for cluster.test.ts: starts a cluster, tells where it is, and waits to be killed.
import { startCluster } from './cluster.ts'

const cluster = await startCluster()
process.stdout.write(cluster.dataFolder)
await Bun.sleep(600_000)
