// Lines of the type asset: which files they take, and what becomes of an import with one that is wrong.
import { describe, expect, test } from 'bun:test'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from '../kit/app/assets.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace, toNdjson } from '../kit/app/test-space.ts'
import { importWithFiles, refusalsOf, writeFolder } from '../kit/import/import-files.ts'
import { errorsOf, importText } from '../kit/import/import-text.ts'
import { dumpTables, expectInvariants, revisionOf } from '../kit/oracle/tables.ts'

const posts = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'cover', type: 'asset' },
  ],
}
const post = { type: 'entry', collection: 'posts', id: 'p', slug: 'p', liveData: { cover: { id: 'sea' } } }
const sea = { type: 'asset', id: 'sea', file: 'sea.txt' }

async function assetsOf(space: TestSpace) {
  const { asset } = await dumpTables(space)
  return asset.map(({ id, blob, filename, title, alt, focal_x, focal_y }) => ({
    ...{ id, blob, filename, title, alt, focal_x, focal_y },
  }))
}

const cover = async (space: TestSpace) =>
  (await readEntry(space, 'posts', 'p'))!.data.cover as Record<string, string>

test('an entry shows the assets of its own import, whose files are delivered', async () => {
  const space = await createTestSpace()
  const line = { ...sea, title: 'Sea', alt: 'Waves', focalPoint: { x: 0.25, y: 0.5 } }
  const report = await importWithFiles(space, [posts, post, line], { 'sea.txt': 'water' })
  expect(report).toMatchObject({
    created: 1,
    assets: { created: 1, changed: 0, unchanged: 0 },
    losses: [],
    dangling: [],
  })
  const shown = await cover(space)
  expect(shown).toMatchObject({
    ...{ id: 'sea', title: 'Sea', alt: 'Waves', focalPoint: { x: 0.25, y: 0.5 }, size: 5 },
    url: `/assets/${space.space}/${hashOf('water')}/sea.txt`,
  })
  const response = await space.request(shown.url!)
  expect([response.status, await response.text()]).toEqual([200, 'water'])
  expect(await revisionOf(space)).toBe(1)
  await expectInvariants(space)
})

test('importing the same lines and files again changes nothing', async () => {
  const space = await createTestSpace()
  const lines = [posts, post, { ...sea, alt: 'Waves' }]
  await importWithFiles(space, lines, { 'sea.txt': 'water' })
  const before = await dumpTables(space)
  const report = await importWithFiles(space, lines, { 'sea.txt': 'water' })
  expect(report.assets).toEqual({ created: 0, changed: 0, unchanged: 1 })
  expect(await dumpTables(space)).toEqual(before)
})

test('a dry run reports the same and stores nothing', async () => {
  const space = await createTestSpace()
  const before = await dumpTables(space)
  const report = await importWithFiles(space, [posts, post, sea], { 'sea.txt': 'water' }, { dryRun: true })
  expect(report).toMatchObject({ created: 1, assets: { created: 1, changed: 0, unchanged: 0 } })
  expect(await dumpTables(space)).toEqual(before)
  expect(await space.files.store.stat(hashOf('water'))).toBeNull()
})

test('an address that a line replaces leads on if it was delivered, or if a text names it', async () => {
  const space = await createTestSpace()
  const pathOf = (bytes: string) => `/assets/${space.space}/${hashOf(bytes)}/sea.txt`
  const statusOf = async (bytes: string) => (await space.request(pathOf(bytes))).status
  await importWithFiles(space, [posts, sea], { 'sea.txt': 'water' })
  await importWithFiles(space, [posts, sea, post], { 'sea.txt': 'wine' })
  expect([await statusOf('wine'), await statusOf('water')]).toEqual([200, 404])
  const text = { ...post, id: 't', slug: 't', liveData: { title: `see ${pathOf('water')}` } }
  await importWithFiles(space, [posts, sea, text], { 'sea.txt': 'tea' })
  expect([await statusOf('tea'), await statusOf('wine'), await statusOf('water')]).toEqual([200, 307, 307])
  await expectInvariants(space)
})

describe('a line without a file name', () => {
  const names = async (line: object, again: object) => {
    const space = await createTestSpace()
    const folder = writeFolder({ 'a/deep.txt': 'water', 'b.txt': 'wine' })
    await importWithFiles(space, [line], folder)
    await importWithFiles(space, [again], folder)
    return (await assetsOf(space)).map(({ filename }) => filename)
  }
  const line = { type: 'asset', id: 'x', file: 'a/deep.txt' }

  test('takes the last segment of its file', async () => {
    expect(await names(line, line)).toEqual(['deep.txt'])
  })

  test('keeps the name that the asset has, with another file too', async () => {
    expect(await names({ ...line, filename: 'mine.txt' }, { ...line, file: 'b.txt' })).toEqual(['mine.txt'])
  })

  test('is called file where it has a sha256 alone', async () => {
    const other = { type: 'asset', id: 'y', sha256: hashOf('water') }
    expect((await names(line, other)).sort()).toEqual(['deep.txt', 'file'])
  })
})

describe('a bad line refuses the whole import, and says why', () => {
  const rows: readonly (readonly [string, object, string])[] = [
    ['without file and sha256', { file: undefined }, 'The asset needs a file or a sha256.'],
    ['without an id', { id: undefined }, '"id" is missing.'],
    ['with an unknown key', { tags: [] }, 'Unknown key "tags".'],
    [
      'with a path upwards',
      { file: '../a' },
      '"file" must be a path below the folder of files, without "..".',
    ],
    [
      'with an absolute path',
      { file: '/a' },
      '"file" must be a path below the folder of files, without "..".',
    ],
    [
      'with a point outside',
      { focalPoint: { x: 2, y: 0 } },
      '"focalPoint" must be { "x", "y" }, each from 0 to 1.',
    ],
    ['with a long text', { alt: 'a'.repeat(501) }, '"alt" must have at most 500 characters.'],
    ['with another sha256', { sha256: hashOf('wine') }, `The SHA-256 of "sea.txt" is ${hashOf('water')}.`],
    [
      'with a file that is not there',
      { file: 'no.txt' },
      'There is no file "no.txt" in the folder of files. Name that folder with --assets.',
    ],
    ['with a folder', { file: 'folder' }, '"folder" is not a regular file.'],
    ['with an empty file', { file: 'empty' }, 'The file "empty" is empty.'],
    [
      'with a link',
      { file: 'link' },
      '"link" is a link, or in a folder that is one. Put the file itself there.',
    ],
    [
      'in a linked folder',
      { file: 'linked/sea.txt' },
      '"linked/sea.txt" is a link, or in a folder that is one. Put the file itself there.',
    ],
    [
      'with broken bytes of an image',
      { file: 'bad.png' },
      'The file "bad.png" is an image (image/png) that cannot be read: its head does not say how large it is.',
    ],
    [
      'with bytes that the space does not have',
      { file: undefined, sha256: hashOf('wine') },
      `No asset of the space has the bytes of the sha256 ${hashOf('wine')}. Name the file in "file", and its folder with --assets.`,
    ],
  ]

  test.each(rows)('%s', async (_, change, message) => {
    const space = await createTestSpace()
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    const folder = writeFolder({ 'sea.txt': 'water', 'folder/a': 'a', empty: '', 'bad.png': png })
    symlinkSync(join(folder, 'sea.txt'), join(folder, 'link'))
    symlinkSync(folder, join(folder, 'linked'))
    const lines = [posts, post, { ...sea, ...change }]
    expect(await refusalsOf(importWithFiles(space, lines, folder))).toEqual([`line 3: ${message}`])
    const { entry, asset, collection } = await dumpTables(space)
    expect([entry, asset, collection]).toEqual([[], [], []])
  })

  test('with the id of another line', async () => {
    const space = await createTestSpace()
    expect(await errorsOf(space, toNdjson([sea, sea]))).toContain(
      'line 2: The asset "sea" is already in line 1.',
    )
  })

  test('with a file, where no folder of files is known', async () => {
    const space = await createTestSpace()
    expect(await errorsOf(space, toNdjson([sea]))).toEqual([
      'line 1: There is no file "sea.txt" in the folder of files. Name that folder with --assets.',
    ])
  })
})

test('what an entry names and is not there is reported as dangling: assets, and files of other spaces', async () => {
  const space = await createTestSpace()
  const path = `/assets/0000000000000000000000/${hashOf('x')}/a%20b.png`
  const liveData = { cover: { id: 'none' }, title: `see https://cdn.example${path}, there` }
  const { dangling } = await importText(space, toNdjson([posts, { ...post, liveData }]))
  expect(dangling).toEqual([
    { entry: 'p', field: 'title', to: path },
    { entry: 'p', field: 'cover', to: 'none' },
  ])
})
