// Writers of image files, for tests: pictures of this folder with segments and chunks that a test needs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { FileBytes } from '../../../src/media/formats/file-bytes.ts'
import type { InlineType } from '../../../src/media/receive/file-type.ts'
import { copyPieces, withoutMetadata } from '../../../src/media/receive/remove-metadata.ts'
import { cleanUpLater } from '../../kit/cleanup.ts'
import { makeFolder } from '../../kit/test-folder.ts'

/** In everything that must not be left of a file. */
export const secret = 'SECRET'
/** What EXIF begins with in a JPEG. */
export const exifName = 'Exif\0\0'

export const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** 24 × 16 pixels, without metadata. */
export function readPicture(name: string): Buffer {
  return readFileSync(join(import.meta.dir, 'pictures', name))
}

export async function openBytes(content: Uint8Array): Promise<FileBytes> {
  const path = join(makeFolder(), 'file')
  writeFileSync(path, content)
  const handle = await open(path)
  cleanUpLater(() => handle.close())
  return new FileBytes(handle, content.length)
}

/** Closes the file then: for tests of many. */
export async function withBytes<T>(content: Uint8Array, work: (bytes: FileBytes) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'frontlist-test-'))
  const path = join(folder, 'file')
  writeFileSync(path, content)
  const handle = await open(path)
  try {
    return await work(new FileBytes(handle, content.length))
  } finally {
    await handle.close()
    rmSync(folder, { recursive: true })
  }
}

/** The file without its metadata; null if there is none. */
export function removeMetadata(content: Uint8Array, type: InlineType): Promise<Buffer | null> {
  return withBytes(content, async bytes => {
    const pieces = await withoutMetadata(bytes, type)
    if (pieces === null) return null
    const parts: Uint8Array[] = []
    await copyPieces(bytes, pieces, async part => void parts.push(part.slice()))
    return Buffer.concat(parts)
  })
}

/** EXIF with a camera, a place and an orientation, in either byte order. */
export function exifOf(orientation: number, order: 'II' | 'MM' = 'II'): Buffer {
  const isLittle = order === 'II'
  const view = new DataView(new ArrayBuffer(8 + 2 + 3 * 12 + 4))
  view.setUint16(0, isLittle ? 0x4949 : 0x4d4d)
  view.setUint16(2, 42, isLittle)
  view.setUint32(4, 8, isLittle)
  view.setUint16(8, 3, isLittle)
  const entry = (index: number, tag: number, type: number, count: number, value: number) => {
    const at = 10 + index * 12
    view.setUint16(at, tag, isLittle)
    view.setUint16(at + 2, type, isLittle)
    view.setUint32(at + 4, count, isLittle)
    if (type === 3) view.setUint16(at + 8, value, isLittle)
    else view.setUint32(at + 8, value, isLittle)
  }
  const text = `${secret} camera, 48.2082 N 16.3738 E`
  entry(0, 0x010f, 2, text.length, view.byteLength)
  entry(1, 0x0112, 3, 1, orientation)
  entry(2, 0x8825, 4, 1, view.byteLength)
  return Buffer.concat([new Uint8Array(view.buffer), latin1(text)])
}

/** A segment of a JPEG. */
export function segment(marker: number, data: string | Uint8Array): Buffer {
  const bytes = typeof data === 'string' ? latin1(data) : data
  const length = bytes.length + 2
  return Buffer.concat([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), bytes])
}

export function exifSegment(orientation: number, order?: 'II' | 'MM'): Buffer {
  return segment(0xe1, Buffer.concat([latin1(exifName), exifOf(orientation, order)]))
}

/** The frame of a JPEG: its size. */
export function frameSegment(width: number, height: number): Buffer {
  return segment(0xc0, Uint8Array.of(8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0))
}

/** With segments behind the start of the image. */
export function insertSegments(jpeg: Uint8Array, ...segments: readonly Uint8Array[]): Buffer<ArrayBuffer> {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

/** A chunk of a PNG. */
export function pngChunk(name: string, data: string | Uint8Array): Buffer {
  const named = Buffer.concat([latin1(name), typeof data === 'string' ? latin1(data) : data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(named.length - 4)
  checksum.writeUInt32BE(Bun.hash.crc32(named))
  return Buffer.concat([length, named, checksum])
}

const pngSignature = '\x89PNG\r\n\x1a\n'

export function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([latin1(pngSignature), pngChunk('IHDR', header)])
}

/** A grey PNG, whole and small however large its image is said to be. */
export function pngOf(width: number, height: number): Buffer {
  const pixels = pngChunk('IDAT', deflateSync(Buffer.alloc(1000)))
  return Buffer.concat([pngHeader(width, height), pixels, pngChunk('IEND', '')])
}

/** With chunks behind the header. */
export function insertChunks(png: Uint8Array, ...chunks: readonly Uint8Array[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
}

/** A chunk of a WebP. */
export function webpChunk(name: string, data: string | Uint8Array): Buffer {
  const bytes = typeof data === 'string' ? latin1(data) : data
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([latin1(name), length, bytes, Buffer.alloc(bytes.length % 2)])
}

export function webpOf(...chunks: readonly Uint8Array[]): Buffer {
  return webpChunk('RIFF', Buffer.concat([latin1('WEBP'), ...chunks]))
}

/** The first chunk of a WebP with flags: 0x08 announces EXIF, 0x04 XMP, 0x10 transparency. */
export function webpHeader(width: number, height: number, flags: number): Buffer {
  const data = Buffer.alloc(10)
  data.writeUInt8(flags)
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return webpChunk('VP8X', data)
}

/** The chunks of a WebP. */
export function chunksOfWebp(webp: Buffer): { readonly name: string; readonly chunk: Buffer }[] {
  const chunks = []
  for (let at = 12; at < webp.length; ) {
    const end = at + 8 + Math.ceil(webp.readUInt32LE(at + 4) / 2) * 2
    chunks.push({ name: webp.toString('latin1', at, at + 4), chunk: webp.subarray(at, end) })
    at = end
  }
  return chunks
}

/** An AVIF's boxes as far as the size of its image: with a rotation of quarter turns, and a crop. */
export function avifOf(size: Size, options: { readonly turns?: number; readonly crop?: Size } = {}): Buffer {
  const numbers = (...values: readonly number[]) => {
    const bytes = Buffer.alloc(values.length * 4)
    for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
    return bytes
  }
  const properties = [box('ispe', numbers(0, size.width, size.height))]
  const { crop, turns } = options
  if (crop) properties.push(box('clap', numbers(crop.width, 1, crop.height, 1, 0, 1, 0, 1)))
  if (turns !== undefined) properties.push(box('irot', Uint8Array.of(turns)))
  const indexes = properties.map((_, index) => index + 2)
  // The first property and the first item are of another picture.
  const other = box('ispe', numbers(0, 1, 1))
  const associations = [0, 1, 1, 1, 0, 2, indexes.length, ...indexes.map(index => index | 0x80)]
  return Buffer.concat([
    box('ftyp', latin1('avif\0\0\0\0mif1miaf')),
    box('free', Buffer.alloc(100)),
    box(
      'meta',
      numbers(0),
      box('pitm', numbers(0), Uint8Array.of(0, 2)),
      box(
        'iprp',
        box('ipco', other, ...properties),
        box('ipma', numbers(0, 2), Uint8Array.from(associations)),
      ),
    ),
    box('mdat', Buffer.alloc(10)),
  ])
}

interface Size {
  readonly width: number
  readonly height: number
}

/** A box of an ISO base media file. */
export function box(name: string, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length + 8)
  return Buffer.concat([length, latin1(name), content])
}
