// What a file is by its first bytes, whatever it is named and however it was sent.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentTypeOf, unknownType } from '../../../src/base/content-type.ts'
import { detectType, inlineTypes, typeOfBytes } from '../../../src/media/receive/file-type.ts'

const bytesOf = (text: string) => Buffer.from(text, 'latin1')
const picture = (name: string) => readFileSync(join(import.meta.dir, 'pictures', name)).toString('latin1')
/** The first box of an ISO base media file. */
const ftyp = (major: string, ...compatible: string[]) =>
  `\0\0\0${String.fromCharCode(16 + compatible.length * 4)}ftyp${major}\0\0\0\0${compatible.join('')}mdat`
/** The first pages of streams, each with a packet of 30 bytes. */
const ogg = (...packets: string[]) =>
  packets.map(packet => `OggS\0\x02${'\0'.repeat(20)}\x01\x1e${packet.padEnd(30, '\0')}`).join('')
const frameOf = (head: string, length: number) => head.padEnd(length, '\0')
/** A frame of 128 kbit/s and 44,100 Hz has 417 bytes. */
const frame = frameOf('\xff\xfb\x90\x00', 417)
/** A frame of AAC says its length in thirteen bits. */
const adts = (rate: number, length: number, kind = 0xf1) =>
  Buffer.from([
    0xff,
    kind,
    0x40 | (rate << 2),
    0x80 | (length >> 11),
    length >> 3,
    ((length & 7) << 5) | 31,
    0xfc,
  ])
    .toString('latin1')
    .padEnd(length, '\0')
/** Frames of MPEG audio as encoders write them: head, and length in bytes. */
const mpegFrames: readonly (readonly [rate: string, head: string, length: number])[] = [
  ['layer III, 48 kHz', '\xff\xfb\x94\xc4', 384],
  ['layer III, 32 kHz', '\xff\xfa\x58\xc4', 288],
  ['layer III, 24 kHz', '\xff\xf3\x84\xc4', 192],
  ['layer III, 22 kHz', '\xff\xf3\x80\xc4', 208],
  ['layer III, 22 kHz, padded', '\xff\xf3\x82\xc4', 209],
  ['layer III, 16 kHz', '\xff\xf3\x88\xc4', 288],
  ['layer III, 12 kHz', '\xff\xe3\x84\xc4', 384],
  ['layer III, 11 kHz', '\xff\xe3\x80\xc4', 417],
  ['layer III, 8 kHz', '\xff\xe3\x88\xc4', 576],
  ['layer II, 48 kHz', '\xff\xfd\x84\xc0', 384],
  ['layer II, 44 kHz', '\xff\xfd\x80\xc0', 417],
  ['layer II, 24 kHz', '\xff\xf5\x84\xc0', 384],
  ['layer II, 22 kHz', '\xff\xf5\x80\xc0', 417],
  ['layer II, 16 kHz', '\xff\xf5\x88\xc0', 576],
]

const shown: Readonly<Record<(typeof inlineTypes)[number], readonly string[]>> = {
  'image/jpeg': ['\xff\xd8\xff\xe0', picture('baseline.jpg'), picture('progressive.jpg')],
  'image/png': [picture('palette.png')],
  'image/gif': ['GIF87a', 'GIF89a', 'GIF89a/*\x01\0*/=1;alert(1)'],
  'image/webp': ['lossy', 'lossless', 'animated'].map(name => picture(`${name}.webp`)),
  'image/avif': [
    picture('still.avif'),
    ftyp('avif', 'mif1', 'miaf'),
    ftyp('avis', 'msf1', 'avif'),
    ftyp('mif1', 'avif', 'miaf'),
  ],
  'image/svg+xml': [
    '<svg>',
    '<svg/>',
    '\xef\xbb\xbf<svg xmlns="http://www.w3.org/2000/svg">',
    ' \r\n\t<?xml version="1.0" encoding="UTF-8"?>\n<!-- <html> --> <!-- two --><svg\n>',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://x/>"><svg >',
    `<?xml version="1.0"?><!DOCTYPE svg [ <!ENTITY a "]>"> <!-- it's ]> --> ]>\n<svg >`,
    '\xff\xfe<\0s\0v\0g\0>\0',
    '\xfe\xff\0<\0s\0v\0g\0>',
    '<?xml version="1.0"?>\n<?xml-stylesheet type="text/css" href="a.css"?>\n<svg xmlns="http://www.w3.org/2000/svg">',
    '<?xpacket begin="" id="<svga>"?><svg>',
    '<?xml version="1.0"?><svg:svg xmlns:svg="http://www.w3.org/2000/svg" width="24">',
    '<!-- a --><?b c?><!DOCTYPE s:svg [ <?d "?> <!ENTITY e "]"> ]><?f?><s:svg>',
    '<\xc3\xa9-1.a:svg\txmlns:\xc3\xa9-1.a="http://www.w3.org/2000/svg"/>',
  ],
  'application/pdf': ['%PDF-1.7\n', '\xef\xbb\xbf%PDF-1.4', '\r\n%PDF-2.0'],
  'video/mp4': [ftyp('isom', 'iso2', 'avc1', 'mp41'), ftyp('mp42'), ftyp('M4V '), ftyp('XAVC', 'mp42')],
  'video/webm': [
    '\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webmB\x87\x81\x04',
    '\x1aE\xdf\xa3\x01\0\0\0\0\0\0\x1fB\x82\x01\0\0\0\0\0\0\x04webm',
    '\x1aE\xdf\xa3\x40\x07B\x82\x40\x04webm',
    '\x1aE\xdf\xa3\x88B\x82\x20\0\x04webm',
  ],
  'audio/mpeg': [
    'ID3\x03\0\0\0\0\0\x21',
    `${frame}${frame}`,
    frame,
    ...mpegFrames.map(([, head, length]) => frameOf(head, length).repeat(2)),
  ],
  'audio/ogg': [
    ...['\x01vorbis', 'OpusHead', '\x7fFLAC', 'Speex   '].map(codec => ogg(codec)),
    ogg('fishead\0', 'OpusHead'),
  ],
  'audio/wav': ['RIFF\x24\0\0\0WAVEfmt ', 'RIFF\xff\xff\xff\xffWAVEbext'],
  'audio/mp4': [ftyp('M4A ', 'isom', 'mp42'), ftyp('M4B '), ftyp('F4A ', 'isom')],
  'audio/aac': [
    adts(4, 371).repeat(2),
    adts(6, 200) + adts(6, 187),
    adts(7, 9, 0xf9) + adts(7, 8000, 0xf9),
    adts(11, 100, 0xf0).repeat(3),
    adts(4, 371),
  ],
  'audio/flac': ['fLaC\0\0\0\x22', 'fLaC\x80\0\0\x22'],
  'text/vtt': [
    'WEBVTT',
    'WEBVTT\n\n00:00.000 --> 00:01.000\nOne',
    'WEBVTT Titles\r\n',
    '\xef\xbb\xbfWEBVTT\t-\r',
  ],
  'font/woff': ['wOFF\0\x01\0\0'],
  'font/woff2': ['wOF2\0\x01\0\0'],
}

const unknown: Readonly<Record<string, readonly string[]>> = {
  nothing: ['', '\0'],
  HTML: ['<!doctype html><svg>', '<html><body>', '\n<script>alert(1)</script>', '<!-- --><p><svg>'],
  'XHTML and XML': [
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">',
    '<?xml version="1.0"?><feed><svg/></feed>',
    '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="x"?><html>',
    '<?xml version="1.0"?><svg:g><svg:svg>',
    '<svga>',
    '<svg:svga>',
    '<a:b:svg>',
    '<:svg>',
    '<svg:a>',
    '<SVG>',
    '<?xml <svg>',
    '<!-- <svg> ',
    '<!DOCTYPE svg [ <svg>',
  ],
  JavaScript: ['alert("<svg>")', '/* <svg> */'],
  HEIC: [
    ftyp('heic', 'mif1', 'heic'),
    ftyp('mif1', 'heic', 'mif1'),
    ftyp('mif1', 'avif', 'heic'),
    ftyp('msf1'),
  ],
  QuickTime: [ftyp('qt  ', 'qt  '), ftyp('qt  ', 'mp42'), '\0\0\0\x08wide\0\0\0\0mdat'],
  'other films and sounds': [
    ftyp('3gp5', 'isom'),
    ftyp('M4P ', 'isom', 'mp42'),
    ftyp('crx ', 'isom'),
    ogg('\x80theora'),
    ogg('\x01vorbis', '\x80theora'),
    ogg('fishead\0', '\x80theora', 'OpusHead'),
    ogg('fishead\0'),
    '\x1aE\xdf\xa3\x93B\x82\x88matroska',
    '\x1aE\xdf\xa3\x93B\x82\x84webp',
    'fLaC',
    'fLaC\x04',
    'RIFF\0\0\0\0AVI ',
  ],
  'what two bytes of sound begin': [
    `${frame.slice(0, 400)}`,
    `${frame}no frame`,
    '\xff\xfea\0b\0',
    '\xff\xf1\x50\x80',
    `${adts(4, 371)}no frame`,
    adts(13, 371).repeat(2),
    adts(4, 7).repeat(2),
    ...mpegFrames.map(([, head, length]) => `${frameOf(head, length)}no frame`),
    frameOf('\xff\xeb\x90\x00', 417).repeat(2),
    frameOf('\xff\xf9\x90\x00', 417).repeat(2),
    `\xff\xfb\x90\x00`,
  ],
  'halves of a signature': [
    'GIF8',
    '\x89PNG\r\n',
    'RIFF\0\0\0\0WEBP',
    'wOF',
    '%PD',
    '\xff\xd8',
    'ID3\x09\0\0',
    'WEBVT',
    'WEBVTTS',
    ' WEBVTT',
    'fLa',
    '\0\0\0\x0cftyp',
  ],
  programs: ['\x7fELF', 'MZ\x90\0', '#!/bin/sh', 'PK\x03\x04'],
}

describe('a file has the type of its first bytes', () => {
  for (const type of inlineTypes) {
    test(`${type}, also if its name says otherwise`, () => {
      for (const text of shown[type])
        expect([text, contentTypeOf(typeOfBytes(bytesOf(text)), 'a.txt')]).toEqual([text, type])
    })
  }

  for (const [kind, texts] of Object.entries(unknown)) {
    test(`and ${kind} are of no type that browsers show, whatever the name is`, () => {
      for (const text of texts) {
        expect([text, detectType(bytesOf(text))]).toEqual([text, null])
        for (const name of ['a.png', 'a.svg', 'a.html', 'a.xhtml', 'a.xml', 'a.js', 'a.mjs', 'a']) {
          expect(contentTypeOf(typeOfBytes(bytesOf(text)), name)).toBe(unknownType)
        }
      }
    })
  }

  test('and what begins with 64 KiB of comment is of none', () => {
    expect(detectType(bytesOf(`<!--${'x'.repeat(70_000)}--><svg>`))).toBeNull()
  })
})

describe('a download has the type of its file extension', () => {
  const rows = {
    'a.csv': 'text/csv',
    'a.TXT': 'text/plain',
    'a.md': 'text/markdown',
    'a.json': 'application/json',
    'a.zip': 'application/zip',
    'a.tar.gz': 'application/gzip',
    'a.epub': 'application/epub+zip',
    'a.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'a.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'a.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'a.odt': 'application/vnd.oasis.opendocument.text',
    'a.ods': 'application/vnd.oasis.opendocument.spreadsheet',
    'a.odp': 'application/vnd.oasis.opendocument.presentation',
    'a.heic': unknownType,
    'a.exe': unknownType,
    csv: unknownType,
    'a.': unknownType,
    '.csv': 'text/csv',
  }
  for (const [name, type] of Object.entries(rows)) {
    test(`${name}: ${type}`, () => {
      expect(contentTypeOf(typeOfBytes(bytesOf('some text')), name)).toBe(type)
    })
  }

  test('unless it is HTML or XML', () => {
    for (const text of [
      '<!DOCTYPE html>',
      '\n <HTML>',
      '\xef\xbb\xbf<?xml version="1.0"?><a/>',
      '<script>',
    ]) {
      expect([text, contentTypeOf(typeOfBytes(bytesOf(text)), 'a.txt')]).toEqual([text, unknownType])
    }
    expect(contentTypeOf(typeOfBytes(bytesOf('<h1 align="center">Title</h1>')), 'a.md')).toBe('text/markdown')
  })
})
