// A server, and other processes that write the same file: what they commit is in the server's next answer.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { createSpace } from '../../src/accounts/spaces.service.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { createKey } from '../../src/keys/keys.service.ts'
import { revokeKey } from '../../src/keys/keys.store.ts'
import { publish, unpublish } from '../../src/publishing/publish.service.ts'
import { importText } from '../kit/import-text.ts'
import { nextAnswer } from '../kit/next-answer.ts'
import { createCommandLine } from '../kit/process.ts'
import { createKeyOf, manyEntries, start, stateOf } from '../kit/running.ts'
import type { ServedPage } from '../kit/served.ts'
import { makeFolder } from '../kit/test-folder.ts'
import type { TestSpace } from '../kit/test-space.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(60_000)

const rounds = Number(process.env.ROUNDS ?? 50)
const clock = () => Date.now()
const model =
  '{"type":"collection","apiName":"posts","name":"Posts","fields":[{"apiName":"title","type":"text"}]}\n'
const post = (title: string) =>
  `{"type":"entry","collection":"posts","id":"p","liveData":{"title":"${title}"}}`

test(`${rounds} times: import, unpublish, publish and revoke by another process are in the server's very next answer`, async () => {
  const command = createCommandLine()
  const server = await command.serve()
  // This process is the other one: it opens the file beside the server.
  const database = await command.open()
  const parts = { clock, random: systemRandom }
  const { id: space } = await database.transaction(writes =>
    createSpace(writes, parts, { slug: 'main', name: 'Main' }),
  )
  const testSpace = { database, space, time: { now: Date.now() } } as TestSpace
  await importText(testSpace, model + post('0'))
  const makeKey = () =>
    database.transaction(writes =>
      createKey(writes, parts, space, { name: 'k', expiresAt: null, createdBy: 't' }),
    )
  const lasting = await makeKey()
  type Wanted = { status?: number; count?: number; version?: number }
  const ask = async (key = lasting.key, path = '/p') => {
    const response = await fetch(`${server.url}/api/v1/public/content/posts${path}`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    return {
      status: response.status,
      body: (await response.json()) as {
        doc?: { version: number; data: { title: string } }
        code?: string
        count?: number
      },
    }
  }
  /** The very next answer, or on PostgreSQL the one that knows. */
  const next = ({ status = 200, count, version }: Wanted) =>
    nextAnswer(
      () => ask(lasting.key, count === undefined ? '/p' : ''),
      answer =>
        answer.status === status &&
        (count === undefined || answer.body.count === count) &&
        (version === undefined || answer.body.doc?.version === version),
    )
  let version = 1
  for (let round = 1; round <= rounds; round++) {
    await importText(testSpace, post(String(round)))
    expect((await next({ version: version + 1 })).body.doc).toMatchObject({
      version: ++version,
      data: { title: String(round) },
    })
    expect((await next({ count: 1 })).body.count).toBe(1)
    await unpublish(database, space, ['posts/p'])
    expect((await next({ status: 404 })).status).toBe(404)
    expect((await next({ count: 0 })).body.count).toBe(0)
    await publish(database, space, ['posts/p'], clock)
    expect((await next({ version: version + 1 })).body.doc?.version).toBe(++version)
    const passing = await makeKey()
    expect((await ask(passing.key)).status).toBe(200)
    await database.transaction(writes => revokeKey(writes, null, passing.doc.id, clock()))
    const last = await nextAnswer(
      () => ask(passing.key),
      ({ status }) => status !== 200,
    )
    expect(last).toMatchObject({ status: 401, body: { code: 'api_key_revoked' } })
  }
  await database.close()
  expect(await server.stop()).toBe(0)
})

test('the same through the commands themselves', async () => {
  const command = createCommandLine()
  const server = await command.serve()
  await command.run(['spaces', 'create', 'main'])
  const file = join(makeFolder(), 'in.ndjson')
  const { key, doc } = await createKeyOf(command, 'main')
  const status = async () =>
    (
      await fetch(`${server.url}/api/v1/public/content/posts/p`, {
        headers: { Authorization: `Bearer ${key}` },
      })
    ).status
  expect(await status()).toBe(404)
  await Bun.write(file, model + post('1'))
  await command.run(['import', file, '--space', 'main'])
  expect(await nextAnswer(status, got => got === 200)).toBe(200)
  await command.run(['unpublish', '--space', 'main', 'posts/p'])
  expect(await nextAnswer(status, got => got === 404)).toBe(404)
  await command.run(['publish', '--space', 'main', 'posts/p'])
  expect(await nextAnswer(status, got => got === 200)).toBe(200)
  await command.run(['keys', 'revoke', doc.id])
  expect(await nextAnswer(status, got => got === 401)).toBe(401)
  await server.stop()
})

describe('at once', () => {
  test('two imports into one space are both whole, one after the other', async () => {
    const command = createCommandLine()
    await command.run(['spaces', 'create', 'main'])
    const folder = makeFolder()
    const files = ['one', 'two'].map(text => join(folder, text))
    for (const file of files) await Bun.write(file, manyEntries(3000, file))
    const ends = await Promise.all(
      files.map(file => start(command, ['import', file, '--space', 'main', '--json']).finished),
    )
    expect(ends.map(end => end.exitCode)).toEqual([0, 0])
    const reports = ends.map(end => JSON.parse(end.stdout) as { created: number; changed: number })
    expect(reports.map(report => report.created).sort()).toEqual([0, 3000])
    expect(reports.map(report => report.changed).sort()).toEqual([0, 3000])
    expect(await stateOf(command)).toEqual({
      entries: 3000,
      live: 3000,
      publications: 6000,
      collections: 1,
      revision: 2,
    })
    const last = files[reports.findIndex(report => report.changed === 3000)]
    const lines = (await command.run(['export', '--space', 'main'])).stdout.trim().split('\n').slice(1)
    expect(lines.every(line => line.includes(`"${last} `))).toBe(true)
  })

  test('a server reads on while an import runs, each answer wholly before or wholly after it', async () => {
    const command = createCommandLine()
    await command.run(['spaces', 'create', 'main'])
    const file = join(makeFolder(), 'in.ndjson')
    await Bun.write(file, manyEntries(500, 'before'))
    await command.run(['import', file, '--space', 'main'])
    const { key } = await createKeyOf(command, 'main')
    const server = await command.serve()
    await Bun.write(file, manyEntries(6000, 'after'))
    const running = start(command, ['import', file, '--space', 'main'])
    const seen = new Map<string, number>()
    let isOver = false
    void running.finished.then(() => (isOver = true))
    while (!isOver || !seen.has('after 6000')) {
      const response = await fetch(`${server.url}/api/v1/public/content/posts?perPage=300`, {
        headers: { Authorization: `Bearer ${key}` },
      })
      const page = (await response.json()) as ServedPage
      const words = new Set(page.list.map(entry => String(entry.data.text).split(' ')[0]))
      const state = `${[...words].join(' and ')} ${page.count}`
      seen.set(state, (seen.get(state) ?? 0) + 1)
      await Bun.sleep(5)
    }
    expect((await running.finished).exitCode).toBe(0)
    expect([...seen.keys()]).toEqual(['before 500', 'after 6000'])
    expect(seen.get('before 500')).toBeGreaterThan(10)
    await server.stop()
  })
})
