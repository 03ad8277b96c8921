// Pages deep in a sorted list: every page has the entries that sorting the whole list in memory puts there, from either
// end, where values are shared by one entry, a few or hundreds, and with a variant or a condition.
import { beforeAll, describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { readResponse } from '../kit/app/responses.ts'
import type { ServedPage } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'

const total = 1300
const perPage = 100

interface Thing {
  readonly id: string
  readonly publishedAt: number
  readonly even: boolean
  /** One entry for most values, several for others, and none for some entries. */
  readonly rank: number | null
  /** Hundreds of entries for each value. */
  readonly kind: string
  /** Each entry has its own, but texts are sorted by their first 100 characters, which about thirty have in common. */
  readonly name: string
  readonly germanRank: number | null
}

const sortedCharacters = 100

const things: readonly Thing[] = Array.from({ length: total }, (_, at) => {
  const place = (at * 7919) % total
  const rank = place % 10 === 3 ? null : place < 700 ? place : Math.floor(place / 40)
  return {
    id: `t${String(at).padStart(4, '0')}`,
    publishedAt: Date.UTC(2026, 0, 1) + (place % 50) * 1000,
    even: at % 2 === 0,
    rank,
    kind: `kind ${place % 3}`,
    name: `name ${100 + (place % 43)}`.padEnd(sortedCharacters, 'x') + at,
    germanRank: at % 7 === 0 ? 2 * place : rank,
  }
})

const records: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'things',
    name: 'Things',
    fields: [
      { apiName: 'even', type: 'boolean' },
      { apiName: 'rank', type: 'integer' },
      { apiName: 'kind', type: 'text' },
      { apiName: 'name', type: 'text' },
    ],
  },
  ...things.map(({ id, publishedAt, even, rank, kind, name, germanRank }): ImportRecord => {
    return {
      ...{ type: 'entry', collection: 'things', id, publishedAt: new Date(publishedAt).toISOString() },
      liveData: { even, kind, name, ...(rank !== null && { rank }) },
      ...(germanRank !== rank && { liveVariants: { de: { rank: germanRank } } }),
    }
  }),
]

type Value = number | string | null
type Order = readonly (readonly [value: (thing: Thing) => Value, isDescending: boolean])[]

function sorted(list: readonly Thing[], order: Order): Thing[] {
  const whole: Order = [...order, [thing => thing.publishedAt, true], [thing => thing.id, false]]
  return list.toSorted((a, b) => {
    for (const [value, isDescending] of whole) {
      const [left, right] = [value(a), value(b)]
      if (left === right) continue
      if (left === null || right === null) return left === null ? 1 : -1
      return left < right === isDescending ? 1 : -1
    }
    return 0
  })
}

const beginningOfName = ({ name }: Thing) => name.slice(0, sortedCharacters)

const cases: readonly (readonly [query: string, order: Order, isListed?: (thing: Thing) => boolean])[] = [
  ['sort=rank', [[thing => thing.rank, false]]],
  ['sort=-rank', [[thing => thing.rank, true]]],
  [
    'sort=kind,-rank',
    [
      [thing => thing.kind, false],
      [thing => thing.rank, true],
    ],
  ],
  ['sort=-kind', [[thing => thing.kind, true]]],
  ['sort=rank&filter[even]=true', [[thing => thing.rank, false]], thing => thing.even],
  ['sort=rank&queryVariant=de', [[thing => thing.germanRank, false]]],
  ['sort=name', [[beginningOfName, false]]],
  ['sort=-name', [[beginningOfName, true]]],
  ['sort=-id', [[thing => thing.id, true]]],
  ['filter[even]=false', [], thing => !thing.even],
]

describe('each page of a sorted list', () => {
  let space: TestSpace
  beforeAll(async () => {
    space = await createTestSpace({ records })
  })

  for (const [query, order, isListed = () => true] of cases) {
    test(query, async () => {
      const expected = sorted(things.filter(isListed), order).map(({ id }) => id)
      const found: string[] = []
      for (let page = 1; page <= Math.ceil(expected.length / perPage); page++) {
        const response = await readResponse(
          await space.get(`/content/things?${query}&perPage=${perPage}&page=${page}`),
        )
        const { list, count } = JSON.parse(response.text) as ServedPage
        expect(count).toBe(expected.length)
        found.push(...list.map(({ id }) => id))
      }
      expect(found).toEqual(expected)
    })
  }
})
