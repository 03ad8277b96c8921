// PATCH and PUT of a draft: conflicts by path, nothing applied unseen, and nothing served by it.
import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { EntryView } from '../../src/authoring/entries/entries.schema.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { expectInvariants, revisionOf } from '../kit/oracle/tables.ts'
import { type AuthoringFixture, errorsOf, namesOf, openAuthoring, verdict } from './authoring-fixture.ts'

setDefaultTimeout(longTestMs)

let api: AuthoringFixture
let post: EntryView
beforeEach(async () => {
  api = await openAuthoring([
    { type: 'entry', collection: 'authors', id: 'a1', slug: 'ada', data: { name: 'Ada' } },
  ])
  post = await api.create({ collection: 'posts', id: 'p', data: { title: 'Tide' } })
})

const patch = (fields: object, as: 'owner' | 'editor' | 'W' = 'owner') =>
  api.ask(as, 'PATCH', '/entries/p', fields)
const put = (fields: object, id = 'p') => api.ask('owner', 'PUT', `/entries/${id}`, fields)

describe('a patch', () => {
  test('changes what it names, and counts one version', async () => {
    const { status, body } = await patch({ draftVersion: 1, data: { score: 3 } })
    expect(status).toBe(200)
    expect(body.doc).toMatchObject({ draftVersion: 2, slug: 'tide', data: { title: 'Tide', score: 3 } })
    expect(body.changedByOthers).toEqual([])
  })

  test('is refused with every error of the request and of the values, which the draft may have already', async () => {
    const fields = { draftVersion: 'x', slug: '', data: { title: 'Tide', score: 'x' }, extra: 1 }
    for (const response of [await patch(fields), await put(fields)]) {
      expect(verdict(response)).toBe('400 invalid_body')
      expect(namesOf(response).sort()).toEqual(['/data/score', 'draftVersion', 'extra', 'slug'])
    }
    // Without an entry there is no model to compare with.
    const without = await api.ask('owner', 'PATCH', '/entries/nothing', fields)
    expect([without.status, ...namesOf(without).sort()]).toEqual([400, 'draftVersion', 'extra', 'slug'])
    const created = await put({ ...fields, collection: 'posts' }, 'new')
    expect(namesOf(created).sort()).toEqual(['/data/score', 'draftVersion', 'extra', 'slug'])
  })

  test('is applied if nobody else has changed its paths in the meantime, and lists what others have changed', async () => {
    await patch({ draftVersion: 1, data: { score: 3 } })
    const { status, body } = await patch({ draftVersion: 1, data: { tags: ['a'] } }, 'editor')
    expect([status, body.doc.draftVersion, body.changedByOthers]).toEqual([200, 3, ['/data/score']])
    expect(body.doc.data).toMatchObject({ score: 3, tags: ['a'] })
    expect(body.doc.updatedBy).toEqual({ kind: 'user', name: 'editor@example.com' })
  })

  test('is refused if somebody else has changed one of its paths in the meantime, and says who and when', async () => {
    api.space.time.now += 1000
    await patch({ draftVersion: 1, data: { score: 3 } }, 'W')
    const before = await api.get('/entries/p')
    const response = await patch({ draftVersion: 1, data: { score: 4, tags: ['a'] } })
    expect(verdict(response)).toBe('409 draft_conflict')
    expect(response.body).toMatchObject({
      draftVersion: 2,
      paths: ['/data/score'],
      updatedAt: '2026-06-01T00:00:01.000Z',
      updatedBy: { kind: 'key', name: 'test' },
    })
    expect(await api.get('/entries/p')).toEqual(before)
  })

  test('that is repeated changes nothing', async () => {
    const first = await patch({ draftVersion: 1, data: { score: 3 }, variants: { vip: { title: 'V' } } })
    api.space.time.now += 1000
    const again = await patch({ draftVersion: 1, data: { score: 3 }, variants: { vip: { title: 'V' } } })
    expect([again.status, again.body.doc]).toEqual([200, first.body.doc])
  })

  test.each<[string, object, string, readonly string[]]>([
    ['no version', { data: {} }, '400 invalid_body', ['draftVersion']],
    ['a version that is a text', { draftVersion: '2', data: {} }, '400 invalid_body', ['draftVersion']],
    ['a version of 0', { draftVersion: 0, data: {} }, '400 invalid_body', ['draftVersion']],
    [
      'unknown fields',
      { draftVersion: 1, fields: {}, state: 'live' },
      '400 invalid_body',
      ['fields', 'state'],
    ],
    [
      'one wrong type of two',
      { draftVersion: 1, data: { score: 'x', tags: ['a'] } },
      '400 invalid_body',
      ['/data/score'],
    ],
    [
      'an unknown variant',
      { draftVersion: 1, variants: { nobody: { title: 'x' } } },
      '400 invalid_body',
      ['/variants/nobody'],
    ],
    [
      'an unknown variant without values',
      { draftVersion: 1, variants: { nobody: null } },
      '400 invalid_body',
      ['/variants/nobody'],
    ],
    [
      'a reference into the wrong collection',
      { draftVersion: 1, data: { author: { id: 'p' } } },
      '400 invalid_body',
      ['/data/author'],
    ],
    [
      'a reference to a slug that is not there',
      { draftVersion: 1, data: { related: [{ collection: 'posts', slug: 'gone' }] } },
      '400 invalid_body',
      ['/data/related/0'],
    ],
  ])('with %s is refused, and nothing is applied', async (_, fields, code, names) => {
    const response = await patch(fields)
    expect([verdict(response), namesOf(response)]).toEqual([code, [...names]])
    expect(await api.get('/entries/p')).toEqual(post)
  })

  test('with a version that was never reached is a conflict without paths', async () => {
    const response = await patch({ draftVersion: 99, data: { score: 1 } })
    expect([verdict(response), response.body.paths]).toEqual(['409 draft_conflict', []])
  })

  test('with null takes a value, a field of an overlay, and an overlay away', async () => {
    await api.patch('p', { draftVersion: 1, data: { score: 3 }, variants: { vip: { title: 'V', score: 1 } } })
    const without = await api.patch('p', {
      draftVersion: 2,
      data: { score: null },
      variants: { vip: { title: null } },
    })
    expect([without.data.score, without.variants]).toEqual([null, { vip: { score: 1 } }])
    expect((await api.patch('p', { draftVersion: 3, variants: { vip: null } })).variants).toEqual({})
    await expectInvariants(api.space)
  })

  test('stores a reference by slug as the id that stands there, and warns of one that does not exist', async () => {
    const doc = await api.patch('p', {
      draftVersion: 1,
      data: { author: { collection: 'authors', slug: 'ada' } },
    })
    expect(doc.data.author).toEqual({ id: 'a1' })
    expect(doc.problems).toMatchObject([
      { path: '/data/author', code: 'target_not_live', severity: 'warning' },
    ])
    const missing = await api.patch('p', { draftVersion: 2, data: { author: { id: 'gone' } } })
    expect(missing.problems).toMatchObject([{ code: 'target_missing', severity: 'warning' }])
    await expectInvariants(api.space)
  })

  test('of the slug checks that it is free, and null makes a new one of the title', async () => {
    await api.create({ collection: 'posts', data: { title: 'Wave' } })
    const taken = await patch({ draftVersion: 1, slug: 'wave' })
    expect([verdict(taken), taken.body.suggestion]).toEqual(['409 slug_taken', 'wave-2'])
    const made = await api.patch('p', { draftVersion: 1, slug: null, data: { title: 'Wave' } })
    expect([made.slug, made.draftVersion]).toEqual(['wave-2', 2])
    const again = await api.patch('p', { draftVersion: 2, slug: null })
    expect([again.slug, again.draftVersion]).toEqual(['wave-2', 2])
  })

  test('may grow a draft to 2 MiB and no further', async () => {
    const half = 'x'.repeat(1024 * 1024)
    await api.patch('p', { draftVersion: 1, data: { title: half } })
    const response = await patch({ draftVersion: 2, variants: { vip: { title: half } } })
    expect(errorsOf(response)).toEqual(['data makes a draft of more than 2 MiB, overlays included'])
  })

  test('of each of 50 fields at once: every one is applied', async () => {
    const fields = Array.from({ length: 50 }, (_, index) => ({ apiName: `f${index}`, type: 'text' as const }))
    await api.space.import([{ type: 'collection', apiName: 'wide', name: 'Wide', fields }])
    await api.create({ collection: 'wide', id: 'w' })
    const send = async (field: string): Promise<number> => {
      const body = { draftVersion: 1, data: { [field]: field } }
      const { status } = await api.ask('owner', 'PATCH', '/entries/w', body)
      // On a busy machine the last of them wait too long for their turn, and are told to come again.
      return status === 503 ? send(field) : status
    }
    const statuses = await Promise.all(fields.map(({ apiName }) => send(apiName)))
    expect(statuses).toEqual(fields.map(() => 200))
    const doc = await api.get('/entries/w')
    expect(doc.data).toEqual(Object.fromEntries(fields.map(({ apiName }) => [apiName, apiName])))
    expect(doc.draftVersion).toBe(51)
    await expectInvariants(api.space)
  })
})

describe('a replacement', () => {
  test('needs the current version, unless it changes nothing', async () => {
    await api.patch('p', { draftVersion: 1, data: { score: 1 } })
    const content = { data: { title: 'New', tags: ['x'] }, variants: { vip: { title: 'V' } } }
    expect(verdict(await put({ draftVersion: 1, ...content }))).toBe('409 draft_conflict')
    const done = await put({ draftVersion: 2, ...content })
    expect(done.status).toBe(200)
    expect(done.body.doc).toMatchObject({
      slug: 'tide',
      draftVersion: 3,
      data: { title: 'New', score: null },
    })
    for (const draftVersion of [1, 2, 3, 99]) {
      const again = await put({ draftVersion, ...content })
      expect([again.status, again.body.doc.draftVersion]).toEqual([200, 3])
    }
  })

  test('with version 0 creates an entry once, and refuses other content', async () => {
    const fields = { draftVersion: 0, collection: 'posts', data: { title: 'Neu' } }
    const first = await put(fields, 'n')
    expect([first.status, first.body.doc.slug]).toEqual([201, 'neu'])
    expect((await put(fields, 'n')).status).toBe(200)
    expect(verdict(await put({ ...fields, data: { title: 'Other' } }, 'n'))).toBe('409 entry_exists')
    expect(namesOf(await put({ draftVersion: 0, data: {} }, 'm'))).toEqual(['collection'])
    expect(verdict(await put({ ...fields, draftVersion: 1 }, 'm'))).toBe('404 entry_not_found')
  })

  test('creates no entry under an id that none may have', async () => {
    const fields = { collection: 'posts', data: { title: 'Neu' } }
    for (const id of ['-n', 'a%20b', '%C3%A9', 'a%2Fb', 'a'.repeat(129), '%FF']) {
      const refused = await put({ ...fields, draftVersion: 0 }, id)
      expect([id, verdict(refused), refused.body.errors[0]]).toMatchObject([
        id,
        '400 invalid_parameters',
        { in: 'path', name: 'id' },
      ])
      expect(verdict(await put({ ...fields, draftVersion: 1 }, id))).toBe('404 entry_not_found')
    }
  })
})

test('what is served does not change by any change of drafts: bytes, ETags, revision', async () => {
  await api.patch('p', { draftVersion: 1, data: { author: { id: 'a1' } } })
  await api.publish('p')
  const serve = async () => {
    const responses = await Promise.all(
      ['/content/posts', '/content/posts/tide', '/content/posts?depth=1&variants=vip'].map(path =>
        api.space.get(path),
      ),
    )
    const bodies = await Promise.all(
      responses.map(async response => [response.headers.get('ETag'), await response.text()]),
    )
    return [bodies, await revisionOf(api.space)]
  }
  const before = await serve()
  await api.patch('p', { draftVersion: 2, slug: 'other', data: { title: 'X', author: null } })
  await api.patch('p', { draftVersion: 3, variants: { vip: { title: 'V' } } })
  await put({ draftVersion: 4, data: { title: 'Y' } })
  await api.create({ collection: 'posts', data: { title: 'Z' } })
  expect(await serve()).toEqual(before)
  expect((await api.get('/entries/p')).state).toBe('changed')
})
