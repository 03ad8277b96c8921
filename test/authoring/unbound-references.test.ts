// Imported references by collection and slug that lead to no entry. They are bound to the entry that is published at their
// path, however it is published. A reference that leads to an entry stays with it.
import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { publish } from '../../src/authoring/entries/publish.service.ts'
import type { EntryRecord, ImportRecord } from '../../src/import-export/read/records.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { expectInvariants, historyOf, revisionOf } from '../kit/oracle/tables.ts'
import { createFixture, type Fixture, timeIn } from './schedule-fixture.ts'

setDefaultTimeout(longTestMs)

const model = ['posts', 'pages'].map(
  apiName =>
    ({
      type: 'collection',
      apiName,
      name: apiName,
      fields: [
        { apiName: 'title', type: 'text' },
        { apiName: 'one', type: 'reference', to: ['posts'] },
        { apiName: 'many', type: 'reference', many: true },
      ],
    }) as ImportRecord,
)
const at = (slug: string, collection = 'posts') => ({ collection, slug })
const parent = (values: object, rest: Partial<EntryRecord> = {}): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id: 'p',
  liveData: { title: 'P', ...values },
  ...rest,
})
const draft = (id: string, slug: string, collection = 'posts'): EntryRecord => ({
  type: 'entry',
  collection,
  id,
  slug,
  data: { title: id },
})

let fixture: Fixture
const open = async (...records: readonly ImportRecord[]) => {
  fixture = await createFixture([...model, ...records])
}
const create = (content: object) => fixture.send('POST', '/entries', content, 'content.write')
const publishOne = async (id: string, draftVersion = 1) => {
  const sent = await fixture.send('POST', `/entries/${id}/publish`, { draftVersion })
  expect([id, sent.status]).toEqual([id, 200])
}
const served = async (query = '') => (await readEntry(fixture.space, 'posts', 'p', query))!.data
const idOf = (reference: unknown) => (reference as { id: string } | null)?.id ?? null
const many = async (query = '') => ((await served(query)).many as unknown[]).map(idOf)

describe('a reference that meant nothing', () => {
  beforeEach(() => open(parent({ one: at('later') }), draft('t', 'later'), draft('u', 'other')))
  beforeEach(async () => {
    // The import has bound it to the draft: only what comes later is looked for.
    await open(parent({ one: at('later') }))
    await create({ collection: 'posts', id: 't', slug: 'later', data: { title: 'T' } })
  })

  test.each<[way: string, publishIt: () => Promise<unknown>]>([
    ['over HTTP', () => publishOne('t')],
    [
      'by the command',
      () =>
        publish(fixture.space.database, fixture.space.space, ['posts/later'], () => fixture.space.time.now),
    ],
    [
      'by operations',
      () =>
        fixture.send('POST', '/operations', { operations: [{ op: 'publish', id: 't', draftVersion: 1 }] }),
    ],
    [
      'by a schedule',
      async () => {
        await fixture.schedule('t', 5)
        await fixture.run(5)
      },
    ],
    ['by an import', () => fixture.space.import([{ ...draft('t', 'later'), liveData: { title: 'T' } }])],
  ])(
    'is bound when an entry is published there %s, in one revision, and its own entry keeps version and times',
    async (_, publishIt) => {
      const { space, send } = fixture
      expect(await served()).toMatchObject({ one: null })
      const [before, revision] = [await readEntry(space, 'posts', 'p'), await revisionOf(space)]
      space.time.now += 60_000
      await publishIt()
      expect(await revisionOf(space)).toBe(revision + 1)
      const after = await readEntry(space, 'posts', 'p')
      expect(after).toEqual({
        ...before!,
        data: { ...before!.data, one: { id: 't', collection: 'posts', slug: 'later' } },
      })
      expect((await send('GET', '/entries/p')).body).toMatchObject({
        doc: { state: 'live', draftVersion: 1 },
      })
      expect((await send('GET', '/entries/t/links')).body).toMatchObject({ doc: { from: [{ id: 'p' }] } })
      await expectInvariants(space)
      expect(await space.import([parent({ one: at('later') })])).toMatchObject({ changed: 0, dangling: [] })
    },
  )

  test('stays so while the entry there is a draft, and where another path is published', async () => {
    await create({ collection: 'pages', id: 'v', slug: 'later', data: { title: 'V' } })
    await publishOne('v')
    expect(await served()).toMatchObject({ one: null })
    expect(await historyOf(fixture.space, 'p')).toHaveLength(1)
    await expectInvariants(fixture.space)
  })

  test('stays with the entry that it was bound to, whatever is published there later', async () => {
    await publishOne('t')
    const { send, space } = fixture
    await send('PATCH', '/entries/t', { draftVersion: 1, slug: 'moved' }, 'content.write')
    await publishOne('t', 2)
    await send(
      'POST',
      '/entries',
      { collection: 'posts', id: 'w', slug: 'later', data: { title: 'W' } },
      'content.write',
    )
    await publishOne('w')
    expect(await served()).toMatchObject({ one: { id: 't', slug: 'moved' } })
    await expectInvariants(space)
  })
})

describe('of several references', () => {
  test('each is bound by itself, in its place, in base values and in overlays', async () => {
    await open(
      draft('a', 'first'),
      parent(
        { many: [at('x'), { id: 'a' }, at('first'), at('y'), at('x')] },
        { variants: { vip: { many: [at('y')], one: at('x') } } },
      ),
    )
    const { send, space } = fixture
    for (const slug of ['x', 'y']) {
      await send(
        'POST',
        '/entries',
        { collection: 'posts', id: slug, slug, data: { title: slug } },
        'content.write',
      )
    }
    expect([await many(), await many('?variants=vip')]).toEqual([[], []])
    await publishOne('y')
    expect([await many(), await many('?variants=vip')]).toEqual([['y'], ['y']])
    await publishOne('a')
    await publishOne('x')
    expect([await many(), await many('?variants=vip')]).toEqual([['x', 'a', 'a', 'y', 'x'], ['y']])
    expect(idOf((await served('?variants=vip')).one)).toBe('x')
    await expectInvariants(space)
  })

  test('those whose entries have moved stay in their places', async () => {
    await open(draft('a', 'first'), parent({ many: [at('first'), at('x')] }))
    const { send, space } = fixture
    await send('PATCH', '/entries/a', { draftVersion: 1, slug: 'moved' }, 'content.write')
    await publishOne('a', 2)
    for (const [id, slug] of [
      ['b', 'first'],
      ['c', 'x'],
    ] as const) {
      await send('POST', '/entries', { collection: 'posts', id, slug, data: { title: id } }, 'content.write')
      await publishOne(id)
    }
    expect(await many()).toEqual(['a', 'c'])
    await expectInvariants(space)
  })
})

test('a reference of a draft is bound when the draft is published, whether its target came before or comes after', async () => {
  await open({ ...parent({}), liveData: undefined, data: { title: 'P', one: at('later') } } as never)
  const { send, space } = fixture
  expect(timeIn(space, 0)).not.toBeNull()
  await send(
    'POST',
    '/entries',
    { collection: 'posts', id: 't', slug: 'later', data: { title: 'T' } },
    'content.write',
  )
  await publishOne('p')
  expect(await served()).toMatchObject({ one: null })
  await publishOne('t')
  expect(await served()).toMatchObject({ one: { id: 't' } })
  await open({ ...parent({}), liveData: undefined, data: { title: 'P', one: at('later') } } as never)
  await publishOne('p')
  await create({ collection: 'posts', id: 't', slug: 'later', data: { title: 'T' } })
  await publishOne('t')
  expect(await served()).toMatchObject({ one: { id: 't' } })
  await expectInvariants(fixture.space)
})

test('a reference that its field no longer allows goes on being served where another one is taken over', async () => {
  await open(
    { ...draft('x', 'x', 'pages'), liveData: { title: 'X' } },
    parent({ one: at('later'), many: [at('x', 'pages')] }),
  )
  const { send, space } = fixture
  const operations = [{ op: 'setField', field: 'many', properties: { to: ['posts'] } }]
  const change = { modelVersion: 1, operations }
  expect((await send('POST', '/collections/posts/changes', change, 'model.write')).status).toBe(200)
  expect(await many()).toEqual(['x'])
  await send(
    'POST',
    '/entries',
    { collection: 'posts', id: 't', slug: 'later', data: { title: 'T' } },
    'content.write',
  )
  await publishOne('t')
  expect([idOf((await served()).one), await many()]).toEqual(['t', ['x']])
  await expectInvariants(space)
})
