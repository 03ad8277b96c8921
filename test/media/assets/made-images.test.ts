// Images that are made of published files, over HTTP: parameters, formats, and pictures that are built to be expensive.
import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { verdict } from '../../authoring/authoring-fixture.ts'
import { hugePng, quarters } from '../images/pictures.ts'
import { frames } from '../images/sequences.ts'
import { bytesOf, openImages, photoBytes, publishImage } from './images-fixture.ts'

test('an image has the width, ratio, format and quality that its address asks for, and is never larger than its source', async () => {
  const fixture = await openImages()
  const url = await publishImage(fixture, 'photo.jpg', await photoBytes())
  const sizes = new Map<string, number>()
  const cases: readonly (readonly [search: string, type: string, width: number, height: number])[] = [
    ['w=640', 'jpeg', 640, 427],
    ['w=640&ar=1:1', 'jpeg', 600, 600],
    ['w=256&ar=16:9', 'jpeg', 256, 144],
    ['w=3840', 'jpeg', 900, 600],
    ['w=3840&ar=9:16', 'jpeg', 338, 600],
    ...['png', 'webp', 'avif'].map(type => [`w=128&fm=${type}`, type, 128, 85] as const),
    ...[50, 75, 90].map(quality => [`w=384&q=${quality}`, 'jpeg', 384, 256] as const),
  ]
  for (const [search, type, width, height] of cases) {
    const response = await fixture.getFile(`${url}?${search}`)
    const bytes = await response.bytes()
    const metadata = await sharp(bytes).metadata()
    expect([search, response.status, response.headers.get('Content-Type')]).toEqual([
      ...[search, 200],
      `image/${type}`,
    ])
    expect([search, metadata.width, metadata.height]).toEqual([search, width, height])
    expect(response.headers.get('Content-Disposition')).toEndWith(`photo.${type === 'jpeg' ? 'jpg' : type}`)
    expect(response.headers.get('Content-Security-Policy')).toEndWith('; sandbox')
    sizes.set(search, bytes.length)
  }
  expect(sizes.get('w=384&q=50')!).toBeLessThan(sizes.get('w=384&q=75')!)
  expect(sizes.get('w=384&q=75')!).toBeLessThan(sizes.get('w=384&q=90')!)
})

test('a GIF whose first frame is larger than its screen has the size of the frame, and is made smaller', async () => {
  const fixture = await openImages()
  const gif = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
    .gif()
    .toBuffer()
  for (const at of [6, 8]) gif.writeUInt16LE(10, at)
  const url = await publishImage(fixture, 'frame.gif', await bytesOf(gif))
  const { doc } = (await fixture.ask('owner', 'GET', '/assets/frame.gif')).body
  const made = await sharp(await (await fixture.getFile(`${url}?w=16`)).bytes()).metadata()
  expect([doc.width, doc.height, made.width, made.height]).toEqual([40, 40, 16, 16])
})

test('an image that is not whole is stored, and made into others as far as it can be read', async () => {
  const fixture = await openImages()
  const pixels = Uint8Array.from({ length: 90_000 }, (_, at) => (at * at * 7919 + (at >> 3)) & 255)
  const noise = () => sharp(pixels, { raw: { width: 200, height: 150, channels: 3 } })
  const half = (bytes: Buffer) => bytesOf(bytes.subarray(0, bytes.length / 2))
  const webp = await noise().webp().toBuffer()
  const longer = Buffer.from(webp)
  longer.writeUInt32LE(webp.length + 92, 4)
  const files = {
    'half.png': await half(await noise().png().toBuffer()),
    'half.webp': await half(webp),
    'longer.webp': await bytesOf(longer),
    'half.jpg': await half(await noise().jpeg().toBuffer()),
  }
  for (const [name, bytes] of Object.entries(files)) {
    const url = await publishImage(fixture, name, bytes)
    const { status } = await fixture.getFile(`${url}?w=96`)
    // This server does not try them at their upload, or would serve the file itself.
    expect([name, status]).toEqual([name, name === 'half.webp' ? 422 : 200])
    expect([name, (await fixture.getFile(url)).status]).toEqual([name, 200])
  }
})

const bad: readonly (readonly [search: string, name: string])[] = [
  ...['801', '0800', '-1', '', '8e2', '800%00', '%D9%A8', '800&w=800', '800&%77=640'].map(
    value => [`w=${value}`, 'w'] as const,
  ),
  ...['76', '75.0', '0'].map(value => [`q=${value}`, 'q'] as const),
  ...['5:4', '1', '1:1:1', 'constructor'].map(value => [`ar=${value}`, 'ar'] as const),
  ...['tiff', 'svg', 'JPEG', '__proto__'].map(value => [`fm=${value}`, 'fm'] as const),
  ...['0.505,0', '2,0', 'NaN,0', '1e-1,0', '0', '-0.1,0', '0,0,0', '0x1,0'].map(
    value => [`fp=${value}`, 'fp'] as const,
  ),
]

test('a parameter that is not accepted is a 400 that names it, and makes no image', async () => {
  const fixture = await openImages()
  const url = await publishImage(fixture, 'photo.jpg', await photoBytes())
  for (const [search, name] of bad) {
    const response = await fixture.getFile(`${url}?${search}`)
    const { errors, code } = (await response.json()) as { code: string; errors: { name: string }[] }
    expect([search, response.status, code, errors.map(error => error.name)]).toEqual([
      ...[search, 400, 'invalid_parameters'],
      [name],
    ])
  }
  const all = (await (await fixture.getFile(`${url}?w=801&ar=5:4&fp=2,0&fm=tiff&q=76`)).json()) as {
    errors: { name: string; allowed?: unknown[]; didYouMean?: unknown }[]
  }
  expect(all.errors.map(({ name }) => name)).toEqual(['w', 'ar', 'fp', 'fm', 'q'])
  expect(all.errors[0]).toMatchObject({ didYouMean: '800' })
  expect(fixture.images.figures().made).toMatchObject({ jpeg: 0, png: 0, webp: 0, avif: 0 })
})

test('a request that wants unknown parameters refused is told of them and of bad values at once', async () => {
  const fixture = await openImages()
  const url = await publishImage(fixture, 'photo.jpg', await photoBytes())
  const errorsOf = async (search: string) => {
    const response = await fixture.getFile(`${url}?${search}`, { Prefer: 'handling=strict' })
    const { errors } = (await response.json()) as { errors: { name: string }[] }
    return [response.status, ...errors.map(({ name }) => name)]
  }
  expect(await errorsOf('v=1&w=801&v=2&x=1&q=1')).toEqual([400, 'w', 'q', 'v', 'x'])
  expect(await errorsOf('w=640&x=1')).toEqual([400, 'x'])
  const { status, headers } = await fixture.getFile(`${url}?w=64`, { Prefer: 'handling=strict' })
  expect([status, headers.get('Preference-Applied')]).toEqual([200, 'handling=strict'])
})

test('an automatic format depends on what the client names, and says so to caches', async () => {
  const fixture = await openImages()
  const url = await publishImage(fixture, 'photo.jpg', await photoBytes())
  const types: (readonly [string, string | null, string | null])[] = []
  const accepts = ['image/avif,image/webp', 'image/webp,*/*', '*/*', 'image/*', 'image/avif;q=0', '']
  for (const accept of accepts) {
    const { headers } = await fixture.getFile(`${url}?w=128&fm=auto`, { Accept: accept })
    types.push([accept, headers.get('Content-Type'), headers.get('Vary')])
  }
  expect(types).toEqual(
    ['avif', 'webp', 'jpeg', 'jpeg', 'jpeg', 'jpeg'].map(
      (type, at) => [accepts[at]!, `image/${type}`, 'Accept'] as const,
    ),
  )
  expect((await fixture.getFile(`${url}?w=128&fm=webp`)).headers.get('Vary')).toBeNull()
})

describe('a picture that is built to be expensive', () => {
  const jpeg = () => bytesOf(quarters(400, 400).jpeg().toBuffer())

  test('is refused by its head if it has too many pixels', async () => {
    const { upload } = await openImages()
    const large = Buffer.from(await jpeg())
    const at = large.indexOf(Buffer.from([0xff, 0xc0]))
    large.writeUInt16BE(65_000, at + 5)
    large.writeUInt16BE(65_000, at + 7)
    for (const bytes of [hugePng(30_000, 30_000), new Uint8Array(large)]) {
      expect(verdict(await upload('owner', bytes, 'filename=a'))).toBe('400 invalid_body')
    }
  })

  test('is an image or a 422 if its head is right, and the next image is made', async () => {
    const fixture = await openImages()
    const whole = await photoBytes()
    const noise = Uint8Array.from({ length: 20_000 }, (_, at) => (at * 7919 + (at >> 3)) & 255)
    const head = (await jpeg()).subarray(0, 650)
    const broken: readonly (readonly [name: string, bytes: Uint8Array<ArrayBuffer>])[] = [
      ['half.jpg', whole.slice(0, whole.length / 2)],
      ['noise.jpg', new Uint8Array(Buffer.concat([head, noise]))],
      ['bomb.png', hugePng(7000, 7000)],
    ]
    for (const [name, bytes] of broken) {
      const uploaded = await fixture.upload('owner', bytes, `filename=${name}&id=${name}`)
      if (verdict(uploaded) === '400 invalid_body') continue
      expect([name, verdict(uploaded)]).toEqual([name, '201'])
      await fixture.show(`entry-${name}`, { cover: { id: name } })
      const response = await fixture.getFile(`${uploaded.body.doc.url}?w=96`)
      expect([name, [200, 422].includes(response.status)]).toEqual([name, true])
      expect((await fixture.getFile(uploaded.body.doc.url)).status).toBe(200)
    }
    const url = await publishImage(fixture, 'photo.jpg', whole)
    expect((await fixture.getFile(`${url}?w=96`)).status).toBe(200)
  })

  test('is itself, or its first frame where it is cut, if it has a thousand frames', async () => {
    const fixture = await openImages()
    const gif = await bytesOf(frames(1000, 20, 20).gif().toBuffer())
    const url = await publishImage(fixture, 'many.gif', gif)
    expect(await (await fixture.getFile(`${url}?w=16`)).bytes()).toEqual(gif)
    const response = await fixture.getFile(`${url}?w=16&ar=1:1`)
    expect(response.headers.get('Content-Type')).toBe('image/png')
    expect(await sharp(await response.bytes()).metadata()).toMatchObject({ width: 16, height: 16 })
  })
})

test('an image that nobody waits for any more is not made', async () => {
  const fixture = await openImages()
  const url = await publishImage(fixture, 'photo.jpg', await photoBytes())
  const leaving = new AbortController()
  const left = fixture.getFile(`${url}?w=640`, {}, { signal: leaving.signal })
  leaving.abort()
  await left.catch(() => {})
  expect((await fixture.getFile(`${url}?w=64`)).status).toBe(200)
  expect(fixture.images.figures().made).toMatchObject({ jpeg: 1 })
})

test('an image is delivered exactly as long as its file: not of a draft, nor from the cache after it is withdrawn', async () => {
  const fixture = await openImages()
  const { ask, add, getFile } = fixture
  const draft = await add(await photoBytes(), 'filename=draft.jpg&id=draft')
  const url = await publishImage(fixture, 'live.jpg', await bytesOf(quarters(200, 100).png().toBuffer()))
  const made = await getFile(`${url}?w=96`)
  expect(made.status).toBe(200)
  await ask('owner', 'POST', '/entries/entry-live.jpg/unpublish', {})
  const tag = made.headers.get('ETag')!
  for (const path of [`${url}?w=96`, `${url}?w=801`, `${draft.url}?w=96`, `${draft.url}?w=801`]) {
    for (const headers of [{}, { 'If-None-Match': tag }, { 'If-None-Match': '*' }, { Range: 'bytes=0-0' }]) {
      expect([path, headers, (await getFile(path, headers)).status]).toEqual([path, headers, 404])
    }
  }
})
