// An export with its files is the space: imported into another one, and into the same.
import { expect, test } from 'bun:test'
import { lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { exportContent } from '../../src/import-export/export/export.service.ts'
import { writeFiles } from '../../src/import-export/export/export-files.ts'
import { hashOf } from '../kit/app/assets.ts'
import { readEntry, readPage } from '../kit/app/served-content.ts'
import { createNeighbour, type TestSpace } from '../kit/app/test-space.ts'
import { importWithFiles, writeFolder } from '../kit/import/import-files.ts'
import { dumpTables, expectInvariants } from '../kit/oracle/tables.ts'
import { gif, openAssets } from '../media/assets/assets-fixture.ts'

async function exportTo(space: TestSpace, folder: string): Promise<Record<string, unknown>[]> {
  let text = ''
  const write = async (lines: string) => {
    text += lines
  }
  const { files } = await exportContent(space.database, space.space, write, { hasFiles: true })
  await writeFiles(space.files.store, folder, files)
  return text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

async function openLibrary() {
  const api = await openAssets()
  const { alt, ...sea } = { type: 'asset', id: 'sea', file: 'sea.txt', alt: '', title: 'Sea' }
  const lines = [
    { ...sea, alt, focalPoint: { x: 0.5, y: 0.25 }, thumbhash: 'AAAAAAAA' },
    { type: 'asset', id: 'copy', file: 'sea.txt', filename: 'ä b.txt' },
  ]
  await importWithFiles(api.space, lines, { 'sea.txt': 'water' })
  await api.add(gif(), 'filename=dot.gif&id=dot')
  await api.show('one', { cover: { id: 'sea', alt: 'own' }, gallery: [{ id: 'dot' }, { id: 'copy' }] })
  return api
}

test('an asset line has its sha256, and only what is known of the asset', async () => {
  const { space } = await openLibrary()
  const lines = await exportTo(space, writeFolder({}))
  const sha256 = hashOf('water')
  expect(lines.filter(({ type }) => type === 'asset')).toEqual([
    { type: 'asset', id: 'copy', filename: 'ä b.txt', file: sha256, sha256, thumbhash: 'AAAAAAAA' },
    expect.objectContaining({ id: 'dot', filename: 'dot.gif' }),
    {
      ...{ type: 'asset', id: 'sea', filename: 'sea.txt', file: sha256, sha256, title: 'Sea', alt: '' },
      ...{ focalPoint: { x: 0.5, y: 0.25 }, thumbhash: 'AAAAAAAA' },
    },
  ])
})

test('an export imported into another space is equal but for the space in addresses; again, unchanged (A47)', async () => {
  const { space } = await openLibrary()
  const folder = writeFolder({})
  const lines = await exportTo(space, folder)
  expect(readdirSync(folder).sort()).toEqual([hashOf('water'), hashOfBytes(gif())].sort())
  const other = await createNeighbour(space, 'other')
  const report = await importWithFiles(other, lines, folder)
  expect(report).toMatchObject({
    assets: { created: 3, changed: 0, unchanged: 0 },
    losses: [],
    dangling: [],
  })
  const contentOf = async (of: TestSpace) =>
    JSON.stringify((await readPage(of, 'pictures')).list.map(({ data }) => data)).replaceAll(
      of.space,
      'SPACE',
    )
  expect(await contentOf(other)).toBe(await contentOf(space))
  const shown = (await readEntry(other, 'pictures', 'one'))!.data.cover as { url: string }
  expect((await other.request(shown.url)).status).toBe(200)
  expect(await exportTo(other, folder)).toEqual(lines)
  const before = await dumpTables(other)
  for (const again of [other, space]) {
    const { assets, created, changed } = await importWithFiles(again, lines, folder)
    expect([assets, created, changed]).toEqual([{ created: 0, changed: 0, unchanged: 3 }, 0, 0])
  }
  expect(await dumpTables(other)).toEqual(before)
  await expectInvariants(other)
})

test('an export without files is imported by the hashes of what the space has', async () => {
  const { space } = await openLibrary()
  const lines = (await exportTo(space, writeFolder({}))).map(({ file: _, ...line }) => line)
  const { assets } = await importWithFiles(space, lines, {})
  expect(assets).toEqual({ created: 0, changed: 0, unchanged: 3 })
})

test('a file that the store has lost ends the export, and leaves nothing under its name', async () => {
  const { space } = await openLibrary()
  await space.files.store.delete(hashOf('water'), 1000)
  const folder = writeFolder({})
  await expect(exportTo(space, folder)).rejects.toThrow()
  expect(readdirSync(folder)).not.toContain(hashOf('water'))
  expect(await Bun.file(join(folder, `${hashOf('water')}.part`)).exists()).toBe(false)
})

test('a link in the folder of an export is not followed: the file takes its place', async () => {
  const { space } = await openLibrary()
  const victim = join(writeFolder({ victim: 'VICTI' }), 'victim')
  const folder = writeFolder({ [`${hashOfBytes(gif())}.part`]: 'half' })
  const path = join(folder, hashOf('water'))
  symlinkSync(victim, `${path}.part`)
  symlinkSync(victim, path)
  await exportTo(space, folder)
  expect(readFileSync(victim, 'utf8')).toBe('VICTI')
  expect(lstatSync(path).isFile()).toBe(true)
  expect(readFileSync(path, 'utf8')).toBe('water')
  expect(readdirSync(folder).sort()).toEqual([hashOf('water'), hashOfBytes(gif())].sort())
})

const hashOfBytes = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
