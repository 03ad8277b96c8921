// File names, as assets have them after an upload.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { filenameBytesMax, toFilename } from '../../../src/media/receive/file-name.ts'
import { anyCharacter } from '../../kit/any-character.ts'
import { fuzzRuns, fuzzSeed } from '../../kit/fuzz.ts'

const rows: readonly (readonly [sent: string, name: string])[] = [
  ['cover.jpg', 'cover.jpg'],
  ['../../x', 'x'],
  ['C:\\Users\\ada\\cover.jpg', 'cover.jpg'],
  ['a\\b/c.png', 'c.png'],
  ['a\0b', 'ab'],
  ['a\u001f\u007f\u0085b.txt', 'ab.txt'],
  ['con', 'con'],
  ['"; x=', '; x='],
  ['a:b*c?d<e>f|g"h.pdf', 'abcdefgh.pdf'],
  ['日本.png', '日本.png'],
  ['.htaccess', 'htaccess'],
  ['...', 'file'],
  ['. .a', 'a'],
  ['  a b.txt  ', 'a b.txt'],
  ['a.', 'a.'],
  ['', 'file'],
  ['folder/', 'file'],
  ['***', 'file'],
  ['e\u0301.png', 'é.png'],
  ['e"\u0301.png', 'é.png'],
  ['\ud800a\udc00.png', '\ufffda\ufffd.png'],
  [`${'a'.repeat(296)}.png`, `${'a'.repeat(196)}.png`],
  ['日'.repeat(100), '日'.repeat(66)],
  [`${'日'.repeat(100)}.jpeg`, `${'日'.repeat(65)}.jpeg`],
  ['😀'.repeat(60), '😀'.repeat(50)],
  [`a.${'b'.repeat(300)}`, `a.${'b'.repeat(198)}`],
  [`${'a'.repeat(199)} ${'b'.repeat(100)}`, 'a'.repeat(199)],
]

/** What nobody sees, between the letters of a name. */
const invisible: Readonly<Record<string, readonly string[]>> = {
  'marks of direction': [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'],
  'characters without a width': [...'\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff\u034f\u180e'],
  'a hyphen that is not shown': ['\u00ad'],
  'old controls of writing': [...'\u206a\u206b\u206c\u206d\u206e\u206f\ufff9\ufffa\ufffb'],
  'ends of lines': ['\u2028', '\u2029'],
  'empty letters': [...'\u115f\u1160\u3164\uffa0\u17b4\u17b5'],
  'variants of what has none': ['\ufe00', '\ufe0f', '\u{e0100}', '\u{e01ef}', '\u180b'],
  tags: ['\u{e0001}', '\u{e0041}', '\u{e0067}\u{e0062}\u{e007f}', '\u{e007f}'],
  'marks of music and of shorthand': ['\u{1d173}', '\u{1d17a}', '\u{1bca0}'],
}

/** Names that are written with such characters. */
const written: readonly string[] = [
  'می\u200cخواهم.pdf',
  'क्\u200dष.txt',
  'ශ්\u200dරී.txt',
  'ക്\u200d.'.replace('.', 'ഷ.txt'),
  'ᠠ\u180b.txt',
  '葛\u{e0100}城.txt',
  '👩🏽\u200d💻.png',
  '👨\u200d👩\u200d👧.png',
  '❤\ufe0f\u200d🔥 ☀\ufe0e.png',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}.png',
  '🇦🇹 🎉 1\ufe0f\u20e3.png',
  'שלום עולם.pdf',
  'صورة 1.jpg',
]

describe('a file name', () => {
  for (const [sent, name] of rows) {
    test(`${JSON.stringify(sent.slice(0, 40))} becomes ${JSON.stringify(name.slice(0, 40))}`, () => {
      expect(toFilename(sent)).toBe(name)
    })
  }

  for (const [kind, characters] of Object.entries(invisible)) {
    test(`loses ${kind}`, () => {
      for (const hidden of characters) {
        for (const name of [
          `a${hidden}b.pdf`,
          `ab${hidden}.pdf`,
          `${hidden}.ab.pdf${hidden}`,
          `ab.${hidden}pdf`,
        ])
          expect([escape(hidden), toFilename(name)]).toEqual([escape(hidden), 'ab.pdf'])
        expect(toFilename(hidden)).toBe('file')
      }
    })
  }

  test('that would be shown in another order is the name that it has', () => {
    expect(toFilename('invoice\u202efdp.exe')).toBe('invoicefdp.exe')
    expect(toFilename('e\u200b\u0301.png')).toBe('é.png')
  })

  test('keeps the joiners and variants that its script or its pictographs are written with', () => {
    for (const name of written) expect(toFilename(name)).toBe(name)
  })

  test('has no joiner where nothing is joined', () => {
    expect(toFilename('\u200dمی\u200c.pdf')).toBe('می.pdf')
    expect(toFilename('می\u200c\u200cخ.pdf')).toBe('میخ.pdf')
    expect(toFilename('👩\u{e0067}\u{e0062}\u{e007f}1\ufe0f.png')).toBe('👩1.png')
    expect(toFilename('a\u180e\u180bb.txt')).toBe('ab.txt')
    expect(toFilename('می\u061c\u200c\u061cخ.pdf')).toBe('میخ.pdf')
    expect(toFilename('👩\u200d.png')).toBe('👩.png')
    expect(toFilename('🏴\u{e0067}\u{e0062}.png')).toBe('🏴.png')
    expect(toFilename(`${'a'.repeat(192)}👩\u200d💻${'b'.repeat(90)}`)).toBe(`${'a'.repeat(192)}👩`)
  })

  test('is one segment of at most 200 bytes, and stays as it is when it is sent again', () => {
    const piece = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.constantFrom('.', ' ', '/', '\\', '"', '\ud800', '\u0301', '日'.repeat(90)),
      fc.constantFrom(...Object.values(invisible).flat(), ...written),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), pieces => {
        const name = toFilename(pieces.join(''))
        expect(name).not.toBe('')
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(filenameBytesMax)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not be there
        expect(name).not.toMatch(/[/\\":*?<>|\u0000-\u001f\u007f-\u009f]|^[.\s]|\s$/)
        expect(name).toBe(name.normalize('NFC').toWellFormed())
        expect(toFilename(name)).toBe(name)
      }),
      { numRuns: fuzzRuns(1000), seed: fuzzSeed() },
    )
  })
})
