// File names, as assets have them after an upload.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { filenameBytesMax, toFilename } from '../../src/files/file-name.ts'
import { anyCharacter } from '../kit/any-character.ts'
import { fuzzRuns, fuzzSeed } from '../kit/fuzz.ts'

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

describe('a file name', () => {
  for (const [sent, name] of rows) {
    test(`${JSON.stringify(sent.slice(0, 40))} becomes ${JSON.stringify(name.slice(0, 40))}`, () => {
      expect(toFilename(sent)).toBe(name)
    })
  }

  test('is one segment of at most 200 bytes, and stays as it is when it is sent again', () => {
    const piece = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.constantFrom('.', ' ', '/', '\\', '"', '\ud800', '\u0301', '日'.repeat(90)),
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
