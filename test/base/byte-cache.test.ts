// What goes when there is no room, and what never comes in.
import { expect, test } from 'bun:test'
import { ByteCache } from '../../src/base/byte-cache.ts'

/** Each takes 10,000 bytes and what is around it: nine of them fit, and ten do not. */
const bytesMax = 100_000

function fill(cache: ByteCache<string>, names: string) {
  for (const name of names) cache.set(name, name, 10_000)
}

function has(cache: ByteCache<string>, names: string): string {
  return [...names].filter(name => cache.get(name) !== undefined).join('')
}

test('those go that nobody has asked for, in the order in which they came', () => {
  const cache = new ByteCache<string>(bytesMax)
  fill(cache, 'abcdefghi')
  for (const name of 'aceg') cache.get(name)
  fill(cache, 'jkl')
  expect(has(cache, 'abcdefghijkl')).toBe('aceghijkl')
})

test('one that was asked for once goes when its turn comes again', () => {
  const cache = new ByteCache<string>(bytesMax)
  fill(cache, 'abcdefghi')
  cache.get('a')
  fill(cache, 'jklmnopqr')
  fill(cache, 's')
  expect(has(cache, 'a')).toBe('')
})

test('what begins as asked for goes one turn later than others', () => {
  const cache = new ByteCache<string>(bytesMax)
  cache.set('W', 'wanted', 10_000, { isWanted: true })
  fill(cache, 'abcdefghi')
  expect(has(cache, 'aW')).toBe('W')
  const later = new ByteCache<string>(bytesMax)
  later.set('W', 'wanted', 10_000, { isWanted: true })
  fill(later, 'abcdefghijklmnopqr')
  expect(has(later, 'W')).toBe('')
})

test('where all were asked for the oldest goes', () => {
  const cache = new ByteCache<string>(bytesMax)
  fill(cache, 'abcdefghi')
  has(cache, 'abcdefghi')
  fill(cache, 'j')
  expect(has(cache, 'abcdefghij')).toBe('bcdefghij')
})

test('what is too large does not come in, and drives nothing out', () => {
  const cache = new ByteCache<string>(bytesMax)
  fill(cache, 'abc')
  expect(cache.set('large', 'large', 50_000)).toBe(false)
  expect(has(cache, 'abc')).toBe('abc')
})

test('each that goes is told so once, and its bytes are free', () => {
  const dropped: string[] = []
  const held: number[] = []
  const cache = new ByteCache<string>(bytesMax, {
    onEviction: () => {},
    onBytes: bytes => held.push(bytes),
  })
  for (let number = 0; number < 100; number++) {
    cache.set(`${number}`, 'kept', 10_000, { onDrop: () => dropped.push(`${number}`) })
  }
  expect(dropped).toEqual(Array.from({ length: 91 }, (_, number) => `${number}`))
  expect(Math.max(...held)).toBeLessThanOrEqual(bytesMax)
})
