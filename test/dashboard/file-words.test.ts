// Files in words: their kinds and sizes, what a field takes, why an upload failed.
import { describe, expect, test } from 'bun:test'
import type { UploadResult } from '../../dashboard/api/media/uploads.ts'
import { ApiProblem } from '../../dashboard/api/request.ts'
import { describeAccepted, joinAccepted, splitAccepted } from '../../dashboard/fields/asset/accepted-types.ts'
import { withOwn } from '../../dashboard/media/asset-value.ts'
import {
  describeFile,
  isAccepted,
  nameAccepted,
  toSizeText,
  typeForAccepted,
} from '../../dashboard/media/file-words.ts'
import {
  describeResult,
  describeResults,
  describeUploads,
  explainMisfit,
  explainRoom,
  explainUpload,
  warnOfFiles,
} from '../../dashboard/media/upload/upload-words.ts'
import type { AssetItemView } from '../../src/media/manage/asset.schema.ts'

const file = (
  contentType: string,
  size: number,
  width: number | null = null,
  height: number | null = null,
) => ({
  contentType,
  size,
  width,
  height,
})

describe('a file in words', () => {
  test.each([
    [file('image/jpeg', 2_812_345, 4032, 3024), '4032 × 3024 · 2.8 MB'],
    [file('image/svg+xml', 4000, 100, 50), 'SVG · 4 kB'],
    [file('image/svg+xml', 4000), 'SVG · 4 kB'],
    [file('application/pdf', 380_000), 'PDF · 380 kB'],
    [file('video/mp4', 48_000_000), 'Video · 48 MB'],
    [file('audio/ogg', 1_000_000), 'Audio · 1 MB'],
    [file('application/zip', 12_000_000), 'ZIP · 12 MB'],
    [file('application/vnd.oasis.opendocument.text', 10), 'Document · 10 bytes'],
    [file('application/octet-stream', 1), 'File · 1 byte'],
    [file('application/epub+zip', 2000), 'Document · 2 kB'],
  ])('is described by its size in pixels, or its kind: %o', (described, words) => {
    expect(describeFile(described)).toBe(words)
  })

  test.each([
    [999, '999 bytes'],
    [9_949, '9.9 kB'],
    [9_951, '10 kB'],
    [999_499, '999 kB'],
    [999_500, '1 MB'],
    [4_000_000_000, '4 GB'],
    [5_000_000_000_000, '5000 GB'],
  ])('has its size in two or three digits: %p', (bytes, words) => {
    expect(toSizeText(bytes)).toBe(words)
  })
})

describe('what a field takes', () => {
  test.each([
    [undefined, 'text/plain', true],
    [['image/*'], 'image/png', true],
    [['image/*'], 'imagery/png', false],
    [['image/png', 'application/pdf'], 'image/jpeg', false],
    [['image/png', 'application/pdf'], 'application/pdf', true],
  ])('%p and %p: %p', (accept, type, expected) => {
    expect(isAccepted(accept, type)).toBe(expected)
  })

  test('is said in words, and narrows the library where it can', () => {
    expect([nameAccepted(undefined), nameAccepted(['image/*'])]).toEqual([null, 'pictures'])
    expect(nameAccepted(['image/*', 'application/pdf', 'application/x-tar'])).toBe('pictures, PDF and X-TAR')
    expect(typeForAccepted(['image/png', 'image/*'])).toBe('image')
    expect(typeForAccepted(['audio/*', 'video/mp4'])).toBe('media')
    expect([typeForAccepted(['image/*', 'video/*']), typeForAccepted(undefined)]).toEqual([null, null])
  })

  test('is a rule of the model: ticks and a text, and back', () => {
    const types = ['image/*', 'application/zip', 'application/pdf', 'text/csv']
    const form = splitAccepted(types)
    expect(form).toEqual({
      accept: ['image/*', 'application/pdf'],
      acceptOthers: 'application/zip, text/csv',
    })
    expect(joinAccepted(form.accept, form.acceptOthers)?.toSorted()).toEqual(types.toSorted())
    expect([joinAccepted([], ' , '), joinAccepted(['image/*'], 'image/*')]).toEqual([undefined, ['image/*']])
    expect(describeAccepted(types)).toBe('Only Pictures, application/zip, PDF, text/csv')
  })
})

test('what a use has of its own is stored in one order, and nothing that is as the file has it', () => {
  const value = withOwn({ id: 'a', alt: 'Gull' }, { title: 'T', focalPoint: null })
  expect(JSON.stringify(value)).toBe('{"id":"a","title":"T","alt":"Gull"}')
  expect(JSON.stringify(withOwn(value, { alt: null, title: null }))).toBe('{"id":"a"}')
  // A decorative picture has an empty text, which is its own.
  expect(withOwn({ id: 'a' }, { alt: '' })).toEqual({ id: 'a', alt: '' })
})

describe('an upload that failed', () => {
  const problem = (status: number, code: string, detail = 'As the server says.', message?: string) =>
    new ApiProblem(status, code, detail, message ? [{ in: 'body', name: '', message }] : [])
  test.each([
    [problem(0, 'offline'), 10, 'The connection was lost.'],
    [
      problem(413, 'asset_too_large', 'Files are limited to 1024 bytes.'),
      2000,
      'Too large: it has 2 kB, and this server takes at most 1 kB.',
    ],
    [problem(400, 'invalid_body', '', 'is empty'), 0, 'The file is empty.'],
    [
      problem(400, 'invalid_body', '', 'is an image (image/jpeg) that cannot be read: it has no pixels'),
      10,
      'The picture is damaged or incomplete. Open it on your device and save it again.',
    ],
    [
      problem(400, 'invalid_body', '', 'stopped: no byte arrived for 30 seconds'),
      10,
      'The connection was lost.',
    ],
    [problem(503, 'store_unavailable'), 10, 'The server cannot reach its file store at the moment.'],
    [problem(401, 'session_required'), 10, 'You are signed out. Sign in again, then try again.'],
    [problem(418, 'teapot'), 10, 'As the server says.'],
    [new Error('x'), 10, 'Something unexpected happened in the dashboard.'],
  ])('is explained: %o', (error, size, words) => {
    expect(explainUpload(error, size)).toBe(words)
  })

  test('is counted beside those that arrived', () => {
    const sum = { active: 0, done: 0, failed: 0, sent: 0, size: 0 }
    expect(describeUploads({ ...sum, active: 3, failed: 1 })).toBe('Uploading 3 files')
    expect(describeUploads({ ...sum, done: 1, failed: 2 })).toBe('1 file uploaded, 2 failed')
    expect(describeUploads({ ...sum, failed: 1 })).toBe('1 file failed')
  })
})

describe('files that have arrived', () => {
  const result = (
    filename: string,
    contentType: string,
    more: Partial<Pick<UploadResult, 'isKnown' | 'metadataRemoved' | 'warnings'>> = {},
  ) => ({
    ...{ key: 1, isKnown: false, metadataRemoved: false, warnings: [], ...more },
    asset: { filename, contentType } as AssetItemView,
  })
  const photo = result('IMG_1.jpg', 'image/jpeg', { metadataRemoved: true })
  const known = result('a.png', 'image/png', { isKnown: true })
  const heic = result('IMG_1.HEIC', 'application/octet-stream')

  test.each([
    [result('a.png', 'image/png'), ''],
    [photo, 'Place, device and other data of the photo were removed.'],
    [known, 'The library had this file already.'],
    [heic, 'Browsers do not show pictures of this kind. To use it as a picture, save it as JPEG first.'],
    [result('heic.bin', 'application/octet-stream'), ''],
  ])('say what is worth knowing: %o', (one, words) => {
    expect(describeResult(one)).toBe(words)
  })

  const message = 'This picture cannot be decoded.'
  const broken = result('b.webp', 'image/webp', { warnings: [{ code: 'image_unreadable', message }] })

  test('say first what visitors will not see, by itself, among many and in a field', () => {
    expect(describeResult({ ...broken, isKnown: true })).toBe(message)
    expect(describeResults([known, broken])).toBe(`“b.webp”: ${message} The library had 1 file already.`)
    expect([warnOfFiles([known, broken]), warnOfFiles([known])]).toEqual([`“b.webp”: ${message}`, ''])
  })

  test('say it together where they are many', () => {
    expect(describeResults([photo, photo, known, heic])).toBe(
      'The library had 1 file already. Place, device and other data of 2 photos were removed. Browsers do not show 1 photo of them: save such as JPEG first.',
    )
    expect(describeResults([])).toBe('')
  })

  test('are not taken by a field for other kinds, which says why', () => {
    const words = '“IMG_1.HEIC” is in the library, and not here: this field takes pictures.'
    expect(explainMisfit(heic.asset, ['image/*'])).toStartWith(`${words} Browsers do not show`)
    expect(explainMisfit(result('a.csv', 'text/csv').asset, ['image/*'])).toEndWith('takes pictures.')
  })

  test.each([
    [['a'], 1, ''],
    [['a', 'b'], 1, 'There is room for one file: only “a” was taken.'],
    [['a', 'b', 'c'], 2, 'There is room for 2 files: the first 2 of 3 were taken.'],
    [['a'], 0, 'The list is full: nothing was added.'],
  ])('%p where there is room for %p: %p', (names, room, words) => {
    expect(explainRoom(names, room)).toBe(words)
  })
})
