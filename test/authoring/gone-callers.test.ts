// Long requests whose caller goes away: the change is rolled back, and a caller that stays gets a response.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { signIn } from '../kit/app/signed-in.ts'
import { createTestSpace, toNdjson } from '../kit/app/test-space.ts'
import { nodesOn } from '../kit/cluster/nodes.ts'
import { Gate } from '../kit/database/gate.ts'
import { interrupted } from '../kit/database/interrupted-session.ts'
import { placeDatabase } from '../kit/database/test-databases.ts'
import { testOnPostgres } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpTables } from '../kit/oracle/tables.ts'
import { makeFolder } from '../kit/test-folder.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const records = [
  { type: 'collection', apiName: 'posts', name: 'Posts', fields: [{ apiName: 'title', type: 'text' }] },
  { type: 'entry', collection: 'posts', id: 'a', liveData: { title: 'A' } },
] as const

const rename = {
  path: '/api/v1/collections/posts/changes',
  body: { modelVersion: 1, operations: [{ op: 'renameField', field: 'title', to: 'headline' }] },
}
const operations = {
  path: '/api/v1/operations',
  body: { operations: [{ op: 'patch', id: 'a', draftVersion: 1, data: { title: 'B' } }] },
}

test('a change whose caller goes before it is complete is rolled back, and the response says so', async () => {
  const space = await createTestSpace({ records })
  const { cookie } = await signIn(space)
  const goes = new AbortController()
  const database = interrupted(space.database, async () => goes.abort())
  const serving = serveWith(space, { database })
  const before = await dumpTables(space)
  // The caller goes while the first change is prepared, and before the second one begins.
  for (const { path, body } of [rename, operations]) {
    const response = await readResponse(
      await serving.request(path, {
        method: 'POST',
        headers: { Cookie: cookie, Origin: 'http://localhost', 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: goes.signal,
      }),
    )
    expect([path, response.status, readProblem(response).detail]).toEqual([
      path,
      503,
      'The connection was closed before the change was complete. Nothing was changed.',
    ])
  }
  expect(await dumpTables(space)).toEqual(before)
})

test('a change that may take minutes is not limited by the server once its body was read', async () => {
  const space = await createTestSpace({ records })
  const { cookie } = await signIn(space)
  const states: string[] = []
  const serving = serveWith(space, { onBody: (_, state) => void states.push(state) })
  for (const { path, body } of [operations, rename]) {
    const sent = await serving.request(path, {
      method: 'POST',
      headers: { Cookie: cookie, Origin: 'http://localhost', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect([path, sent.status]).toEqual([path, 200])
  }
  expect(states).toEqual(['awaited', 'long', 'awaited', 'long'])
})

/** A server, and a gate at which its changes of a model wait while they write. */
async function openGated() {
  const { url, ready } = placeDatabase()
  await ready
  const nodes = nodesOn(url)
  await nodes.json('spaces', 'create', 'main')
  const file = join(makeFolder(), 'posts.ndjson')
  await Bun.write(file, toNdjson(records))
  await nodes.json('import', file, '--space', 'main')
  const create = ['keys', 'create', '--space', 'main', '--name', 'k', '--scope', 'model.write']
  const { key } = await nodes.json<{ key: string }>(...create)
  const server = await nodes.serve()
  const gate = await Gate.build(url, {
    ...{ table: 'entry', event: 'update' },
    condition: "data like '%headline%'",
  })
  const change = (signal?: AbortSignal) =>
    fetch(`${server.url}${rename.path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(rename.body),
      signal: signal ?? null,
    }).then(
      response => response.status,
      () => 'no response',
    )
  const close = async () => {
    await gate.close()
    return server.stop()
  }
  return { gate, change, close }
}

testOnPostgres(
  'a server rolls a change back whose caller closed the connection while it was written',
  async () => {
    const { gate, change, close } = await openGated()
    const goes = new AbortController()
    const first = await gate.holdUp(
      () => change(goes.signal),
      async () => goes.abort(),
    )
    expect(first).toBe('no response')
    // A 409 if the first change had been committed.
    expect(await change()).toBe(200)
    expect(await gate.countPassed()).toBeGreaterThan(1)
    expect(await close()).toBe(0)
  },
)
