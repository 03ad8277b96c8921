// Changes of assets, and what live content and delivery show from the next response on.
import { describe, expect, test } from 'bun:test'
import { verdict } from '../../authoring/authoring-fixture.ts'
import { type AssetsFixture, gif, openAssets } from './assets-fixture.ts'

/** What delivery serves of an entry, with its ETag. */
async function served({ space }: AssetsFixture, id: string) {
  const response = await space.get(`/content/pictures/${id}`)
  const { doc } = (await response.json()) as {
    doc: { data: { cover: Record<string, unknown> | null }; version: number }
  }
  return { ...doc.data, version: doc.version, etag: response.headers.get('ETag') }
}

async function revisionOf({ space }: AssetsFixture): Promise<number> {
  const version = await space.database.versions.of(space.space)
  return version!.revision
}

test('a change of alt text is in the next response with a new ETag, and what is so already changes nothing', async () => {
  const fixture = await openAssets()
  const { ask, add, show } = fixture
  await add(gif(), 'filename=a.gif&id=a')
  await show('one', { cover: { id: 'a' } })
  await show('own', { cover: { id: 'a', alt: 'Mine' } })
  const before = await served(fixture, 'one')
  const patch = { alt: 'A dot', focalPoint: { x: 0.129, y: 1 } }
  const { body } = await ask('editor', 'PATCH', '/assets/a', patch)
  expect(body).toMatchObject({
    rewritten: 2,
    doc: { alt: 'A dot', focalPoint: { x: 0.13, y: 1 }, live: true, uses: 2 },
  })
  const after = await served(fixture, 'one')
  expect(after).toMatchObject({
    version: before.version,
    cover: { alt: 'A dot', focalPoint: { x: 0.13, y: 1 } },
  })
  expect(after.etag).not.toBe(before.etag)
  expect((await served(fixture, 'own')).cover?.alt).toBe('Mine')
  const revision = await revisionOf(fixture)
  for (const same of [patch, {}, { alt: 'A dot' }]) {
    expect((await ask('editor', 'PATCH', '/assets/a', same)).body.rewritten).toBe(0)
  }
  expect(await revisionOf(fixture)).toBe(revision)
  const { body: activity } = await ask('owner', 'GET', '/activity')
  expect(activity.list[0]).toMatchObject({ action: 'asset.update', entry: null, detail: { asset: 'a' } })
})

test('every error of a change is named', async () => {
  const { ask, add } = await openAssets()
  await add(gif(), 'filename=a.gif&id=a')
  const errorsOf = async (change: object) => {
    const response = await ask('owner', 'PATCH', '/assets/a', change)
    expect(verdict(response)).toBe('400 invalid_body')
    return response.body.errors as object[]
  }
  const long = 'x'.repeat(501)
  expect(await errorsOf({ title: 1, alt: long, focalPoint: { x: 2, z: 0 }, name: 'b' })).toEqual([
    { in: 'body', name: 'title', message: 'must be a string or null' },
    { in: 'body', name: 'alt', message: 'must have at most 500 characters' },
    { in: 'body', name: '/focalPoint/x', message: 'must be a number from 0 to 1', max: 1 },
    { in: 'body', name: '/focalPoint/y', message: 'is required' },
    { in: 'body', name: '/focalPoint/z', message: 'is not a field of this request' },
    { in: 'body', name: 'name', message: 'is not a field of this request' },
  ])
  for (const focalPoint of [[0, 0], 'middle', 1, true]) {
    expect(await errorsOf({ focalPoint })).toMatchObject([{ name: 'focalPoint' }])
  }
  for (const x of [-0.1, '0', null, [0]]) {
    expect(await errorsOf({ focalPoint: { x, y: 0 } })).toMatchObject([{ name: '/focalPoint/x' }])
  }
  const emoji = '\u{1f600}'
  expect((await ask('owner', 'PATCH', '/assets/a', { title: emoji.repeat(500) })).status).toBe(200)
  expect(await errorsOf({ title: emoji.repeat(501) })).toMatchObject([{ name: 'title' }])
  expect(verdict(await ask('owner', 'PATCH', '/assets/b', { title: 1 }))).toBe('404 asset_not_found')
  const typed = await ask('owner', 'PATCH', '/assets/b', '{}', { 'Content-Type': 'text/plain' })
  expect(verdict(typed)).toBe('415 unsupported_media_type')
  const cleared = await ask('owner', 'PATCH', '/assets/a', { alt: '', title: null, focalPoint: null })
  expect(cleared.body.doc).toMatchObject({ alt: '', title: null, focalPoint: null })
})

test('a replaced file is shown at once, and every address that it had leads to the newest', async () => {
  const fixture = await openAssets()
  const { add, replace, show, space, status, ask } = fixture
  const { url: first } = await add(gif('1'), 'filename=a.gif&id=a')
  await show('one', { cover: { id: 'a' }, link: first })
  expect(await status(first)).toBe(200)
  const second = (await replace('owner', 'a', gif('2'))).body
  expect(second).toMatchObject({
    rewritten: 1,
    metadataRemoved: false,
    doc: { filename: 'a.gif', live: true },
  })
  const third = (await replace('owner', 'a', gif('3'), 'filename=b.gif')).body.doc.url
  expect((await served(fixture, 'one')).cover?.url).toBe(third)
  for (const former of [first, second.doc.url]) {
    const moved = await space.request(`${former}?w=640`)
    expect([moved.status, moved.headers.get('Location')]).toEqual([307, `${third}?w=640`])
    expect(Object.fromEntries(moved.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
  }
  const same = await replace('owner', 'a', gif('3'))
  expect(same.body).toMatchObject({ rewritten: 0, doc: { filename: 'b.gif' } })
  await ask('owner', 'POST', '/entries/one/unpublish', {})
  for (const path of [first, second.doc.url, third]) expect(await status(path)).toBe(404)
})

describe('an address that a replacement has left leads to the new one', () => {
  async function replaced(before: (fixture: AssetsFixture, url: string) => Promise<void>) {
    const fixture = await openAssets()
    const { url: former } = await fixture.add(gif('1'), 'filename=a.gif&id=a')
    await before(fixture, former)
    const { url } = (await fixture.replace('owner', 'a', gif('2'))).body.doc as { url: string }
    return { fixture, former, url }
  }

  test('not if it was never delivered: drafts alone have had it', async () => {
    const { fixture, former, url } = await replaced(async ({ create }) => {
      await create({ id: 'draft', collection: 'pictures', slug: 'draft', data: { cover: { id: 'a' } } })
    })
    const { publish, show, status, replace } = fixture
    await publish('draft')
    expect([await status(url), await status(former)]).toEqual([200, 404])
    const third = (await replace('owner', 'a', gif('3'))).body.doc.url
    expect([await status(third), await status(url), await status(former)]).toEqual([200, 307, 404])
    // Live text that names it needs it.
    await show('text', { link: `see ${former}` })
    expect(await status(former)).toBe(307)
  })

  test('if it was delivered once, though not when the file was replaced', async () => {
    const { fixture, former, url } = await replaced(async ({ show, ask }) => {
      await show('one', { cover: { id: 'a' } })
      await ask('owner', 'POST', '/entries/one/unpublish', {})
    })
    expect(await fixture.status(former)).toBe(404)
    await fixture.publish('one')
    expect([await fixture.status(url), await fixture.status(former)]).toEqual([200, 307])
  })

  test('if it was delivered before another address was, and left undelivered since', async () => {
    const { fixture, former } = await replaced(({ show }) => show('one', { cover: { id: 'a' } }))
    const { ask, replace, publish, status } = fixture
    await ask('owner', 'POST', '/entries/one/unpublish', {})
    await replace('owner', 'a', gif('1'))
    await replace('owner', 'a', gif('3'))
    await publish('one')
    expect(await status(former)).toBe(307)
  })
})

test('an asset in use is deleted by force alone, and is then nowhere', async () => {
  const fixture = await openAssets()
  const { add, ask, replace, show, status } = fixture
  const { url: former } = await add(gif('1'), 'filename=a.gif&id=a')
  const { url } = (await replace('owner', 'a', gif('2'))).body.doc
  await add(gif('3'), 'filename=b.gif&id=b')
  await show('one', { cover: { id: 'a' }, gallery: [{ id: 'a' }, { id: 'b' }] })
  const refused = await ask('owner', 'DELETE', '/assets/a')
  expect(verdict(refused)).toBe('409 asset_in_use')
  expect(refused.body).toMatchObject({
    uses: 1,
    usedBy: [{ id: 'one', collection: 'pictures', live: true, paths: ['/data/cover', '/data/gallery'] }],
  })
  expect(verdict(await ask('owner', 'DELETE', '/assets/a?force=true'))).toBe('400 invalid_parameters')
  const { body } = await ask('owner', 'DELETE', '/assets/a?force=1')
  expect(body).toMatchObject({ rewritten: 1, doc: { id: 'a', live: true, uses: 1 } })
  expect(await served(fixture, 'one')).toMatchObject({ cover: null, gallery: [{ id: 'b' }] })
  expect([await status(url), await status(former)]).toEqual([404, 404])
  expect(verdict(await ask('owner', 'GET', '/assets/a'))).toBe('404 asset_not_found')
  expect(verdict(await ask('owner', 'DELETE', '/assets/a'))).toBe('404 asset_not_found')
})

test('an asset that is uploaded under an id that live content names appears without publishing', async () => {
  const fixture = await openAssets()
  const { upload, show, status } = fixture
  await show('one', { cover: { id: 'later' } })
  expect((await served(fixture, 'one')).cover).toBeNull()
  expect(verdict(await upload('author', gif(), 'filename=a.gif&id=later'))).toBe('403 role_required')
  const { doc } = (await upload('editor', gif(), 'filename=a.gif&id=later')).body
  expect((await served(fixture, 'one')).cover).toMatchObject({ id: 'later', url: doc.url })
  expect(await status(doc.url)).toBe(200)
})

test('authors change what is in drafts alone: not what is live, nor what is scheduled', async () => {
  const { add, ask, create, show, replace } = await openAssets()
  const ids = ['live', 'scheduled', 'draft']
  for (const id of ids) await add(gif(id), `filename=a.gif&id=${id}`)
  await show('one', { cover: { id: 'live' } })
  await create({ id: 'two', collection: 'pictures', data: { cover: { id: 'scheduled' } } })
  const publishAt = '2027-01-01T00:00:00Z'
  expect((await ask('owner', 'PUT', '/entries/two/schedule', { draftVersion: 1, publishAt })).status).toBe(
    200,
  )
  await create({ id: 'three', collection: 'pictures', data: { cover: { id: 'draft' } } })
  const verdicts = (work: (id: string) => Promise<Parameters<typeof verdict>[0]>) =>
    Promise.all(ids.map(async id => verdict(await work(id))))
  const [no, yes] = ['403 role_required', '200']
  expect(await verdicts(id => ask('author', 'PATCH', `/assets/${id}`, { alt: 'x' }))).toEqual([no, no, yes])
  expect(await verdicts(id => replace('author', id, gif('new')))).toEqual([no, no, yes])
  expect(await verdicts(id => ask('author', 'DELETE', `/assets/${id}?force=1`))).toEqual([no, no, no])
  // By its path in a text, which leads to what the asset becomes.
  const named = await add(gif('named'), 'filename=a.gif&id=named')
  const link = `https://cdn.example.com${named.url}`
  await create({ id: 'four', collection: 'pictures', data: { link: 'x' }, variants: { vip: { link } } })
  expect((await ask('owner', 'PUT', '/entries/four/schedule', { draftVersion: 1, publishAt })).status).toBe(
    200,
  )
  await ask('owner', 'PATCH', '/entries/four', { draftVersion: 1, variants: { vip: null } })
  expect(verdict(await replace('author', 'named', gif('other')))).toBe(no)
  expect(verdict(await replace('editor', 'named', gif('other')))).toBe(yes)
  expect(verdict(await ask('author', 'PATCH', '/assets/named', { title: 'x' }))).toBe(no)
  const key = '403 insufficient_scope'
  expect(await verdicts(id => ask('W', 'PATCH', `/assets/${id}`, { alt: 'y' }))).toEqual([key, key, yes])
  expect(await verdicts(id => ask('WP', 'PATCH', `/assets/${id}`, { alt: 'y' }))).toEqual([yes, yes, yes])
})
