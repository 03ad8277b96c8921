// Making, listing and revoking the tokens of previews: who may, within which limits, and what of it is told to whom.
import { describe, expect, test } from 'bun:test'
import { query } from '../../../src/database/database.ts'
import { signIn } from '../../kit/app/signed-in.ts'
import { createNeighbour } from '../../kit/app/test-space.ts'
import { longTestMs } from '../../kit/fuzz.ts'
import { type LinkDocument, links, type NewLink, openLinks, share, verdictOf } from './link-setup.ts'

const editor = { email: 'editor@example.com', role: 'editor' } as const
const author = { email: 'author@example.com', role: 'author' } as const
const member = { email: 'member@example.com', role: 'member' } as const

test('a link is made by those who may write, one of every draft by owners and admins, an own one by all', async () => {
  const { space, owner } = await openLinks()
  const people = { owner, ...{ editor: await signIn(space, editor), member: await signIn(space, member) } }
  const verdicts = async (body: object) => {
    const all = Object.values(people).map(async ({ send }) => verdictOf(await send('POST', links, body)))
    return Promise.all(all)
  }
  expect(await verdicts({ entries: ['p1'] })).toEqual(['201', '201', '403 role_required'])
  expect(await verdicts({ all: true })).toEqual(['201', '403 role_required', '403 role_required'])
  expect(await verdicts({ own: true })).toEqual(['201', '201', '201'])
})

test('a link has 1 to 50 entries of the space, and lasts five minutes to a week', async () => {
  const { space, owner } = await openLinks()
  await createNeighbour(space, 'rival', {
    records: [
      { type: 'collection', apiName: 'pages', name: 'Pages', fields: [] },
      { type: 'entry', collection: 'pages', id: 'theirs', data: {} },
    ],
  })
  await owner.send('POST', '/api/v1/entries/author/archive', { draftVersion: 1 })
  for (const body of [
    {},
    { entries: [] },
    { entries: Array.from({ length: 51 }, (_, at) => `e${at}`) },
    { entries: ['p1'], all: true },
    { all: true, own: true },
    { all: false },
    { entries: ['p1'], expiresInSeconds: 604_801 },
    { entries: ['p1'], expiresInSeconds: 299 },
    { entries: ['p1'], expiresInSeconds: 300.5 },
    { entries: ['p1'], label: ' ' },
    { entries: ['p1'], label: 'x'.repeat(101) },
    { own: true, expiresInSeconds: 604_800 },
    { own: true, label: 'mine' },
    { entries: ['nobody'] },
    { entries: ['theirs'] },
    { entries: ['author'] },
    { entries: ['p1'], entry: 'p1' },
  ]) {
    const response = await owner.send('POST', links, body)
    expect([body, await verdictOf(response)]).toEqual([body, '400 invalid_body'])
  }
  const { doc } = await share(owner.send, { entries: ['p1', 'home', 'p1'], expiresInSeconds: 604_800 })
  expect(doc).toMatchObject({
    entries: ['p1', 'home'],
    status: 'active',
    expiresAt: new Date(space.time.now + 604_800_000).toISOString(),
  })
})

test('the token has the checksum of API keys, and is stored as a hash and shown once', async () => {
  const { space, owner } = await openLinks()
  const response = await owner.send('POST', links, { entries: ['p1'], label: 'For Ada' })
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  const { token } = (await response.json()) as { token: string }
  expect(token).toMatch(/^flpv_[0-9A-Za-z]{38}$/)
  const rows = await space.everything.all(query.selectFrom('preview_link').selectAll())
  expect(JSON.stringify(rows)).not.toContain(token.slice(5))
  expect(rows).toMatchObject([{ hash: new Bun.CryptoHasher('sha256').update(token).digest('hex') }])
  for (const path of [links, '/api/v1/activity'])
    expect(await (await owner.send('GET', path)).text()).not.toMatch(/flpv_|[0-9a-f]{64}/)
})

test('the list has the shared links of the space, newest first, and those of windows in no list', async () => {
  const { space, owner } = await openLinks()
  const neighbour = await createNeighbour(space, 'rival')
  const rival = await signIn(neighbour, { email: 'rival@example.com' })
  await share(rival.send, { all: true })
  const first = await share(owner.send, { entries: ['p1'], label: 'For Ada' })
  space.time.now += 1000
  await share(owner.send, { own: true })
  const second = await share(owner.send, { all: true })
  const list = async () => {
    const body = (await (await owner.send('GET', links)).json()) as { list: LinkDocument[]; count: number }
    return { ...body, list: body.list.map(({ id, status }) => [id, status]) }
  }
  expect(await list()).toMatchObject({
    list: [
      [second.doc.id, 'active'],
      [first.doc.id, 'active'],
    ],
    count: 2,
  })
  expect((await owner.send('DELETE', `${links}/${first.doc.id}`)).status).toBe(200)
  space.time.now += 24 * 60 * 60 * 1000
  expect((await list()).list).toEqual([
    [second.doc.id, 'expired'],
    [first.doc.id, 'revoked'],
  ])
  const reader = await signIn(space, member)
  expect(await verdictOf(await reader.send('GET', links))).toBe('403 role_required')
})

test('a link is revoked by its maker, owners and admins, and nobody learns of those of other spaces', async () => {
  const { space, owner } = await openLinks()
  const [maker, other] = [await signIn(space, author), await signIn(space, editor)]
  const made = await share(maker.send, { entries: ['p1'] })
  const own = await share(owner.send, { own: true })
  const rival = await signIn(await createNeighbour(space, 'rival'), { email: 'rival@example.com' })
  const revoke = async ({ send }: typeof owner, id: string) =>
    verdictOf(await send('DELETE', `${links}/${id}`))
  expect(await revoke(other, made.doc.id)).toBe('403 role_required')
  for (const id of ['nothing', own.doc.id]) expect(await revoke(owner, id)).toBe('404 preview_link_not_found')
  expect(await revoke(rival, made.doc.id)).toBe('404 preview_link_not_found')
  expect(await revoke(maker, made.doc.id)).toBe('200')
  expect(await revoke(owner, made.doc.id)).toBe('200')
})

test('sharing and revoking are activity that those who may share see, and windows are not', async () => {
  const { space, owner } = await openLinks()
  const { doc } = await share(owner.send, { entries: ['p1'], label: 'For Ada' })
  await share(owner.send, { own: true })
  for (let time = 0; time < 2; time++) await owner.send('DELETE', `${links}/${doc.id}`)
  const actions = async ({ send }: typeof owner) => {
    const response = await send('GET', '/api/v1/activity?kind=preview')
    const { list } = (await response.json()) as { list: { action: string; detail: object }[] }
    return list.map(({ action, detail }) => [action, detail])
  }
  const detail = { link: doc.id, name: 'For Ada', entries: ['p1'] }
  const expected = [
    ['preview.revoke', detail],
    ['preview.share', detail],
  ]
  expect(await actions(owner)).toEqual(expected as never)
  expect(await actions(await signIn(space, author))).toEqual(expected as never)
  expect(await actions(await signIn(space, member))).toEqual([])
})

test('the link leads to the page of its first entry on the first site of the space, or nowhere', async () => {
  const { owner } = await openLinks()
  const urlOf = async (body: object) => {
    const { token, url } = (await share(owner.send, body)) as NewLink & { url: string | null }
    return url?.replaceAll(token, 'TOKEN') ?? null
  }
  const change = async (previewUrl: string | null, modelVersion: number) => {
    const operations = [{ op: 'set', properties: { previewUrl } }]
    const changed = await owner.send('POST', '/api/v1/collections/pages/changes', {
      modelVersion,
      operations,
    })
    expect(changed.status).toBe(200)
  }
  expect(await urlOf({ entries: ['p1'] })).toBeNull()
  const previewSites = [
    { name: 'Staging', url: 'https://staging.example.org' },
    { name: 'Production', url: 'https://www.example.org' },
  ]
  expect((await owner.send('PATCH', '/api/dashboard/spaces/main', { previewSites })).status).toBe(200)
  expect(await urlOf({ entries: ['p1', 'home'] })).toBe(
    'https://staging.example.org/api/preview?token=TOKEN&collection=pages&id=p1&slug=p1&variants=',
  )
  for (const body of [{ all: true }, { own: true }]) expect(await urlOf(body)).toBeNull()
  await change('https://www.example.org/draft/{slug}?t={token}', 1)
  expect(await urlOf({ entries: ['home', 'p1'] })).toBe('https://www.example.org/draft/home?t=TOKEN')
  await change(null, 2)
  expect(await urlOf({ entries: ['p1'] })).toBeNull()
})

describe('beyond the maximum', () => {
  test(
    'of active tokens none is made, and the error says how to make room',
    async () => {
      const { space, owner } = await openLinks()
      for (let made = 0; made < 100; made++) await share(owner.send, { own: true })
      const response = await owner.send('POST', links, { own: true })
      expect(await response.json()).toMatchObject({
        ...{ status: 409, code: 'too_many_preview_links' },
        detail:
          'Your session has 100 active previews of its own, which is the maximum. Each ends after an hour, and all of them when you sign out.',
      })
      await share(owner.send, { entries: ['p1'] })
      space.time.now += 60 * 60 * 1000
      await share(owner.send, { own: true })
    },
    longTestMs,
  )

  test('of shared links, revoking one makes room', async () => {
    const { space, owner } = await openLinks()
    const { doc } = await share(owner.send, { entries: ['p1'] })
    const [row] = await space.everything.all(query.selectFrom('preview_link').selectAll())
    const rows = Array.from({ length: 999 }, (_, at) => ({ ...row!, id: `l${at}`, hash: `h${at}` }))
    for (let from = 0; from < rows.length; from += 50) {
      const some = rows.slice(from, from + 50)
      await space.database.transaction(writes => writes.insertInto('preview_link').values(some).execute())
    }
    const response = await owner.send('POST', links, { entries: ['p1'] })
    expect(await response.json()).toMatchObject({
      ...{ status: 409, code: 'too_many_preview_links' },
      detail:
        'The space has 1,000 active links to previews, which is the maximum. Revoke some: DELETE /api/v1/preview/links/{id}.',
    })
    await owner.send('DELETE', `${links}/${doc.id}`)
    await share(owner.send, { entries: ['p1'] })
  })
})
