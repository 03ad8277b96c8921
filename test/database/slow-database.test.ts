// A database that answers too late to be relied on: a request for an unknown space waits for it, and what it executes goes
// on.
import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { SpaceId } from '../../src/base/ids.ts'
import { statementOf } from '../../src/database/database.ts'
import { connectionsTo, openPostgres } from '../../src/database/postgres/postgres.ts'
import { startCluster } from '../kit/cluster/cluster.ts'
import { whyNoPostgres } from '../kit/cluster/postgres-programs.ts'
import { type ProxiedConnection, startTcpProxy } from '../kit/cluster/tcp-proxy.ts'
import { runSql } from '../kit/database/postgres-databases.ts'
import { longTestMs } from '../kit/fuzz.ts'

const reason = await whyNoPostgres()
/** Later than a question is waited for, and sooner than its connection is given up. */
const lateMs = 600

test.skipIf(reason !== null)(
  'a request for a space that a node does not know gets a late response and no refusal, also while others wait',
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

/** Longer than a connection may be silent after the database was away. */
const longMs = 5000
const isFor = (pool: string) => (connection: ProxiedConnection) =>
  connection.startup.get('application_name') === `frontlist ${pool}`

test.skipIf(reason !== null)(
  'after a database was away, statements that it still executes finish, and those whose response is lost fail soon',
  async () => {
    await using cluster = await startCluster()
    const proxy = await startTcpProxy(cluster.port)
    const url = new URL(await cluster.createDatabase())
    url.port = String(proxy.port)
    const states: string[] = []
    const database = openPostgres(url.href, {
      connections: connectionsTo(url.href, 10),
      onState: state => states.push(state),
    })
    await database.migrate()
    await runSql(
      url.href,
      `insert into space (id, slug, name, revision, created_at) values ('s', 's', 's', 0, 0)`,
    )
    await database.versions.of('s')
    const until = async (state: string) => {
      while (states.at(-1) !== state) await Bun.sleep(20)
    }
    const sleep = sql.raw(`select pg_sleep(${longMs / 1000})`)
    const executing = database.transaction(writes => sleep.execute(writes))
    const computing = database.transaction(async writes => {
      await sql`select 1`.execute(writes)
      await Bun.sleep(longMs)
      await sleep.execute(writes)
    }, 's' as SpaceId)
    const lost = database.snapshot('s' as SpaceId, reads => reads.all(statementOf(sql`select pg_sleep(1)`)))
    const failure = lost.catch((error: unknown) => error)
    await Bun.sleep(300)
    proxy.halfOpen({ only: isFor('reads') })
    proxy.blackHole({ only: isFor('watch') })
    await until('away')
    await proxy.heal()
    await until('fresh')
    expect(await failure).toMatchObject({ details: ['Connection terminated unexpectedly'] })
    await Promise.all([executing, computing])
    await database.close()
    await proxy.close()
  },
  longTestMs,
)
