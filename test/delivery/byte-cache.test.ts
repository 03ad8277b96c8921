// What goes when there is no room, and what never comes in.
import { describe, expect, test } from 'bun:test'
import { ByteCache } from '../../src/delivery/cache/variant-cache.ts'

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

describe('a value that grows', () => {
  function open() {
    const held: number[] = []
    const evicted: number[] = []
    const cache = new ByteCache<string>(bytesMax, {
      onEviction: bytes => evicted.push(bytes),
      onBytes: bytes => held.push(bytes),
    })
    return { cache, evicted, bytes: () => held.at(-1) ?? 0 }
  }

  test('is counted with what it holds more, and goes with all of it', () => {
    const { cache, bytes } = open()
    const one = cache.set('one', 'one', 5000)
    const before = bytes()
    cache.grow(one!, 3000)
    expect(bytes()).toBe(before + 3000)
    cache.delete('one')
    expect(bytes()).toBe(before + 3000)
    fill(cache, 'a')
    expect(bytes()).toBe(10_000 + before - 5000 - 2 * 'one'.length + 2)
  })

  test('drives others out, the oldest first', () => {
    const { cache, bytes } = open()
    fill(cache, 'abcdefghi')
    const one = cache.set('one', 'one', 2000)
    cache.grow(one!, 3000)
    expect(has(cache, 'abc')).toBe('bc')
    expect(cache.get('one')).toBe('one')
    expect(bytes()).toBeLessThanOrEqual(bytesMax)
  })

  test('goes where it becomes too large to be kept, and alone', () => {
    const { cache, evicted } = open()
    fill(cache, 'abc')
    const one = cache.set('one', 'one', 10_000)
    cache.grow(one!, 3000)
    expect([has(cache, 'abc'), cache.get('one')]).toEqual(['abc', undefined])
    expect(evicted).toHaveLength(1)
  })

  test('changes nothing where it has gone, whatever has its name now', () => {
    const { cache, bytes } = open()
    const one = cache.set('one', 'one', 5000)
    cache.set('one', 'another', 5000)
    const before = bytes()
    cache.grow(one!, 3000)
    expect(bytes()).toBe(before)
    cache.delete('one')
    cache.grow(one!, 3000)
    expect([cache.get('one'), bytes()]).toEqual([undefined, before])
  })

  test('may be the one that goes for its own sake', () => {
    const { cache, bytes } = open()
    const one = cache.set('one', 'one', 10_000)
    fill(cache, 'abcdefgh')
    cache.grow(one!, 2000)
    expect([cache.get('one'), has(cache, 'abcdefgh')]).toEqual([undefined, 'abcdefgh'])
    expect(bytes()).toBeLessThanOrEqual(bytesMax)
  })
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
  expect(cache.set('large', 'large', 50_000)).toBeNull()
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
