// An image without its metadata looks as before: shown by Chromium, whose pixels are compared.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { InlineType } from '../../../src/media/receive/file-type.ts'
import { readImageSize } from '../../../src/media/receive/image-head.ts'
import { findChromium } from '../../kit/browser/chromium.ts'
import { longTestMs } from '../../kit/fuzz.ts'
import {
  chunksOfWebp,
  exifOf,
  exifSegment,
  insertChunks,
  insertSegments,
  openBytes,
  pngChunk,
  readPicture,
  removeMetadata,
  secret,
  segment,
  webpChunk,
  webpHeader,
  webpOf,
} from './images.ts'

const executablePath = findChromium()
const left = executablePath === null ? ' (left out: there is no Chromium)' : ''

const withSegments = (name: string, orientation: number) =>
  Buffer.concat([
    insertSegments(
      readPicture(name),
      exifSegment(orientation),
      segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${secret}`),
      segment(0xed, `Photoshop 3.0\x008BIM\x04\x04${secret}`),
    ),
    Buffer.from(secret),
  ])

const withChunks = (name: string, orientation: number) =>
  insertChunks(readPicture(name), pngChunk('eXIf', exifOf(orientation)), pngChunk('tEXt', secret))

function withWebpChunks(name: string, flags: number): Buffer {
  const chunks = chunksOfWebp(readPicture(name)).filter(({ name }) => name !== 'VP8X')
  const metadata = [webpChunk('EXIF', exifOf(6)), webpChunk('XMP ', secret)]
  return webpOf(webpHeader(24, 16, flags | 0x0c), ...chunks.map(({ chunk }) => chunk), ...metadata)
}

const orientations = [1, 2, 3, 4, 5, 6, 7, 8]
const rows: readonly (readonly [string, InlineType, Buffer])[] = [
  ...orientations.map(
    each =>
      [
        `a JPEG with a P3 profile, orientation ${each}`,
        'image/jpeg',
        withSegments('baseline.jpg', each),
      ] as const,
  ),
  ['a progressive JPEG', 'image/jpeg', withSegments('progressive.jpg', 8)],
  ['a CMYK JPEG', 'image/jpeg', withSegments('cmyk.jpg', 3)],
  ['a PNG with a palette and transparency', 'image/png', withChunks('palette.png', 6)],
  ['a PNG of 16 bits with a P3 profile', 'image/png', withChunks('deep.png', 1)],
  ['a lossy WebP with profile and transparency', 'image/webp', withWebpChunks('lossy.webp', 0x30)],
  ['a lossless WebP', 'image/webp', withWebpChunks('lossless.webp', 0)],
  ['an animated WebP', 'image/webp', withWebpChunks('animated.webp', 0x12)],
]

interface Shown {
  readonly width: number
  readonly height: number
  readonly pixels: string
}

/** Width, height and pixels as a page shows them. */
function look(page: Page, content: Uint8Array, type: string): Promise<Shown> {
  const address = `data:${type};base64,${Buffer.from(content).toString('base64')}`
  return page.evaluate(`(async () => {
    const image = new Image()
    image.src = '${address}'
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    return { width: canvas.width, height: canvas.height, pixels: data.join(' ') }
  })()`)
}

describe('an image looks the same without its metadata', () => {
  let browser: Browser | null = null
  let page: Page | null = null
  beforeAll(async () => {
    if (executablePath === null) return
    browser = await chromium.launch({ executablePath })
    page = await browser.newPage()
  }, longTestMs)
  afterAll(() => browser?.close())

  for (const [title, type, before] of rows) {
    test.skipIf(executablePath === null)(
      `${title}${left}`,
      async () => {
        const after = await removeMetadata(before, type)
        expect(after?.includes(secret)).toBe(false)
        const shown = await look(page!, before, type)
        const size = { width: shown.width, height: shown.height }
        // Chromium does not turn a WebP by its EXIF, as other viewers do.
        const expected = type === 'image/webp' ? { width: size.height, height: size.width } : size
        expect(await readImageSize(await openBytes(before), type, 1000)).toEqual(expected)
        expect(await look(page!, after!, type)).toEqual(shown)
      },
      longTestMs,
    )
  }
})
