// What an import of assets does to the rest of the space: entries that it does not have, writers beside it, and files.
import { describe, expect, test } from 'bun:test'
import { query } from '../../src/database/database.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { makeMissingPlaceholders } from '../../src/media/missing-placeholders.ts'
import { hashOf } from '../kit/app/assets.ts'
import { readEntry } from '../kit/app/served-content.ts'
import type { TestSpace } from '../kit/app/test-space.ts'
import { toNdjson } from '../kit/app/test-space.ts'
import { importWithFiles, toImportFiles, writeFolder } from '../kit/import/import-files.ts'
import { importText } from '../kit/import/import-text.ts'
import { dumpTables, expectInvariants, revisionOf } from '../kit/oracle/tables.ts'
import { gif, openAssets } from '../media/assets/assets-fixture.ts'
import { importBeside } from './import-beside.ts'

const sea = { type: 'asset', id: 'sea', file: 'sea.txt' } as const
const picture = (id: string, liveData: object) =>
  ({ type: 'entry', collection: 'pictures', id, slug: id, liveData }) as ImportRecord

const shown = async (space: TestSpace, slug: string) =>
  (await readEntry(space, 'pictures', slug))!.data.cover as Record<string, unknown> | null

/** A space in which `out` shows the asset `sea`, by hand. */
async function openWithSea() {
  const api = await openAssets()
  await importWithFiles(api.space, [{ ...sea, title: 'Sea', alt: 'Waves' }], { 'sea.txt': 'water' })
  await api.show('out', { cover: { id: 'sea' } })
  return api
}

describe('a live entry outside of the file', () => {
  test('shows what the import makes of its asset, with one revision and under its version', async () => {
    const { space, status } = await openWithSea()
    const before = await readEntry(space, 'pictures', 'out')
    const revision = await revisionOf(space)
    const former = String((await shown(space, 'out'))!.url)
    const lines = [{ ...sea, title: 'Ocean', alt: null }, picture('in', { cover: { id: 'sea' } })]
    const report = await importWithFiles(space, lines, { 'sea.txt': 'more water' })
    expect(report).toMatchObject({ created: 1, changed: 0, assets: { created: 0, changed: 1 }, losses: [] })
    const after = await readEntry(space, 'pictures', 'out')
    expect(after!.data.cover).toMatchObject({ title: 'Ocean', alt: null, size: 10 })
    expect(await shown(space, 'in')).toEqual(after!.data.cover as Record<string, unknown>)
    expect({ ...after, data: null }).toEqual({ ...before!, data: null })
    expect(await revisionOf(space)).toBe(revision + 1)
    expect(await status(former)).toBe(307)
    await expectInvariants(space)
  })

  test('shows an asset that the import brings under the id that it names', async () => {
    const api = await openAssets()
    await api.show('out', { cover: { id: 'sea' } })
    expect(await shown(api.space, 'out')).toBeNull()
    const report = await importWithFiles(api.space, [sea], { 'sea.txt': 'water' })
    expect(report).toMatchObject({ changed: 0, assets: { created: 1 } })
    expect(await shown(api.space, 'out')).toMatchObject({ id: 'sea', size: 5 })
    const { entry } = await dumpTables(api.space)
    expect(entry.map(({ problems }) => problems)).toEqual([0])
    await expectInvariants(api.space)
  })
})

test('an asset that no live entry shows is changed without a revision', async () => {
  const { space } = await openAssets()
  await importWithFiles(space, [sea], { 'sea.txt': 'water' })
  const revision = await revisionOf(space)
  await importWithFiles(space, [{ ...sea, alt: 'Waves' }], { 'sea.txt': 'water' })
  expect(await revisionOf(space)).toBe(revision)
  await expectInvariants(space)
})

test('what a line does not mention is null, and the report says what goes', async () => {
  const { space } = await openWithSea()
  const { losses } = await importWithFiles(space, [{ ...sea, alt: null }], { 'sea.txt': 'water' })
  expect(losses).toEqual([
    {
      kind: 'asset_value_removed',
      where: 'line 1',
      collection: null,
      entry: null,
      field: null,
      what: 'The asset "sea" loses its title: the line has none.',
      count: 1,
    },
  ])
  expect(await shown(space, 'out')).toMatchObject({ title: null, alt: null })
})

test('a prune removes no asset', async () => {
  const { space } = await openWithSea()
  const report = await importText(space, toNdjson([picture('a', {})]), { prune: true })
  expect(report.removed).toBe(1)
  const { asset } = await dumpTables(space)
  expect(asset.map(({ id }) => id)).toEqual(['sea'])
  await expectInvariants(space)
})

test('a path in a text of an entry shows the file that the same import brings', async () => {
  const { space, status } = await openAssets()
  const path = `/assets/${space.space}/${hashOf('water')}/sea.txt`
  await importWithFiles(space, [picture('a', { link: `at ${path}` }), sea], { 'sea.txt': 'water' })
  expect(await status(path)).toBe(200)
  await expectInvariants(space)
})

describe('assets that others change while an import prepares', () => {
  const lines = [picture('in', { cover: { id: 'theirs' }, gallery: [{ id: 'sea' }] }), sea]
  const beside = async (work: (api: Awaited<ReturnType<typeof openWithSea>>) => Promise<unknown>) => {
    const api = await openWithSea()
    await api.add(gif('first'), 'filename=a.gif&id=theirs')
    const folder = writeFolder({ 'sea.txt': 'water' })
    const files = () => toImportFiles(api.space, folder)
    const { preparations } = await importBeside(
      api.space,
      lines as ImportRecord[],
      async preparation => {
        if (preparation === 1) await work(api)
      },
      false,
      { files },
    )
    await expectInvariants(api.space)
    return { cover: await shown(api.space, 'in'), preparations }
  }

  test('are shown as they are then, without another preparation: other texts', async () => {
    const { cover, preparations } = await beside(({ ask }) =>
      ask('owner', 'PATCH', '/assets/theirs', { alt: 'new' }),
    )
    expect([cover?.alt, preparations]).toEqual(['new', 1])
  })

  test('another file', async () => {
    const { cover } = await beside(({ replace }) => replace('owner', 'theirs', gif('second')))
    expect(cover?.size).toBe(gif('second').length)
  })

  test('a deletion', async () => {
    const { cover } = await beside(({ ask }) => ask('owner', 'DELETE', '/assets/theirs'))
    expect(cover).toBeNull()
  })

  test('one that the file has too is compared again', async () => {
    const { preparations } = await beside(({ ask }) =>
      ask('owner', 'PATCH', '/assets/sea', { title: 'mine' }),
    )
    expect(preparations).toBe(2)
  })
})

test('an entry of the import whose asset gets another file in the meantime is indexed as it is served', async () => {
  const api = await openAssets()
  await api.add(gif('first'), 'filename=a.gif&id=theirs')
  await api.show('in', { cover: { id: 'theirs' } })
  const work = async (preparation: number) => {
    if (preparation === 1) await api.replace('owner', 'theirs', gif('second'))
  }
  // What is prepared again is published later.
  const clock = () => (api.space.time.now += 1000)
  const records = [picture('in', { cover: { id: 'theirs' }, link: 'imported' })] as ImportRecord[]
  await importBeside(api.space, records, work, false, { clock })
  await expectInvariants(api.space)
})

test('two imports of the same bytes at once both end, with one file and each its asset', async () => {
  const { space, status } = await openAssets()
  const folder = writeFolder({ a: 'the same bytes' })
  const lines = (id: string) => [
    { type: 'asset', id, file: 'a', filename: 'a.txt' },
    picture(id, { cover: { id } }),
  ]
  await Promise.all(['one', 'two', 'three'].map(id => importWithFiles(space, lines(id), folder)))
  const blobs = await space.everything.all(query.selectFrom('blob').selectAll())
  expect([(await dumpTables(space)).asset.length, blobs.length]).toEqual([3, 1])
  for (const id of ['one', 'two', 'three'])
    expect(await status(String((await shown(space, id))!.url))).toBe(200)
  await expectInvariants(space)
})

test('a file that is removed while the import prepares ends it, and nothing is imported', async () => {
  const api = await openAssets()
  const folder = writeFolder({ 'sea.txt': 'water' })
  const removeBlob = () =>
    api.space.database.transaction(writes =>
      writes.updateTable('blob').set({ removing: 1 }).where('sha256', '=', hashOf('water')).execute(),
    )
  const work = importBeside(api.space, [picture('in', {}), sea], removeBlob, false, {
    files: () => toImportFiles(api.space, folder),
  })
  await expect(work).rejects.toThrow('Files were removed while they were imported.')
  const { entry, asset } = await dumpTables(api.space)
  const uses = await api.space.everything.all(query.selectFrom('blob_use').selectAll())
  expect([entry, asset, uses]).toEqual([[], [], []])
})

test('an import publishes the placeholder that a file gets while the import is being prepared', async () => {
  const { space, add } = await openAssets()
  await add(gif(), 'filename=first.gif&id=first')
  const thumbhash = 'AAAAAAAA'
  const images = { placeholder: async () => ({ thumbhash, isUnreadable: false }) } as never
  const parts = { database: space.database, files: { ...space.files, images }, spaces: [{ id: space.space }] }
  const { preparations } = await importBeside(
    space,
    [picture('in', { cover: { id: 'first' } })],
    preparation =>
      preparation === 1 ? makeMissingPlaceholders({ ...parts, isStopped: () => false }) : Promise.resolve(),
  )
  expect(preparations).toBe(2)
  expect(await shown(space, 'in')).toMatchObject({ thumbhash })
})
