// Each command does what it says: as text for people, as one JSON value for scripts, and no secret more than once.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { migrationNames } from '../../src/database/migrations.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { fillMain, modeOf, readState, readTable, runJson, stateOf } from '../kit/command/running-command.ts'
import { storedBytes } from '../kit/command/stored-bytes.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const records = [
  '{"type":"collection","apiName":"posts","name":"Posts","fields":[{"apiName":"title","type":"text"},{"apiName":"next","type":"reference"}]}',
  '{"type":"entry","collection":"posts","id":"a","slug":"x","liveData":{"title":"A","next":{"id":"gone"}}}',
  '{"type":"entry","collection":"posts","id":"b","slug":"x","data":{"title":"B"}}',
]

test('a space is made, filled, published and exported', async () => {
  const command = createCommandLine()
  const folder = makeFolder()
  const file = join(folder, 'in.ndjson')
  await Bun.write(file, records.join('\n'))

  expect(await runJson(command, 'migrate')).toEqual({ applied: [...migrationNames] })
  expect(await runJson(command, 'migrate')).toEqual({ applied: [] })
  expect(await runJson(command, 'spaces', 'list')).toEqual({ list: [], count: 0 })
  const { doc } = await runJson<{ doc: object }>(command, 'spaces', 'create', 'main', '--name', 'Hauptraum é')
  expect(doc).toEqual({
    id: expect.any(String),
    slug: 'main',
    name: 'Hauptraum é',
    createdAt: expect.stringMatching(/Z$/),
    previewSites: [],
  })
  expect(await runJson(command, 'spaces', 'list')).toEqual({ list: [doc], count: 1 })

  const dry = await runJson<object>(command, 'import', file, '--space', 'main', '--dry-run')
  expect(await stateOf(command)).toMatchObject({ entries: 0, collections: 0, revision: 0 })
  const report = await runJson(command, 'import', file, '--space', 'main')
  expect(report).toEqual({
    created: 2,
    changed: 0,
    unchanged: 0,
    removed: 0,
    collections: { created: 1, changed: 0, unchanged: 0 },
    assets: { created: 0, changed: 0, unchanged: 0 },
    losses: [
      {
        kind: 'slug_changed',
        where: 'line 3',
        collection: 'posts',
        entry: 'b',
        field: null,
        what: expect.stringContaining('"x-2"'),
        count: 1,
      },
    ],
    dangling: [{ entry: 'a', field: 'next', to: 'gone' }],
  })
  expect(dry).toEqual(report as object)
  expect(await runJson(command, 'publish', '--space', 'main', 'posts/x-2', 'posts/x')).toEqual({
    published: ['posts/x-2'],
    unchanged: ['posts/x'],
    cancelled: [],
  })
  expect(await runJson(command, 'unpublish', '--space', 'main', 'posts/x')).toEqual({
    unpublished: ['posts/x'],
    unchanged: [],
    cancelled: [],
  })
  expect(await stateOf(command)).toEqual({
    entries: 2,
    live: 1,
    publications: 2,
    collections: 1,
    revision: 3,
  })

  const exported = await command.run(['export', '--space', 'main'])
  expect([exported.exitCode, exported.stderr]).toEqual([0, 'Exported 1 collection, 2 entries.\n'])
  const lines = exported.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as unknown)
  expect(await runJson<unknown[]>(command, 'export', '--space', 'main')).toEqual(lines)
  await Bun.write(file, exported.stdout)
  expect(await runJson(command, 'import', file, '--space', 'main', '--prune')).toMatchObject({
    unchanged: 2,
    removed: 0,
  })
  await Bun.write(file, exported.stdout.split('\n').slice(0, 2).join('\n'))
  const pruned = await command.run(['import', file, '--space', 'main', '--prune'])
  expect(pruned.stdout).toContain(
    '1 removed.\nRemoved entries were archived, or deleted with their collections.',
  )
  const idsIn = async (...options: string[]) =>
    (await runJson<{ id?: string; archived?: true }[]>(command, 'export', '--space', 'main', ...options))
      .filter(({ id }) => id !== undefined)
      .map(({ id, archived }) => (archived ? `${id} archived` : id))
  expect([await idsIn(), await idsIn('--archived')]).toEqual([['a'], ['a', 'b archived']])
})

test('publishing and unpublishing tell what they cancel of what is scheduled', async () => {
  const command = createCommandLine()
  await fillMain(command, records.join('\n'))
  const [publishAt, unpublishAt] = ['2030-01-01T00:00:00.000Z', '2030-02-01T00:00:00.000Z']
  const [first, second] = [publishAt, unpublishAt].map(time => Date.parse(time))
  const schedule = () =>
    readTable(
      command,
      `insert into schedule (space, entry, draft_version, publish_at, unpublish_at, due_at, state, created_at, created_by)
        select space, id, draft_version, ${first}, ${second}, ${first}, 'pending', 0, created_by from entry
        where id = 'b' returning entry`,
    )
  const [address, rest] = ['posts/x-2', ['--space', 'main']]
  await schedule()
  expect(await runJson(command, 'publish', address, 'posts/x', ...rest)).toEqual({
    published: [address],
    unchanged: ['posts/x'],
    cancelled: [{ entry: address, publishAt, unpublishAt: null }],
  })
  expect(await runJson(command, 'unpublish', address, ...rest)).toEqual({
    unpublished: [address],
    unchanged: [],
    cancelled: [{ entry: address, publishAt: null, unpublishAt }],
  })
  await schedule()
  expect((await command.run(['publish', address, ...rest])).stdout).toBe(
    `${address}: published\n${address}: its publication at ${publishAt} is cancelled\n`,
  )
  expect((await command.run(['unpublish', address, ...rest])).stdout).toBe(
    `${address}: unpublished\n${address}: its unpublishing at ${unpublishAt} is cancelled\n`,
  )
})

testOnSqlite('a backup is the database as it is, in one file for its owner alone', async () => {
  const command = createCommandLine()
  const folder = makeFolder()
  await command.run(['spaces', 'create', 'main'])
  await Bun.write(join(folder, 'in.ndjson'), records.join('\n'))
  await command.run(['import', join(folder, 'in.ndjson'), '--space', 'main'])
  const backup = join(folder, 'copy.db')
  expect(await runJson(command, 'backup', backup)).toEqual({ file: backup, bytes: Bun.file(backup).size })
  expect(readState(backup)).toEqual(await stateOf(command))
  expect([modeOf(backup), readdirSync(folder).sort()]).toEqual(['600', ['copy.db', 'in.ndjson']])
})

test('for people each says in words what it did, on standard output alone', async () => {
  const command = createCommandLine()
  const file = join(makeFolder(), 'in.ndjson')
  await Bun.write(file, records.join('\n'))
  const say = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await command.run(args)
    expect([args.join(' '), exitCode, stderr]).toEqual([args.join(' '), 0, ''])
    return stdout
  }
  expect(await say('migrate')).toBe(`Ran ${migrationNames.join(', ')}.\n`)
  expect(await say('spaces', 'create', 'main')).toBe('Created the space main.\n')
  expect(await say('spaces', 'list')).toMatch(/^SLUG +NAME +CREATED\nmain +main +\d{4}-/)
  expect(await say('import', file, '--space', 'main', '--dry-run')).toMatch(/^Dry run, nothing was changed/)
  expect(await say('import', file, '--space', 'main')).toMatch(
    /^2 created, 0 changed, 0 unchanged, 0 removed\.\n[\s\S]*\(1\):\n {2}line 3: [\s\S]*\(1\):\n {2}a: next refers to gone\n$/,
  )
  expect(await say('publish', '--space', 'main', 'posts/x-2')).toBe('posts/x-2: published\n')
  expect(await say('unpublish', '--space', 'main', 'posts/x')).toBe('posts/x: unpublished\n')
  expect(await say('keys', 'list')).toMatch(/^SPACE +ID +NAME +PREFIX +SCOPES +STATUS +EXPIRES\n$/)
})

describe('keys', () => {
  test('a secret is in the response that makes it, and in no list, error, file or log', async () => {
    const command = createCommandLine()
    await command.run(['spaces', 'create', 'main'])
    await command.run(['spaces', 'create', 'other'])
    const made = await runJson<{
      key: string
      doc: { id: string; scopes: string[]; expiresAt: string | null }
    }>(
      command,
      'keys',
      'create',
      '--space',
      'main',
      '--name',
      '  Web ü ',
      '--scope',
      'schema.read',
      '--scope',
      'content.read',
      '--scope',
      'schema.read',
      '--expires-at',
      'never',
    )
    const { key, doc } = made
    expect(key).toMatch(/^flst_[0-9A-Za-z]{38}$/)
    expect(doc).toMatchObject({
      name: 'Web ü',
      prefix: key.slice(0, 12),
      scopes: ['content.read', 'schema.read'],
      status: 'active',
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
    })
    const text = await command.run(['keys', 'create', '--space', 'main', '--name', 'text'])
    const second = /^flst_\w{38}/.exec(text.stdout)?.[0] ?? ''
    expect(second).not.toBe('')
    const { doc: plain } = await runJson<typeof made>(
      command,
      'keys',
      'create',
      '--space',
      'other',
      '--name',
      'n',
    )
    expect(plain.scopes).toEqual(['content.read'])
    const days = (Date.parse(plain.expiresAt ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(365)

    const server = await command.serve([], { LOG_LEVEL: 'debug' })
    await fetch(`${server.url}/api/v1/public/content/posts?key=${key}`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    await fetch(`${server.url}/${key}`, { headers: { Authorization: `Basic ${key}`, 'X-Key': key } })
    await server.stop()
    const log = await new Response(server.process.stderr as ReadableStream).text()
    expect(log).toContain('content/posts')
    const revoked = await command.run(['keys', 'revoke', doc.id])
    const again = await runJson<typeof made>(command, 'keys', 'revoke', doc.id)
    const outputs = [
      (await command.run(['keys', 'list'])).stdout,
      (await command.run(['keys', 'list', '--space', 'main', '--json'])).stdout,
      revoked.stdout + revoked.stderr,
      JSON.stringify(again),
      log,
      ...Object.values(await storedBytes(command)).map(bytes => bytes.toString('latin1')),
    ]
    for (const output of outputs) {
      for (const secret of [key, second]) expect(output.includes(secret.slice(12))).toBe(false)
    }
    const list = await runJson<{ list: { name: string; status: string }[]; count: number }>(
      command,
      'keys',
      'list',
      '--space',
      'main',
    )
    expect(list.list.map(({ name, status }) => [name, status])).toEqual([
      ['text', 'active'],
      ['Web ü', 'revoked'],
    ])
    expect(again.doc).toEqual((list.list as unknown[])[1] as typeof doc)
  })
})

test('a large export arrives whole through a pipe', async () => {
  const command = createCommandLine()
  await command.run(['spaces', 'create', 'main'])
  const file = join(makeFolder(), 'in.ndjson')
  const big = { type: 'entry', collection: 'posts', data: { title: 'é'.repeat(500_000) } }
  await Bun.write(
    file,
    [records[0], ...[1, 2, 3, 4].map(id => JSON.stringify({ ...big, id: `e${id}` }))].join('\n'),
  )
  await command.run(['import', file, '--space', 'main'])
  const lines = (await command.run(['export', '--space', 'main'])).stdout.trim().split('\n')
  expect(lines.map(line => (JSON.parse(line) as { data?: { title: string } }).data?.title.length)).toEqual([
    undefined,
    500_000,
    500_000,
    500_000,
    500_000,
  ])
  expect(await runJson<unknown[]>(command, 'export', '--space', 'main')).toHaveLength(5)
})
