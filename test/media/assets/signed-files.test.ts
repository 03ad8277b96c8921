// Files that only drafts show: a preview gives each an address that delivers it for one or two hours, to nobody else.
import { describe, expect, test } from 'bun:test'
import { createFileSignatures } from '../../../src/access/file-signatures.ts'
import { testSecret } from '../../kit/app/serve-with.ts'
import { createNeighbour } from '../../kit/app/test-space.ts'
import { longTestMs } from '../../kit/fuzz.ts'
import { gif, openAssets } from './assets-fixture.ts'
import { openImages, photoBytes } from './images-fixture.ts'

const hourMs = 60 * 60 * 1000

/** An entry `draft` that shows the asset `hidden`, and a live one whose asset is `public`. */
async function openDraft() {
  const fixture = await openAssets()
  const { add, show, create, space } = fixture
  space.time.now = Math.ceil(space.time.now / hourMs) * hourMs
  const hidden = await add(gif('hidden'), 'filename=a%20b.gif&id=hidden')
  const shown = await add(gif('public'), 'filename=c.gif&id=public')
  await show('live', { cover: { id: 'public' } })
  await create({ id: 'draft', collection: 'pictures', slug: 'draft', data: { cover: { id: 'hidden' } } })
  const { key } = await space.makeKey({ scopes: ['content.preview'], expiresAt: null })
  const coverOf = async (slug: string) => {
    const headers = { Authorization: `Bearer ${key}` }
    const response = await space.request(`/api/v1/preview/content/pictures/${slug}`, { headers })
    const { doc } = (await response.json()) as { doc: { data: { cover: { url: string } } } }
    return doc.data.cover.url
  }
  return { ...fixture, hidden, shown, coverOf }
}

describe('the file of a draft', () => {
  test('has an address in a preview that delivers it without a key, and no other is added', async () => {
    const { space, hidden, shown, coverOf } = await openDraft()
    const url = await coverOf('draft')
    expect(url).toMatch(
      new RegExp(`^/assets/${space.space}~\\d{10}~[\\w-]{43}/${hidden.sha256}/a%20b\\.gif$`),
    )
    const response = await space.request(url)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/gif'])
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(gif('hidden'))
    expect(response.headers.get('Cache-Control')).toBe('private, max-age=300')
    const etag = { 'If-None-Match': response.headers.get('ETag')! }
    const unchanged = await space.request(url, { headers: etag })
    expect([unchanged.status, unchanged.headers.get('Cache-Control')]).toEqual([304, 'private, max-age=300'])
    const part = await space.request(url, { headers: { Range: 'bytes=0-2' } })
    expect([part.status, await part.text()]).toEqual([206, 'GIF'])
    expect((await space.request(hidden.url)).status).toBe(404)
    expect(await coverOf('live')).toBe(shown.url)
  })

  test('keeps its address for an hour, which is valid for one to two hours', async () => {
    const { space, coverOf, status } = await openDraft()
    const url = await coverOf('draft')
    space.time.now += hourMs - 1
    expect(await coverOf('draft')).toBe(url)
    space.time.now += 1
    expect(await coverOf('draft')).not.toBe(url)
    space.time.now += hourMs - 1
    expect(await status(url)).toBe(200)
    space.time.now += 1
    expect(await status(url)).toBe(404)
  })

  test('is at no address that is altered, and each gets the 404 of a missing file', async () => {
    const { space, hidden, shown, coverOf } = await openDraft()
    const rival = await createNeighbour(space, 'elsewhere')
    const url = await coverOf('draft')
    const [, , segment = '', hash = '', name = ''] = url.split('/')
    const [id = '', expiry = '', signature = ''] = segment.split('~')
    const other = signature.startsWith('A') ? 'B' : 'A'
    const foreign = createFileSignatures('another secret')
    const file = { space: space.space, sha256: hidden.sha256, filename: 'a b.gif' }
    const ofUnknown = { ...file, sha256: 'f'.repeat(64) }
    const own = createFileSignatures(testSecret)
    const at = (...parts: readonly string[]) => `/assets/${parts.join('/')}`
    const paths = [
      at(`${id}~${expiry}~${other}${signature.slice(1)}`, hash, name),
      at(`${id}~${Number(expiry) + 3600}~${signature}`, hash, name),
      at(`${rival.space}~${expiry}~${signature}`, hash, name),
      at(segment, shown.sha256, name),
      at(segment, hash, 'c.gif'),
      at(segment, hash, 'a%20b.html'),
      at(`${id}~${expiry}`, hash, name),
      at(`${id}~~`, hash, name),
      at(`${id}~${expiry}~`, hash, name),
      at(`${segment}~`, hash, name),
      at(`~${expiry}~${signature}`, hash, name),
      at(foreign.sign(file, space.time.now), hash, name),
      at(own.sign(ofUnknown, space.time.now), ofUnknown.sha256, name),
      at(own.sign({ ...file, space: rival.space }, space.time.now), hash, name),
      at('nothing', hash, name),
    ]
    const bodies = new Set<string>()
    for (const path of paths) {
      const response = await space.request(path)
      expect([path, response.status, response.headers.get('Cache-Control')]).toEqual([path, 404, 'no-store'])
      const { requestId: _, ...body } = (await response.json()) as { requestId: string }
      bodies.add(JSON.stringify(body))
    }
    expect(bodies.size).toBe(1)
    expect((await space.request(at(segment.replaceAll('~', '%7E'), hash, name))).status).toBe(200)
  })

  test('is gone with its asset, and has its public address once it is live', async () => {
    const { space, hidden, coverOf, publish, status, ask } = await openDraft()
    const url = await coverOf('draft')
    await publish('draft')
    expect(await coverOf('draft')).toBe(hidden.url)
    expect(await status(url)).toBe(200)
    expect((await ask('owner', 'DELETE', '/assets/hidden?force=1')).status).toBe(200)
    expect(await status(url)).toBe(404)
    expect(space.files.maxAgeSeconds).toBeGreaterThan(300)
  })

  test(
    'is resized by the parameters of public files, with the same limits',
    async () => {
      const { add, create, getFile, space } = await openImages()
      await add(await photoBytes(), 'filename=photo.jpg&id=photo')
      await create({ id: 'draft', collection: 'pictures', slug: 'draft', data: { cover: { id: 'photo' } } })
      const { key } = await space.makeKey({ scopes: ['content.preview'], expiresAt: null })
      const headers = { Authorization: `Bearer ${key}` }
      const preview = await space.request('/api/v1/preview/content/pictures/draft', { headers })
      const { doc } = (await preview.json()) as { doc: { data: { cover: { url: string } } } }
      const { url } = doc.data.cover
      const made = await getFile(`${url}?w=96&fm=webp`)
      expect([made.status, made.headers.get('Content-Type'), made.headers.get('Cache-Control')]).toEqual([
        200,
        'image/webp',
        'private, max-age=300',
      ])
      expect((await getFile(`${url}?w=97`)).status).toBe(400)
      expect((await getFile(`${url.replace(/~[\w-]{43}\//, `~${'A'.repeat(43)}/`)}?w=96`)).status).toBe(404)
    },
    longTestMs,
  )
})
