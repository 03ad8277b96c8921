// Receiving a file: what is stored is what was sent without metadata, and nothing is left of what is refused.
import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../../src/base/errors.ts'
import { type ReceiveOptions, receiveFile, receivePath } from '../../../src/media/receive/receive-file.ts'
import { makeFolder } from '../../kit/test-folder.ts'
import { exifSegment, insertChunks, insertSegments, pngChunk, pngOf, readPicture } from './images.ts'
import { filesIn, optionsOf, streamOf } from './receive.ts'

const picture = readPicture('baseline.jpg')
const photo = insertSegments(picture, exifSegment(6))
const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

async function refusalOf(work: Promise<unknown>) {
  const error = await work.catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Problem)
  const { code, status, detail } = error as Problem
  return { code, status, detail }
}

describe('a file that is received', () => {
  test('is on the disk, with its hash, size and type', async () => {
    const options = optionsOf()
    const received = await receiveFile(streamOf('%PDF-', '1.7', new Uint8Array(), ' and more'), options)
    const content = Buffer.from('%PDF-1.7 and more')
    expect(received).toEqual({
      path: received.path,
      sha256: sha256Of(content),
      size: content.length,
      contentType: 'application/pdf',
      isHeic: false,
      width: null,
      height: null,
      frames: null,
      metadataRemoved: false,
    })
    expect(readFileSync(received.path)).toEqual(content)
    expect(filesIn(options.folder).map(name => join(options.folder, name))).toEqual([received.path])
    expect(statSync(received.path).mode & 0o777).toBe(0o600)
  })

  test('loses its metadata before it is hashed', async () => {
    const options = optionsOf()
    const received = await receiveFile(streamOf(photo.subarray(0, 100), photo.subarray(100)), options)
    const content = readFileSync(received.path)
    expect(received).toMatchObject({
      width: 16,
      height: 24,
      metadataRemoved: true,
      contentType: 'image/jpeg',
    })
    expect(received).toMatchObject({ sha256: sha256Of(content), size: content.length })
    expect(content.length).toBeLessThan(photo.length)
    expect(filesIn(options.folder)).toHaveLength(1)

    const again = await receiveFile(streamOf(content), options)
    expect(again).toMatchObject({ sha256: received.sha256, width: 16, height: 24, metadataRemoved: false })
  })

  test('keeps its metadata if that is wanted', async () => {
    const received = await receiveFile(streamOf(photo), optionsOf({ keepMetadata: true }))
    expect(received).toMatchObject({ sha256: sha256Of(photo), width: 16, height: 24, metadataRemoved: false })
    expect(readFileSync(received.path)).toEqual(photo)
  })

  test('has the type of its bytes', async () => {
    const html = await receiveFile(streamOf('<!doctype html><p>'), optionsOf())
    expect(html.contentType).toBe('text/html')
    const table = await receiveFile(streamOf('a,b\n1,2\n'), optionsOf())
    expect(table.contentType).toBe('application/octet-stream')
  })

  test('is whole in whatever parts it arrives', async () => {
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
    for (const partBytes of [1000, 65_535, 65_536, 65_537, 300_000]) {
      const parts = []
      for (let at = 0; at < content.length; at += partBytes) parts.push(content.subarray(at, at + partBytes))
      const { sha256, path } = await receiveFile(streamOf(...parts), optionsOf())
      expect([partBytes, sha256, sha256Of(readFileSync(path))]).toEqual([
        partBytes,
        sha256Of(content),
        sha256,
      ])
    }
  })

  test('may be as large as the limit', async () => {
    const options = optionsOf({ bytesMax: 1024 })
    expect(await receiveFile(streamOf(Buffer.alloc(1024)), options)).toMatchObject({ size: 1024 })
  })
})

describe('nothing is left of a file that is refused', () => {
  const invalid = { code: 'invalid_body', status: 400 } as const
  const rows: readonly (readonly [
    string,
    () => ReadableStream<Uint8Array>,
    Partial<ReceiveOptions>,
    object,
  ])[] = [
    [
      'one byte larger than the limit',
      () => streamOf(Buffer.alloc(1000), Buffer.alloc(25)),
      { bytesMax: 1024 },
      { code: 'asset_too_large', status: 413, detail: 'Files are limited to 1024 bytes (ASSET_BYTES_MAX).' },
    ],
    ['empty', () => streamOf(), {}, { ...invalid, detail: 'The body is empty.' }],
    [
      'a head that cannot be read',
      () => streamOf('GIF89a'),
      {},
      {
        ...invalid,
        detail:
          'The body is an image (image/gif) that cannot be read: its head does not say how large it is.',
      },
    ],
    [
      'too many pixels',
      () => streamOf(pngOf(30_000, 30_000)),
      { keepMetadata: true },
      {
        ...invalid,
        detail:
          'The body is an image of 30000 × 30000 pixels; images of this type are limited to 50000000 pixels.',
      },
    ],
    [
      'an image that is not built as its format requires',
      () => streamOf(insertChunks(readPicture('palette.png'), pngChunk('ABCD', ''))),
      {},
      {
        ...invalid,
        detail: 'The body is an image (image/png) that cannot be read: it has an unknown chunk (ABCD).',
      },
    ],
    [
      'metadata before a broken part',
      () => streamOf(insertSegments(picture.subarray(0, 600), exifSegment(6))),
      { keepMetadata: true },
      {
        ...invalid,
        detail:
          'The body is an image (image/jpeg) that cannot be read: its head does not say how large it is.',
      },
    ],
  ]
  for (const [title, source, given, expected] of rows) {
    test(title, async () => {
      const options = optionsOf(given)
      expect(await refusalOf(receiveFile(source(), options))).toEqual(expected as never)
      expect(filesIn(options.folder)).toEqual([])
    })
  }

  /** An upload that sends one part and then nothing, whose timers the test runs. */
  const stall = async (bytesMax: number) => {
    const timers: { readonly work: () => void; readonly ms: number }[] = []
    let running = 0
    const options = optionsOf({
      bytesMax,
      timer: (work, ms) => {
        timers.push({ work, ms })
        running++
        return () => void running--
      },
    })
    let isCancelled = false
    const source = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(Buffer.from('%PDF-')),
      cancel: () => {
        isCancelled = true
      },
    })
    const refusal = refusalOf(receiveFile(source, options))
    while (timers.length < 3) await Bun.sleep(1)
    const end = async (index: number) => {
      timers[index]?.work()
      const refused = await refusal
      expect([isCancelled, running, filesIn(options.folder)]).toEqual([true, 0, []])
      return refused
    }
    return { times: timers.map(({ ms }) => ms), end }
  }

  test('a stream from which no byte comes for 30 seconds', async () => {
    const { times, end } = await stall(1024)
    expect(times.slice(1)).toEqual([30_000, 30_000])
    expect(await end(2)).toEqual({
      ...invalid,
      detail: 'The body stopped: no byte arrived for 30 seconds.',
    })
  })

  test('a stream that takes longer in all than the largest file at 64 KiB a second, and than ten minutes', async () => {
    for (const [bytesMax, minutes] of [
      [1024, 10],
      [100 * 1024 * 1024, 27],
      [4_000_000_000, 1018],
    ] as const) {
      const { times, end } = await stall(bytesMax)
      expect(times[0]).toBe(minutes * 60_000)
      expect(await end(0)).toEqual({
        ...invalid,
        detail: `The body took longer than ${minutes} minutes, which is the longest for files of this server.`,
      })
    }
  })

  test('a stream that is never late by itself, once its time in all is over', async () => {
    const options = optionsOf({
      timer: (work, ms) => {
        if (ms > 30_000) queueMicrotask(work)
        return () => {}
      },
    })
    const endless = new ReadableStream<Uint8Array>({
      pull: controller => controller.enqueue(Buffer.from('a')),
    })
    expect((await refusalOf(receiveFile(endless, options))).detail).toContain('took longer than 10 minutes')
    expect(filesIn(options.folder)).toEqual([])
  })

  test('a source that fails', async () => {
    const options = optionsOf()
    const failure = new Error('lost')
    const failing = new ReadableStream<Uint8Array>({
      pull: controller => controller.error(failure),
    })
    expect(await receiveFile(failing, options).catch((error: unknown) => error)).toBe(failure)
    expect(filesIn(options.folder)).toEqual([])
  })
})

describe('a file that is on a disk already', () => {
  test('is received like any other, and stays there', async () => {
    const path = join(makeFolder(), 'photo.jpg')
    writeFileSync(path, photo)
    const fromStream = await receiveFile(streamOf(photo), optionsOf())
    const fromPath = await receivePath(path, optionsOf())
    expect({ ...fromPath, path: '' }).toEqual({ ...fromStream, path: '' })
    expect(readFileSync(path)).toEqual(photo)
  })

  test('is refused if it is too large, missing or no file', async () => {
    const folder = makeFolder()
    const path = join(folder, 'large')
    writeFileSync(path, Buffer.alloc(1025))
    mkdirSync(join(folder, 'sub'))
    const options = optionsOf({ bytesMax: 1024 })
    expect(await refusalOf(receivePath(path, options))).toMatchObject({ code: 'asset_too_large' })
    await expect(receivePath(join(folder, 'none'), options)).rejects.toThrow('There is no file')
    await expect(receivePath(join(folder, 'sub'), options)).rejects.toThrow('is not a regular file')
    expect(filesIn(options.folder)).toEqual([])
  })
})
