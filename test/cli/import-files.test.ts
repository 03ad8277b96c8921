// Imports and exports with files on the command line: where files are looked for, what is reported, and a kill midway.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toKey } from '../../src/media/stores/store.ts'
import { hashOf } from '../kit/app/assets.ts'
import { toNdjson } from '../kit/app/test-space.ts'
import { type CommandLine, createCommandLine } from '../kit/command/process.ts'
import { readTable, start, untilAlone } from '../kit/command/running-command.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { writeFolder } from '../kit/import/import-files.ts'
import { makeFolder } from '../kit/test-folder.ts'

setDefaultTimeout(longTestMs)

const posts = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [{ apiName: 'cover', type: 'asset' }],
}
const post = (id: string) => ({ type: 'entry', collection: 'posts', id, liveData: { cover: { id } } })
const asset = (id: string) => ({ type: 'asset', id, file: `${id}.txt`, alt: id })

interface Place {
  readonly command: CommandLine
  readonly store: string
  readonly environment: Record<string, string>
  run(...args: string[]): Promise<{ exitCode: number; stdout: string; stderr: string }>
}

async function openPlace(): Promise<Place> {
  const command = createCommandLine()
  const store = join(makeFolder(), 'store')
  const environment = { ASSETS_STORE: `file:${store}`, IMAGES_DIR: join(makeFolder(), 'images') }
  const run: Place['run'] = (...args) => command.run(args, { environment })
  await run('spaces', 'create', 'main')
  return { command, store, environment, run }
}

test('files are looked for beside the file of lines, or below the folder that --assets names', async () => {
  const { run } = await openPlace()
  const lines = toNdjson([posts, post('a'), asset('a')])
  const beside = writeFolder({ 'lines.ndjson': lines, 'a.txt': 'the bytes of a' })
  const apart = writeFolder({ 'lines.ndjson': lines })
  const missing = await run('import', join(apart, 'lines.ndjson'), '--space', 'main')
  expect(missing.exitCode).toBe(1)
  expect(missing.stderr).toContain(
    'There is no file "a.txt" in the folder of files. Name that folder with --assets.',
  )
  const first = await run('import', join(beside, 'lines.ndjson'), '--space', 'main')
  expect(first.stdout).toContain(
    '1 created, 0 changed, 0 unchanged, 0 removed.\nFiles: 1 created, 0 changed, 0 unchanged.',
  )
  const again = await run(
    'import',
    join(apart, 'lines.ndjson'),
    '--space',
    'main',
    '--assets',
    beside,
    '--json',
  )
  expect(JSON.parse(again.stdout)).toEqual({
    ...{ created: 0, changed: 0, unchanged: 1, removed: 0 },
    ...{
      collections: { created: 0, changed: 0, unchanged: 1 },
      assets: { created: 0, changed: 0, unchanged: 1 },
    },
    ...{ losses: [], dangling: [] },
  })
  const folder = join(makeFolder(), 'exported')
  const exported = await run('export', '--space', 'main', '--assets', folder)
  expect(exported.stderr).toContain('Exported 1 collection, 1 entry, 1 asset.')
  expect(readdirSync(folder)).toEqual([hashOf('the bytes of a')])
  expect(exported.stdout).toContain(`"file":"${hashOf('the bytes of a')}"`)
})

test('an export into a folder that cannot be written to is refused before its first line', async () => {
  const { run } = await openPlace()
  const file = join(writeFolder({ file: 'as it was' }), 'file')
  const refused: [folder: string, reason: string][] = [
    [file, `"${file}" is a file. Give --assets a folder; it is created if it does not exist.`],
    [join(file, 'sub'), `The folder "${join(file, 'sub')}" cannot be written to (ENOTDIR).`],
    ['/proc/none', 'The folder "/proc/none" cannot be written to (ENOENT).'],
  ]
  for (const [folder, reason] of refused) {
    const { exitCode, stdout, stderr } = await run('export', '--space', 'main', '--assets', folder)
    expect([exitCode, stdout, stderr]).toEqual([1, '', expect.stringContaining(reason)])
  }
  expect(readFileSync(file, 'utf8')).toBe('as it was')
  const folder = join(makeFolder(), 'new')
  expect((await run('export', '--space', 'none', '--assets', folder)).exitCode).toBe(1)
  expect(existsSync(folder)).toBe(false)
})

const kills = fuzzRuns(6)
const count = 40

test(`${kills} imports with files, killed at any moment, leave all assets or none, and each with its file`, async () => {
  const place = await openPlace()
  const ids = Array.from({ length: count }, (_, index) => `e${index}`)
  const files = Object.fromEntries(ids.map(id => [`${id}.txt`, `bytes of ${id} `.repeat(2000)]))
  const lines = toNdjson([posts, ...ids.map(post), ...ids.map(asset)])
  const folder = writeFolder({ ...files, lines })
  const args = ['import', join(folder, 'lines'), '--space', 'main']
  const rehearsal = await openPlace()
  const began = performance.now()
  await rehearsal.run(...args)
  const whole = performance.now() - began
  for (let round = 0; round < kills; round++) {
    const running = start(place.command, args, { environment: place.environment })
    await Bun.sleep(whole * (0.2 + (0.7 * (round + Math.random())) / kills))
    running.process.kill('SIGKILL')
    await running.finished
    await untilAlone(place.command)
    await expectWhole(place)
  }
  expect((await place.run(...args)).exitCode).toBe(0)
  expect((await expectWhole(place)).length).toBe(count)
})

/** The blobs of the assets: of all, or of none. */
async function expectWhole({ command, store }: Place): Promise<string[]> {
  const assets = await readTable<{ blob: string }>(command, 'select blob from asset')
  const entries = await readTable(command, 'select id from entry')
  const uses = await readTable(command, 'select sha256 from blob_use')
  expect([0, count]).toContain(assets.length)
  expect([entries.length, uses.length]).toEqual([assets.length, assets.length])
  expect(assets.filter(({ blob }) => !existsSync(join(store, toKey(blob))))).toEqual([])
  return assets.map(({ blob }) => blob)
}
