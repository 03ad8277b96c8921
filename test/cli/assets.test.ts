// assets add, list, set, remove, gc, verify, copy.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { picturesModel } from '../kit/app/assets.ts'
import { toNdjson } from '../kit/app/test-space.ts'
import { createCommandLine, sourceProgram } from '../kit/command/process.ts'
import { placeDatabase } from '../kit/database/test-databases.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { gif } from '../media/assets/assets-fixture.ts'
import { quarters } from '../media/images/pictures.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

test('files are added, changed, verified, copied and removed by commands', async () => {
  const command = createCommandLine()
  const folder = makeFolder()
  const environment = { ASSETS_STORE: `file:${join(folder, 'store')}`, IMAGES_DIR: join(folder, 'images') }
  const run = async (...words: string[]) => {
    const { exitCode, stdout, stderr } = await command.run(['assets', ...words, '--json'], { environment })
    return { exitCode, value: stdout === '' ? stderr : JSON.parse(stdout) }
  }
  await command.run(['spaces', 'create', 'main'])
  const [one, two] = ['one.gif', 'two.gif'].map(name => join(folder, name)) as [string, string]
  writeFileSync(one, gif('1'))
  writeFileSync(two, gif('2'))
  const added = await run('add', one, one, '--space', 'main')
  const [first, again] = added.value.list
  expect([first.created, again.created]).toEqual([true, false])
  expect(again.doc.id).toBe(first.doc.id)
  const { id } = first.doc
  const set = await run('set', id, '--alt', 'A dot', '--focal', '0.2,0.3', '--file', two, '--space', 'main')
  expect(set.value).toMatchObject({
    rewritten: 0,
    doc: { filename: 'one.gif', alt: 'A dot', focalPoint: { x: 0.2, y: 0.3 } },
  })
  for (const focal of ['2,0', '0.5', '0.5,', 'x,y', '0.1,0.2,0.3', '1e-1,0', ''])
    expect([focal, (await run('set', id, '--focal', focal, '--space', 'main')).exitCode]).toEqual([focal, 2])
  expect((await run('list', '--space', 'main')).value).toMatchObject({ count: 1, list: [{ id }] })
  expect((await run('gc', '--dry-run')).value).toEqual({ blobs: 0, bytes: 0, images: 0 })
  expect(await run('verify')).toEqual({ exitCode: 0, value: { checked: 1, missing: [], damaged: [] } })
  const copied = await run('copy', '--to', `file:${join(folder, 'other')}`)
  expect(copied.value).toMatchObject({ copied: 2, skipped: 0 })
  const { sha256 } = set.value.doc
  rmSync(join(folder, 'store', sha256.slice(0, 2), sha256.slice(2, 4), sha256))
  const defects = { missing: [{ sha256, assets: [{ space: 'main', id }] }], damaged: [] }
  expect(await run('verify')).toEqual({ exitCode: 1, value: { checked: 1, ...defects } })
  expect(await run('copy', '--to', `file:${join(folder, 'third')}`)).toEqual({
    exitCode: 1,
    value: { copied: 1, skipped: 0, bytes: gif('1').length, ...defects },
  })
  expect((await run('remove', id, '--space', 'main')).value).toMatchObject({ rewritten: 0, doc: { id } })
  expect((await run('list', '--space', 'main')).value.count).toBe(0)
  expect(readdirSync(join(folder, 'store', 'temporary'))).toEqual([])
})

test('a picture that cannot be decoded is added, and the command says so', async () => {
  const command = createCommandLine(placeDatabase(), { command: sourceProgram })
  await command.run(['spaces', 'create', 'main'])
  const file = join(makeFolder(), 'broken.webp')
  const webp = await quarters(40, 40).webp().toBuffer()
  writeFileSync(file, webp.subarray(0, webp.length / 2))
  const { exitCode, stdout } = await command.run(['assets', 'add', file, '--space', 'main'])
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringContaining('broken.webp: This picture cannot be decoded'),
  ])
})

test('what a command refuses is said in its own words, and nothing is left of it', async () => {
  const command = createCommandLine()
  const folder = makeFolder()
  const environment = { ASSETS_STORE: `file:${join(folder, 'store')}`, IMAGES_DIR: join(folder, 'images') }
  const run = async (...words: string[]) => {
    const { exitCode, stdout } = await command.run(['assets', ...words, '--space', 'main', '--json'], {
      environment,
    })
    return { exitCode, value: JSON.parse(stdout) }
  }
  await command.run(['spaces', 'create', 'main'])
  const [empty, half, whole] = ['empty.txt', 'half.gif', 'whole.gif'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(empty, '')
  writeFileSync(half, gif().slice(0, 8))
  writeFileSync(whole, gif())
  expect(await run('add', empty)).toEqual({
    exitCode: 1,
    value: { error: `The file "${empty}" is empty.`, list: [] },
  })
  expect((await run('add', half)).value.error).toMatch(
    /^The file ".*half\.gif" is an image \(image\/gif\) that/,
  )
  const missing = { exitCode: 1, value: { error: 'The space has no asset with this id.' } }
  expect(await run('set', 'none', '--title', 'T')).toEqual(missing)
  expect(await run('set', 'none', '--file', whole)).toEqual(missing)
  expect(await run('remove', 'none', '--force')).toEqual(missing)
  expect(readdirSync(join(folder, 'store'))).toEqual(['temporary'])
  const records = [
    ...picturesModel,
    { type: 'entry', collection: 'pictures', id: 'one', data: { cover: { id: 'a' } } },
    { type: 'asset', id: 'a', file: 'whole.gif' },
  ]
  writeFileSync(join(folder, 'space.ndjson'), toNdjson(records as never))
  await command.run(['import', join(folder, 'space.ndjson'), '--space', 'main'], { environment })
  expect(await run('remove', 'a')).toMatchObject({
    exitCode: 1,
    value: {
      error: 'One entry uses this asset. Take it out of that entry, or repeat this with --force.',
      uses: 1,
      usedBy: [{ id: 'one' }],
    },
  })
  expect(await run('remove', 'a', '--force')).toMatchObject({ exitCode: 0, value: { rewritten: 0 } })
})

test('what was stored before a file that is refused is reported with the error', async () => {
  const command = createCommandLine()
  const folder = makeFolder()
  const environment = { ASSETS_STORE: `file:${join(folder, 'store')}`, IMAGES_DIR: join(folder, 'images') }
  const [whole, empty] = ['whole.gif', 'empty.jpg'].map(name => join(folder, name)) as [string, string]
  writeFileSync(whole, gif())
  writeFileSync(empty, '')
  await command.run(['spaces', 'create', 'main'])
  const words = ['assets', 'add', whole, empty, '--space', 'main']
  const first = await command.run(words, { environment })
  const error = `The file "${empty}" is empty.`
  expect(first).toMatchObject({ exitCode: 1, stderr: `${error}\n` })
  const id = new RegExp(`^${whole}: added as (\\S+)\n$`).exec(first.stdout)?.[1]
  expect(id).toBeString()
  const { exitCode, stdout } = await command.run([...words, '--json'], { environment })
  expect(exitCode).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ error, list: [{ file: whole, created: false, doc: { id } }] })
})

test('the texts for people have their plurals, and say what --focal takes', async () => {
  const command = createCommandLine()
  const folder = makeFolder()
  const environment = { ASSETS_STORE: `file:${join(folder, 'store')}`, IMAGES_DIR: join(folder, 'images') }
  const run = async (...words: string[]) => {
    const { stdout, stderr } = await command.run(words, { environment })
    return stdout + stderr
  }
  await command.run(['spaces', 'create', 'main'])
  writeFileSync(join(folder, 'whole.gif'), gif())
  const records = [
    ...picturesModel,
    { type: 'entry', collection: 'pictures', id: 'one', liveData: { cover: { id: 'a' } } },
    { type: 'asset', id: 'a', file: 'whole.gif' },
  ]
  writeFileSync(join(folder, 'space.ndjson'), toNdjson(records as never))
  await run('import', join(folder, 'space.ndjson'), '--space', 'main')
  expect(await run('assets', 'set', 'a', '--focal', '3,1', '--space', 'main')).toStartWith(
    '--focal must be X,Y, each from 0 to 1, such as 0.5,0.3.\n',
  )
  expect(await run('assets', 'verify')).toBe('Checked 1 file; 0 are missing or damaged.\n')
  expect(await run('assets', 'set', 'a', '--alt', 'A dot', '--space', 'main')).toBe(
    'a: changed, and 1 live entry with it.\n',
  )
  expect(await run('assets', 'remove', 'a', '--force', '--space', 'main')).toBe(
    'a: deleted; 1 live entry showed it.\n',
  )
})
