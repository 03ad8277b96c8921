// References between what is published, what is not yet, and what is no more: across imports and publications.
import { describe, expect, test } from 'bun:test'
import { publish, unpublish } from '../../src/authoring/entries/publish.service.ts'
import type { EntryRecord } from '../../src/import-export/read/records.ts'
import { readEntry, readPage } from '../kit/app/served-content.ts'
import { createTestSpace, draftCanary, type TestSpace } from '../kit/app/test-space.ts'
import { expectInvariants, historyOf } from '../kit/oracle/tables.ts'

const model = [
  {
    type: 'collection',
    apiName: 'posts',
    name: 'Posts',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'author', type: 'reference', to: ['authors'] },
      { apiName: 'related', type: 'reference', many: true },
    ],
  },
  { type: 'collection', apiName: 'authors', name: 'Authors', fields: [{ apiName: 'name', type: 'text' }] },
] as const

const post = (
  id: string,
  liveData: EntryRecord['liveData'] = {},
  rest: Partial<EntryRecord> = {},
): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  liveData: liveData ?? {},
  ...rest,
})
const author = (id: string, rest: Partial<EntryRecord> = {}): EntryRecord => ({
  type: 'entry',
  collection: 'authors',
  id,
  liveData: { name: id },
  ...rest,
})
const draftAuthor = (id: string): EntryRecord => ({
  type: 'entry',
  collection: 'authors',
  id,
  data: { name: draftCanary },
})

const referencesOf = async (space: TestSpace, id = 'p', query = '') => {
  const entry = await readEntry(space, 'posts', id, query)
  return [entry?.data.author, entry?.data.related]
}
const ann = { id: 'ann', collection: 'authors', slug: 'ann' }
const now = () => Date.parse('2026-07-01T00:00:00Z')

describe('a target that is not there yet', () => {
  test.each([
    ['by id', { id: 'ann' }, 'ann'],
    ['by collection and slug', { collection: 'authors', slug: 'ann' }, 'authors/ann'],
  ])(
    '%s: reported as dangling, null, and served once a later import brings it, without the parent',
    async (_, to, reported) => {
      const space = await createTestSpace({ records: model })
      const parent = post(
        'p',
        { author: to, related: [to, { id: 'p' }, to] },
        { variants: { vip: { related: [to] } } },
      )
      const { dangling } = await space.import([parent])
      expect(dangling).toEqual([
        { entry: 'p', field: 'author', to: reported },
        { entry: 'p', field: 'related', to: reported },
      ])
      expect(await referencesOf(space)).toEqual([null, [{ id: 'p', collection: 'posts', slug: 'p' }]])
      expect(await referencesOf(space, 'p', '?variants=vip')).toEqual([null, []])
      const before = await readEntry(space, 'posts', 'p')
      space.time.now += 5000
      expect(await space.import([author('ann')])).toMatchObject({ created: 1, dangling: [] })
      expect(await referencesOf(space)).toEqual([
        ann,
        [ann, { id: 'p', collection: 'posts', slug: 'p' }, ann],
      ])
      expect(await referencesOf(space, 'p', '?variants=vip')).toEqual([ann, [ann]])
      const { data, ...meta } = (await readEntry(space, 'posts', 'p')) ?? {}
      expect(data).toBeDefined()
      expect(before).toMatchObject(meta)
      await expectInvariants(space)
    },
  )

  test('a dangling reference is reported at every import, and in drafts and overlays too', async () => {
    const space = await createTestSpace({ records: model })
    const records: EntryRecord[] = [
      post('p', { author: { id: 'gone' } }),
      { type: 'entry', collection: 'posts', id: 'd', data: { author: { id: 'gone' } } },
      post('v', {}, { variants: { vip: { related: [{ collection: 'posts', slug: 'no' }] } } }),
    ]
    for (const _ of [1, 2]) {
      expect((await space.import(records)).dangling).toEqual([
        { entry: 'p', field: 'author', to: 'gone' },
        { entry: 'd', field: 'author', to: 'gone' },
        { entry: 'v', field: 'related', to: 'posts/no' },
      ])
    }
  })

  test('a draft is no dangling target, but is not served either (S5)', async () => {
    const space = await createTestSpace({ records: model })
    const report = await space.import([
      draftAuthor('ann'),
      post('p', { author: { id: 'ann' }, related: [{ id: 'ann' }] }),
    ])
    expect(report.dangling).toEqual([])
    for (const depth of [0, 1, 3])
      expect(await referencesOf(space, 'p', `?depth=${depth}`)).toEqual([null, []])
  })

  test('by collection and slug to a target that gets that slug by a number in the same file', async () => {
    const space = await createTestSpace({ records: model })
    const report = await space.import([
      post('p', { author: { collection: 'authors', slug: 'x-2' } }),
      author('a', { slug: 'x' }),
      author('b', { slug: 'x' }),
    ])
    expect(report.dangling).toEqual([])
    expect((await referencesOf(space))[0]).toMatchObject({ id: 'b', slug: 'x-2' })
  })
})

describe('publishing a target later (S5, S6)', () => {
  const chain = [
    ...model,
    author('ann', { liveData: { name: 'Ann' } }),
    post('p', { related: [{ id: 'q' }] }),
    post('q', { related: [{ id: 'r' }] }),
    {
      type: 'entry',
      collection: 'posts',
      id: 'r',
      data: { title: 'R', author: { collection: 'authors', slug: 'ann' } },
    },
  ] as const

  test('it appears in its parents at every depth, and the parents keep their version and times', async () => {
    const space = await createTestSpace({ records: chain })
    const before = await readEntry(space, 'posts', 'q')
    expect((await readEntry(space, 'posts', 'p', '?depth=3'))?.data.related).toMatchObject([
      { id: 'q', data: { related: [] } },
    ])
    expect(await publish(space.database, space.space, ['posts/r'], now)).toEqual({
      changed: ['posts/r'],
      unchanged: [],
      cancelled: [],
    })
    expect((await readEntry(space, 'posts', 'p', '?depth=3'))?.data.related).toMatchObject([
      {
        id: 'q',
        data: { related: [{ id: 'r', version: 1, data: { title: 'R', author: { data: { name: 'Ann' } } } }] },
      },
    ])
    const after = await readEntry(space, 'posts', 'q')
    expect({ ...after, data: null }).toEqual({ ...before!, data: null } as never)
    await unpublish(space.database, space.space, ['posts/r'], () => 0)
    expect(await readEntry(space, 'posts', 'q')).toEqual(before)
  })

  test('a republished target is served once, in its new version', async () => {
    const space = await createTestSpace({ records: chain })
    await space.import([post('q', { title: 'new' })])
    expect((await readEntry(space, 'posts', 'p', '?depth=1'))?.data.related).toMatchObject([
      { id: 'q', version: 2, data: { title: 'new' } },
    ])
    expect((await readPage(space, 'posts')).list.filter(entry => entry.id === 'q')).toHaveLength(1)
    await expectInvariants(space)
  })

  test('the draft of a parent is bound when it is published', async () => {
    const space = await createTestSpace({ records: model })
    const to = { collection: 'authors', slug: 'ann' }
    await space.import([
      { type: 'entry', collection: 'posts', id: 'p', data: { author: to, related: [to, { id: 'p' }] } },
    ])
    await publish(space.database, space.space, ['posts/p'], now)
    expect(await referencesOf(space)).toEqual([null, [{ id: 'p', collection: 'posts', slug: 'p' }]])
    await space.import([author('ann')])
    expect((await referencesOf(space))[0]).toEqual(ann)
    expect((await historyOf(space, 'p')).map(row => row.version)).toEqual([1, 1])
  })
})

describe('many and mutual', () => {
  test('550 targets, published and drafts mixed, arrive in order (S7)', async () => {
    const targets = Array.from({ length: 650 }, (_, index) => `t${index}`)
    const isDraft = (id: string) => Number(id.slice(1)) % 13 === 5
    const space = await createTestSpace({
      records: [
        ...model,
        post('p', { related: targets.map(id => ({ id })) }),
        ...targets.map(id => (isDraft(id) ? draftAuthor(id) : author(id))),
      ],
    })
    const live = targets.filter(id => !isDraft(id))
    expect(live.length).toBeGreaterThanOrEqual(550)
    for (const depth of [0, 1]) {
      const [, related] = await referencesOf(space, 'p', `?depth=${depth}`)
      expect((related as { id: string }[]).map(one => one.id)).toEqual(live)
    }
  })

  test('an entry can refer to itself, and two to each other (S8)', async () => {
    const space = await createTestSpace({
      records: [
        ...model,
        post('a', { related: [{ id: 'b' }, { id: 'c' }, { id: 'a' }] }),
        post('b', { related: [{ id: 'a' }] }),
        post('c', { related: [{ id: 'a' }] }),
      ],
    })
    const ids = (value: unknown) => (value as { id: string }[]).map(one => one.id)
    expect(ids((await referencesOf(space, 'a'))[1])).toEqual(['b', 'c', 'a'])
    expect(ids((await referencesOf(space, 'b'))[1])).toEqual(['a'])
    expect((await readEntry(space, 'posts', 'a', '?depth=2'))?.data.related).toMatchObject([
      { data: { related: [{ data: { related: [{ id: 'b' }, { id: 'c' }, { id: 'a' }] } }] } },
      { data: { related: [{ id: 'a', data: {} }] } },
      { id: 'a' },
    ])
  })
})

describe('a target that changes its address', () => {
  test('keeps the references that meant it, by id and by the slug that it has left', async () => {
    const space = await createTestSpace({ records: [...model, author('ann')] })
    await space.import([
      post('p', { author: { id: 'ann' }, related: [{ collection: 'authors', slug: 'ann' }] }),
    ])
    await space.import([author('ann', { slug: 'anna' })])
    const moved = { ...ann, slug: 'anna' }
    expect(await referencesOf(space)).toEqual([moved, [moved]])
  })

  test('does not change its collection, which others may not refer to', async () => {
    const space = await createTestSpace({
      records: [...model, author('ann'), post('p', { author: { id: 'ann' } })],
    })
    const moved = { ...author('ann'), collection: 'posts', liveData: {} }
    expect(space.import([moved])).rejects.toThrow('refused')
    const [target] = await referencesOf(space)
    expect(target).toEqual(ann)
  })
})
