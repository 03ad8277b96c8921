// What others write between the preparation of a model change and its writing: nothing of it is lost, and the result is as
// if they had come first.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { EntryView } from '../../src/authoring/entries/entries.schema.ts'
import { applyModelChanges, entriesPerChangeMax } from '../../src/authoring/models/model-changes.service.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { interrupted } from '../kit/database/interrupted-session.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { expectInvariants, revisionOf } from '../kit/oracle/tables.ts'
import { type AuthoringFixture, openAuthoring } from './authoring-fixture.ts'

const rename = [{ op: 'renameField', field: 'title', to: 'headline' }]

/** Three live posts, of which one is in a variant too, and a draft. */
const records: readonly ImportRecord[] = [
  ...['a', 'b', 'c'].map(
    (id): ImportRecord => ({
      ...{ type: 'entry', collection: 'posts', id, liveData: { title: `Title ${id}`, sku: id } },
      ...(id === 'a' && { variants: { vip: { title: 'Title a, early' } } }),
    }),
  ),
  { type: 'entry', collection: 'posts', id: 'd', data: { title: 'Title d' } },
]

interface ChangeOptions {
  readonly operations?: readonly object[]
  readonly acceptLosses?: boolean
  /** After which read of the change `between` runs: the first one prepares, the second one catches up. */
  readonly after?: number
}

/** Changes `posts`, and lets others write once it is prepared. */
function change(
  { space }: AuthoringFixture,
  between: () => Promise<unknown>,
  { operations = rename, acceptLosses = false, after = 1 }: ChangeOptions = {},
) {
  const database = interrupted(space.database, async read => {
    if (read === after) await between()
  })
  return applyModelChanges(
    database,
    space.space,
    [{ collection: 'posts', modelVersion: 1, operations, acceptLosses }],
    {
      clock: () => space.time.now,
      by: '{"kind":"command","name":"test"}',
      dryRun: false,
      entriesMax: entriesPerChangeMax,
      beforeLockMin: 1,
    },
    async ([result]) => result!,
  )
}

const patch = async (api: AuthoringFixture, id: string, data: object) =>
  api.patch(id, { draftVersion: (await api.get(`/entries/${id}`)).draftVersion, data })

/** By what is served and by what queries find. */
async function found(api: AuthoringFixture, headline: string): Promise<string[]> {
  const response = await api.space.get(`/content/posts?filter[headline]=${encodeURIComponent(headline)}`)
  return ((await response.json()) as { list: { id: string }[] }).list.map(({ id }) => id)
}

describe.each([1, 2])('after read %d', after => {
  test('a draft that is saved in the meantime is converted', async () => {
    const api = await openAuthoring(records)
    const { report } = await change(api, () => patch(api, 'b', { title: 'Saved', score: 4 }), { after })
    expect(await api.get('/entries/b')).toMatchObject({
      data: { headline: 'Saved', score: 4 },
      live: { data: { headline: 'Title b' } },
      draftVersion: 3,
      state: 'changed',
    })
    expect(report).toMatchObject({ drafts: 4, live: 3 })
    await expectInvariants(api.space)
  })

  test('what is published in the meantime is served by the new model', async () => {
    const api = await openAuthoring(records)
    await change(
      api,
      async () => {
        await patch(api, 'b', { title: 'Published' })
        await api.publish('b')
        await api.publish('d')
        await api.ask('owner', 'POST', '/entries/c/unpublish', {})
      },
      { after },
    )
    expect(await api.get('/entries/b')).toMatchObject({
      live: { version: 2, data: { headline: 'Published' } },
      state: 'live',
    })
    expect(await found(api, 'Published')).toEqual(['b'])
    expect(await found(api, 'Title b')).toEqual([])
    expect(await found(api, 'Title d')).toEqual(['d'])
    expect(await found(api, 'Title c')).toEqual([])
    await expectInvariants(api.space)
  })

  test('a reference to a path where an entry is published in the meantime becomes its id', async () => {
    const author = { collection: 'authors', slug: 'later' }
    const draft: ImportRecord = {
      type: 'entry',
      collection: 'posts',
      id: 'r',
      data: { title: 'Title r', author },
    }
    const api = await openAuthoring([...records, draft])
    await change(
      api,
      async () => {
        await api.create({ collection: 'authors', id: 'n', slug: 'later', data: {} })
        await api.publish('n')
      },
      { after },
    )
    expect((await api.get('/entries/r')).data).toMatchObject({ headline: 'Title r', author: { id: 'n' } })
    await expectInvariants(api.space)
  })

  test('entries that are created or deleted in the meantime are converted, and stay deleted', async () => {
    const api = await openAuthoring(records)
    await change(
      api,
      async () => {
        await api.create({ collection: 'posts', id: 'e', data: { title: 'Created' } })
        await api.ask('owner', 'POST', '/entries/d/archive', { draftVersion: 1 })
        await api.ask('owner', 'DELETE', '/entries/d?draftVersion=1')
        await api.ask('owner', 'POST', '/entries/c/archive', { draftVersion: 1 })
      },
      { after },
    )
    expect(await api.get('/entries/e')).toMatchObject({ data: { headline: 'Created' } })
    expect((await api.ask('owner', 'GET', '/entries/d')).status).toBe(404)
    expect(await api.get('/entries/c')).toMatchObject({ state: 'archived', data: { headline: 'Title c' } })
    await expectInvariants(api.space)
  })

  test('a draft that is scheduled in the meantime goes live by the new model', async () => {
    const api = await openAuthoring(records)
    const publishAt = new Date(api.space.time.now + 60_000).toISOString()
    await change(
      api,
      async () => {
        await api.ask('owner', 'PUT', '/entries/d/schedule', { draftVersion: 1, publishAt })
        await api.ask('owner', 'PUT', '/entries/b/schedule', { draftVersion: 1, publishAt })
        await patch(api, 'b', { title: 'Later' })
      },
      { after },
    )
    expect(await api.get('/entries/d')).toMatchObject({ schedule: { draftVersion: 2, changed: false } })
    const scheduled = await api.ask('owner', 'GET', '/entries/b/versions/d1')
    expect(scheduled.body.doc.data).toMatchObject({ headline: 'Title b' })
    await expectInvariants(api.space)
  })

  test('a value that would be lost, and is written in the meantime, is reported, and nothing changes', async () => {
    const api = await openAuthoring(records)
    const operations = [{ op: 'removeField', field: 'score' }]
    const before = await revisionOf(api.space)
    const changed = change(api, () => patch(api, 'b', { score: 4 }), { operations, after })
    expect(changed).rejects.toMatchObject({
      code: 'model_change_loses',
      members: { report: { losses: [{ field: 'score', count: 1, ids: ['b'] }] } },
    })
    await changed.catch(() => {})
    expect(await revisionOf(api.space)).toBe(before)
    expect(await api.get('/entries/b')).toMatchObject({ draftVersion: 2, data: { score: 4 } })
  })

  test('a model that others change in the meantime is a conflict', async () => {
    const api = await openAuthoring(records)
    const others = { modelVersion: 1, operations: [{ op: 'set', properties: { name: 'News' } }] }
    const changed = change(api, () => api.ask('M', 'POST', '/collections/posts/changes', others), { after })
    expect(changed).rejects.toMatchObject({ code: 'model_conflict' })
    await changed.catch(() => {})
    expect(await api.get('/entries/b')).toMatchObject({ draftVersion: 1, data: { title: 'Title b' } })
  })
})

test('a collection that is removed again and again does not keep a model from changing', async () => {
  const api = await openAuthoring(records)
  let removed = 0
  const database = interrupted(api.space.database, async () => {
    const apiName = `other${++removed}`
    await api.ask('M', 'POST', '/collections', { apiName, name: 'Other', fields: [] })
  })
  await change({ ...api, space: { ...api.space, database } }, async () => {})
  expect(removed).toBeLessThan(20)
  expect(await api.get('/entries/b')).toMatchObject({ data: { headline: 'Title b' } })
})

const step = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  kind: fc.constantFrom(
    'save',
    'publish',
    'unpublish',
    'archive',
    'unarchive',
    'discard',
    'create',
    'variant',
  ),
  word: fc.constantFrom('12', 'tide', ''),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function write(api: AuthoringFixture, { id, kind, word }: Step): Promise<void> {
  const there = await api.ask('owner', 'GET', `/entries/${id}`)
  const draftVersion = there.status === 200 ? (there.body.doc as EntryView).draftVersion : 1
  const path = `/entries/${id}`
  const requests: Readonly<Record<string, readonly [string, string, object]>> = {
    save: ['PATCH', path, { draftVersion, data: { sku: word === '' ? null : `${word} ${id}` } }],
    variant: ['PATCH', path, { draftVersion, variants: { vip: word === '' ? null : { title: word } } }],
    create: ['POST', '/entries', { collection: 'posts', id, data: { title: word } }],
    unpublish: ['POST', `${path}/unpublish`, {}],
  }
  const [method, to, body] = requests[kind] ?? ['POST', `${path}/${kind}`, { draftVersion }]
  expect((await api.ask('owner', method, to, body)).status).toBeLessThan(500)
}

const changes: readonly (readonly object[])[] = [
  rename,
  [{ op: 'renameField', field: 'sku', to: 'number' }],
  [{ op: 'convertField', field: 'sku', type: 'json' }],
  [{ op: 'setField', field: 'title', properties: { query: false } }],
  [{ op: 'addField', field: { apiName: 'level', type: 'integer', default: 3 }, before: 'title', fill: true }],
]

test(
  'whatever is written while a change is prepared, the result is as if it had been written before',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...changes),
        fc.constantFrom(1, 2),
        async (steps, operations, after) => {
          const [api, twin] = [await openAuthoring(records), await openAuthoring(records)]
          const writeAll = async (to: AuthoringFixture) => {
            for (const one of steps) await write(to, one)
          }
          const options = { operations, after, acceptLosses: true }
          const { report } = await change(api, () => writeAll(api), options)
          await writeAll(twin)
          const { report: expected } = await change(twin, async () => {}, options)
          expect(report).toEqual(expected)
          expect(await stateOf(api)).toEqual(await stateOf(twin))
          await expectInvariants(api.space)
        },
      ),
      { numRuns: fuzzRuns(10) },
    )
  },
  longTestMs,
)

/** Everything that the API says of the entries. */
async function stateOf(api: AuthoringFixture): Promise<unknown> {
  const entries = ['a', 'b', 'c', 'd', 'e'].flatMap(id => [`/entries/${id}`, `/entries/${id}/versions`])
  const responses = await Promise.all(entries.map(path => api.ask('owner', 'GET', path)))
  const served = await api.space.get('/content/posts?depth=0&variants=vip')
  return [
    ...responses.map(({ status, body }) => [status, body.doc ?? body.list ?? null]),
    ((await served.json()) as { list: unknown }).list,
  ]
}
