// A pooler between the nodes and PostgreSQL: one that gives sessions is not noticed, one that shares them is refused.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout } from 'bun:test'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { type Cluster, startCluster } from '../kit/cluster/cluster.ts'
import { testWith } from '../kit/cluster/installed-programs.ts'
import { ask, nodesOn } from '../kit/cluster/nodes.ts'
import { startPgBouncer } from '../kit/cluster/pgbouncer.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { until } from '../kit/until.ts'

setDefaultTimeout(longTestMs)

const testWithPooler = testWith(['pgbouncer'])

describe('behind PgBouncer', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
  })
  afterAll(() => cluster.remove())

  testWithPooler('that pools sessions, nodes serve, hear of each other, and revoke', async () => {
    const pooler = await startPgBouncer(cluster, 'session')
    const nodes = nodesOn(pooler.through(await cluster.createDatabase()))
    const one = await nodes.serve(['--demo'])
    const two = await nodes.serve()
    const { key } = JSON.parse(one.stdout) as { key: string }
    for (const { url } of [one, two]) {
      // On a busy machine the pooler may take longer to give a session than a request waits for one.
      await until(async () => (await ask(url, key, '/content/books/tide-tables')).startsWith('200'))
    }
    await nodes.json('unpublish', '--space', 'demo', 'books/tide-tables')
    for (const { url } of [one, two]) {
      await until(async () => (await ask(url, key, '/content/books/tide-tables')).startsWith('404'))
    }
    expect([await one.stop(), await two.stop()]).toEqual([0, 0])
    await pooler.stop()
  })

  testWithPooler(
    'that shares sessions between transactions, nothing starts, and the reason is printed',
    async () => {
      const pooler = await startPgBouncer(cluster, 'transaction')
      const nodes = nodesOn(pooler.through(await cluster.createDatabase()))
      for (const command of ['serve', 'migrate']) {
        const { exitCode, stderr } = await nodes.run([command])
        expect([command, exitCode]).toEqual([command, 1])
        expect(stderr).toContain('pool_mode = session')
      }
      await pooler.stop()
    },
  )

  testWithPooler('of which others keep sessions busy, sharing is seen all the same', async () => {
    const pooler = await startPgBouncer(cluster, 'transaction')
    const url = pooler.through(await cluster.createDatabase())
    let isOver = false
    const others = Array.from({ length: 4 }, async () => {
      const database = openPostgres(url)
      while (!isOver) await database.isMigrated()
      await database.close()
    })
    const reported: string[] = []
    for (let round = 0; round < 10; round++) {
      const database = openPostgres(url)
      reported.push(await database.migrate().then(String, (error: Error) => error.message))
      await database.close()
    }
    isOver = true
    await Promise.all(others)
    await pooler.stop()
    expect(reported.filter(text => !text.includes('pool_mode'))).toEqual([])
  })
})
