// Contract 2, first line: what a key is made of, and that a mistyped one costs no look-up.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { systemRandom } from '../../src/base/ids.ts'
import { mintKey } from '../../src/keys/api-key.ts'
import { readResponse } from '../kit/app/responses.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { checksumOf, crc32, unknownApiKey } from './crc32.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const bytes = fc.uint8Array({ minLength: 200, maxLength: 200 })

/** The same bytes again and again, from where the last call ended. */
function repeating(source: Uint8Array): (length: number) => Uint8Array {
  let place = 0
  return length => Uint8Array.from({ length }, () => source[place++ % source.length]!)
}

describe('a key', () => {
  test('the checksum here is the CRC32 of the standard', () => {
    expect(crc32('123456789')).toBe(0xcbf43926)
    expect(checksumOf('123456789')).toBe('3jZRME')
    expect(checksumOf('')).toBe('000000')
  })

  test('is flst_, 32 characters of base 62 and the CRC32 of all before, whatever the random bytes', () => {
    fc.assert(
      fc.property(bytes, source => {
        fc.pre(source.some(byte => byte < 248))
        const key = mintKey(repeating(source))
        expect(key).toMatch(/^flst_[0-9A-Za-z]{38}$/)
        expect(key.slice(-6)).toBe(checksumOf(key.slice(0, -6)))
      }),
      { numRuns: fuzzRuns(2000) },
    )
  })

  test('draws each of the 62 characters about as often as any other', () => {
    const counts = new Map<string, number>()
    for (let round = 0; round < 5000; round++) {
      for (const character of mintKey(systemRandom).slice(5, 37))
        counts.set(character, (counts.get(character) ?? 0) + 1)
    }
    expect([...counts.keys()].sort().join('')).toBe([...alphabet].sort().join(''))
    const expected = (5000 * 32) / 62
    // Six standard deviations: a modulo bias of 256 % 62 would be twenty-five percent.
    for (const count of counts.values())
      expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected))
  })

  test('no two of 20,000 are equal', () => {
    expect(new Set(Array.from({ length: 20_000 }, () => mintKey(systemRandom))).size).toBe(20_000)
  })

  test(
    'with any one character changed, left out, added or swapped is refused without a statement',
    async () => {
      const space = await createTestSpace()
      const { key } = await space.makeKey()
      const odd = `${alphabet}_-. +/="`
      const damaged: string[] = []
      for (let place = 0; place < key.length; place++) {
        for (const character of odd) {
          if (character !== key[place]) damaged.push(key.slice(0, place) + character + key.slice(place + 1))
        }
        damaged.push(key.slice(0, place) + key.slice(place + 1))
        damaged.push(`${key.slice(0, place)}0${key.slice(place)}`)
      }
      for (let place = 1; place < key.length; place++) {
        const [a, b] = [key[place - 1]!, key[place]!]
        if (a !== b) damaged.push(key.slice(0, place - 1) + b + a + key.slice(place + 1))
      }
      space.statements.length = 0
      for (const text of damaged) {
        // A space at an end is trimmed by HTTP itself.
        if (text.trim() === key) continue
        const response = await readResponse(
          await space.get('/content/c', { Authorization: `Bearer ${text}` }),
        )
        expect({ text, status: response.status }).toEqual({ text, status: 401 })
      }
      expect(space.statements).toEqual([])
      expect(damaged.length).toBeGreaterThan(2500)
    },
    longTestMs,
  )

  test('that is well-formed but unknown costs one look-up, by its hash alone', async () => {
    const space = await createTestSpace()
    space.statements.length = 0
    const response = await space.get('/content/c', { Authorization: `Bearer ${unknownApiKey('y')}` })
    expect(response.status).toBe(401)
    expect(space.statements.length).toBe(1)
    expect(space.statements[0]).toContain('where "api_key_secret"."hash" ')
  })

  test('any text at all behind Bearer is a 401', async () => {
    const space = await createTestSpace()
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...alphabet, ' ', ',', '"', '_', '=', '\u00ff', '\t') }),
      fc.string({ unit: fc.constantFrom(...alphabet), minLength: 38, maxLength: 38 }).map(t => `flst_${t}`),
    )
    await fc.assert(
      fc.asyncProperty(text, async value => {
        const response = await readResponse(
          await space.get('/content/c', { Authorization: `Bearer ${value}` }),
        )
        expect(response.status).toBe(401)
      }),
      { numRuns: fuzzRuns(500) },
    )
  })
})
