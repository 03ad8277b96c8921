// The type of a file whose first bytes leave it open: sound in the boxes of a film, and behind a tag.
import { describe, expect, test } from 'bun:test'
import { readType } from '../../../src/media/receive/file-type.ts'
import { box, latin1, withBytes } from './images.ts'

const typeOf = (...parts: readonly Uint8Array[]) =>
  withBytes(Buffer.concat(parts), async bytes => (await readType(bytes)).contentType)

const mp4 = box('ftyp', latin1('mp42\0\0\0\0mp42isom'))
const handlerOf = (name: string) => box('hdlr', latin1(`\0\0\0\0\0\0\0\0${name}${'\0'.repeat(12)}`))
const track = (name: string) => box('trak', box('tkhd', Buffer.alloc(84)), box('mdia', handlerOf(name)))
/** A cover of a song is a handler too, and no track. */
const cover = box('udta', box('meta', Buffer.alloc(4), handlerOf('mdir'), handlerOf('vide')))
const movie = (...tracks: readonly string[]) =>
  box('moov', box('mvhd', Buffer.alloc(100)), ...tracks.map(track), cover)
const data = box('mdat', Buffer.alloc(200_000, 1))
/** A box whose length has eight bytes. */
const longData = Buffer.concat([latin1('\0\0\0\x01mdat\0\0\0\0\0\x03\x0d\x50'), Buffer.alloc(200_000, 1)])

describe('an MP4 with sound and no picture is sound, whatever its first box says', () => {
  const rows: readonly (readonly [title: string, type: string, parts: readonly Uint8Array[]])[] = [
    ['its tracks before the data', 'audio/mp4', [mp4, movie('soun'), data]],
    ['its tracks behind the data', 'audio/mp4', [mp4, box('free'), data, movie('soun')]],
    ['its tracks behind a long box', 'audio/mp4', [mp4, longData, movie('soun')]],
    ['with a track of chapters', 'audio/mp4', [mp4, movie('soun', 'text')]],
    ['a film with sound', 'video/mp4', [mp4, movie('soun', 'vide'), data]],
    ['a film without sound', 'video/mp4', [mp4, data, movie('vide')]],
    ['a file that ends before its tracks', 'video/mp4', [mp4, data.subarray(0, 100)]],
    ['a file without tracks', 'video/mp4', [mp4, box('moov', cover)]],
  ]
  for (const [title, type, parts] of rows) {
    test(`${title}: ${type}`, async () => expect(await typeOf(...parts)).toBe(type))
  }

  test('a film of very many boxes stays a film, and others have their turn in the meantime', async () => {
    let turns = 0
    const timer = setInterval(() => turns++)
    const free = Buffer.concat(Array.from({ length: 120_000 }, () => box('free')))
    expect(await typeOf(mp4, free, movie('soun'))).toBe('video/mp4')
    clearInterval(timer)
    expect(turns).toBeGreaterThan(0)
  })
})

describe('a tag of the kind ID3 does not say what follows it', () => {
  const tag = (length: number, flags = 0) =>
    Buffer.concat([
      latin1(`ID3\x04\0${String.fromCharCode(flags)}`),
      Uint8Array.of(length >> 21, (length >> 14) & 127, (length >> 7) & 127, length & 127),
      Buffer.alloc(length, 0xff),
    ])
  const frames = (head: string, length: number) => latin1(head.padEnd(length, '\0').repeat(2))
  const mp3 = frames('\xff\xf3\x84\xc4', 192)
  const aac = frames('\xff\xf1\x50\x80\x06\x5f\xfc', 50)
  const flac = latin1('fLaC\0\0\0\x22')
  const rows: readonly (readonly [title: string, type: string, parts: readonly Uint8Array[]])[] = [
    ['MPEG audio', 'audio/mpeg', [tag(100), mp3]],
    ['AAC', 'audio/aac', [tag(100), aac]],
    ['FLAC', 'audio/flac', [tag(100), flac]],
    ['AAC behind a cover of 300 kB', 'audio/aac', [tag(300_000), aac]],
    [
      'FLAC behind two tags, a footer and zeros',
      'audio/flac',
      [tag(9), tag(200, 0x10), Buffer.alloc(510), flac],
    ],
    ['a tag that is longer than the file', 'audio/mpeg', [tag(100).subarray(0, 50)]],
    ['a tag alone', 'audio/mpeg', [tag(100)]],
    ['what is no sound', 'audio/mpeg', [tag(100), latin1('<html>')]],
  ]
  for (const [title, type, parts] of rows) {
    test(`${title}: ${type}`, async () => expect(await typeOf(...parts)).toBe(type))
  }
})
