// Imports into a space where entries are live under other slugs than those of their drafts.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { type AuthoringFixture, openAuthoring } from '../authoring/authoring-fixture.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'

setDefaultTimeout(longTestMs)

/** The entry `p` is live as `tide`, and its draft has the slug `ebb`. */
async function openMoved(): Promise<AuthoringFixture> {
  const api = await openAuthoring()
  await api.create({ collection: 'posts', id: 'p', data: { title: 'Tide' } })
  await api.publish('p')
  await api.patch('p', { draftVersion: 1, slug: 'ebb' })
  return api
}

const live = (id: string, slug: string, title = id) =>
  ({ type: 'entry', collection: 'posts', id, slug, liveData: { title } }) as const

test('a slug that is live of another entry is not given away', async () => {
  const api = await openMoved()
  const { losses } = await api.space.import([live('q', 'tide')])
  expect(losses.map(({ kind, entry }) => [kind, entry])).toEqual([['slug_changed', 'q']])
  expect((await api.get('/entries/q')).live?.slug).toBe('tide-2')
  expect((await api.space.get('/content/posts/tide')).status).toBe(200)
  await expectInvariants(api.space)
})

test('an entry of the file goes live under the slug that the file says', async () => {
  const api = await openMoved()
  await api.space.import([live('p', 'ebb', 'Tide')])
  expect(await api.get('/entries/p')).toMatchObject({ state: 'live', live: { slug: 'ebb', version: 2 } })
  expect((await api.space.get('/content/posts/tide')).status).toBe(404)
  await expectInvariants(api.space)
})

test('entries of a file exchange what is live of them', async () => {
  const api = await openMoved()
  await api.space.import([live('p', 'ebb'), live('q', 'tide')])
  expect((await api.get('/entries/p')).live?.slug).toBe('ebb')
  expect((await api.get('/entries/q')).live?.slug).toBe('tide')
  await expectInvariants(api.space)
})
