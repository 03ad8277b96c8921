// References by collection and slug in what is live, and imports after editors have moved the entries that they mean.
import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { EntryRecord, ImportRecord } from '../../src/import-export/read/records.ts'
import { type AuthoringFixture, openAuthoring } from '../authoring/authoring-fixture.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { createNeighbour, type TestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { exportRecords } from '../kit/import/export-text.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'

setDefaultTimeout(longTestMs)

const author = (id: string, slug = id): EntryRecord => ({
  type: 'entry',
  collection: 'authors',
  id,
  slug,
  liveData: { name: id },
})
const at = (slug: string) => ({ collection: 'authors', slug })
const post = (id: string, values: object): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  liveData: { title: id, ...values },
})
const settings: ImportRecord = { type: 'entry', collection: 'settings', id: 's', liveData: { motto: 'x' } }

let api: AuthoringFixture
const open = async (...records: readonly ImportRecord[]) => {
  api = await openAuthoring(records)
}
const authorOf = async (id = 'p', space: TestSpace = api.space) =>
  ((await readEntry(space, 'posts', id))!.data.author as { id: string } | null)?.id ?? null
const referrersOf = async (id: string) => {
  const { body } = await api.ask('owner', 'GET', `/entries/${id}/links`)
  return body.doc.from.map((each: { id: string }) => each.id)
}
const draftAt = (id: string, slug: string) =>
  api.create({ collection: 'authors', id, slug, data: { name: id } })

const moveDraft = () => api.patch('ada', { draftVersion: 1, slug: 'ada-2' })
const move = async () => {
  await moveDraft()
  await api.publish('ada')
}
const moveAndDraftAnother = async () => {
  await move()
  await draftAt('bob', 'ada')
}
const moveAndPublishAnother = async () => {
  await moveAndDraftAnother()
  await api.publish('bob')
}

describe.each<[what: string, moveIt: () => Promise<unknown>]>([
  ['the draft of its entry', moveDraft],
  ['its entry', move],
  ['its entry, and drafted another one there', moveAndDraftAnother],
  ['its entry, and published another one there', moveAndPublishAnother],
])('a reference, where an editor has moved %s,', (_, moveIt) => {
  beforeEach(() => open(author('ada'), post('p', { author: at('ada') })))
  beforeEach(async () => void (await moveIt()))

  test('stays with its entry through an import of something else', async () => {
    expect(await api.space.import([settings])).toMatchObject({ created: 1, changed: 0, dangling: [] })
    expect(await authorOf()).toBe('ada')
    await expectInvariants(api.space)
  })

  test('stays with its entry where the space imports its own export, which changes nothing', async () => {
    const records = await exportRecords(api.space)
    for (const prune of [false, true]) {
      const report = await api.space.import(records, { prune })
      expect(report).toMatchObject({ created: 0, changed: 0, removed: 0, dangling: [] })
    }
    expect(await authorOf()).toBe('ada')
    await expectInvariants(api.space)
  })

  test('stays with its entry where an import changes other values of the post', async () => {
    await api.space.import([post('p', { author: at('ada'), score: 3 })])
    expect(await authorOf()).toBe('ada')
    expect(await referrersOf('ada')).toEqual(['p'])
    await expectInvariants(api.space)
  })

  test('stays with its entry when an import moves that one on', async () => {
    await api.space.import([author('ada', 'ada-3')])
    expect(await authorOf()).toBe('ada')
    await expectInvariants(api.space)
  })
})

describe('a reference to the path of an entry that an editor has moved', () => {
  beforeEach(() => open(author('ada'), post('p', { author: at('ada') })))
  beforeEach(move)

  test('means the entry that a file brings there, where the file has the reference too', async () => {
    await api.space.import([author('eve', 'ada'), post('p', { author: at('ada') })])
    expect(await authorOf()).toBe('eve')
    await expectInvariants(api.space)
  })

  test('means what it meant where a file only brings another entry there', async () => {
    await api.space.import([author('eve', 'ada')])
    expect(await authorOf()).toBe('ada')
    await expectInvariants(api.space)
  })
})

test('a value that looks like a reference is no target of a reference that is imported again', async () => {
  await open(author('ada'), post('p', { extra: { id: 'ada' }, author: null }))
  await move()
  await api.space.import([post('p', { extra: { id: 'ada' }, author: at('ada') })])
  expect(await authorOf()).toBeNull()
  await expectInvariants(api.space)
})

describe('an entry that is live at another path than that of its draft', () => {
  beforeEach(() => open(author('ada'), post('p', { author: at('ada') })))
  beforeEach(moveDraft)

  test('is what a new reference to the live path means', async () => {
    expect(await api.space.import([post('q', { author: at('ada') })])).toMatchObject({ dangling: [] })
    expect(await authorOf('q')).toBe('ada')
    expect(await referrersOf('ada')).toEqual(['p', 'q'])
    await expectInvariants(api.space)
  })

  test('is what the reference means in another space that imports the export', async () => {
    const copy = await createNeighbour(api.space, 'copy')
    expect(await copy.import(await exportRecords(api.space))).toMatchObject({ dangling: [] })
    expect(await authorOf('p', copy)).toBe('ada')
    await expectInvariants(copy)
  })
})

describe('a reference that means nothing', () => {
  beforeEach(() => open(post('p', { author: at('later') })))

  test.each<[what: string, importIt: () => Promise<unknown>]>([
    ['something else', () => api.space.import([settings])],
    ['its own export', async () => api.space.import(await exportRecords(api.space))],
    [
      'a draft at its path',
      () => api.space.import([{ type: 'entry', collection: 'authors', id: 'bob', slug: 'later', data: {} }]),
    ],
  ])('is not bound to a draft by an import of %s', async (what, importIt) => {
    const isImported = what.startsWith('a draft')
    if (!isImported) await draftAt('bob', 'later')
    await importIt()
    await api.patch('bob', { draftVersion: 1, slug: 'elsewhere' })
    await api.publish('bob')
    expect(await authorOf()).toBeNull()
    await draftAt('eve', 'later')
    await api.publish('eve')
    expect(await authorOf()).toBe('eve')
    await expectInvariants(api.space)
  })

  test('is bound by an import to what that makes live at its path', async () => {
    await draftAt('bob', 'later')
    await api.space.import([{ ...author('bob', 'later') }])
    expect(await authorOf()).toBe('bob')
    await expectInvariants(api.space)
  })
})

// The places of references that mean nothing are not stored, so what is stored has to be given to the others first.
describe.each<[order: string, related: readonly object[]]>([
  ['by slug, then by id', [at('ada'), { id: 'ada' }]],
  ['by id, then by slug', [{ id: 'ada' }, at('ada')]],
  ['among others', [at('eve'), at('ada'), { id: 'eve' }, { id: 'ada' }, at('ada')]],
])('an entry that is named %s, and has left the file', (_, related) => {
  const file = [settings, post('p', { related }), author('eve')]
  const drafted = { ...author('ada'), liveData: undefined, data: { name: 'ada' } } as unknown as EntryRecord
  const relatedOf = async () =>
    ((await readEntry(api.space, 'posts', 'p'))!.data.related as ({ id: string } | null)[]).map(
      each => each?.id ?? null,
    )

  beforeEach(async () => {
    await open(...file, drafted)
    await api.space.import(file, { prune: true })
  })

  test('is not what the reference by slug means when the same file comes again', async () => {
    expect(await api.space.import(file, { prune: true })).toMatchObject({ created: 0, changed: 0 })
    expect(await api.space.import(file, { prune: true })).toMatchObject({ created: 0, changed: 0 })
  })

  test('gives way to the entry that takes its path', async () => {
    await api.space.import(file, { prune: true })
    await api.space.import([author('new', 'ada')])
    const before = related.filter(each => !('id' in each && each.id === 'ada'))
    expect(await relatedOf()).toEqual(
      before.map(each => ('slug' in each && each.slug === 'ada' ? 'new' : 'eve')),
    )
    await expectInvariants(api.space)
  })

  test('gives way to the entry that is published by hand at its path', async () => {
    await api.space.import(file, { prune: true })
    await draftAt('new', 'ada')
    await api.publish('new')
    expect(await relatedOf()).toContain('new')
    await expectInvariants(api.space)
  })
})
