// A photo for bright screens (Ultra HDR) keeps its gain map, and what describes it, when its metadata is removed.
import { describe, expect, test } from 'bun:test'
import sharp, { type Sharp } from 'sharp'
import {
  exifSegment,
  insertSegments,
  latin1,
  readPicture,
  removeMetadata,
  secret,
  segment,
} from './images.ts'

const jpeg = readPicture('baseline.jpg')
const map = await sharp({ create: { width: 12, height: 8, channels: 3, background: '#808080' } })
  .toColourspace('b-w')
  .jpeg()
  .toBuffer()
const film = Buffer.concat([Buffer.alloc(24), latin1(`ftypmp42${secret}`), Buffer.alloc(100_000, 7)])

const xmpName = 'http://ns.adobe.com/xap/1.0/\0'
const isoName = 'urn:iso:std:iso:ts:21496:-1\0'
const personal = [exifSegment(1), segment(0xed, `Photoshop 3.0\x008BIM${secret}`), segment(0xfe, secret)]

/** As phones write it, with a place, a camera and a film beside what describes the gain map. */
const directoryXmp = segment(
  0xe1,
  `${xmpName}<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="${secret}">
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
   xmlns:C="http://ns.google.com/photos/1.0/container/" xmlns:I="http://ns.google.com/photos/1.0/container/item/"
   xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" GCamera:Place="${secret}">
   <C:Directory><rdf:Seq>
    <rdf:li rdf:parseType="Resource"><C:Item I:Semantic="Primary" I:Mime="image/jpeg"/></rdf:li>
    <rdf:li rdf:parseType="Resource"><C:Item I:Semantic="GainMap" I:Mime="image/jpeg" I:Length="999999"/></rdf:li>
    <rdf:li rdf:parseType="Resource"><C:Item I:Semantic="MotionPhoto" I:Mime="video/mp4" I:Length="100040"/></rdf:li>
   </rdf:Seq></C:Directory></rdf:Description></rdf:RDF></x:xmpmeta>`,
)
const mapXmpOf = (attributes: string, elements = '') =>
  segment(
    0xe1,
    `${xmpName}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description xmlns:g="http://ns.adobe.com/hdr-gain-map/1.0/" ${attributes} exif:GPSLatitude="${secret}">${elements}
  <tiff:Make>${secret}</tiff:Make></rdf:Description></rdf:RDF></x:xmpmeta>`,
  )
const mapXmp = mapXmpOf(
  `g:Version="1.0" g:GainMapMin="-0.5" g:GainMapMax='2.25' g:OffsetSDR="${secret}" g:HDRCapacityMax="2"`,
  `<g:Gamma><rdf:Seq><rdf:li>1.0</rdf:li><rdf:li>1.1</rdf:li>
   <rdf:li>1.2e0</rdf:li></rdf:Seq></g:Gamma><g:BaseRenditionIsHDR>False</g:BaseRenditionIsHDR>`,
)

const numbers = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}
/** One channel: headrooms, then the least, the greatest, gamma and offsets, each a fraction. */
const isoParameters = Buffer.concat([
  numbers(0),
  Uint8Array.of(0x40),
  numbers(0, 1, 3, 1, 0, 1, 3, 1, 1, 1, 1, 64, 1, 64),
])
const isoOf = (data: Uint8Array, more = '') =>
  segment(0xe2, Buffer.concat([latin1(isoName), data, latin1(more)]))

interface Picture {
  readonly at: number
  readonly bytes: number
}

/** The segment of an index in either byte order; `at` counts from behind its name. */
function indexOf(pictures: readonly Picture[], order: 'II' | 'MM'): Buffer {
  const isLittle = order === 'II'
  const entriesAt = 8 + 2 + 3 * 12 + 4
  const view = new DataView(new ArrayBuffer(entriesAt + pictures.length * 16))
  view.setUint16(0, isLittle ? 0x4949 : 0x4d4d)
  view.setUint16(2, 42, isLittle)
  view.setUint32(4, 8, isLittle)
  view.setUint16(8, 3, isLittle)
  const fields = [
    [0xb000, 7, 4, 0],
    [0xb001, 4, 1, pictures.length],
    [0xb002, 7, pictures.length * 16, entriesAt],
  ] as const
  for (const [index, [tag, type, count, value]] of fields.entries()) {
    view.setUint16(10 + index * 12, tag, isLittle)
    view.setUint16(12 + index * 12, type, isLittle)
    view.setUint32(14 + index * 12, count, isLittle)
    view.setUint32(18 + index * 12, value, isLittle)
  }
  for (const [index, { at, bytes }] of pictures.entries()) {
    view.setUint32(entriesAt + index * 16 + 4, bytes, isLittle)
    view.setUint32(entriesAt + index * 16 + 8, at, isLittle)
  }
  return segment(0xe2, Buffer.concat([latin1('MPF\0'), Buffer.from(view.buffer)]))
}

interface Parts {
  readonly picture: readonly Uint8Array[]
  readonly gainMap: readonly Uint8Array[]
  readonly order?: 'II' | 'MM'
  /** Between the two. */
  readonly preview?: Uint8Array
  readonly behind?: Uint8Array
}

/** With an index unless `order` is absent. */
function photoOf({
  picture,
  gainMap,
  order,
  preview = Buffer.alloc(0),
  behind = Buffer.alloc(0),
}: Parts): Buffer {
  const second = insertSegments(map, ...gainMap)
  const build = (index: readonly Uint8Array[]) => insertSegments(jpeg, ...picture, ...index)
  if (order === undefined) return Buffer.concat([build([]), preview, second, behind])
  const before = 2 + Buffer.concat(picture).length + 8
  const empty = indexOf(
    [
      { at: 0, bytes: 0 },
      { at: 0, bytes: 0 },
      { at: 0, bytes: 0 },
    ],
    order,
  )
  const length = build([empty]).length
  const index = indexOf(
    [
      { at: 0, bytes: length },
      { at: length - before, bytes: preview.length },
      { at: length + preview.length - before, bytes: second.length },
    ],
    order,
  )
  return Buffer.concat([build([index]), preview, second, behind])
}

/** The pictures of an index, read by its numbers; the first one begins the file. */
function readPictures(photo: Buffer): Buffer[] {
  const at = photo.indexOf(latin1('MPF\0')) + 4
  expect(photo.toString('latin1', at, at + 4)).toBe('MM\0*')
  const directory = at + photo.readUInt32BE(at + 4)
  const values = new Map<number, number>()
  for (let field = 0; field < photo.readUInt16BE(directory); field++) {
    const place = directory + 2 + field * 12
    values.set(photo.readUInt16BE(place), photo.readUInt32BE(place + 8))
  }
  expect(values.get(0xb000)).toBe(numbers(0x30313030).readUInt32BE())
  return Array.from({ length: values.get(0xb001) ?? 0 }, (_, index) => {
    const entry = at + (values.get(0xb002) ?? 0) + index * 16
    const start = index === 0 ? 0 : at + photo.readUInt32BE(entry + 8)
    return photo.subarray(start, start + photo.readUInt32BE(entry + 4))
  })
}

/** By the image library, whose types do not name the method. */
function makePhoto(): Promise<Buffer> {
  const picture = sharp(jpeg).resize(240, 160) as Sharp & { withGainMap(): Sharp }
  return picture.withGainMap().jpeg().toBuffer()
}

const pixelsOf = (content: Uint8Array) => sharp(content).raw().toBuffer()
const clean = async (photo: Uint8Array) => {
  const removed = await removeMetadata(photo, 'image/jpeg')
  if (removed === null) throw new Error('Nothing was removed.')
  return removed
}

const thumbnail = insertSegments(jpeg, exifSegment(1))
const phone: Parts = {
  picture: [...personal, directoryXmp, isoOf(numbers(0), secret)],
  gainMap: [...personal, mapXmp, isoOf(isoParameters, secret)],
  behind: film,
}
const photos: readonly (readonly [title: string, photo: Buffer])[] = [
  ['an index in either byte order', photoOf({ ...phone, order: 'II' })],
  ['and the other one', photoOf({ ...phone, order: 'MM' })],
  ['a preview before the gain map', photoOf({ ...phone, order: 'II', preview: thumbnail })],
]

describe('the gain map and what describes it stay, and place, camera and film are gone from both pictures', () => {
  for (const [title, photo] of photos) {
    test(`with ${title}`, async () => {
      const removed = await clean(photo)
      expect(removed.includes(secret)).toBe(false)
      const [first, second, ...others] = readPictures(removed)
      expect(others).toEqual([])
      expect(removed.equals(Buffer.concat([first!, second!]))).toBe(true)
      expect(await pixelsOf(first!)).toEqual(await pixelsOf(jpeg))
      expect(await pixelsOf(second!)).toEqual(await pixelsOf(map))
      for (const part of [first!, second!]) {
        expect(part.subarray(0, 2)).toEqual(latin1('\xff\xd8'))
        expect(part.subarray(-2)).toEqual(latin1('\xff\xd9'))
        expect(await sharp(part).metadata()).not.toHaveProperty('exif')
      }
      expect(first!.includes(isoOf(numbers(0)))).toBe(true)
      expect(second!.includes(isoOf(isoParameters))).toBe(true)
      expect(first!.toString('latin1')).toContain(`Item:Semantic="GainMap" Item:Length="${second!.length}"`)
      const values = second!.toString('latin1')
      for (const value of [
        'hdrgm:Version="1.0"',
        'hdrgm:GainMapMin="-0.5"',
        'hdrgm:GainMapMax="2.25"',
        'hdrgm:HDRCapacityMax="2"',
        'hdrgm:BaseRenditionIsHDR="False"',
        '<hdrgm:Gamma><rdf:Seq><rdf:li>1.0</rdf:li><rdf:li>1.1</rdf:li><rdf:li>1.2e0</rdf:li></rdf:Seq></hdrgm:Gamma>',
      ])
        expect(values).toContain(value)
      expect(values).not.toContain('OffsetSDR')
      expect(await removeMetadata(removed, 'image/jpeg')).toBeNull()
    })
  }

  test('and the picture alone has its orientation', async () => {
    const photo = photoOf({ ...phone, picture: [exifSegment(6), ...phone.picture.slice(1)], order: 'MM' })
    const removed = await clean(photo)
    expect(removed.includes(secret)).toBe(false)
    const [first, second] = readPictures(removed)
    expect((await sharp(first).metadata()).orientation).toBe(6)
    expect(await pixelsOf(second!)).toEqual(await pixelsOf(map))
  })

  test('also where XMP alone, or ISO 21496-1 alone, describes it, and where there is no index', async () => {
    const withXmp = await clean(photoOf({ picture: [directoryXmp], gainMap: [mapXmp], behind: film }))
    expect(withXmp.includes(secret)).toBe(false)
    const at = withXmp.lastIndexOf(latin1('\xff\xd8\xff'))
    expect(withXmp.toString('latin1')).toContain(`Item:Length="${withXmp.length - at}"`)
    expect(await pixelsOf(withXmp.subarray(at))).toEqual(await pixelsOf(map))

    const iso = { picture: [...personal, isoOf(numbers(0))], gainMap: [isoOf(isoParameters)] }
    const [, second] = readPictures(await clean(photoOf({ ...iso, order: 'II' })))
    expect(second!.equals(insertSegments(map, isoOf(isoParameters)))).toBe(true)
  })
})

describe('an image library reads the gain map of a photo without its metadata', () => {
  test('as it reads that of the photo', async () => {
    const made = await makePhoto()
    const before = await sharp(made).metadata()
    const removed = await clean(made)
    const after = await sharp(removed).metadata()
    expect(before).toHaveProperty('exif')
    expect(after).not.toHaveProperty('exif')
    expect(await pixelsOf(after.gainMap!.image)).toEqual(await pixelsOf(before.gainMap!.image))
    expect(await pixelsOf(removed)).toEqual(await pixelsOf(made))
    expect(after.icc).toEqual(before.icc!)
  })

  test('and that of photos as phones write them', async () => {
    for (const [title, photo] of photos) {
      const { gainMap } = await sharp(await clean(photo)).metadata()
      expect([title, await pixelsOf(gainMap!.image)]).toEqual([title, await pixelsOf(map)])
    }
  })
})

describe('what is no gain map goes', () => {
  const whole = photoOf({ ...phone, order: 'II' })
  const pictureEnd = whole.indexOf(latin1('\xff\xd9\xff\xd8')) + 2
  const rows: readonly (readonly [title: string, photo: Buffer])[] = [
    ['a picture that the index names and nothing describes', photoOf({ ...phone, gainMap: [], order: 'II' })],
    [
      'a picture whose XMP is of something else',
      photoOf({ ...phone, gainMap: [segment(0xe1, `${xmpName}<a>${secret}</a>`)], order: 'II' }),
    ],
    [
      'a gain map that ends early',
      photoOf({ ...phone, behind: Buffer.alloc(0), order: 'II' }).subarray(0, -20),
    ],
    ['a gain map that an index names and the file does not have', whole.subarray(0, pictureEnd)],
  ]
  for (const [title, photo] of rows) {
    test(title, async () => expect(Buffer.compare(await clean(photo), jpeg)).toBe(0))
  }

  test('and an index that is broken, or of very many pictures, is read no further', async () => {
    const index = indexOf([{ at: 0, bytes: 1 }], 'II')
    for (const wrong of [
      index.subarray(0, 20),
      indexOf(
        Array.from({ length: 3000 }, () => ({ at: 1, bytes: 1 })),
        'MM',
      ),
      Buffer.concat([index.subarray(0, 16), Buffer.alloc(60, 0xff)]),
    ]) {
      const photo = insertSegments(jpeg, segment(0xe2, wrong.subarray(4)))
      expect(await clean(photo)).toEqual(jpeg)
    }
  })
})
