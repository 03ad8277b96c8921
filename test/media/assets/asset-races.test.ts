// Changes of the same files at the same time: each is done wholly, one after another, and what is delivered is there.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { cleanUpFiles } from '../../../src/media/clean-up-files.ts'
import { verdict } from '../../authoring/authoring-fixture.ts'
import { longTestMs } from '../../kit/fuzz.ts'
import { type AssetsFixture, gif, openAssets } from './assets-fixture.ts'

setDefaultTimeout(longTestMs)

const rounds = 8

/** The address that delivery shows in the entry, or null. */
async function shownIn({ space }: AssetsFixture, id: string): Promise<string | null> {
  const response = await space.get(`/content/pictures/${id}`)
  const { doc } = (await response.json()) as { doc: { data: { cover: { url: string } | null } } }
  return doc.data.cover?.url ?? null
}

/** What is shown is delivered, with the bytes of its address. */
async function expectDelivered(fixture: AssetsFixture, id: string): Promise<void> {
  const url = await shownIn(fixture, id)
  if (url === null) return
  const response = await fixture.space.request(url)
  expect(response.status).toBe(200)
  const bytes = await response.bytes()
  expect(url).toContain(new Bun.CryptoHasher('sha256').update(bytes).digest('hex'))
}

test('replacements, changes and a deletion of one asset at once leave one state, which is delivered', async () => {
  const fixture = await openAssets()
  const { add, ask, replace, show } = fixture
  for (let round = 0; round < rounds; round++) {
    const id = `a${round}`
    await add(gif(`first ${round}`), `filename=a.gif&id=${id}`)
    await show(`entry-${id}`, { cover: { id } })
    const withDeletion = round % 2 === 0
    const responses = await Promise.all([
      replace('editor', id, gif(`second ${round}`)),
      ask('editor', 'PATCH', `/assets/${id}`, { alt: 'A dot' }),
      replace('owner', id, gif(`third ${round}`), 'filename=b.gif'),
      ...(withDeletion ? [ask('owner', 'DELETE', `/assets/${id}?force=1`)] : []),
      ask('owner', 'POST', `/entries/entry-${id}/publish`, { draftVersion: 1 }),
    ])
    for (const response of responses) {
      expect(verdict(response)).toBeOneOf(['200', '404 asset_not_found', '409 nothing_to_publish'])
    }
    const { status, body } = await ask('owner', 'GET', `/assets/${id}`)
    expect(status).toBe(withDeletion ? 404 : 200)
    const url = await shownIn(fixture, `entry-${id}`)
    expect(url).toBe(withDeletion ? null : body.doc.url)
    await expectDelivered(fixture, `entry-${id}`)
  }
})

test('an asset that is deleted while an entry that names it is published is nowhere, or shown and there', async () => {
  const fixture = await openAssets()
  const { add, ask, create } = fixture
  for (let round = 0; round < rounds; round++) {
    const id = `a${round}`
    const { url } = await add(gif(id), `filename=a.gif&id=${id}`)
    await create({ id: `entry-${id}`, collection: 'pictures', slug: `entry-${id}`, data: { cover: { id } } })
    const [published, deleted] = await Promise.all([
      ask('owner', 'POST', `/entries/entry-${id}/publish`, { draftVersion: 1 }),
      ask('owner', 'DELETE', `/assets/${id}${round % 2 === 0 ? '?force=1' : ''}`),
    ])
    expect(verdict(published)).toBe('200')
    // An unpublished entry that names it is a use too.
    expect(verdict(deleted)).toBe(round % 2 === 0 ? '200' : '409 asset_in_use')
    expect(await shownIn(fixture, `entry-${id}`)).toBe(deleted.status === 200 ? null : url)
    expect(await fixture.status(url)).toBe(deleted.status === 200 ? 404 : 200)
  }
})

test('uploads of the same bytes at once, beside cleaning up, are one asset whose file is there', async () => {
  const fixture = await openAssets()
  const { space, upload, ask, add, keys } = fixture
  const clock = () => space.time.now
  for (let round = 0; round < rounds; round++) {
    // Stored, and unused for long enough to be removed.
    const { id } = await add(gif(`${round}`), 'filename=a.gif')
    await ask('owner', 'DELETE', `/assets/${id}`)
    space.time.now += 25 * 60 * 60 * 1000
    const files = { ...space.files, images: null }
    const [, ...uploads] = await Promise.all([
      cleanUpFiles({ database: space.database, clock, files, spaces: [] }),
      ...['a.gif', 'b.gif', 'c.gif'].map(name => upload('WP', gif(`${round}`), `filename=${name}`)),
    ])
    const stored = uploads.filter(({ status }) => status < 300)
    for (const response of uploads)
      expect(verdict(response)).toBeOneOf(['200', '201', '503 store_unavailable'])
    expect(new Set(stored.map(({ body }) => body.doc.id)).size).toBeLessThanOrEqual(1)
    for (const { body } of stored) {
      const headers = { Authorization: `Bearer ${keys.D}` }
      const response = await space.request(`/api/v1/assets/${body.doc.id}/file`, { headers })
      expect(response.status).toBe(200)
      expect(await response.bytes()).toEqual(gif(`${round}`))
    }
  }
})
