// What the holder of a token sees: exactly the drafts that it names, or every draft, and nothing else.
import { describe, expect, test } from 'bun:test'
import { signIn } from '../../kit/app/signed-in.ts'
import { createNeighbour } from '../../kit/app/test-space.ts'
import { bearer, links, openLinks, readerOf, type Shown, share, verdictOf } from './link-setup.ts'

async function openShared(entries: readonly string[] = ['p1']) {
  const opened = await openLinks()
  const { token } = await share(opened.owner.send, { entries })
  return { ...opened, token, reader: readerOf(opened.space, token) }
}

describe('a shared link', () => {
  test('shows the draft that it names, without saying where it is edited', async () => {
    const { reader } = await openShared()
    const doc = await reader.entry('/pages/p1')
    expect(doc).toMatchObject({ state: 'draft', version: null, data: { title: 'draft of p1' } })
    expect(Object.keys(doc)).not.toContain('edit')
  })

  test('shows no other draft: not by its slug, in a list, in a reference at any depth, nor as a changed state', async () => {
    const { reader } = await openShared()
    for (const slug of ['author', 'other', 'nobody'])
      expect(await reader.verdict(`/content/pages/${slug}`)).toBe('404 entry_not_found')
    expect(await reader.ids('/pages')).toEqual(['p1', 'home', 'same'])
    const { data } = await reader.entry('/pages/p1?depth=3')
    const related = data.related as readonly Shown[]
    expect([data.next, related.map(({ id }) => id)]).toEqual([null, ['home', 'p1']])
    expect((related[1] as Shown).data.next).toBeNull()
    expect(await reader.entry('/pages/home')).toMatchObject({
      state: 'live',
      version: 1,
      data: { title: 'live home', next: { id: 'p1', slug: 'p1' } },
    })
    const text = JSON.stringify(await reader.list('/pages?depth=3'))
    expect(text).not.toMatch(/draft of (?!p1)|"edit"|changed|author|other/)
  })

  test('finds and counts no other draft in any query', async () => {
    const { reader } = await openShared()
    for (const [query, ids] of [
      ['filter[title][prefix]=draft', ['p1']],
      ['filter[title]=draft+of+home', []],
      ['filter[title]=live+home', ['home']],
      ['filter[id]=author', []],
      ['filter[slug][in]=author,other,p1', ['p1']],
      ['filter[next.title]=draft+of+author', []],
      ['filter[next.title]=draft+of+p1', ['home']],
      ['filter[next.next.title][exists]=true', []],
      ['filter[next]=author', []],
      ['filter[next]=other', []],
      ['filter[next][exists]=true', ['home']],
      ['filter[related]=other', []],
      ['filter[related]=home', ['p1']],
      ['not[title]=nothing', ['p1', 'home', 'same']],
      ['any[title]=draft+of+other&any[id]=home', ['home']],
      ['filter[publishedAt][exists]=false', ['p1']],
      ['sort=-title', ['same', 'home', 'p1']],
    ] as const) {
      expect([query, await reader.ids(`/pages?${query}`)]).toEqual([query, [...ids]])
    }
  })

  test('keeps showing what it names by the slug of the draft, and nothing of it once it is archived', async () => {
    const { reader, owner } = await openShared(['p1', 'home'])
    await owner.send('PATCH', '/api/v1/entries/home', { draftVersion: 1, slug: 'start' })
    expect(await reader.verdict('/content/pages/home')).toBe('404 entry_not_found')
    expect(await reader.entry('/pages/start')).toMatchObject({
      state: 'changed',
      version: 1,
      data: { title: 'draft of home', next: null },
    })
    await owner.send('POST', '/api/v1/entries/home/archive', { draftVersion: 2 })
    expect(await reader.verdict('/content/pages/start')).toBe('404 entry_not_found')
    expect(await reader.ids('/pages?filter[id]=home')).toEqual([])
    expect((await reader.entry('/pages/p1')).data.related).toHaveLength(1)
  })

  test('shows an entry by its live slug while another slug is only in its draft', async () => {
    const { reader, owner } = await openShared()
    await owner.send('PATCH', '/api/v1/entries/home', { draftVersion: 1, slug: 'moved' })
    await owner.send('PATCH', '/api/v1/entries/other', { draftVersion: 1, slug: 'home' })
    expect((await reader.entry('/pages/home')).data.title).toBe('live home')
    expect(await reader.verdict('/content/pages/moved')).toBe('404 entry_not_found')
    const [home] = (await reader.entry('/pages/p1')).data.related as readonly Shown[]
    expect(home?.slug).toBe('home')
  })

  test('responds to unknown and hidden entries with the same bytes', async () => {
    const { reader } = await openShared()
    const texts = ['author', 'nobody'].map(async slug => {
      const { requestId: _, ...body } = (await (await reader.get(`/content/pages/${slug}`)).json()) as {
        requestId: string
      }
      return JSON.stringify(body)
    })
    expect(new Set(await Promise.all(texts)).size).toBe(1)
  })

  test('of every draft shows every draft, still without saying where it is edited', async () => {
    const { space, owner } = await openLinks()
    const { token } = await share(owner.send, { all: true })
    const reader = readerOf(space, token)
    expect(await reader.ids('/pages')).toEqual(['author', 'other', 'p1', 'home', 'same'])
    const doc = await reader.entry('/pages/home')
    expect([doc.data.title, doc.state, 'edit' in doc]).toEqual(['draft of home', 'changed', false])
  })
})

test('a token of a window of its maker shows every draft, and where it is edited', async () => {
  const { space } = await openLinks()
  const member = await signIn(space, { email: 'member@example.com', role: 'member' })
  const reader = readerOf(space, (await share(member.send, { own: true })).token)
  expect(await reader.entry('/pages/p1')).toMatchObject({
    edit: 'pages/p1',
    data: { next: { id: 'author' } },
  })
})

describe('a token', () => {
  test('opens previews alone: not the content API, the management API, links or another space', async () => {
    const { space, token, owner } = await openShared()
    const own = await share(owner.send, { own: true })
    for (const [method, path] of [
      ['GET', '/api/v1/public/content/pages'],
      ['GET', '/api/v1/public/schema'],
      ['GET', '/api/v1/entries'],
      ['GET', '/api/v1/entries/p1'],
      ['PATCH', '/api/v1/entries/p1'],
      ['GET', '/api/v1/assets'],
      ['GET', '/api/v1/collections'],
    ] as const) {
      for (const credential of [token, own.token]) {
        const response = await space.request(path, { method, headers: bearer(credential) })
        expect([path, await verdictOf(response)]).toEqual([path, '401 api_key_invalid'])
      }
    }
    for (const [method, path] of [
      ['GET', links],
      ['POST', links],
      ['GET', '/api/v1/tokens/api-keys'],
    ] as const) {
      const response = await space.request(path, { method, headers: bearer(token) })
      expect([path, await verdictOf(response)]).toEqual([path, '401 session_required'])
    }
    const rival = await createNeighbour(space, 'rival', {
      records: [
        { type: 'collection', apiName: 'secrets', name: 'Secrets', fields: [] },
        { type: 'entry', collection: 'secrets', id: 'p1', liveData: {} },
      ],
    })
    const there = readerOf(rival, token)
    expect(await there.verdict('/content/secrets')).toBe('404 collection_not_found')
    const headers = { 'Frontlist-Space': 'rival' }
    const named = await there.get('/content/secrets/p1', { headers })
    expect(await verdictOf(named)).toBe('404 collection_not_found')
  })

  test('beside the cookie of a member counts alone', async () => {
    const { space, token, owner } = await openShared()
    const response = await space.request('/api/v1/preview/content/pages/author', {
      headers: { ...bearer(token), Cookie: owner.cookie },
    })
    expect(response.status).toBe(404)
    const unknown = await space.request('/api/v1/preview/content/pages/author', {
      headers: { ...bearer('flpv_x'), Cookie: owner.cookie },
    })
    expect(await verdictOf(unknown)).toBe('401 api_key_invalid')
  })

  test('has responses that no cache stores, that pages of other origins read, and that HEAD has too', async () => {
    const { space, reader } = await openShared()
    for (const path of [
      '/content/pages',
      '/content/pages/p1',
      '/content/pages/author',
      '/session',
      '/content/none',
    ]) {
      const response = await reader.get(path, {
        headers: { Origin: 'https://site.example', 'If-None-Match': '*' },
      })
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
      expect(response.headers.get('ETag')).toBeNull()
      if (response.status === 200) expect(response.headers.get('Cache-Control')).toBe('no-store')
      const head = await reader.get(path, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([response.status, ''])
    }
    const preflight = (path: string) =>
      space.request(path, { method: 'OPTIONS', headers: { Origin: 'https://site.example' } })
    expect((await preflight('/api/v1/preview/session')).headers.get('Access-Control-Allow-Origin')).toBe('*')
    for (const path of [links, `${links}/x`]) {
      const response = await preflight(path)
      expect([path, response.headers.get('Access-Control-Allow-Origin')]).toEqual([path, null])
    }
  })

  test('leaves nothing of a draft in the content API', async () => {
    const { space, reader } = await openShared()
    await reader.list('/pages?depth=3')
    const { list } = (await (await space.get('/content/pages?depth=3')).json()) as { list: readonly Shown[] }
    expect(list.map(({ id }) => id).sort()).toEqual(['home', 'same'])
    expect(JSON.stringify(list)).not.toContain('draft of')
    expect((await space.get('/content/pages/p1')).status).toBe(404)
  })
})

describe('GET /preview/session', () => {
  const session = async (space: Parameters<typeof readerOf>[0], token: string) =>
    ((await (await readerOf(space, token).get('/session')).json()) as { doc: object }).doc

  test('says what a token or a key shows, until when, and which dashboard may frame it', async () => {
    const { space, owner, token } = await openShared()
    const dashboard = 'http://localhost'
    expect(await session(space, token)).toEqual({
      ...{ kind: 'link', entries: ['p1'], all: false, dashboard },
      expiresAt: new Date(space.time.now + 24 * 60 * 60 * 1000).toISOString(),
    })
    const own = await share(owner.send, { own: true })
    expect(await session(space, own.token)).toEqual({
      ...{ kind: 'own', entries: null, all: true, dashboard },
      expiresAt: new Date(space.time.now + 60 * 60 * 1000).toISOString(),
    })
    const { key } = await space.makeKey({ scopes: ['content.preview'], expiresAt: null })
    expect(await session(space, key)).toEqual({
      ...{ kind: 'key', entries: null, all: true, expiresAt: null, dashboard },
    })
  })

  test('refuses delivery keys, and sessions', async () => {
    const { space, owner } = await openShared()
    expect(await readerOf(space, space.key).verdict('/session')).toBe('403 insufficient_scope')
    expect(await verdictOf(await owner.send('GET', '/api/v1/preview/session'))).toBe('401 api_key_missing')
  })
})
