// The text of a notification, and the clock by which leases are counted.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { steadyClock } from '../../src/database/lease/lease-keeper.ts'
import { parseNotification, toNotification } from '../../src/database/notify-change.ts'
import { anyCharacter } from '../kit/any-character.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

const count = fc.maxSafeNat()

test('what is written is read, whatever the space is called, and fits into a notification', () => {
  const space = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(space, count, count, (space, revision, keys) => {
      const text = toNotification(space, { revision, keys })
      expect(parseNotification(text)).toEqual({ space, versions: { revision, keys } })
      expect(Buffer.byteLength(text)).toBeLessThan(8000)
    }),
    { numRuns: fuzzRuns(300) },
  )
  expect(toNotification('Q3', { revision: 12, keys: 4 })).toBe('12 4 Q3')
})

test('what is no notice is nothing, and never an error', () => {
  const texts = [
    '',
    ' ',
    '1',
    '1 2',
    '1 2 ',
    '01 2 a',
    '1 -2 a',
    '+1 2 a',
    '1.5 2 a',
    '1e3 2 a',
    'x 2 a',
    '1  2 a',
  ]
  const big = [
    '9007199254740992 1 a',
    '1 9999999999999999 a',
    '99999999999999999999 1 a',
    `1 2 ${'a'.repeat(256)}`,
  ]
  const others = [undefined, null, 5, {}, [], Symbol('a'), new Uint8Array(3)]
  for (const payload of [...texts, ...big, ...others]) expect(parseNotification(payload)).toBeNull()
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.string({ unit: anyCharacter })), payload => {
      const read = parseNotification(payload)
      if (read !== null) expect(toNotification(read.space, read.versions)).toBe(payload as string)
    }),
    { numRuns: fuzzRuns(300) },
  )
})

test('the steady clock never goes back, and leaves out neither a suspension nor a wall clock that was set back', () => {
  const system = { monotonic: 500, wall: 1_000_000 }
  const clock = steadyClock(
    () => system.monotonic,
    () => system.wall,
  )
  const after = (monotonic: number, wall: number) => {
    system.monotonic += monotonic
    system.wall += wall
    return clock()
  }
  expect(after(10, 10)).toBe(10)
  expect(after(5, 60_000)).toBe(60_010)
  expect(after(20, -3_600_000)).toBe(60_030)
  expect(after(0, 0)).toBe(60_030)
})
