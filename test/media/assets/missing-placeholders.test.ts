// Placeholders that an upload did not make are made by the daily cleaning up.
import { expect, test } from 'bun:test'
import { cleanUpFiles } from '../../../src/media/clean-up-files.ts'
import { photo, quarters } from '../images/pictures.ts'
import { bytesOf, type ImagesFixture, openImages, photoBytes, publishImage } from './images-fixture.ts'

function cleanUp({ space, images }: ImagesFixture, isDryRun = false) {
  return cleanUpFiles({
    database: space.database,
    clock: () => space.time.now,
    files: { ...space.files, images },
    spaces: [{ id: space.space }],
    isDryRun,
  })
}

test('cleaning up makes the placeholders that are missing, and live content has them in the next response', async () => {
  const fixture = await openImages()
  const { ask, space } = fixture
  // The server of the uploads makes none.
  await publishImage(fixture, 'live.jpg', await photoBytes())
  await fixture.add(await bytesOf(quarters(40, 20).png().toBuffer()), 'filename=draft.png&id=draft')
  const broken = await bytesOf((await photo(90, 60)).webp().toBuffer())
  await publishImage(fixture, 'broken.webp', broken.slice(0, broken.length / 2))
  await publishImage(fixture, 'text.txt', new Uint8Array(Buffer.from('no picture')))
  const hashOf = async (id: string) => (await ask('owner', 'GET', `/assets/${id}`)).body.doc.thumbhash
  const { key } = await space.makeKey({ scopes: ['content.read'] })
  const served = async () => {
    const response = await space.request('/api/v1/public/content/pictures/entry-live.jpg', {
      headers: { Authorization: `Bearer ${key}` },
    })
    const { doc } = (await response.json()) as { doc: { data: { cover: { thumbhash: string | null } } } }
    return { etag: response.headers.get('ETag'), thumbhash: doc.data.cover.thumbhash }
  }
  const before = await served()
  expect([await hashOf('live.jpg'), before.thumbhash]).toEqual([null, null])
  await cleanUp(fixture, true)
  expect(await hashOf('live.jpg')).toBeNull()

  await cleanUp(fixture)
  const thumbhash = await hashOf('live.jpg')
  expect(thumbhash).toMatch(/^[A-Za-z0-9+/]{24,}={0,2}$/)
  expect(await hashOf('draft')).toMatch(/^[A-Za-z0-9+/]{24,}={0,2}$/)
  expect([await hashOf('broken.webp'), await hashOf('text.txt')]).toEqual([null, null])
  const after = await served()
  expect(after.thumbhash).toBe(thumbhash)
  expect(after.etag).not.toBe(before.etag)
  const { body } = await ask('owner', 'GET', '/entries/entry-live.jpg')
  expect(body.doc).toMatchObject({ draftVersion: 1 })

  await cleanUp(fixture)
  expect((await served()).etag).toBe(after.etag)
})

test('cleaning up finds out which pictures cannot be decoded, and their delivery follows at once', async () => {
  const fixture = await openImages()
  const { ask, getFile } = fixture
  const whole = await bytesOf((await photo(90, 60)).webp().toBuffer())
  const broken = whole.slice(0, whole.length / 2)
  const path = await publishImage(fixture, 'broken.webp', broken)
  const isUnreadable = async () => (await ask('owner', 'GET', '/assets/broken.webp')).body.doc.unreadable
  expect(await isUnreadable()).toBe(false)
  expect((await getFile(`${path}?w=48`)).status).toBe(422)
  await cleanUp(fixture)
  expect(await isUnreadable()).toBe(true)
  expect(await (await getFile(`${path}?w=48`)).bytes()).toEqual(broken)
})
