// Transformed images as other rooms get them: made once, cached, fairly queued, and failing by themselves.
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import sharp from 'sharp'
import type { ImageFailure, ImageFile } from '../../../src/media/images/image-request.ts'
import { Images, type ImagesOptions } from '../../../src/media/images/images.ts'
import { cleanUpLater } from '../../kit/cleanup.ts'
import { makeFolder } from '../../kit/test-folder.ts'
import { until } from '../../kit/until.ts'
import { misbehavingProgram, patientLimits } from './engines.ts'
import { photo, quarters, save } from './pictures.ts'
import { pixelsMax, resolve } from './transform.ts'

const picture = save(quarters(400, 200).png(), 'picture.png')
const sha256 = 'ab'.repeat(32)
const contentType = 'image/png'

function setUp(options: Partial<ImagesOptions> = {}) {
  const time = { now: 1_700_000_000_000 }
  const folder = makeFolder()
  const images = new Images({
    folder,
    cacheBytes: 2 ** 24,
    workers: 1,
    pixelsMax,
    clock: () => time.now,
    limits: patientLimits,
    ...options,
  })
  cleanUpLater(() => images.stop())
  let [opened, released] = [0, 0]
  const request = (search: string, client = '192.0.2.1', path: string | Promise<string> = picture) => ({
    source: async () => {
      opened += 1
      const release = () => {
        released += 1
      }
      return { path: await path, release }
    },
    sha256,
    contentType,
    client,
    transformation: resolve(search, contentType, { width: 400, height: 200 }),
  })
  return { images, folder, time, request, sources: () => ({ opened, released }) }
}

function fileOf(response: ImageFile | ImageFailure): ImageFile {
  if ('failure' in response) throw new Error(response.failure)
  return response
}

/** A source by which a misbehaving worker waits until it is killed. */
function instruction(text: string): string {
  const path = join(makeFolder(), 'source')
  writeFileSync(path, text)
  return path
}

const widths = [16, 32, 48, 64, 96, 128, 256, 384]
const ratios = ['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16', '21:9']
/** More than any limit of the queue. */
const manySearches = widths.flatMap(width => ratios.map(ratio => `w=${width}&ar=${ratio}`))

describe('an image', () => {
  test('is made where the folder is relative to that of the server, as it is by default', async () => {
    const { images, request } = setUp({ folder: relative(process.cwd(), makeFolder()) })
    for (const search of ['w=128', 'w=64&fm=webp']) {
      const { path } = fileOf(await images.make(request(search)))
      expect(existsSync(path)).toBe(true)
    }
  })

  test('is made once for a hundred requests at once, and never again while it is cached', async () => {
    const { images, request, sources } = setUp()
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => images.make(request('w=128', `client ${index % 3}`))),
    )
    const [first] = responses.map(fileOf)
    expect(new Set(responses.map(response => fileOf(response).path)).size).toBe(1)
    expect(await sharp(first!.path).metadata()).toMatchObject({ format: 'png', width: 128, height: 64 })
    expect(first).toMatchObject({ contentType: 'image/png', size: Bun.file(first!.path).size })
    for (const response of responses) fileOf(response).release()
    fileOf(await images.make(request('w=128')))
    expect(sources()).toEqual({ opened: 1, released: 1 })
    expect(images.figures()).toMatchObject({ made: { png: 1, webp: 0 }, cacheHits: 1, queued: 0 })
  })

  test('is made again after it was forgotten', async () => {
    const { images, request } = setUp()
    await images.make(request('w=128'))
    expect(images.forget(sha256)).toBe(1)
    fileOf(await images.make(request('w=128')))
    expect(images.figures().made.png).toBe(2)
  })

  test('that is not cached is there until everyone has read it', async () => {
    const { images, folder, request } = setUp({ cacheBytes: 0 })
    const [first, second] = (await Promise.all([1, 2].map(() => images.make(request('w=128'))))).map(fileOf)
    first!.release()
    first!.release()
    expect(await sharp(second!.path).metadata()).toMatchObject({ width: 128 })
    second!.release()
    expect(existsSync(second!.path)).toBe(false)
    expect(
      readdirSync(join(folder, 'work')).flatMap(name => readdirSync(join(folder, 'work', name))),
    ).toEqual(['worker-0'])
  })

  test('is made although the first who asked for it has left', async () => {
    const { images, request } = setUp()
    const leaving = new AbortController()
    const [left, stayed] = [
      images.make({ ...request('w=128'), signal: leaving.signal }),
      images.make(request('w=128', 'another')),
    ]
    leaving.abort()
    expect(await left).toEqual({ failure: 'aborted' })
    expect(fileOf(await stayed).size).toBeGreaterThan(0)
  })

  test('that nobody waits for any more is not made', async () => {
    const { images, request, sources } = setUp()
    const leaving = new AbortController()
    const first = images.make(request('w=128'))
    const left = images.make({ ...request('w=256'), signal: leaving.signal })
    leaving.abort()
    expect(await left).toEqual({ failure: 'aborted' })
    fileOf(await first)
    expect(sources().opened).toBe(1)
  })

  test('whose file cannot be read from its store fails with that error, and is tried again', async () => {
    const { images, request } = setUp()
    const source = () => Promise.reject(new Error('The store is away.'))
    expect(images.make({ ...request('w=128'), source })).rejects.toThrow('The store is away.')
    fileOf(await images.make(request('w=128')))
  })
})

describe('an image that cannot be read', () => {
  test.each(['crash', 'no image'])('is refused, and not tried again for ten minutes: %s', async text => {
    const { images, request, sources, time } = setUp({ program: misbehavingProgram })
    const broken = () => images.make(request('w=128', 'client', instruction(text)))
    expect(await broken()).toEqual({ failure: 'image_unreadable' })
    expect(await broken()).toEqual({ failure: 'image_unreadable' })
    expect(sources()).toEqual({ opened: 1, released: 1 })
    // Another result of the same file may still be possible.
    fileOf(await images.make(request('w=256')))
    time.now += 600_000
    fileOf(await images.make(request('w=128')))
    expect(images.figures().failures).toMatchObject({ [text === 'crash' ? 'crashed' : 'unreadable']: 1 })
  })
})

describe('a client with 500 requests at once', () => {
  test('has 33 under way, and takes none of another client, nor anything that is cached', async () => {
    const { images, request } = setUp({
      program: misbehavingProgram,
      limits: { ...patientLimits, jobMs: 600_000 },
    })
    const cached = fileOf(await images.make(request('w=16')))
    const searches = manySearches.flatMap(search =>
      Array.from({ length: 8 }, (_, at) => `${search}&fp=0.${at + 1},0`),
    )
    const refused: ImageFailure[] = []
    // The first one holds the worker until it is killed.
    const stuck = images.make(request('w=32', 'flood', instruction('wait')))
    const flood = searches.slice(0, 500).map(async search => {
      const response = await images.make(request(search, 'flood'))
      if ('failure' in response) refused.push(response)
    })
    await until(() => refused.length > 0)
    expect(images.figures().queued).toBe(32)
    expect(fileOf(await images.make(request('w=16', 'flood'))).path).toBe(cached.path)
    const other = images.make(request('w=384', 'another'))
    expect(images.figures().queued).toBe(33)
    expect(refused[0]).toEqual({ failure: 'overloaded', retryAfterSeconds: expect.any(Number) })
    images.stop()
    await Promise.all([stuck, other, ...flood])
    expect(refused.length).toBeGreaterThan(400)
  })
})

describe('a placeholder', () => {
  test('is made, before images that wait', async () => {
    const { images, request } = setUp()
    const order: string[] = []
    const first = images.make(request('w=128'))
    const second = images.make(request('w=256')).then(() => order.push('image'))
    const placeholder = images.placeholder({ ...request(''), priority: 'upload' }).then(({ thumbhash }) => {
      order.push('placeholder')
      return thumbhash
    })
    await Promise.all([first, second])
    expect(await placeholder).toMatch(/^[A-Za-z0-9+/]{24,}={0,2}$/)
    expect(order).toEqual(['placeholder', 'image'])
  })

  test('is null for what cannot be read', async () => {
    const { images, request } = setUp()
    const broken = request('', 'client', instruction('no image'))
    const expected = { thumbhash: null, isUnreadable: true }
    expect(await images.placeholder({ ...broken, priority: 'upload' })).toEqual(expected)
  })
})

test('without workers, or without their program, nothing is made and everything says so', async () => {
  for (const options of [{ workers: 0 }, { program: null }]) {
    const { images, request } = setUp(options)
    expect(await images.make(request('w=128'))).toEqual({ failure: 'transform_unavailable' })
    const placeholder = await images.placeholder({ ...request(''), priority: 'upload' })
    expect(placeholder).toEqual({ thumbhash: null, isUnreadable: false })
    expect(await images.check()).toBe(false)
  }
  expect(await setUp().images.check()).toBe(true)
})

test('the cached images stay below their limit, and the file they are made of stays', async () => {
  const source = save((await photo(400, 200)).png(), 'photo.png')
  const { images, request } = setUp({ cacheBytes: 40_000 })
  for (const search of manySearches) {
    fileOf(await images.make(request(search, 'client', source))).release()
    expect(images.figures().cachedBytes).toBeLessThanOrEqual(40_000)
  }
  expect(existsSync(await source)).toBe(true)
  expect(images.figures().cachedBytes).toBeGreaterThan(0)
})
