// Backups, on both engines, as docs/deployment.md tells to make and restore them: what was served before is served
// again byte for byte, and keys are what they were.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startCluster } from '../kit/cluster/cluster.ts'
import { findPostgresWithTools, testWhere } from '../kit/cluster/installed-programs.ts'
import { ask, createOwnDatabase, type Nodes, nodesOn, requestAll } from '../kit/cluster/nodes.ts'
import { runTool } from '../kit/cluster/postgres-tools.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { until } from '../kit/until.ts'

setDefaultTimeout(longTestMs)

interface Served {
  readonly url: string
  readonly key: string
  readonly revoked: string
  readonly responses: readonly string[]
  stop(): Promise<number>
}

/** The demo space, a key that works and one that was revoked. */
async function serveDemo(nodes: Nodes): Promise<Served> {
  const server = await nodes.serve(['--demo'])
  const { key } = JSON.parse(server.stdout) as { key: string }
  const other = await nodes.json<{ key: string; doc: { id: string } }>(
    ...['keys', 'create', '--space', 'demo', '--name', 'old'],
  )
  await nodes.json('keys', 'revoke', other.doc.id)
  const responses = await requestAll(server.url, key)
  expect(responses.filter(response => !response.startsWith('200 "'))).toEqual([])
  return { url: server.url, key, revoked: other.key, responses, stop: () => server.stop() }
}

async function expectSame(url: string, before: Served): Promise<void> {
  expect(await requestAll(url, before.key)).toEqual([...before.responses])
  expect(await ask(url, before.revoked, '/content/books')).toContain('"api_key_revoked"')
}

test('a copy of an embedded database, made while it serves, serves the same in its place', async () => {
  const folder = makeFolder()
  const file = join(folder, 'frontlist.db')
  const nodes = nodesOn(`sqlite:${file}`)
  const before = await serveDemo(nodes)
  const copy = join(folder, 'copy.db')
  await nodes.json('backup', copy)
  await nodes.json('unpublish', '--space', 'demo', 'books/tide-tables')
  expect(await requestAll(before.url, before.key)).not.toEqual([...before.responses])
  expect(await before.stop()).toBe(0)
  for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  renameSync(copy, file)
  const again = await nodes.serve()
  await expectSame(again.url, before)
  await nodes.json('unpublish', '--space', 'demo', 'books/tide-tables')
  expect(await ask(again.url, before.key, '/content/books/tide-tables')).toStartWith('404')
  expect(await again.stop()).toBe(0)
})

const native = findPostgresWithTools()
const testWithTools = testWhere(
  native !== null,
  'pg_dump and pg_restore with a server beside them are missing',
)

testWithTools('what pg_dump has taken serves the same from another database', async () => {
  await using cluster = await startCluster({ native: native ?? '' })
  const before = await serveDemo(nodesOn(await createOwnDatabase(cluster)))
  const dump = join(makeFolder(), 'frontlist.dump')
  await runTool(cluster, [
    'pg_dump',
    '--format=custom',
    `--file=${dump}`,
    `--dbname=${cluster.url('frontlist')}`,
  ])
  expect(await before.stop()).toBe(0)
  const restored = await createOwnDatabase(cluster, 'restored')
  await runTool(cluster, ['pg_restore', '--exit-on-error', `--dbname=${cluster.url('restored')}`, dump])
  const nodes = nodesOn(restored)
  const again = await nodes.serve()
  await expectSame(again.url, before)
  await nodes.json('unpublish', '--space', 'demo', 'books/tide-tables')
  expect(await ask(again.url, before.key, '/content/books/tide-tables')).toStartWith('404')
  expect(await again.stop()).toBe(0)
})

testWithTools('a node that runs on while its database is restored forgets what it has known', async () => {
  await using cluster = await startCluster({ native: native ?? '' })
  const nodes = nodesOn(await createOwnDatabase(cluster))
  const url = cluster.url('frontlist')
  const before = await serveDemo(nodes)
  const dump = join(makeFolder(), 'frontlist.dump')
  await runTool(cluster, ['pg_dump', '--format=custom', `--file=${dump}`, `--dbname=${url}`])
  await nodes.json('unpublish', '--space', 'demo', 'books/tide-tables')
  const later = await nodes.json<{ key: string }>('keys', 'create', '--space', 'demo', '--name', 'later')
  await until(async () => (await ask(before.url, later.key, '/content/books/tide-tables')).startsWith('404'))
  await runTool(cluster, ['pg_restore', '--clean', '--single-transaction', `--dbname=${url}`, dump])
  await until(async () => (await ask(before.url, later.key, '/content/books')).startsWith('401'))
  await expectSame(before.url, before)
  expect(await before.stop()).toBe(0)
})
