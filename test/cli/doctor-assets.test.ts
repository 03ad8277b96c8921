// `doctor` on the file store: each thing that can be wrong with it, brought about, and what is reported.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '../../src/database/diagnostics/diagnostic.ts'
import { type CommandLine, createCommandLine } from '../kit/command/process.ts'
import { keepMounts, type Mounts, whyNoMounts } from '../kit/files/mounts.ts'
import { s3Secrets, startS3Server } from '../kit/files/s3-server.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { gif } from '../media/assets/assets-fixture.ts'

setDefaultTimeout(longTestMs)

const hosts = { PUBLIC_URL: 'https://cms.example', ASSETS_URL: 'https://files.example' }

/** What `doctor` says of files. */
async function diagnose(command: CommandLine, environment: Record<string, string>): Promise<Diagnostic> {
  const { stdout, exitCode } = await command.run(['doctor', '--json'], { environment })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] }
  const found = diagnostics.find(({ check }) => check === 'assets')!
  if (found.status === 'failed') expect(exitCode).toBe(1)
  return found
}

/** With a file in the store. */
async function createFilled(environment: Record<string, string>): Promise<CommandLine> {
  const command = createCommandLine()
  const file = join(makeFolder(), 'a.gif')
  writeFileSync(file, gif())
  await command.run(['spaces', 'create', 'main'])
  expect((await command.run(['assets', 'add', file, '--space', 'main'], { environment })).exitCode).toBe(0)
  return command
}

test('a store is the one of the database, or can become it; otherwise it is a failure', async () => {
  const folder = makeFolder()
  const store = join(folder, 'store')
  const environment = { ...hosts, ASSETS_STORE: `file:${store}` }
  const unused = createCommandLine()
  await unused.run(['spaces', 'create', 'main'])
  expect(await diagnose(unused, environment)).toMatchObject({ status: 'ok' })
  expect(existsSync(store)).toBe(false)
  const command = await createFilled(environment)
  const before = readdirSync(store)
  expect(await diagnose(command, environment)).toMatchObject({ status: 'ok', hint: null })
  expect(await diagnose(unused, environment)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('belongs to another database'),
  })
  expect(readdirSync(store)).toEqual(before)
  renameSync(store, join(folder, 'away'))
  expect(await diagnose(command, environment)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('it has no id in frontlist-store'),
  })
  writeFileSync(store, 'no folder')
  expect(await diagnose(command, environment)).toMatchObject({ status: 'failed' })
})

test('a store of another database is said by the start of the server, and refused by verify, also without files', async () => {
  const environment = { ...hosts, ASSETS_STORE: `file:${join(makeFolder(), 'store')}` }
  await createFilled(environment)
  const other = createCommandLine()
  await other.run(['spaces', 'create', 'other'])
  const verified = await other.run(['assets', 'verify'], { environment })
  expect(verified).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringContaining('belongs to another database'),
  })
  const server = await other.serve([], environment)
  const notes = server.process.stderr as ReadableStream<Uint8Array>
  expect(await readLine(notes, 'Check of assets')).toContain('belongs to another database')
  expect(await server.stop()).toBe(0)
})

/** The first line that contains `part`. The stream stays open: its process goes on writing. */
async function readLine(stream: ReadableStream<Uint8Array>, part: string): Promise<string | undefined> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  for (let text = ''; ; ) {
    const { value, done } = await reader.read()
    if (done) return undefined
    text += decoder.decode(value, { stream: true })
    const line = text
      .split('\n')
      .slice(0, -1)
      .find(line => line.includes(part))
    if (line) return line
  }
}

test('a bucket that is away or refuses the key is a failure, whose message holds no secret', async () => {
  const server = startS3Server()
  const secrets = {
    S3_ACCESS_KEY_ID: s3Secrets.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3Secrets.secretAccessKey,
  }
  const environment = { ...hosts, ...secrets, ASSETS_STORE: server.address }
  const command = await createFilled(environment)
  expect(await diagnose(command, environment)).toMatchObject({ status: 'ok' })
  const away = server.address.replace('s3://', 's3://no-')
  for (const wrong of [
    { S3_SECRET_ACCESS_KEY: 'hunter2hunter2' },
    { ASSETS_STORE: away },
    { ASSETS_STORE: 's3://files?endpoint=https://s3.example.com' },
    { S3_ACCESS_KEY_ID: '' },
  ]) {
    const found = await diagnose(command, { ...environment, ...wrong })
    expect([wrong, found.status]).toEqual([wrong, 'failed'])
    expect(JSON.stringify(found)).not.toMatch(/hunter2|Unexpected/)
  }
})

test('addresses of files without a host, or under that of the dashboard, are a warning', async () => {
  const command = createCommandLine()
  await command.run(['spaces', 'create', 'main'])
  const [cms, files] = ['https://cms.example', 'https://files.example']
  const rows = [
    [{}, 'warning', 'paths alone'],
    [{ PUBLIC_URL: cms }, 'warning', 'under the host of the dashboard'],
    [{ PUBLIC_URL: cms, ASSETS_URL: cms }, 'warning', 'under the host of the dashboard'],
    [{ PUBLIC_URL: cms, ASSETS_URL: `${cms}:8443` }, 'ok', 'a host of their own'],
    [{ PUBLIC_URL: cms, ASSETS_URL: files }, 'ok', 'a host of their own'],
    [{ ASSETS_URL: files }, 'ok', 'a host of their own'],
  ] as const
  for (const [environment, status, message] of rows) {
    expect([environment, await diagnose(command, environment)]).toMatchObject([
      environment,
      { status, message: expect.stringContaining(message) },
    ])
  }
})

const left = whyNoMounts()
describe.skipIf(left !== null)('with disks of their own', () => {
  let mounts: Mounts
  beforeAll(() => {
    mounts = keepMounts()
  })
  afterAll(() => mounts.end())

  test('a folder that takes no files is a failure', async () => {
    const place = mounts.mountMemory(8)
    const environment = { ...hosts, ASSETS_STORE: `file:${place}` }
    const command = await createFilled(environment)
    expect(Bun.spawnSync(['mount', '-o', 'remount,ro', place]).exitCode).toBe(0)
    expect(await diagnose(command, environment)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('is not writable (EROFS)'),
    })
  })
})
