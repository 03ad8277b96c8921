// What is kept by question and variants, and what is remembered so that it is found.
import { describe, expect, test } from 'bun:test'
import { ByteCache, VariantCache } from '../../src/delivery/cache/variant-cache.ts'

const kilobyte = 1024

function open(bytesMax = 64 * kilobyte) {
  const items = new ByteCache<unknown>(bytesMax)
  const cache = new VariantCache<string>(items)
  const keep = (query: string, variants: readonly string[], value: string, bytes?: number) =>
    cache.set(query, variants, new Set(variants), value, bytes ?? kilobyte)
  return { items, cache, keep }
}

describe('what is remembered of a question', () => {
  test('goes when its responses are dropped, and not before', () => {
    const { cache, keep } = open()
    keep('one', ['a'], 'with a')
    keep('one', ['b'], 'with b')
    keep('two', ['a'], 'two')
    expect(cache.size).toBe(2)
    cache.delete('one', ['a'])
    expect([cache.size, cache.find('one', ['b'])]).toEqual([2, 'with b'])
    cache.delete('one', ['b'])
    expect([cache.size, cache.find('two', ['a'])]).toEqual([1, 'two'])
  })

  test('goes when its last response goes for want of room', () => {
    const { cache, keep } = open(16 * kilobyte)
    for (let query = 0; query < 200; query++) keep(`${query}`, ['a'], 'kept')
    const found = Array.from({ length: 200 }, (_, query) => cache.find(`${query}`, ['a'])).filter(Boolean)
    expect(found.length).toBeGreaterThan(1)
    expect(found.length).toBeLessThan(16)
    expect(cache.size).toBe(found.length)
  })

  test('is nothing where its response is too large to be kept', () => {
    const { cache, keep } = open()
    keep('one', ['a'], 'large', 32 * kilobyte)
    expect([cache.size, cache.find('one', ['a'])]).toEqual([0, null])
    keep('one', ['a'], 'small')
    expect([cache.size, cache.find('one', ['a'])]).toEqual([1, 'small'])
  })

  test('is as much where a response takes the place of another', () => {
    const { cache, keep } = open()
    keep('one', ['a'], 'old')
    keep('one', ['a'], 'new')
    expect([cache.size, cache.find('one', ['a'])]).toEqual([1, 'new'])
    cache.delete('one', ['a'])
    expect([cache.size, cache.find('one', ['a'])]).toEqual([0, null])
  })
})

test('an audience is distinguished from another by its ids, and variants of no effect are left out of the name', () => {
  const { cache } = open()
  cache.set('one', ['x', 'a'], new Set(['a', 'b']), 'a', kilobyte)
  cache.set('one', ['c'], new Set(['c']), 'c', kilobyte)
  expect(cache.find('one', ['a', 'y'])).toBe('a')
  expect(cache.find('one', ['c', 'a'])).toBe('a')
  expect(cache.find('one', ['c'])).toBe('c')
  expect(cache.find('one', ['a', 'b'])).toBeNull()
  expect(cache.find('one', [])).toBeNull()
})

test('beyond 16 audiences those met first are no help, and find their way out', () => {
  const { items, cache } = open(1024 * kilobyte)
  for (let id = 0; id < 17; id++) cache.set('one', [`v${id}`], new Set([`v${id}`]), `${id}`, kilobyte)
  expect(cache.find('one', ['v0'])).toBeNull()
  expect(Array.from({ length: 16 }, (_, id) => cache.find('one', [`v${id + 1}`]))).toEqual(
    Array.from({ length: 16 }, (_, id) => `${id + 1}`),
  )
  // The name under which it was kept is still there until its turn comes.
  expect(items.get('one\nv0\nv0')).toBeDefined()
  items.delete('one\nv0\nv0')
  expect(cache.size).toBe(1)
})
