// Sends the same requests to two checkouts, on both engines, cold and cached, and prints where their responses
// differ: `bun scripts/replay.ts OTHER_CHECKOUT [--requests N] [--seed N]`. For changes that must not change any
// response.
import { parseArgs } from 'node:util'
import { startCluster } from '../test/kit/cluster/cluster.ts'
import { createDatabase } from '../test/kit/database/postgres-databases.ts'
import { type RecordedResponse, record } from './replay/record.ts'
import { drawRequests } from './replay/requests.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { requests: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
})
const [other] = positionals
if (other === undefined) {
  process.stderr.write('Name the folder of the other checkout.\n')
  process.exit(2)
}
const here = new URL('..', import.meta.url).pathname
const requests = drawRequests(Number(values.requests), Number(values.seed))
const shownMax = 8
let differing = 0

const cluster = await startCluster()
try {
  await cluster.run('create role frontlist login createdb')
  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    const recordings: (readonly RecordedResponse[])[] = []
    for (const folder of [other, here]) {
      let url: string | null = null
      if (engine === 'PostgreSQL') {
        url = await createDatabase(cluster.url('postgres', 'frontlist'))
      }
      recordings.push(await record(folder, url, requests))
    }
    const [before = [], after = []] = recordings
    const differences = before.flatMap((response, at) => (Bun.deepEquals(response, after[at]) ? [] : [at]))
    differing += differences.length
    process.stdout.write(`${engine}: ${before.length} responses, ${differences.length} differ\n`)
    for (const at of differences.slice(0, shownMax)) {
      const lines = [requests[at >> 1], before[at], after[at]].map(
        value => `  ${JSON.stringify(value).slice(0, 400)}\n`,
      )
      process.stdout.write(`${lines.join('')}\n`)
    }
  }
} finally {
  await cluster.remove()
}
process.exit(differing === 0 ? 0 : 1)
