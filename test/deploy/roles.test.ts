// Roles of PostgreSQL for the nodes, made as compose.yaml and docs/deployment.md make them.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { blocksOf } from '../documents/documents.ts'
import { type Cluster, startCluster } from '../kit/cluster/cluster.ts'
import { testWith } from '../kit/cluster/installed-programs.ts'
import { ask, nodesOn } from '../kit/cluster/nodes.ts'
import { startTcpProxy } from '../kit/cluster/tcp-proxy.ts'
import { projectFolder } from '../kit/command/process.ts'
import { runSql } from '../kit/database/postgres-databases.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { comesTrue } from '../kit/until.ts'

setDefaultTimeout(longTestMs)

const document = await Bun.file(join(projectFolder, 'docs/deployment.md')).text()
const [, rights = ''] = blocksOf(document).flatMap(({ language, content }) =>
  language === 'sql' ? [content] : [],
)

describe('on a PostgreSQL', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
  })
  afterAll(() => cluster.remove())

  testWith(['psql'])(
    'the script of compose.yaml makes a database on which a node serves without a warning',
    async () => {
      const child = Bun.spawn(['sh', join(projectFolder, 'deploy/make-database.sh')], {
        env: {
          PATH: process.env.PATH ?? '',
          PGHOST: '127.0.0.1',
          PGPORT: String(cluster.port),
          POSTGRES_USER: 'postgres',
          DATABASE_PASSWORD: "o'clock",
        },
        stdin: 'ignore',
        stdout: 'ignore',
        stderr: 'pipe',
      })
      expect([await new Response(child.stderr).text(), await child.exited]).toEqual(['', 0])
      const server = await nodesOn(cluster.url('frontlist', 'frontlist')).serve(['--demo'])
      const { key } = JSON.parse(server.stdout) as { key: string }
      expect(await ask(server.url, key, '/content/books')).toStartWith('200')
      expect(await server.stop()).toBe(0)
      expect(await new Response(server.process.stderr as ReadableStream).text()).not.toContain(
        'row level security',
      )
    },
  )

  test('a role with the rights of the document serves, publishes and revokes, and cannot change a table', async () => {
    await cluster.run('create role keeper login')
    await cluster.run('create database kept owner keeper')
    const owner = cluster.url('kept', 'keeper')
    expect((await nodesOn(owner).run(['migrate'])).exitCode).toBe(0)
    await runSql(
      owner.replace('keeper@', 'postgres@'),
      rights.replaceAll('role frontlist in', 'role keeper in'),
    )
    const limited = cluster.url('kept', 'frontlist_node')
    const nodes = nodesOn(limited)
    const server = await nodes.serve(['--demo'])
    const { key } = JSON.parse(server.stdout) as { key: string }
    await nodes.json('unpublish', '--space', 'demo', 'books/tide-tables')
    await nodes.json('publish', '--space', 'demo', 'books/tide-tables')
    const other = await nodes.json<{ doc: { id: string } }>(
      'keys',
      'create',
      '--space',
      'demo',
      '--name',
      'o',
    )
    await nodes.json('keys', 'revoke', other.doc.id)
    expect(await ask(server.url, key, '/content/books/tide-tables')).toStartWith('200')
    expect(await server.stop()).toBe(0)
    await expect(runSql(limited, 'alter table space add column more text')).rejects.toThrow('must be owner')
  })

  test('a role that may not make the tables, or not read them, is told who may', async () => {
    await cluster.run('create role stranger login')
    await cluster.run('create database strange owner postgres')
    const outsider = nodesOn(cluster.url('strange', 'stranger'))
    for (const reason of ['for schema public', 'for table schema_migration']) {
      const { exitCode, stderr } = await outsider.run(['spaces', 'list'])
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('`migrate` as the owner')])
      expect(stderr).toContain(`permission denied ${reason}`)
      await nodesOn(cluster.url('strange')).run(['migrate'])
    }
  })

  test('a role whose password is missing is told so, and no try leaves a connection open', async () => {
    await cluster.run('create role locked login')
    const rules = join(cluster.dataFolder, 'pg_hba.conf')
    const others = await Bun.file(rules).text()
    await Bun.write(rules, `host all locked 127.0.0.1/32 scram-sha-256\n${others}`)
    await cluster.stop()
    await cluster.start()
    const proxy = await startTcpProxy(cluster.port)
    const database = openPostgres(`postgres://locked@127.0.0.1:${proxy.port}/postgres`)
    for (let tries = 0; tries < 3; tries++) {
      const refusal = await database.migrate().catch((error: unknown) => error)
      expect(refusal).toMatchObject({ details: [expect.stringContaining('requires a password')] })
    }
    expect(await comesTrue(() => proxy.connections.length === 0)).toBe(true)
    await database.close()
    await proxy.close()
  })
})
