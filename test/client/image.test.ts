// Addresses of images in other sizes and shapes, as the server accepts them.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type ImageOptions, imageUrl, nextLoader, srcset } from '../../client/src/image.ts'
import type { Asset } from '../../client/src/types/model.ts'
import {
  layOut,
  parseTransformation,
  ratios,
  requestedFormats,
  resolveTransformation,
} from '../../src/media/images/transformation.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

const path = `/assets/s1/${'0a'.repeat(32)}/cover.jpg`
const origin = 'https://content.example.com'
const url = origin + path

const asset = (facts: Partial<Asset> = {}): Asset => ({
  ...{ url, title: null, contentType: 'image/jpeg', width: 3000, height: 2000, size: 1 },
  ...facts,
})
const queryOf = (address: string) => address.slice(address.indexOf('?') + 1)

describe('the address of an image', () => {
  test.each([
    [{}, ''],
    [{ w: 640 }, '?w=640'],
    [{ q: 75, fm: 'auto', ar: '4:3', w: 96 }, '?w=96&ar=4:3&fm=auto&q=75'],
    [{ w: undefined, ar: undefined, fm: undefined, q: undefined, base: undefined }, ''],
  ] as const satisfies readonly [ImageOptions, string][])('with %j ends in "%s"', (options, query) => {
    expect(imageUrl(asset(), options)).toBe(url + query)
    expect(imageUrl(url, options)).toBe(url + query)
    expect(imageUrl(asset())).toBe(url)
  })

  test.each([
    [0, 16],
    [16, 16],
    [16.5, 32],
    [65, 96],
    [801, 828],
    [1669, 1920],
    [2561, 3840],
    [9000, 3840],
  ])('of width %d has the next width that the server makes: %d', (w, accepted) => {
    expect(imageUrl(url, { w })).toBe(`${url}?w=${accepted}`)
  })

  test.each([
    [1, 50],
    [50, 50],
    [51, 75],
    [80, 90],
    [100, 90],
  ])('of quality %d has the next quality: %d', (q, accepted) => {
    expect(imageUrl(url, { q })).toBe(`${url}?q=${accepted}`)
  })

  test('has the focal point where it is cut, and only there', () => {
    const focused = asset({ focalPoint: { x: 0.5, y: 0.33 } })
    expect(queryOf(imageUrl(focused, { w: 640, ar: '1:1', fm: 'webp', q: 90 }))).toBe(
      'w=640&ar=1:1&fp=0.5,0.33&fm=webp&q=90',
    )
    expect(queryOf(imageUrl(focused, { w: 640 }))).toBe('w=640')
    expect(queryOf(imageUrl(asset({ focalPoint: { x: 0, y: 1 } }), { ar: '1:1' }))).toBe('ar=1:1&fp=0,1')
    expect(queryOf(imageUrl(asset({ focalPoint: null }), { ar: '1:1' }))).toBe('ar=1:1')
  })

  test.each(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', null])(
    'is another for the type %p',
    contentType => {
      expect(imageUrl(asset({ contentType }), { w: 640 })).toBe(`${url}?w=640`)
    },
  )

  test.each(['image/svg+xml', 'application/pdf', 'video/mp4', 'image/jpegx', ''])(
    'is the same for the type %p',
    contentType => {
      const expected = contentType ? url : `${url}?w=640`
      expect(imageUrl(asset({ contentType }), { w: 640 })).toBe(expected)
    },
  )

  test.each([
    'https://pictures.example.com/cover.jpg',
    '/demo/cover.svg',
    '',
    `${url}?w=96`,
    `${url}#top`,
    `${url}/more`,
    url.replace('0a', '0A'),
    url.replace('0a', '0'),
    url.replace('/s1', ''),
    `https://example.com/?from=${path}`,
  ])('stays the same if it is not one of a stored file: %s', other => {
    const options = { w: 640, ar: '1:1', base: 'https://cdn.example.com' } as const
    expect(imageUrl(other, options)).toBe(other)
    expect(imageUrl(asset({ url: other }), options)).toBe(other)
  })

  test('gets an origin where it is a path alone', () => {
    for (const base of ['https://cdn.example.com', 'https://cdn.example.com/']) {
      expect(imageUrl(path, { w: 640, base })).toBe(`https://cdn.example.com${path}?w=640`)
      expect(imageUrl(path, { base })).toBe(`https://cdn.example.com${path}`)
      expect(imageUrl(asset({ url: path, contentType: 'image/svg+xml' }), { w: 640, base })).toBe(
        `https://cdn.example.com${path}`,
      )
      expect(imageUrl(url, { base })).toBe(url)
    }
    expect(imageUrl(path, { w: 640 })).toBe(`${path}?w=640`)
  })
})

/** Of the image that a browser of every format gets at this address. */
function servedWidth(picture: Asset, address: string): number {
  const { width, height, contentType } = picture
  const size = { width: width!, height: height! }
  const sent = [...new URL(address).searchParams].map(([name, value]) => ({ name, value }))
  const { transformation, errors } = parseTransformation(sent)
  expect([address, errors]).toEqual([address, []])
  const file = { contentType: contentType!, size, frames: 1, isUnreadable: false }
  const made = resolveTransformation(transformation, file, 'image/avif,image/webp')
  return layOut({ ...made!, source: size }).result.width
}

describe('srcset', () => {
  const widthsOf = (set: string) =>
    set.split(', ').map(each => /\?w=(\d+)\S* (\d+)w$/.exec(each)!.slice(1, 3).map(Number))

  test('has widths up to that of the image, which is the last', () => {
    expect(srcset(asset({ width: 1000, height: 500 }), { fm: 'webp', q: 60 })).toBe(
      [
        `${url}?w=384&fm=webp&q=75 384w`,
        `${url}?w=640&fm=webp&q=75 640w`,
        `${url}?w=828&fm=webp&q=75 828w`,
        `${url}?w=1200&fm=webp&q=75 1000w`,
      ].join(', '),
    )
  })

  test.each([
    ['an image that is as wide as a width', { width: 640, height: 10 }, {}, [640, 640]],
    ['a small image', { width: 200, height: 10 }, {}, [384, 200]],
    ['a large image', { width: 9000, height: 6000 }, {}, [3840, 3840]],
    ['a tall image', { width: 2000, height: 8000 }, {}, [1200, 960]],
    ['AVIF', { width: 9000, height: 6000 }, { fm: 'avif' }, [2560, 2048]],
    ['tall AVIF', { width: 1000, height: 4000 }, { fm: 'avif' }, [640, 512]],
    [
      'its own format if that is AVIF',
      { width: 9000, height: 6000, contentType: 'image/avif' },
      {},
      [2560, 2048],
    ],
    ['AVIF as WebP', { width: 9000, height: 6000, contentType: 'image/avif' }, { fm: 'webp' }, [3840, 3840]],
    ['a square of a wide image', { width: 3000, height: 700 }, { ar: '1:1' }, [828, 700]],
    ['a square of a tall image', { width: 700, height: 3000 }, { ar: '1:1' }, [828, 700]],
    ['a tall part', { width: 1600, height: 1600 }, { ar: '9:16' }, [1200, 900]],
    ['a large tall part', { width: 9000, height: 9000 }, { ar: '9:16' }, [2560, 2160]],
    ['a wide part', { width: 1600, height: 1600 }, { ar: '21:9' }, [1920, 1600]],
    ['widths of one’s own', { width: 500, height: 500 }, { widths: [320, 100, 120, 9000] }, [3840, 500]],
    ['widths below the image', { width: 900, height: 500 }, { widths: [100, 300] }, [384, 384]],
  ] as const)('ends with the largest result of %s', (_, facts, options, last) => {
    expect(widthsOf(srcset(asset(facts), options)).at(-1)).toEqual([...last])
  })

  test('names the widths that the server makes, in every shape and format', () => {
    const side = fc.integer({ min: 1, max: 9000 })
    const optional = <Value>(values: readonly Value[]) => fc.constantFrom(undefined, ...values)
    const type = fc.constantFrom('jpeg', 'png', 'gif', 'webp', 'avif')
    fc.assert(
      fc.property(
        ...[side, side, type, optional(ratios), optional(requestedFormats)],
        (width, height, own, ar, fm) => {
          const picture = asset({ width, height, contentType: `image/${own}` })
          for (const each of srcset(picture, { ar, fm }).split(', ')) {
            const [address = '', named] = each.split(' ')
            expect([address, named]).toEqual([address, `${servedWidth(picture, address)}w`])
          }
        },
      ),
      { numRuns: fuzzRuns(1000) },
    )
  })

  test('has each width once, in order', () => {
    const set = srcset(asset(), { widths: [900, 120, 100, 870] })
    expect(widthsOf(set)).toEqual([
      [128, 128],
      [960, 960],
    ])
  })

  test('is empty for what has no sizes, or one alone', () => {
    expect(srcset(asset({ width: null, height: null }))).toBe('')
    expect(srcset(asset({ contentType: 'image/svg+xml' }))).toBe('')
    expect(srcset(asset({ url: 'https://pictures.example.com/cover.jpg' }))).toBe('')
    expect(srcset(asset(), { widths: [] })).toBe('')
  })

  test('keeps shape, focal point and origin', () => {
    const set = srcset(asset({ url: path, focalPoint: { x: 0.1, y: 0.9 } }), {
      ...{ widths: [64], ar: '3:2', base: origin },
    })
    expect(set).toBe(`${url}?w=64&ar=3:2&fp=0.1,0.9 64w`)
  })
})

test('the loader for next/image asks for the best format that the browser accepts, unless one is named', () => {
  expect(nextLoader()({ src: url, width: 750 })).toBe(`${url}?w=750&fm=auto`)
  const loader = nextLoader({ ar: '1:1', fm: 'webp', base: origin })
  expect(loader({ src: path, width: 1000, quality: 60 })).toBe(`${url}?w=1080&ar=1:1&fm=webp&q=75`)
  expect(loader({ src: '/demo/cover.svg', width: 1000 })).toBe('/demo/cover.svg')
})
