// Changes of two models at once, while others write entries of both: each model's entries are converted, and those of the
// other one are left alone.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { applyModelChanges, entriesPerChangeMax } from '../../src/authoring/models/model-changes.service.ts'
import type { ModelChange } from '../../src/authoring/models/plan/plan-change.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { interrupted } from '../kit/database/interrupted-session.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'
import { type AuthoringFixture, openAuthoring } from './authoring-fixture.ts'

setDefaultTimeout(longTestMs)

const records: readonly ImportRecord[] = [
  ...['a', 'b', 'c'].map(
    (id): ImportRecord => ({
      ...{
        type: 'entry',
        collection: 'posts',
        id,
        liveData: { title: `Title ${id}`, author: { id: 'ada' } },
      },
    }),
  ),
  { type: 'entry', collection: 'posts', id: 'd', data: { title: 'Title d' } },
  { type: 'entry', collection: 'authors', id: 'ada', liveData: { name: 'Ada' } },
  { type: 'entry', collection: 'authors', id: 'bob', liveData: { name: 'Bob' } },
]

const setName = (properties: object) => [{ op: 'setField', field: 'name', properties }]

/** Changes of `authors`, what its model was changed by before, and the field that has the name afterwards. */
const changesOfAuthors = [
  ['a help text', setName({ help: 'In full.' }), [], 'name'],
  ['a setting for queries', setName({ query: true }), setName({ query: false }), 'name'],
  ['a renamed field', [{ op: 'renameField', field: 'name', to: 'fullName' }], [], 'fullName'],
] as const

interface Order {
  readonly isPostsFirst: boolean
  /** After which read others write. */
  readonly after: number
}

function changeBoth(
  { space }: AuthoringFixture,
  { isPostsFirst, after }: Order,
  authors: Pick<ModelChange, 'modelVersion' | 'operations'>,
  between: () => Promise<void>,
) {
  const rename = [{ op: 'renameField', field: 'title', to: 'headline' }]
  const posts = { collection: 'posts', modelVersion: 1, operations: rename, acceptLosses: false }
  const others = { collection: 'authors', acceptLosses: false, ...authors }
  const database = interrupted(space.database, async read => {
    if (read === after) await between()
  })
  return applyModelChanges(
    database,
    space.space,
    isPostsFirst ? [posts, others] : [others, posts],
    {
      clock: () => space.time.now,
      by: '{"kind":"command","name":"test"}',
      dryRun: false,
      entriesMax: entriesPerChangeMax,
      beforeLockMin: 1,
    },
    async results => results.map(({ report }) => report),
  )
}

async function foundBy(api: AuthoringFixture, path: string): Promise<string[]> {
  const response = await api.space.get(`/content/${path}`)
  return ((await response.json()) as { list: { id: string }[] }).list.map(({ id }) => id)
}

async function saveAndPublish(api: AuthoringFixture, id: string, data: object): Promise<void> {
  const { draftVersion } = await api.get(`/entries/${id}`)
  await api.patch(id, { draftVersion, data })
  await api.publish(id)
}

/** After the read that prepares, and after the one that catches up. */
const orders = [1, 2].flatMap(after => [true, false].map(isPostsFirst => ({ after, isPostsFirst })))

test.each([true, false])(
  'two models are changed with all of their entries, in any order: %p',
  async isPostsFirst => {
    const api = await openAuthoring(records)
    const operations = [{ op: 'renameField', field: 'name', to: 'fullName' }]
    await changeBoth(api, { isPostsFirst, after: 1 }, { modelVersion: 1, operations }, async () => {})
    expect(await api.get('/entries/b')).toMatchObject({
      data: { headline: 'Title b' },
      live: { data: { headline: 'Title b' } },
    })
    expect(await api.get('/entries/ada')).toMatchObject({
      data: { fullName: 'Ada' },
      live: { data: { fullName: 'Ada' } },
    })
    await expectInvariants(api.space)
  },
)

describe.each(changesOfAuthors)(
  '%s in one model, and a renamed field in another',
  (_, operations, earlier, field) => {
    const authors = { modelVersion: earlier.length > 0 ? 2 : 1, operations }
    const open = async () => {
      const api = await openAuthoring(records)
      if (earlier.length > 0) {
        const body = { modelVersion: 1, operations: earlier }
        expect((await api.ask('M', 'POST', '/collections/authors/changes', body)).status).toBe(200)
      }
      return api
    }
    test.each(orders)('keeps what is published of both, in any order: %j', async order => {
      const api = await open()
      const reports = await changeBoth(api, order, authors, async () => {
        await saveAndPublish(api, 'b', { title: 'Published' })
        await saveAndPublish(api, 'ada', { name: 'Ada L.' })
      })
      expect(await api.get('/entries/b')).toMatchObject({
        data: { headline: 'Published' },
        live: { data: { headline: 'Published' } },
        state: 'live',
      })
      expect(await api.get('/entries/ada')).toMatchObject({
        data: { [field]: 'Ada L.' },
        live: { data: { [field]: 'Ada L.' } },
        state: 'live',
      })
      for (const id of ['a', 'c', 'd']) {
        expect((await api.get(`/entries/${id}`)).data).toMatchObject({ headline: `Title ${id}` })
      }
      expect((await api.get('/entries/bob')).data).toMatchObject({ [field]: 'Bob' })
      expect(await foundBy(api, 'posts?filter[headline]=Published')).toEqual(['b'])
      expect(await foundBy(api, 'posts?filter[headline]=Title a')).toEqual(['a'])
      expect(await foundBy(api, `authors?filter[${field}]=Ada L.`)).toEqual(['ada'])
      expect(reports[order.isPostsFirst ? 0 : 1]).toMatchObject({ drafts: 4, live: 3 })
      await expectInvariants(api.space)
    })

    test.each(orders)('keeps everything if only entries of one are published: %j', async order => {
      for (const id of ['b', 'ada']) {
        const api = await open()
        await changeBoth(api, order, authors, async () => void (await api.publish(id)))
        expect((await api.get('/entries/b')).live?.data).toMatchObject({ headline: 'Title b' })
        expect((await api.get('/entries/ada')).live?.data).toMatchObject({ [field]: 'Ada' })
        await expectInvariants(api.space)
      }
    })

    test.each(orders)(
      'converts an entry that moves from one to the other by the model of the latter: %j',
      async order => {
        const api = await open()
        const reports = await changeBoth(api, order, authors, async () => {
          await api.ask('owner', 'POST', '/entries/bob/archive', { draftVersion: 1 })
          await api.ask('owner', 'DELETE', '/entries/bob?draftVersion=1')
          await api.create({ collection: 'posts', id: 'bob', data: { title: 'Bob' } })
          await api.publish('bob')
        })
        expect(await api.get('/entries/bob')).toMatchObject({
          collection: 'posts',
          data: { headline: 'Bob' },
          live: { data: { headline: 'Bob' } },
        })
        expect(await foundBy(api, 'posts?filter[headline]=Bob')).toEqual(['bob'])
        expect(await foundBy(api, `authors?filter[${field}]=Bob`)).toEqual([])
        expect(reports[order.isPostsFirst ? 0 : 1]).toMatchObject({ drafts: 5, live: 4 })
        expect(reports[order.isPostsFirst ? 1 : 0]).toMatchObject(
          field === 'fullName' ? { drafts: 1, live: 1 } : {},
        )
        await expectInvariants(api.space)
      },
    )
  },
)
