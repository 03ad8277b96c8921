// Ranges in a collection that is large enough for reading no more of the index than is needed: each finds what comparing
// every value in memory finds, whether few values are in it or nearly all, shared by many entries or each with its own.
import { beforeAll, describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import type { ServedPage } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'

const total = 1300
const perPage = 100
const day = 86_400_000

interface Thing {
  readonly id: string
  readonly publishedAt: number
  /** Each entry has its own, negative ones too; none for some. */
  readonly height: number | null
  /** That of the base for most. */
  readonly germanHeight: number | null
  /** Shared by many. */
  readonly grade: number
  readonly weight: number
}

const things: readonly Thing[] = Array.from({ length: total }, (_, at) => {
  const place = (at * 7919) % total
  const height = place % 10 === 3 ? null : (place - 600) / 8
  return {
    id: `thing-${String(at).padStart(4, '0')}`,
    publishedAt: Date.UTC(2026, 0, 1) + place * (day / 100),
    height,
    germanHeight: at % 5 === 0 ? place : height,
    grade: place % 6,
    weight: place,
  }
})

const records: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'things',
    name: 'Things',
    fields: [
      { apiName: 'height', type: 'number' },
      { apiName: 'grade', type: 'integer' },
      { apiName: 'size', type: 'json', paths: [{ path: 'weight', type: 'number' }] },
    ],
  },
  ...things.map(({ id, publishedAt, height, germanHeight, grade, weight }): ImportRecord => {
    return {
      ...{ type: 'entry', collection: 'things', id, publishedAt: new Date(publishedAt).toISOString() },
      liveData: { grade, size: { weight }, ...(height !== null && { height }) },
      ...(germanHeight !== height && { liveVariants: { de: { height: germanHeight } } }),
    }
  }),
]

type Test = (thing: Thing) => boolean

/** No value is in no range. */
const isIn = (value: number | null, from: number, to: number) => value !== null && value >= from && value < to
const next = 1e-9

const cases: readonly (readonly [query: string, isListed: Test])[] = [
  ['filter[height][lt]=0', ({ height }) => isIn(height, -Infinity, 0)],
  ['filter[height][lte]=0', ({ height }) => isIn(height, -Infinity, next)],
  ['filter[height][gt]=0', ({ height }) => isIn(height, next, Infinity)],
  ['filter[height][gte]=0', ({ height }) => isIn(height, 0, Infinity)],
  ['filter[height][gte]=-74.5&filter[height][lt]=80', ({ height }) => isIn(height, -74.5, 80)],
  ['filter[height][gt]=-74.5&filter[height][lte]=80', ({ height }) => isIn(height, -74.5 + next, 80 + next)],
  ['filter[height][gte]=10&filter[height][lt]=11', ({ height }) => isIn(height, 10, 11)],
  ['filter[height][gt]=1000', () => false],
  ['not[height][gt]=0', ({ height }) => !isIn(height, next, Infinity)],
  ['filter[height][lt]=20&queryVariant=de', ({ germanHeight }) => isIn(germanHeight, -Infinity, 20)],
  ['filter[height][gte]=20&queryVariant=de', ({ germanHeight }) => isIn(germanHeight, 20, Infinity)],
  ['filter[grade][gte]=2&filter[grade][lt]=5', ({ grade }) => isIn(grade, 2, 5)],
  ['filter[size.weight][gte]=100', ({ weight }) => isIn(weight, 100, Infinity)],
  ['filter[size.weight][lt]=100', ({ weight }) => isIn(weight, 0, 100)],
  ['filter[publishedAt][gte]=2026-01-03', ({ publishedAt }) => publishedAt >= Date.UTC(2026, 0, 3)],
  [
    'filter[publishedAt][gt]=2026-01-05&filter[publishedAt][lte]=2026-01-11',
    ({ publishedAt }) => isIn(publishedAt, Date.UTC(2026, 0, 6), Date.UTC(2026, 0, 12)),
  ],
  ['filter[id][gt]=thing-0400', ({ id }) => id > 'thing-0400'],
  ['filter[id][lte]=thing-0400', ({ id }) => id <= 'thing-0400'],
]

describe('a range finds its entries', () => {
  let space: TestSpace
  beforeAll(async () => {
    space = await createTestSpace({ records })
  })

  for (const [query, isListed] of cases) {
    test(query, async () => {
      const expected = things.filter(isListed).map(({ id }) => id)
      const found: string[] = []
      for (let page = 1; page <= Math.ceil(expected.length / perPage) || page === 1; page++) {
        const response = await space.get(`/content/things?${query}&sort=id&perPage=${perPage}&page=${page}`)
        const { list, count } = (await response.json()) as ServedPage
        expect(count).toBe(expected.length)
        found.push(...list.map(({ id }) => id))
      }
      expect(found).toEqual(expected)
    })
  }
})
