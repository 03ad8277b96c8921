// Pictures that browsers show and that are hard to make into others: odd and cut JPEGs, animated ones, broken ones. What
// is uploaded goes to a server that makes images.
import { expect, test } from 'bun:test'
import sharp from 'sharp'
import { photo } from '../images/pictures.ts'
import { animatedPng, avifSequence, frames, withOddScanHeader } from '../images/sequences.ts'
import { type ImagesFixture, openImages } from './images-fixture.ts'

interface Uploaded {
  readonly status: number
  readonly body: {
    readonly doc: {
      readonly url: string
      readonly thumbhash: string | null
      readonly animated: boolean
      readonly unreadable: boolean
    }
    readonly warnings: readonly { readonly code: string; readonly message: string }[]
  }
}

async function openUploads() {
  const fixture = await openImages()
  const { key } = await fixture.space.makeKey({ scopes: ['content.write', 'content.publish'] })
  const send = async (method: string, path: string, bytes: Uint8Array): Promise<Uploaded> => {
    const init = { method, body: new Uint8Array(bytes) }
    const response = await fixture.getFile(`/api/v1/assets${path}`, { Authorization: `Bearer ${key}` }, init)
    return { status: response.status, body: (await response.json()) as Uploaded['body'] }
  }
  /** What the upload says; a published entry shows the picture. */
  const publish = async (name: string, bytes: Uint8Array) => {
    const uploaded = await send('POST', `?filename=${name}&id=${name}`, bytes)
    expect([name, uploaded.status]).toEqual([name, 201])
    await fixture.show(`entry-${name}`, { cover: { id: name } })
    return uploaded.body
  }
  return { ...fixture, send, publish }
}

/** What a request gets, compared with the file itself. */
async function look(
  { getFile }: Pick<ImagesFixture, 'getFile'>,
  url: string,
  search: string,
  bytes: Uint8Array,
  accept = '',
) {
  const response = await getFile(`${url}?${search}`, accept === '' ? {} : { Accept: accept })
  const body = await response.bytes()
  if (Buffer.compare(body, bytes) === 0) return { status: response.status, served: 'itself' }
  const { pages = 1, width } = await sharp(body).metadata()
  return { status: response.status, type: response.headers.get('Content-Type'), width, frames: pages }
}

test('a JPEG that browsers show is made into others: with an odd scan header, without its last two bytes, without its second half', async () => {
  const fixture = await openUploads()
  const whole = await (await photo(400, 300)).jpeg().toBuffer()
  const progressive = await (await photo(400, 300)).jpeg({ progressive: true }).toBuffer()
  const files = {
    'odd.jpg': withOddScanHeader(whole),
    'cut.jpg': whole.subarray(0, -2),
    'half.jpg': whole.subarray(0, whole.length / 2),
    'cut-progressive.jpg': progressive.subarray(0, -2),
    'odd-and-cut.jpg': withOddScanHeader(whole).subarray(0, -2),
  }
  for (const [name, bytes] of Object.entries(files)) {
    const { doc, warnings } = await fixture.publish(name, bytes)
    expect([name, doc.unreadable, warnings, doc.thumbhash]).toEqual([name, false, [], expect.any(String)])
    for (const search of ['w=128', 'w=128&ar=1:1&fm=webp', 'fm=png'])
      expect([name, search, await look(fixture, doc.url, search, bytes)]).toMatchObject([
        ...[name, search],
        { status: 200, width: search === 'fm=png' ? 400 : 128 },
      ])
  }
})

test('a picture that cannot be decoded is stored with a warning, and every size of it is the file itself until it is replaced', async () => {
  const fixture = await openUploads()
  const whole = await (await photo(400, 300)).webp().toBuffer()
  const broken = whole.subarray(0, whole.length / 2)
  const { doc, warnings } = await fixture.publish('broken.webp', broken)
  expect(doc).toMatchObject({ unreadable: true, thumbhash: null })
  expect(warnings).toEqual([
    { code: 'image_unreadable', message: expect.stringContaining('cannot be decoded') },
  ])
  for (const search of ['w=128', 'ar=1:1', 'fm=auto', 'fm=avif&q=50&w=64'])
    expect(await look(fixture, doc.url, search, broken)).toEqual({ status: 200, served: 'itself' })
  expect((await fixture.getFile(`${doc.url}?w=127`)).status).toBe(400)
  const again = await fixture.send('POST', '?filename=again.webp', broken)
  expect([again.status, again.body.warnings.length]).toEqual([200, 1])
  const replaced = await fixture.send('PUT', '/broken.webp/file', whole)
  expect(replaced.body).toMatchObject({ doc: { unreadable: false }, warnings: [] })
  expect(await look(fixture, replaced.body.doc.url, 'w=128', broken)).toMatchObject({ width: 128 })
})

test('an animated GIF or WebP keeps its frames by width, quality, WebP and the automatic format, and is its first frame where it is cut or asked for as a still picture', async () => {
  const fixture = await openUploads()
  const files = {
    'a.gif': await frames(3, 200, 100)
      .gif({ delay: [100, 50, 200], loop: 2 })
      .toBuffer(),
    'a.webp': await frames(3, 200, 100)
      .webp({ delay: [100, 50, 200], loop: 2 })
      .toBuffer(),
  }
  const webp = 'image/webp,*/*'
  for (const [name, bytes] of Object.entries(files)) {
    const { doc } = await fixture.publish(name, bytes)
    expect([name, doc.animated, doc.unreadable]).toEqual([name, true, false])
    for (const search of ['w=64', 'w=64&fm=auto', 'w=64&fm=webp', 'w=64&q=50', 'w=64&fp=0.1,0.2'])
      expect([name, search, await look(fixture, doc.url, search, bytes, webp)]).toEqual([
        ...[name, search],
        { status: 200, type: 'image/webp', width: 64, frames: 3 },
      ])
    const made = await (await fixture.getFile(`${doc.url}?w=64`)).bytes()
    expect(await sharp(made).metadata()).toMatchObject({ delay: [100, 50, 200], loop: 2 })
    for (const search of [
      'w=64&ar=1:1',
      'w=64&fm=jpeg',
      'w=64&fm=png',
      'w=64&fm=avif',
      'w=64&ar=1:1&fm=webp',
    ])
      expect([name, search, await look(fixture, doc.url, search, bytes, webp)]).toMatchObject([
        ...[name, search],
        { status: 200, width: 64, frames: 1 },
      ])
  }
  const gifUrl = (await fixture.ask('owner', 'GET', '/assets/a.gif')).body.doc.url
  const automatic = await fixture.getFile(`${gifUrl}?w=64&fm=auto`, { Accept: '*/*' })
  expect([automatic.headers.get('Content-Type'), automatic.headers.get('Vary')]).toEqual([
    'image/gif',
    'Accept',
  ])
})

test('an animated picture of more than 300 frames is served itself, and its first frame is made where that is asked for', async () => {
  const fixture = await openUploads()
  const many = await frames(301, 20, 10).gif({ effort: 1 }).toBuffer()
  const { doc } = await fixture.publish('many.gif', many)
  for (const search of ['w=16', 'w=16&fm=auto', 'fm=webp', 'q=50'])
    expect([search, await look(fixture, doc.url, search, many, 'image/webp')]).toEqual([
      search,
      { status: 200, served: 'itself' },
    ])
  expect(await look(fixture, doc.url, 'w=16&ar=16:9', many)).toMatchObject({ width: 16, frames: 1 })
})

test('an animated PNG is served itself, and its first frame is made where that is asked for; an animated AVIF is always served itself', async () => {
  const fixture = await openUploads()
  const png = animatedPng(60, 40)
  const avif = await avifSequence(5, 64, 64)
  const ofPng = await fixture.publish('a.png', png)
  const ofAvif = await fixture.publish('a.avif', avif)
  expect([ofPng.doc, ofAvif.doc]).toMatchObject(Array(2).fill({ animated: true, unreadable: false }))
  expect([ofPng.warnings, ofAvif.warnings]).toEqual([[], []])
  for (const search of ['w=32', 'w=32&fm=auto', 'w=32&fm=webp'])
    expect([search, await look(fixture, ofPng.doc.url, search, png, 'image/avif,image/webp')]).toEqual([
      search,
      { status: 200, served: 'itself' },
    ])
  for (const search of ['w=32&ar=1:1', 'w=32&fm=jpeg', 'fm=png'])
    expect([search, (await look(fixture, ofPng.doc.url, search, png)).frames]).toEqual([search, 1])
  for (const search of ['w=32', 'w=32&ar=1:1', 'fm=jpeg', 'w=32&fm=auto'])
    expect([search, await look(fixture, ofAvif.doc.url, search, avif, 'image/webp')]).toEqual([
      search,
      { status: 200, served: 'itself' },
    ])
})

test('a still picture in a format that knows animation is not animated', async () => {
  const fixture = await openUploads()
  const still = frames(1, 40, 20)
  const files = {
    'a.gif': await still.clone().gif().toBuffer(),
    'a.webp': await still.clone().webp().toBuffer(),
    'a.png': await still.clone().png().toBuffer(),
    'a.avif': await still.clone().avif().toBuffer(),
  }
  for (const [name, bytes] of Object.entries(files)) {
    const { doc } = await fixture.publish(name, bytes)
    expect([name, doc.animated, doc.unreadable, doc.thumbhash]).toEqual([
      name,
      false,
      false,
      expect.any(String),
    ])
  }
})
