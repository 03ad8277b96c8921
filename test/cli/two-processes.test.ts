// A server, and other processes that write the same file: what they commit is in the server's next answer.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { createSpace } from '../../src/accounts/spaces/spaces.service.ts'
import { publish, unpublish } from '../../src/authoring/entries/publish.service.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { createKey } from '../../src/keys/keys.service.ts'
import { revokeKey } from '../../src/keys/keys.store.ts'
import { nextResponse } from '../kit/app/next-response.ts'
import type { TestSpace } from '../kit/app/test-space.ts'
import { createCommandLine, program } from '../kit/command/process.ts'
import {
  createKeyOf,
  fillMain,
  manyEntries,
  raisesOf,
  runJson,
  start,
  stateOf,
} from '../kit/command/running-command.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { importText } from '../kit/import/import-text.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { runBesideImport, stateOfPage } from '../stress/beside-import.ts'
import { Findings } from '../stress/runner.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const rounds = fuzzRuns(20)
const clock = () => Date.now()
const model =
  '{"type":"collection","apiName":"posts","name":"Posts","fields":[{"apiName":"title","type":"text"}]}\n'
const post = (title: string) =>
  `{"type":"entry","collection":"posts","id":"p","liveData":{"title":"${title}"}}`

test(`${rounds} times: import, unpublish, publish and revoke by another process are in the server's very next response`, async () => {
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
  const send = async (key = lasting.key, path = '/p') => {
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
    nextResponse(
      () => send(lasting.key, count === undefined ? '/p' : ''),
      response =>
        response.status === status &&
        (count === undefined || response.body.count === count) &&
        (version === undefined || response.body.doc?.version === version),
    )
  let version = 1
  for (let round = 1; round <= rounds; round++) {
    await importText(testSpace, post(String(round)))
    expect((await next({ version: version + 1 })).body.doc).toMatchObject({
      version: ++version,
      data: { title: String(round) },
    })
    expect((await next({ count: 1 })).body.count).toBe(1)
    await unpublish(database, space, ['posts/p'], () => 0)
    expect((await next({ status: 404 })).status).toBe(404)
    expect((await next({ count: 0 })).body.count).toBe(0)
    await publish(database, space, ['posts/p'], clock)
    expect((await next({ version: version + 1 })).body.doc?.version).toBe(++version)
    const passing = await makeKey()
    expect((await send(passing.key)).status).toBe(200)
    await database.transaction(writes => revokeKey(writes, null, passing.doc.id, clock()))
    const last = await nextResponse(
      () => send(passing.key),
      ({ status }) => status !== 200,
    )
    expect(last).toMatchObject({ status: 401, body: { code: 'api_key_revoked' } })
  }
  await database.close()
  expect(await server.stop()).toBe(0)
})

test('the commands themselves do the same', async () => {
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
  expect(await nextResponse(status, got => got === 200)).toBe(200)
  await command.run(['unpublish', '--space', 'main', 'posts/p'])
  expect(await nextResponse(status, got => got === 404)).toBe(404)
  await command.run(['publish', '--space', 'main', 'posts/p'])
  expect(await nextResponse(status, got => got === 200)).toBe(200)
  await command.run(['keys', 'revoke', doc.id])
  expect(await nextResponse(status, got => got === 401)).toBe(401)
  await server.stop()
})

describe('at once', () => {
  const states = { stateOf: stateOfPage, before: 'before 500', after: 'after 6000' }
  const pace = { everyMs: 10, aloneMs: 100 }

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
    const { revision, ...state } = await stateOf(command)
    expect(raisesOf(command, 3000, 2)).toContain(revision)
    expect(state).toEqual({ entries: 3000, live: 3000, publications: 6000, collections: 1 })
    const last = files[reports.findIndex(report => report.changed === 3000)]
    const lines = (await command.run(['export', '--space', 'main'])).stdout.trim().split('\n').slice(1)
    expect(lines.every(line => line.includes(`"${last} `))).toBe(true)
  })

  test('a server reads on while an import runs, each response wholly before or wholly after it', async () => {
    const command = createCommandLine()
    const key = await fillMain(command, manyEntries(500, 'before'))
    const server = await command.serve()
    const file = join(makeFolder(), 'in.ndjson')
    await Bun.write(file, manyEntries(6000, 'after'))
    const url = `${server.url}/api/v1/public/content/posts?perPage=300`
    const findings = new Findings()
    const beside = {
      ...states,
      ask: () => fetch(url, { headers: { Authorization: `Bearer ${key}` } }),
      run: async () => void (await runJson(command, 'import', file, '--space', 'main')),
    }
    await runBesideImport(beside, findings, pace)
    expect(findings.broken).toEqual([])
    await server.stop()
  })

  test('an import lets the others go first', async () => {
    const command = createCommandLine()
    await fillMain(command, manyEntries(1, 'before'))
    const file = join(makeFolder(), 'in.ndjson')
    await Bun.write(file, manyEntries(6000, 'after'))
    const importing = Bun.spawn([...program, 'import', file, '--space', 'main'], {
      env: command.environment,
      stdout: 'ignore',
      stderr: 'inherit',
    })
    let most = getPriority()
    // Of a process that has ended there is none.
    const look = () => {
      try {
        most = Math.max(most, getPriority(importing.pid))
      } catch {}
    }
    while (importing.exitCode === null) {
      look()
      await Bun.sleep(5)
    }
    expect([importing.exitCode, most]).toEqual([0, Math.max(getPriority(), 5)])
  })

  test('a server is caught that shows half of an import, or goes back', async () => {
    const page = (words: readonly string[], count: number) =>
      Response.json({ list: words.map(word => ({ data: { text: `${word} 1` } })), count })
    let sent = 0
    // From the fifth answer on entries are new while the count is old, and one of the last is old again.
    const half = async () => {
      sent += 1
      if (sent === 20) return page(['before'], 500)
      return sent < 5
        ? page(['before'], 500)
        : sent < 10
          ? page(['before', 'after'], 500)
          : page(['after'], 6000)
    }
    const findings = new Findings()
    await runBesideImport({ ...states, ask: half, run: () => Bun.sleep(600) }, findings, {
      ...pace,
      aloneMs: 0,
    })
    expect(findings.broken).toEqual([
      'each response is wholly before or after before and after 500',
      'after it comes for good (1)',
    ])
  })
})
