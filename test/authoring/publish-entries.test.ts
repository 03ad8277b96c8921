// Publishing, unpublishing and discarding over the management API.
import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { longTestMs } from '../kit/fuzz.ts'
import { expectInvariants, revisionOf } from '../kit/oracle/tables.ts'
import { type AuthoringFixture, openAuthoring, verdict } from './authoring-fixture.ts'

setDefaultTimeout(longTestMs)

let api: AuthoringFixture
beforeEach(async () => {
  api = await openAuthoring()
  await api.create({ collection: 'posts', id: 'p', data: { title: 'Tide', sku: 'one' } })
})

const act = (action: string, body: object, id = 'p') =>
  api.ask('owner', 'POST', `/entries/${id}/${action}`, body)
/** The status, where it is not served. */
// biome-ignore lint/suspicious/noExplicitAny: as it is served
const served = async (path: string): Promise<any> => {
  const response = await api.space.get(`/content/${path}`)
  return response.status === 200 ? ((await response.json()) as { doc: object }).doc : response.status
}

describe('publishing', () => {
  test('of a draft that breaks rules is refused with all of them', async () => {
    await api.patch('p', { draftVersion: 1, data: { title: null, score: 11 } })
    const response = await act('publish', { draftVersion: 2 })
    expect(verdict(response)).toBe('409 draft_invalid')
    expect(response.body.errors).toEqual([
      { in: 'draft', name: '/data/title', message: 'is required', code: 'required' },
      { in: 'draft', name: '/data/score', message: 'must be at most 10', code: 'max' },
    ])
    expect(await served('posts/tide')).toBe(404)
  })

  test('makes exactly the draft live that was named, once', async () => {
    await api.patch('p', { draftVersion: 1, data: { score: 3 } })
    const stale = await act('publish', { draftVersion: 1 })
    expect([verdict(stale), stale.body.paths]).toEqual(['409 draft_conflict', ['/data/score']])
    const first = await act('publish', { draftVersion: 2 })
    expect(first.body.doc).toMatchObject({
      state: 'live',
      draftVersion: 2,
      live: { version: 1, draftVersion: 2, slug: 'tide', publishedAt: '2026-06-01T00:00:00.000Z' },
      firstPublishedAt: '2026-06-01T00:00:00.000Z',
    })
    const revision = await revisionOf(api.space)
    api.space.time.now += 1000
    expect((await act('publish', { draftVersion: 2 })).body).toEqual(first.body)
    await api.patch('p', { draftVersion: 2, data: { score: 4 } })
    // What was asked for is so already.
    expect((await act('publish', { draftVersion: 2 })).body.doc.live.version).toBe(1)
    expect(await revisionOf(api.space)).toBe(revision)
    await expectInvariants(api.space)
  })

  test('may be dated back, not forward', async () => {
    const past = await act('publish', { draftVersion: 1, publishedAt: '2020-01-01T01:00:00+01:00' })
    expect(past.body.doc.live.publishedAt).toBe('2020-01-01T00:00:00.000Z')
    expect(await served('posts/tide')).toMatchObject({ publishedAt: '2020-01-01T00:00:00.000Z', version: 1 })
    const future = await act('publish', { draftVersion: 1, publishedAt: '2026-06-01T00:00:01Z' })
    expect(verdict(future)).toBe('400 invalid_body')
    const again = await act('publish', { draftVersion: 1, publishedAt: '2021-01-01T00:00:00Z' })
    expect(again.body.doc.live).toMatchObject({ version: 2, publishedAt: '2021-01-01T00:00:00.000Z' })
    expect(again.body.doc.firstPublishedAt).toBe('2020-01-01T00:00:00.000Z')
    await expectInvariants(api.space)
  })

  test('of a second entry with one unique value is refused, until the first no longer has it', async () => {
    await api.publish('p')
    await api.create({ collection: 'posts', id: 'q', data: { title: 'Q', sku: 'one' } })
    const response = await act('publish', { draftVersion: 1 }, 'q')
    expect([verdict(response), response.body.errors[0].name, response.body.errors[0].code]).toEqual([
      '409 draft_invalid',
      '/data/sku',
      'unique',
    ])
    await act('unpublish', {})
    expect((await act('publish', { draftVersion: 1 }, 'q')).status).toBe(200)
    await expectInvariants(api.space)
  })

  test('before its target is published warns, and serves the target once it is live', async () => {
    await api.create({ collection: 'authors', id: 'a', data: { name: 'Ada' } })
    await api.patch('p', { draftVersion: 1, data: { author: { id: 'a' } } })
    const doc = await api.publish('p')
    expect(doc.problems).toMatchObject([{ code: 'target_not_live', severity: 'warning' }])
    expect((await served('posts/tide')).data.author).toBeNull()
    await api.publish('a')
    expect((await served('posts/tide')).data.author).toEqual({ id: 'a', collection: 'authors', slug: 'a' })
    expect((await api.get('/entries/p')).problems).toEqual([])
  })

  test('of another slug moves the entry: the old path is gone, and references show the new one', async () => {
    await api.create({ collection: 'posts', id: 'r', data: { title: 'R', related: [{ id: 'p' }] } })
    await api.publish('p')
    await api.publish('r')
    await api.patch('p', { draftVersion: 1, slug: 'ebb' })
    expect((await served('posts/r')).data.related[0].slug).toBe('tide')
    await api.publish('p')
    expect([await served('posts/tide'), (await served('posts/ebb')).version]).toEqual([404, 2])
    expect((await served('posts/r')).data.related[0].slug).toBe('ebb')
    await expectInvariants(api.space)
  })

  test('keeps a slug for what is live, although its draft has another', async () => {
    await api.publish('p')
    await api.patch('p', { draftVersion: 1, slug: 'ebb' })
    const response = await api.ask('owner', 'POST', '/entries', { collection: 'posts', slug: 'tide' })
    expect(verdict(response)).toBe('409 slug_taken')
    await api.publish('p')
    expect((await api.ask('owner', 'POST', '/entries', { collection: 'posts', slug: 'tide' })).status).toBe(
      201,
    )
  })
})

describe('discarding', () => {
  test('makes the draft what is live, with its slug and overlays', async () => {
    await api.patch('p', { draftVersion: 1, variants: { vip: { title: 'V' } } })
    const live = await api.publish('p')
    await api.patch('p', { draftVersion: 2, slug: 'ebb', data: { title: 'X' }, variants: { vip: null } })
    expect(verdict(await act('discard', { draftVersion: 2 }))).toBe('409 draft_conflict')
    const { body } = await act('discard', { draftVersion: 3 })
    expect(body.doc).toMatchObject({
      state: 'live',
      draftVersion: 4,
      slug: 'tide',
      variants: { vip: { title: 'V' } },
    })
    expect(body.doc.data).toEqual(live.data)
    expect((await act('discard', { draftVersion: 1 })).body.doc.draftVersion).toBe(4)
    await expectInvariants(api.space)
  })

  test('of an entry that is not live is refused', async () => {
    expect(verdict(await act('discard', { draftVersion: 1 }))).toBe('409 entry_not_live')
  })
})

test('unpublishing keeps the draft, and of a draft it changes nothing', async () => {
  await api.publish('p')
  const { body } = await act('unpublish', {})
  expect(body.doc).toMatchObject({ state: 'draft', draftVersion: 1, live: null, data: { title: 'Tide' } })
  expect(body.doc.firstPublishedAt).not.toBeNull()
  const revision = await revisionOf(api.space)
  expect((await act('unpublish', {})).body).toEqual(body)
  expect([await served('posts/tide'), await revisionOf(api.space)]).toEqual([404, revision])
  await expectInvariants(api.space)
})
