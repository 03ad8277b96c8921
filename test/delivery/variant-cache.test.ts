// What is kept by question and variants, and what is remembered so that it is found.
import { describe, expect, test } from 'bun:test'
import { ByteCache } from '../../src/delivery/cache/byte-cache.ts'
import { type CacheEntry, Shelf } from '../../src/delivery/cache/variant-cache.ts'

const kilobyte = 1024

const keptOf = (value: string, bytes = kilobyte): CacheEntry<string> => ({
  value,
  bytes,
  dependencies: { entries: [], addresses: [], collection: null, page: null, model: false },
  epoch: 0,
  builtAt: 1,
  validThrough: 1,
})

function open(bytesMax = 64 * kilobyte) {
  const items = new ByteCache<unknown>(bytesMax)
  const shelf = new Shelf<string>(items)
  const keep = (question: string, variants: readonly string[], value: string, bytes?: number) =>
    shelf.keep(question, variants, new Set(variants), keptOf(value, bytes))
  return { items, shelf, keep }
}

describe('what is remembered of a question', () => {
  test('goes when its answers are dropped, and not before', () => {
    const { shelf, keep } = open()
    keep('one', ['a'], 'with a')
    keep('one', ['b'], 'with b')
    keep('two', ['a'], 'two')
    expect(shelf.questions).toBe(2)
    shelf.drop('one', ['a'])
    expect([shelf.questions, shelf.find('one', ['b'])?.value]).toEqual([2, 'with b'])
    shelf.drop('one', ['b'])
    expect([shelf.questions, shelf.find('two', ['a'])?.value]).toEqual([1, 'two'])
  })

  test('goes when its last answer goes for want of room', () => {
    const { shelf, keep } = open(16 * kilobyte)
    for (let question = 0; question < 200; question++) keep(`${question}`, ['a'], 'kept')
    const found = Array.from({ length: 200 }, (_, question) => shelf.find(`${question}`, ['a'])).filter(
      Boolean,
    )
    expect(found.length).toBeGreaterThan(1)
    expect(found.length).toBeLessThan(16)
    expect(shelf.questions).toBe(found.length)
  })

  test('is nothing where its answer is too large to be kept', () => {
    const { shelf, keep } = open()
    keep('one', ['a'], 'large', 32 * kilobyte)
    expect([shelf.questions, shelf.find('one', ['a'])]).toEqual([0, null])
    keep('one', ['a'], 'small')
    expect([shelf.questions, shelf.find('one', ['a'])?.value]).toEqual([1, 'small'])
  })

  test('is as much where an answer takes the place of another', () => {
    const { shelf, keep } = open()
    keep('one', ['a'], 'old')
    keep('one', ['a'], 'new')
    expect([shelf.questions, shelf.find('one', ['a'])?.value]).toEqual([1, 'new'])
    shelf.drop('one', ['a'])
    expect([shelf.questions, shelf.find('one', ['a'])]).toEqual([0, null])
  })
})

test('an audience is told from another by its ids, and variants of no effect are left out of the name', () => {
  const { shelf } = open()
  shelf.keep('one', ['x', 'a'], new Set(['a', 'b']), keptOf('a'))
  shelf.keep('one', ['c'], new Set(['c']), keptOf('c'))
  expect(shelf.find('one', ['a', 'y'])?.value).toBe('a')
  expect(shelf.find('one', ['c', 'a'])?.value).toBe('a')
  expect(shelf.find('one', ['c'])?.value).toBe('c')
  expect(shelf.find('one', ['a', 'b'])).toBeNull()
  expect(shelf.find('one', [])).toBeNull()
})

test('beyond 16 audiences those met first are no help, and find their way out', () => {
  const { items, shelf } = open(1024 * kilobyte)
  for (let id = 0; id < 17; id++) shelf.keep('one', [`v${id}`], new Set([`v${id}`]), keptOf(`${id}`))
  expect(shelf.find('one', ['v0'])).toBeNull()
  expect(Array.from({ length: 16 }, (_, id) => shelf.find('one', [`v${id + 1}`])?.value)).toEqual(
    Array.from({ length: 16 }, (_, id) => `${id + 1}`),
  )
  // The name under which it was kept is still there until its turn comes.
  expect(items.get('one\nv0\nv0')).toBeDefined()
  items.delete('one\nv0\nv0')
  expect(shelf.questions).toBe(1)
})
