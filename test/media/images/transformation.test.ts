// The parameters of transformations: which values are accepted, what is said of others, and what a request resolves to.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import manifest from '../../../package.json' with { type: 'json' }
import {
  engineVersion,
  imageFormats,
  type Picture,
  parseTransformation,
  qualities,
  ratios,
  resolveTransformation,
  transformedETag,
  widths,
} from '../../../src/media/images/transformation.ts'

const parametersOf = (search: string) =>
  [...new URLSearchParams(search)].map(([name, value]) => ({ name, value }))

function parse(search: string) {
  return parseTransformation(parametersOf(search))
}

const photo: Picture = {
  contentType: 'image/jpeg',
  size: { width: 6000, height: 4000 },
  frames: 1,
  isUnreadable: false,
}

function resolve(search: string, { accept = null as string | null, file = photo } = {}) {
  const { transformation, errors } = parse(search)
  expect(errors).toEqual([])
  return resolveTransformation(transformation, file, accept)
}

describe('accepted parameters', () => {
  test.each([
    ...widths.map(width => `w=${width}`),
    ...ratios.map(ratio => `ar=${ratio}`),
    ...['jpeg', 'png', 'webp', 'avif', 'auto'].map(format => `fm=${format}`),
    ...qualities.map(quality => `q=${quality}`),
    ...['0,0', '1,1', '0.5,0.3', '0.05,1.00', '1.0,0.00'].map(point => `fp=${point}`),
    '',
    'other=x&W=1',
  ])('cause no error: %p', search => {
    expect(parse(search).errors).toEqual([])
  })

  test('are read with their numbers', () => {
    expect(parse('w=800&ar=16:9&fp=0.5,0.3&fm=webp&q=75').transformation).toEqual({
      width: 800,
      ratio: '16:9',
      focalPoint: { x: 0.5, y: 0.3 },
      format: 'webp',
      quality: 75,
    })
  })
})

describe('parameters that are not accepted', () => {
  test.each([
    ['w=801', 'w', '800'],
    ['w=0800', 'w', '800'],
    ['w=-1', 'w', '16'],
    ['w=99999', 'w', '3840'],
    ['w=8e2', 'w', '800'],
    ['w=', 'w', undefined],
    ['w=wide', 'w', undefined],
    ['q=76', 'q', undefined],
    ['q=075', 'q', undefined],
    ['ar=5:4', 'ar', undefined],
    ['ar=16/9', 'ar', undefined],
    ['fm=tiff', 'fm', undefined],
    ['fm=WEBP', 'fm', undefined],
  ])('are refused with the accepted values: %s', (search, name, didYouMean) => {
    const { errors } = parse(search)
    expect(errors).toHaveLength(1)
    const [error] = errors
    expect(error).toMatchObject({ in: 'query', name, ...(didYouMean && { didYouMean }) })
    expect(error?.message).toStartWith('must be one of ')
    expect(error?.allowed?.length).toBeGreaterThan(2)
    if (!didYouMean) expect(error).not.toHaveProperty('didYouMean')
  })

  test.each([
    '0.505,0',
    '2,0',
    '0.5',
    '0.5,0.5,0.5',
    '.5,.5',
    '-0,0',
    '00,0',
    '1.01,0',
    '0.5, 0.5',
    '',
    '1.,0',
    'a,b',
  ])('are refused with the form of a focal point: fp=%s', point => {
    const { errors } = parse(`fp=${encodeURIComponent(point)}`)
    expect(errors).toMatchObject([
      { in: 'query', name: 'fp', message: expect.stringContaining('from 0 to 1 with at most two decimals') },
    ])
  })

  test('are refused if they are given twice, even with the same value', () => {
    expect(parse('w=800&w=800').errors).toEqual([
      { in: 'query', name: 'w', message: 'must be given only once' },
    ])
  })

  test('are refused if they cannot be decoded', () => {
    const { errors } = parseTransformation([{ name: 'w', value: null }])
    expect(errors).toEqual([{ in: 'query', name: 'w', message: 'must be percent-encoded UTF-8' }])
  })

  test('are all listed in one response', () => {
    const { errors } = parse('w=1&ar=1&fp=1&fm=1&q=1')
    expect(errors.map(({ name }) => name)).toEqual(['w', 'ar', 'fp', 'fm', 'q'])
  })
})

describe('the response is the original file', () => {
  test.each(['', 'fp=0.5,0.3', 'other=1'])('if nothing is requested of an image: %p', search => {
    expect(resolve(search)).toBeNull()
  })

  test.each(['image/svg+xml', 'application/pdf', 'video/mp4', 'application/octet-stream', 'toString'])(
    'whatever is requested of a file of the type %s',
    contentType => {
      expect(resolve('w=800&ar=1:1&fm=auto&q=50', { file: { ...photo, contentType } })).toBeNull()
    },
  )
})

describe('an animated picture', () => {
  const moving: Picture = {
    ...photo,
    contentType: 'image/gif',
    size: { width: 500, height: 400 },
    frames: 300,
  }
  const whole = ['w=384', 'q=50', 'fm=webp', 'w=384&fm=auto']
  const stills = ['ar=1:1', 'fm=jpeg', 'fm=png', 'fm=avif', 'w=384&ar=1:1&fm=webp', 'ar=1:1&fm=auto']
  const accept = 'image/avif,image/webp'

  test.each(['image/gif', 'image/webp'])(
    'of the type %s keeps up to 300 frames, and 100 megapixels in all frames together',
    contentType => {
      const file = { ...moving, contentType }
      for (const search of whole) {
        const animated = { isAnimated: true, contentType: 'image/webp' }
        expect(resolve(search, { file, accept })).toMatchObject(animated)
        expect(
          resolve(search, { file: { ...file, size: { width: 1000, height: 333 } }, accept }),
        ).toMatchObject(animated)
        expect(resolve(search, { file: { ...file, frames: 301 }, accept })).toBeNull()
        expect(resolve(search, { file: { ...file, size: { width: 1000, height: 334 } }, accept })).toBeNull()
      }
      for (const search of stills)
        expect([search, resolve(search, { file: { ...file, frames: 301 }, accept })?.isAnimated]).toEqual([
          search,
          false,
        ])
    },
  )

  test('of the type PNG becomes one frame only on request, and an AVIF never does', () => {
    for (const contentType of ['image/png', 'image/avif']) {
      const file = { ...moving, contentType, frames: 2 }
      for (const search of whole) expect(resolve(search, { file, accept })).toBeNull()
      for (const search of stills)
        expect(resolve(search, { file, accept }) !== null).toBe(contentType === 'image/png')
    }
  })

  test('has different names for all frames and for the first one', () => {
    const names = ['w=384&fm=webp', 'w=384&fm=webp&ar=1:1'].map(
      search => resolve(search, { file: moving })!.name,
    )
    const still = resolve('w=384&fm=webp', { file: { ...moving, frames: 1 } })!.name
    expect(new Set([...names, still]).size).toBe(3)
  })

  test('that cannot be decoded is not transformed', () => {
    for (const search of [...whole, ...stills])
      expect(resolve(search, { file: { ...photo, isUnreadable: true } })).toBeNull()
  })
})

describe('the format', () => {
  test.each([
    ['image/jpeg', 'jpeg'],
    ['image/png', 'png'],
    ['image/gif', 'png'],
    ['image/webp', 'webp'],
    ['image/avif', 'avif'],
  ])('of %s is its own if none is requested', (contentType, format) => {
    const resolved = resolve('w=640', { file: { ...photo, contentType } })
    expect(resolved).toMatchObject({ format, contentType: `image/${format}`, variesByAccept: false })
  })

  test.each(imageFormats.map(format => [format]))('is %s if requested, whatever is accepted', format => {
    expect(resolve(`fm=${format}`, { accept: 'text/html' })).toMatchObject({ format, variesByAccept: false })
  })

  test.each([
    ['image/avif,image/webp,*/*', 'avif'],
    ['image/webp,image/AVIF;q=0.1', 'avif'],
    ['image/webp,image/*,*/*;q=0.8', 'webp'],
    ['image/avif;q=0,image/webp', 'webp'],
    ['image/avif;q=0,image/webp;q=0.0', 'jpeg'],
    ['image/*,*/*', 'jpeg'],
    ['text/html', 'jpeg'],
    ['', 'jpeg'],
    [null, 'jpeg'],
  ])('is negotiated by auto: %p gives %s', (accept, format) => {
    expect(resolve('w=800&fm=auto', { accept })).toMatchObject({ format, variesByAccept: true })
  })

  test.each([
    ['w=2048&fm=auto', 'avif'],
    ['w=2560&fm=auto', 'webp'],
    ['w=1668&ar=9:16&fm=auto', 'webp'],
    ['fm=auto', 'webp'],
  ])('is AVIF by auto only up to 2,048 pixels a side: %s gives %s', (search, format) => {
    expect(resolve(search, { accept: 'image/avif,image/webp' })).toMatchObject({ format })
  })
})

describe('the name of a result', () => {
  test('is the same for requests with the same result', () => {
    const nameOf = (search: string) => resolve(search)?.name
    expect(nameOf('w=640&q=75')).toBe(nameOf('w=640'))
    expect(nameOf('w=640&fp=0.1,0.1')).toBe(nameOf('w=640'))
    expect(nameOf('w=640&ar=3:2')).toBe(nameOf('w=640'))
    expect(nameOf('w=640&ar=1:1&fp=0.5,0.5')).toBe(nameOf('w=640&ar=1:1'))
    expect(nameOf('fm=png&q=50')).toBe(nameOf('fm=png&q=90'))
  })

  test('differs with everything that decides about the bytes', () => {
    const searches = [
      'w=640',
      'w=750',
      'w=640&ar=1:1',
      'w=640&ar=1:1&fp=0,0',
      'w=640&fm=webp',
      'w=640&q=50',
      'fm=png',
    ]
    const names = searches.map(search => resolve(search)?.name)
    expect(new Set(names).size).toBe(searches.length)
    for (const name of names) expect(name).toContain(engineVersion)
  })

  test('is a valid file name, and part of the ETag', () => {
    const anySearch = fc
      .tuple(
        fc.option(fc.constantFrom(...widths)),
        fc.option(fc.constantFrom(...ratios)),
        fc.integer({ min: 0, max: 100 }),
        fc.constantFrom(...imageFormats),
      )
      .map(([width, ratio, x, format]) =>
        [width && `w=${width}`, ratio && `ar=${ratio}`, `fp=${x / 100},0`, `fm=${format}`]
          .filter(Boolean)
          .join('&'),
      )
    fc.assert(
      fc.property(anySearch, search => {
        const resolved = resolve(search)!
        expect(resolved.name).toMatch(/^[a-z0-9][a-z0-9.,-]{0,100}$/)
        expect(transformedETag('ab', resolved)).toBe(`"ab/${resolved.name}"`)
      }),
    )
  })
})

test('the engine version is that of the sharp in use', () => {
  expect(engineVersion).toStartWith(`${manifest.dependencies.sharp}-`)
})
