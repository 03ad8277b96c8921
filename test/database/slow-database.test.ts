// A database that answers too late for anyone to rely on it: who knows nothing of a space yet still waits for it.
import { expect, test } from 'bun:test'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { startCluster } from '../kit/cluster/cluster.ts'
import { whyNoPostgres } from '../kit/cluster/postgres-programs.ts'
import { startTcpProxy } from '../kit/cluster/tcp-proxy.ts'
import { runSql } from '../kit/database/postgres-databases.ts'

const reason = await whyNoPostgres()
/** Later than a question is waited for, and sooner than its connection is given up. */
const lateMs = 600

test.skipIf(reason !== null)(
  'whoever asks for a space that a node does not know is answered late, and not refused, also while others wait',
  async () => {
    await using cluster = await startCluster()
    const proxy = await startTcpProxy(cluster.port)
    const url = new URL(await cluster.createDatabase())
    url.port = String(proxy.port)
    const states: string[] = []
    const database = openPostgres(url.href, { onState: state => states.push(state) })
    await database.migrate()
    const values = ['s', 't'].map(space => `('${space}', '${space}', '${space}', 0, 0)`)
    await runSql(url.href, `insert into space (id, slug, name, revision, created_at) values ${values}`)
    await database.versions.of('t')
    proxy.delay(lateMs, { way: 'to server' })
    const first = database.versions.of('s')
    await Bun.sleep(lateMs - 100)
    expect(states).toEqual(['away'])
    const others = [1, 2, 3].map(() => database.versions.of('s'))
    for (const known of await Promise.all([first, ...others])) expect(known).toMatchObject({ revision: 0 })
    await proxy.heal()
    await database.close()
    await proxy.close()
  },
)
