// Entries that editors publish while an import prepares, and to which its file refers by collection and slug.
import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { EntryRecord, ImportRecord } from '../../src/import-export/read/records.ts'
import { type AuthoringFixture, openAuthoring } from '../authoring/authoring-fixture.ts'
import { readEntry, readPage } from '../kit/app/served-content.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { expectInvariants, revisionOf } from '../kit/oracle/tables.ts'
import { type Imported, importBeside } from './import-beside.ts'

setDefaultTimeout(longTestMs)

const at = (slug: string) => ({ collection: 'authors', slug })
const post = (id: string, values: object, rest: Partial<EntryRecord> = {}): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  liveData: { title: id, ...values },
  ...rest,
})
const idsOf = (references: unknown) => (references as { id: string }[]).map(({ id }) => id)

let api: AuthoringFixture
beforeEach(async () => {
  api = await openAuthoring([post('old', {}), post('other', { author: at('new') })])
})
const served = async (id: string, query = '') => (await readEntry(api.space, 'posts', id, query))!.data
const linksTo = async (id: string): Promise<string[]> =>
  idsOf((await api.ask('owner', 'GET', `/entries/${id}/links`)).body.doc.from)
const create = (id: string, slug = id) => api.create({ collection: 'authors', id, slug, data: { name: id } })
const beside = (records: readonly ImportRecord[], meanwhile: () => Promise<unknown>): Promise<Imported> =>
  importBeside(api.space, records, async preparation => {
    if (preparation === 1) await meanwhile()
  })
const createAndPublish = async () => {
  await create('n', 'new')
  await api.publish('n')
}

describe('an entry that is created and published while an import prepares', () => {
  test('is served behind the references of the file to its path, which are not reported', async () => {
    const revision = await revisionOf(api.space)
    const records = [post('p', { author: at('new') }), post('old', { author: at('new') })]
    const { report, preparations } = await beside(records, createAndPublish)
    expect([report.dangling, preparations]).toEqual([[], 1])
    expect(await revisionOf(api.space)).toBe(revision + 2)
    for (const id of ['p', 'old', 'other']) expect((await served(id)).author).toMatchObject({ id: 'n' })
    expect(
      (await readPage(api.space, 'posts', '?filter[author]=n&sort=id')).list.map(({ id }) => id),
    ).toEqual(['old', 'other', 'p'])
    expect(await linksTo('n')).toEqual(['old', 'other', 'p'])
    expect(await api.space.import(records)).toMatchObject({ changed: 0, dangling: [] })
    await expectInvariants(api.space)
  })

  test('is found by queries in place of what the reference was before', async () => {
    await create('x')
    await api.publish('x')
    await api.space.import([post('old', { author: { id: 'x' } })])
    await beside([post('old', { author: at('new') })], createAndPublish)
    const countOf = async (filter: string) => (await readPage(api.space, 'posts', `?${filter}`)).count
    expect(await countOf('filter[author]=x')).toBe(0)
    expect(await countOf('filter[author]=n&filter[author][exists]=false')).toBe(0)
    await expectInvariants(api.space)
  })

  test('takes its place among other references, in overlays too', async () => {
    const related = [at('gone'), at('new'), { id: 'old' }, { id: 'nobody' }, at('new')]
    const variants = { vip: { related: [at('new')], author: at('gone') } }
    const { report } = await beside([post('p', { related }, { variants })], createAndPublish)
    expect(report.dangling).toEqual([
      { entry: 'p', field: 'related', to: 'authors/gone' },
      { entry: 'p', field: 'related', to: 'nobody' },
      { entry: 'p', field: 'author', to: 'authors/gone' },
    ])
    expect(idsOf((await served('p')).related)).toEqual(['n', 'old', 'n'])
    expect(idsOf((await served('p', '?variants=vip')).related)).toEqual(['n'])
    await create('g', 'gone')
    await api.publish('g')
    expect(idsOf((await served('p')).related)).toEqual(['g', 'n', 'old', 'n'])
    await expectInvariants(api.space)
  })

  test('is meant by its live path where its draft has moved on', async () => {
    const { report } = await beside([post('p', { author: at('new') })], async () => {
      await createAndPublish()
      await api.patch('n', { draftVersion: 1, slug: 'newer' })
    })
    expect([report.dangling, (await served('p')).author]).toEqual([[], expect.objectContaining({ id: 'n' })])
    await expectInvariants(api.space)
  })

  test('is not meant where it was withdrawn again, until it comes back', async () => {
    await beside([post('p', { author: at('new') })], async () => {
      await createAndPublish()
      await api.ask('owner', 'POST', '/entries/n/unpublish', {})
    })
    expect((await served('p')).author).toBeNull()
    await api.publish('n')
    expect((await served('p')).author).toMatchObject({ id: 'n' })
    await expectInvariants(api.space)
  })
})

test('an entry that is only created in the meantime is no dangling target, and is served once it is published', async () => {
  const { report } = await beside([post('p', { author: at('new') })], () => create('n', 'new'))
  expect([report.dangling, (await served('p')).author]).toEqual([[], null])
  expect(await linksTo('n')).toEqual(['p'])
  await api.publish('n')
  expect((await served('p')).author).toMatchObject({ id: 'n' })
  expect(await linksTo('n')).toEqual(['other', 'p'])
  await expectInvariants(api.space)
})

test.each([
  ['created', () => create('n', 'new')],
  ['created and published', createAndPublish],
  ['moved there', () => api.patch('x', { draftVersion: 1, slug: 'new' })],
])('an import of drafts alone refers to an entry that is %s in the meantime', async (_, work) => {
  await create('x')
  const draft: EntryRecord = { type: 'entry', collection: 'posts', id: 'd', data: { author: at('new') } }
  const { report } = await beside([draft], work)
  expect([report.created, report.dangling]).toEqual([1, []])
  const { body } = await api.ask('owner', 'GET', '/entries/d/links')
  expect(await linksTo(idsOf(body.doc.to)[0]!)).toContain('d')
  await expectInvariants(api.space)
})

test('an id that is created in the meantime is no dangling target', async () => {
  const { report } = await beside([post('p', { author: { id: 'n' } })], createAndPublish)
  expect([report.dangling, (await served('p')).author]).toEqual([[], expect.objectContaining({ id: 'n' })])
})

test('an import prepares again where more references mean what was published in the meantime than others should wait for', async () => {
  const records = Array.from({ length: 501 }, (_, index) => post(`p${index}`, { author: at('new') }))
  const { report, preparations } = await beside(records, createAndPublish)
  expect([report.dangling, preparations]).toEqual([[], 2])
  expect((await readPage(api.space, 'posts', '?filter[author]=n&perPage=1')).count).toBe(502)
  await expectInvariants(api.space)
})
