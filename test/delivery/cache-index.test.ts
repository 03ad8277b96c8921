// The index of a collection and the log of changes against the simplest thing that could be right: a sorted array.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  changesMax,
  type Dependency,
  findInvalidationReason,
  InvalidationLog,
} from '../../src/delivery/cache/dependencies.ts'
import {
  type Block,
  beginning,
  blockSize,
  comparePositions,
  ListIndex,
  type ListPosition,
} from '../../src/delivery/list/list-index.ts'
import type { ChangedRow } from '../../src/delivery/store/change-log.store.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

/** Many of them at the same time, and some before all others. */
const key = fc.record({
  publishedAt: fc.integer({ min: 0, max: 90 }),
  entry: fc.constantFrom(...'abcdefgh'),
})

const startsOf = (keys: readonly ListPosition[]) => keys.filter((_, at) => at % blockSize === 0)
const keysFrom = (keys: readonly ListPosition[], { start, count }: Block) =>
  keys.filter(one => comparePositions(one, start) >= 0).slice(0, count)

const step = fc.record({
  anywhere: key,
  isWhereTheRestBegins: fc.boolean(),
  reach: fc.nat({ max: 700 }),
  place: fc.nat({ max: 700 }),
})

/** Brings what is missing of the first entries, as reading the list would. */
function fill(index: ListIndex, keys: readonly ListPosition[], reach: number): void {
  for (let part = index.missing(0, reach); part !== null; part = index.missing(0, reach)) {
    const starts = startsOf(keysFrom(keys, { ...part, count: part.count + 1 }))
    index.append(part, starts)
    // What comes late changes nothing.
    index.append(part, starts)
  }
}

/** What reading a page from where the index locates it comes to. */
function readPart(
  keys: readonly ListPosition[],
  index: ListIndex,
  place: number,
  limit: number,
): ListPosition[] {
  const from = index.locate(place)
  return from === null ? [] : keysFrom(keys, { ...from, count: from.skip + limit }).slice(from.skip)
}

test('the index leads to every place as far as it was made, whatever goes in and out', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(key, {
        selector: ({ publishedAt, entry }) => `${publishedAt}${entry}`,
        minLength: 300,
        maxLength: 600,
      }),
      fc.array(step, { minLength: 5, maxLength: 30 }),
      (first, steps) => {
        let keys = [...first].sort(comparePositions)
        const index = new ListIndex(keys.length)
        for (const { anywhere, isWhereTheRestBegins, reach, place } of steps) {
          fill(index, keys, reach)
          const one = (isWhereTheRestBegins && index.missing(0, keys.length)?.start) || anywhere
          const others = keys.filter(other => comparePositions(other, one) !== 0)
          if (others.length < keys.length) index.remove(one)
          else index.add(one)
          keys = others.length < keys.length ? others : [...keys, one].sort(comparePositions)
          expect(index.total).toBe(keys.length)
          for (const limit of [1, 20, 300]) {
            if (index.missing(place, limit) !== null) continue
            expect(readPart(keys, index, place, limit)).toEqual(keys.slice(place, place + limit))
          }
        }
        fill(index, keys, keys.length)
        expect(readPart(keys, index, 0, keys.length)).toEqual(keys)
      },
    ),
    { numRuns: fuzzRuns(60) },
  )
})

test('it asks for no more than what is missing, in parts', () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => ({ publishedAt: 50_000 - at, entry: 'a' }))
  const index = new ListIndex(keys.length)
  expect(index.missing(0, 20)!.count).toBe(128)
  expect([index.missing(20_000, 20), index.missing(19_999, 20)?.count]).toEqual([null, 64 * 128])
  fill(index, keys, 20)
  expect(index.missing(100, 28)).toBeNull()
  expect(index.missing(100, 29)).toEqual({ start: keys[128]!, count: 128 })
  // What comes into the known part is known, and what goes out of it is not missed.
  const front = { publishedAt: 90_000, entry: 'a' }
  index.add(front)
  expect([index.missing(100, 29), index.missing(100, 30)?.start]).toEqual([null, keys[128]!])
  index.remove(front)
  expect([index.missing(100, 28), index.missing(100, 29)?.start]).toEqual([null, keys[128]!])
  expect(index.missing(19_000, 20)).toEqual({ start: keys[128]!, count: 64 * 128 })
  fill(index, keys, 19_960)
  expect(index.missing(19_990, 50)).toEqual({ start: keys[19_968]!, count: 32 })
  fill(index, keys, 20_000)
  expect(index.missing(19_990, 50)).toBeNull()
  expect(index.missing(50_000, 50)).toBeNull()
  expect(index.locate(20_000)).toBeNull()
})

test('a page is located from the block that its first entry is in', () => {
  const keys = Array.from({ length: 600 }, (_, at) => ({ publishedAt: 5000 - at, entry: 'a' }))
  const index = new ListIndex(keys.length)
  fill(index, keys, keys.length)
  for (const [place, start, skip] of [
    [0, beginning, 0],
    [127, beginning, 127],
    [128, keys[128]!, 0],
    [130, keys[128]!, 2],
    [590, keys[512]!, 78],
  ] as const) {
    expect(index.locate(place)).toEqual({ start, skip })
  }
})

test('a list whose front goes, or all of it, begins again', () => {
  const keys = Array.from({ length: 130 }, (_, at) => ({ publishedAt: 5000 - at, entry: 'a' }))
  const index = new ListIndex(keys.length)
  fill(index, keys, keys.length)
  for (const one of keys.slice(0, 128)) index.remove(one)
  for (const one of [keys[3]!, keys[1]!]) index.add(one)
  const left = [keys[1]!, keys[3]!, keys[128]!, keys[129]!]
  expect(readPart(left, index, 0, 10)).toEqual(left)
  expect(index.locate(3)).toEqual({ start: keys[1]!, skip: 3 })
  for (const one of left) index.remove(one)
  expect([index.total, index.locate(0), index.missing(0, 10)]).toEqual([0, null, null])
  for (const one of [keys[7]!, keys[9]!]) index.add(one)
  expect(index.locate(1)).toEqual({ start: keys[7]!, skip: 1 })
})

test('a block that has grown too large is found, and split if it is still the same', () => {
  const keys = Array.from({ length: 2000 }, (_, at) => ({ publishedAt: 5000 - at, entry: 'a' }))
  const index = new ListIndex(1)
  fill(index, keys.slice(0, 1), 1)
  for (const one of keys.slice(1, 512)) index.add(one)
  expect(index.overgrown()).toBeNull()
  index.add(keys[512]!)
  expect(index.overgrown()!.count).toBe(513)
  for (const one of keys.slice(513)) index.add(one)
  const large = index.overgrown()!
  expect(large.count).toBe(2000)
  index.remove(keys[7]!)
  index.split(large, startsOf(keys))
  expect(index.overgrown()!.count).toBe(1999)
  index.add(keys[7]!)
  expect(index.locate(1777)!.skip).toBe(1777)
  index.split(index.overgrown()!, startsOf(keys))
  expect(index.overgrown()).toBeNull()
  expect(readPart(keys, index, 1777, 1)).toEqual([keys[1777]!])
  expect(index.locate(1777)!.skip).toBeLessThan(128)
})

test('a block that is split leaves those around it as they are', () => {
  const [before, behind] = [0, 1].map(part =>
    Array.from({ length: 192 }, (_, at) => ({ publishedAt: 5000 - 192 * part - at, entry: 'a' })),
  ) as [ListPosition[], ListPosition[]]
  const between = Array.from({ length: 700 }, (_, at) => ({ publishedAt: 4809, entry: `b${1000 + at}` }))
  const index = new ListIndex(384)
  fill(index, [...before, ...behind], 384)
  for (const one of between) index.add(one)
  const keys = [...before, ...between, ...behind]
  const large = index.overgrown()!
  expect(large.count).toBe(828)
  index.split(large, startsOf(keysFrom(keys, large)))
  expect(index.overgrown()).toBeNull()
  // The blocks before it and behind it are the same.
  expect([index.locate(127), index.locate(956)]).toEqual([
    { start: beginning, skip: 127 },
    { start: keys[956]!, skip: 0 },
  ])
  expect(readPart(keys, index, 0, keys.length)).toEqual(keys)
})

const values = (id: string): Dependency => ({ kind: 'entry', ids: [[id]] })
const paths = (id: string): Dependency => ({ kind: 'address', ids: [[id]] })
const inCollection = (collection: string): Dependency => ({ kind: 'collection', collection })

interface Live extends ListPosition {
  readonly collection: string
  readonly slug: string
}

const collections = new Set(['x', 'y'])

/** A space whose revisions are remembered, and a log that hears of them. */
class Space {
  readonly log = new InvalidationLog(0, collections)
  #revision = 0
  #live = new Map<string, Live>()
  #since = new Map<string, number>()

  get revision(): number {
    return this.#revision
  }

  list(collection: string): Live[] {
    return [...this.#live.values()].filter(one => one.collection === collection).sort(comparePositions)
  }

  find(entry: string): Live | undefined {
    return this.#live.get(entry)
  }

  /** Several in one revision; null takes the entry away. */
  change(entries: ReadonlyMap<string, Live | null>): void {
    const rows: ChangedRow[] = []
    this.#revision += 1
    for (const [entry, next] of entries) {
      const before = this.#live.get(entry)
      if (before) rows.push(this.#row(before, this.#revision))
      this.#live.delete(entry)
      if (next === null) continue
      this.#live.set(entry, next)
      this.#since.set(entry, this.#revision)
      rows.push(this.#row(next, null))
    }
    this.log.advance(this.#revision, rows, collections)
  }

  #row(live: Live, toRevision: number | null): ChangedRow {
    return { ...live, fromRevision: this.#since.get(live.entry) ?? 0, toRevision }
  }
}

const live = fc.record({
  publishedAt: fc.integer({ min: 0, max: 5 }),
  entry: fc.constantFrom(...'abcdef'),
  collection: fc.constantFrom('x', 'y'),
  slug: fc.constantFrom('s', 't'),
})
const changes = fc.array(fc.array(fc.oneof(live, fc.constantFrom(...'abcdef')), { maxLength: 3 }), {
  maxLength: 12,
})

const toEntries = (some: readonly (Live | string)[]) =>
  new Map(some.map(one => (typeof one === 'string' ? ([one, null] as const) : ([one.entry, one] as const))))

describe('the log of changes', () => {
  test('says of every page at every revision whether it is another now, and never wrongly that it is not', () => {
    fc.assert(
      fc.property(changes, changes, fc.integer({ min: 1, max: 3 }), (first, second, perPage) => {
        const space = new Space()
        for (const some of first) space.change(toEntries(some))
        const validThrough = space.revision
        const before = space.list('x')
        for (const some of second) space.change(toEntries(some))
        const after = space.list('x')
        for (let page = 0; page <= before.length / perPage; page++) {
          const own = before.slice(page * perPage, (page + 1) * perPage)
          const [head = null, last = null] = [own[0], own.at(-1)]
          const dependency = { kind: 'page', collection: 'x', first: head, last } as const
          const cause = findInvalidationReason([dependency], space.log, validThrough)
          const now = after.slice(page * perPage, (page + 1) * perPage)
          const isSame =
            before.length === after.length &&
            own.map(({ entry }) => entry).join() === now.map(({ entry }) => entry).join()
          if (!isSame) expect(cause).toBe('page')
          const isUntouched = second.flat().every(one => {
            const entry = typeof one === 'string' ? one : one.entry
            const isIn = typeof one !== 'string' && one.collection === 'x'
            return !isIn && !before.some(other => other.entry === entry)
          })
          if (isUntouched) expect(cause).toBeNull()
        }
      }),
      { numRuns: fuzzRuns(3000) },
    )
  })

  test('tells an entry that was published again from one that is elsewhere, or is no more', () => {
    const space = new Space()
    const one = { publishedAt: 1, entry: 'a', collection: 'x', slug: 's' }
    const causes = (validThrough: number) => [
      findInvalidationReason([values('a')], space.log, validThrough),
      findInvalidationReason([paths('a')], space.log, validThrough),
      findInvalidationReason([values('b'), paths('b'), inCollection('x')], space.log, validThrough),
    ]
    space.change(new Map([['a', one]]))
    expect(causes(0)).toEqual(['entry', 'address', null])
    space.change(new Map([['a', { ...one, publishedAt: 2 }]]))
    expect(causes(1)).toEqual(['entry', null, null])
    space.change(new Map([['a', { ...one, slug: 't' }]]))
    expect(causes(2)).toEqual(['entry', 'address', null])
    expect(causes(1)).toEqual(['entry', 'address', null])
    space.change(new Map([['a', null]]))
    expect(causes(3)).toEqual(['entry', 'address', null])
    expect(causes(4)).toEqual([null, null, null])
  })

  test('knows nothing of before it, of more at once than it can look at, nor which change was of the model', () => {
    const log = new InvalidationLog(5, collections)
    log.advance(6, [], new Set(['x']))
    expect(findInvalidationReason([], log, 4)).toBe('forgotten')
    expect(findInvalidationReason([inCollection('x')], log, 5)).toBeNull()
    expect(findInvalidationReason([inCollection('y')], log, 5)).toBe('collection')
    expect(findInvalidationReason([{ kind: 'model' }], log, 5)).toBe('model')
    expect(findInvalidationReason([{ kind: 'model' }], log, 6)).toBeNull()
    expect(log.advance(7, null, collections)).toBeNull()
    expect(findInvalidationReason([], log, 6)).toBe('forgotten')
    expect(findInvalidationReason([], log, 7)).toBeNull()
  })

  test('remembers the latest changes, and says so of those before', () => {
    const space = new Space()
    for (let at = 1; at <= 2 * changesMax + 1; at++) {
      space.change(new Map([[`e${at}`, { publishedAt: at, entry: `e${at}`, collection: 'x', slug: 's' }]]))
    }
    const of = (entry: string, validThrough: number) =>
      findInvalidationReason([values(entry)], space.log, validThrough)
    expect(of('none', 0)).toBe('forgotten')
    expect(of('none', changesMax)).toBe('forgotten')
    expect(of('none', changesMax + 1)).toBeNull()
    expect(of(`e${changesMax + 2}`, changesMax + 1)).toBe('entry')
    expect(of(`e${2 * changesMax + 1}`, 2 * changesMax)).toBe('entry')
    expect(of(`e${2 * changesMax}`, 2 * changesMax)).toBeNull()
  })
})
