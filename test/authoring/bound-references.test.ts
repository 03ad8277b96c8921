// References by collection and slug in what an import published: one that means an entry stays with it wherever the entry
// moves, whichever way the referring entry is written again, until an import says otherwise.
import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { EntryRecord, ImportRecord } from '../../src/import-export/read/records.ts'
import { runSchedules } from '../kit/app/run-jobs.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'
import { type AuthoringFixture, openAuthoring } from './authoring-fixture.ts'

setDefaultTimeout(longTestMs)

const at = (slug: string) => ({ collection: 'authors', slug })
const author = (id: string, rest: Partial<EntryRecord> = {}): EntryRecord => ({
  type: 'entry',
  collection: 'authors',
  id,
  slug: id,
  liveData: { name: id },
  ...rest,
})
const post = (values: object, rest: Partial<EntryRecord> = {}): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id: 'p',
  liveData: { title: 'P', ...values },
  ...rest,
})

let api: AuthoringFixture
const open = async (...records: readonly ImportRecord[]) => {
  api = await openAuthoring(records)
}
const served = async (query = '') => (await readEntry(api.space, 'posts', 'p', query))!.data
const idOf = (reference: unknown) => (reference as { id: string } | null)?.id ?? null
const idsOf = (references: unknown) => (references as unknown[]).map(idOf)
const authorOf = async () => idOf((await served()).author)

const moveDraft = () => api.patch('ada', { draftVersion: 1, slug: 'ada-2' })
const move = async () => {
  await moveDraft()
  await api.publish('ada')
}
const moveAndDraftAnother = async () => {
  await move()
  await api.create({ collection: 'authors', id: 'bob', slug: 'ada', data: { name: 'Bob' } })
}
const moveAndPublishAnother = async () => {
  await moveAndDraftAnother()
  await api.publish('bob')
}
const moves: readonly [what: string, move: () => Promise<unknown>][] = [
  ['its draft moves', moveDraft],
  ['it moves', move],
  ['it moves, and a draft takes its path', moveAndDraftAnother],
  ['it moves, and another entry is published at its path', moveAndPublishAnother],
]

const changeModel = async () => {
  const rename = { modelVersion: 1, operations: [{ op: 'renameField', field: 'title', to: 'headline' }] }
  expect((await api.ask('M', 'POST', '/collections/posts/changes', rename)).status).toBe(200)
}
const republish = async () => {
  await api.patch('p', { draftVersion: 1, data: { score: 3 } })
  await api.publish('p')
}
const rewrites: readonly [way: string, rewrite: () => Promise<unknown>][] = [
  ['a model change', changeModel],
  ['the next publication', republish],
]

describe.each(moves)('where an entry is bound and %s', (_, moveIt) => {
  beforeEach(() => open(author('ada'), post({ author: at('ada') })))

  test.each(rewrites)('the reference stays with it through %s', async (_way, rewrite) => {
    await moveIt()
    await rewrite()
    expect(await authorOf()).toBe('ada')
    await expectInvariants(api.space)
  })

  test('the reference stays with it when a schedule publishes', async () => {
    await api.patch('p', { draftVersion: 1, data: { score: 3 } })
    const publishAt = new Date(api.space.time.now + 60_000).toISOString()
    await api.ask('owner', 'PUT', '/entries/p/schedule', { draftVersion: 2, publishAt })
    await moveIt()
    api.space.time.now += 61_000
    await runSchedules(api.space)
    expect(await served()).toMatchObject({ score: 3, author: { id: 'ada' } })
    await expectInvariants(api.space)
  })
})

describe('of several references', () => {
  const related = [at('none'), at('ada'), { id: 'p' }, at('gone'), at('eve')]
  beforeEach(() =>
    open(author('ada'), author('eve'), post({ related }, { variants: { vip: { author: at('ada') } } })),
  )

  test.each(rewrites)(
    'each stays in its place, in base values and overlays, through %s',
    async (_, rewrite) => {
      await moveAndPublishAnother()
      await rewrite()
      expect(idsOf((await served()).related)).toEqual(['ada', 'p', 'eve'])
      expect(idOf((await served('?variants=vip')).author)).toBe('ada')
      await expectInvariants(api.space)
    },
  )
})

test('a reference that means nothing is not bound to a draft by a model change', async () => {
  await open(post({ author: at('later') }))
  await api.create({ collection: 'authors', id: 'bob', slug: 'later', data: { name: 'Bob' } })
  await changeModel()
  await api.patch('bob', { draftVersion: 1, slug: 'elsewhere' })
  await api.publish('bob')
  await api.create({ collection: 'authors', id: 'eve', slug: 'later', data: { name: 'Eve' } })
  await api.publish('eve')
  expect(await authorOf()).toBe('eve')
  await expectInvariants(api.space)
})

test('a draft that is published for the first time refers to what is live at the path, before what has it in its draft', async () => {
  const { liveData, ...rest } = post({ author: at('ada') })
  await open(author('ada'), { ...rest, data: liveData! })
  await moveDraft()
  await api.publish('p')
  expect(await authorOf()).toBe('ada')
  await expectInvariants(api.space)
})
