// T1 in small: two spaces in one database, the same names, ids and slugs; whatever is asked, each sees its own
// published content and nothing else.
import { beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { uncounted } from '../../src/base/cache-counts.ts'
import type { Problem } from '../../src/base/errors.ts'
import { defaultBudget } from '../../src/content/publish/response-budget.ts'
import { createDeliveryService } from '../../src/delivery/delivery.service.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { createNeighbour, createTestSpace, draftCanary, type TestSpace } from '../kit/app/test-space.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'

const own = { one: 'canary-one-9b1d', two: 'canary-two-44e0' } as const

/** Each space's every value, name and overlay holds its canary; drafts hold theirs. */
function recordsOf(canary: string, onlyHere: string): readonly ImportRecord[] {
  const fields = [
    { apiName: 'title', type: 'text' },
    { apiName: 'next', type: 'reference', many: true },
    { apiName: 'one', type: 'reference' },
  ] as const
  const all = Array.from({ length: 12 }, (_, index) => ({ id: `e${index}` }))
  const live = { title: canary, next: [...all, { id: onlyHere }], one: { collection: 'c', slug: 's1' } }
  const draft = { title: `${draftCanary} ${canary}` }
  return [
    { type: 'collection', apiName: 'c', name: canary, fields },
    { type: 'collection', apiName: `c-${onlyHere}`, name: canary, fields },
    ...all.map(
      ({ id }, index): ImportRecord => ({
        type: 'entry',
        collection: 'c',
        id,
        slug: `s${index}`,
        data: draft,
        // Every third is a draft in one space and published in the other.
        ...(index % 3 === (onlyHere === 'only-one' ? 0 : 1)
          ? {}
          : { liveData: live, variants: { v: { title: `${canary} v`, next: all } } }),
      }),
    ),
    { type: 'entry', collection: 'c', id: onlyHere, slug: onlyHere, liveData: live },
    { type: 'entry', collection: `c-${onlyHere}`, id: `x-${onlyHere}`, liveData: live },
  ]
}

let one: TestSpace
let two: TestSpace
beforeAll(async () => {
  one = await createTestSpace({ records: recordsOf(own.one, 'only-one') })
  two = await createNeighbour(one, 'two', { records: recordsOf(own.two, 'only-two') })
})

const path = fc
  .record({
    collection: fc.constantFrom('c', 'c', 'c', 'c-only-one', 'c-only-two', 'none'),
    slug: fc.constantFrom('', '', '/s0', '/s1', '/s2', '/s5', '/only-one', '/only-two', '/x-only-two', '/e1'),
    query: fc.record(
      {
        page: fc.integer({ min: 0, max: 4 }),
        perPage: fc.integer({ min: 0, max: 20 }),
        depth: fc.integer({ min: 0, max: 4 }),
        variants: fc.constantFrom('v', 'v,v', 'w', '!'),
        space: fc.constantFrom('two', 'one', 'main'),
        draft: fc.constant('1'),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ collection, slug, query }) => {
    const pairs = Object.entries(query).map(([name, value]) => [name, String(value)])
    return `/api/v1/public/content/${collection}${slug}?${new URLSearchParams(Object.fromEntries(pairs))}`
  })

test(
  'no response holds anything of another space or of a draft, whatever is asked, in whichever order the spaces ask it',
  async () => {
    const numRuns = fuzzRuns(400)
    let shown = 0
    await fc.assert(
      fc.asyncProperty(path, fc.boolean(), fc.boolean(), async (sent, swap, cross) => {
        const pair = [
          [one, own.one, own.two],
          [two, own.two, own.one],
        ] as const
        for (const [space, mine, foreign] of swap ? [...pair].reverse() : pair) {
          // The key decides, not the app: each app serves both spaces.
          const poller = cross ? one : space
          const response = await poller.request(sent, { headers: { Authorization: `Bearer ${space.key}` } })
          const text = `${await response.text()}${JSON.stringify([...response.headers])}`
          expect(text).not.toContain(foreign)
          expect(text).not.toContain(draftCanary)
          if (response.status === 200 && text.includes(mine)) shown++
        }
      }),
      { numRuns },
    )
    expect(shown).toBeGreaterThan(numRuns / 8)
  },
  longTestMs,
)

describe('a 404 tells nothing', () => {
  const cases = [
    ['a draft', '/content/c/s0'],
    ['a missing entry', '/content/c/nothing'],
    ['an entry of another space', '/content/c/only-two'],
    ['an entry of another collection', '/content/c/x-only-one'],
    ['an id that is not the slug', '/content/c/e1'],
    ['a slug that can be none', '/content/c/%00'],
  ] as const
  test('of whether an entry is a draft, elsewhere, of another space or not there', async () => {
    const bodies = new Map<string, string>()
    for (const [name, sent] of cases) {
      const response = await readResponse(await one.get(sent))
      expect(response.status).toBe(404)
      bodies.set(response.text.replace(readProblem(response).requestId, ''), name)
    }
    expect([...bodies.values()].length).toBe(1)
  })

  test('of whether another space has the collection', async () => {
    const responses = await Promise.all(
      ['/content/c-only-two', '/content/none'].map(async sent => readResponse(await one.get(sent))),
    )
    const [foreign, missing] = responses.map(response =>
      response.text.replace(readProblem(response).requestId, '').replace(/`(?:c-only-two|none)`/, ''),
    )
    expect(foreign).toBe(missing!)
    expect((await two.get('/content/c-only-two')).status).toBe(200)
  })

  test('by the statements that it costs', async () => {
    const costs = new Set<string>()
    for (const [, sent] of cases.slice(0, 5)) {
      one.statements.length = 0
      await one.get(sent)
      costs.add(JSON.stringify(one.statements))
    }
    expect(costs.size).toBe(1)
  })
})

test("the same ETag is never a way into another space's content", async () => {
  const theirs = await two.get('/content/c/only-two')
  expect(theirs.status).toBe(200)
  const headers = { 'If-None-Match': theirs.headers.get('ETag')! }
  expect((await one.get('/content/c/only-two', headers)).status).toBe(404)
  expect((await one.get('/content/c', headers)).status).toBe(200)
})

test('it is the same where nobody can vouch for what is kept, and all is read from the database', async () => {
  const anonymous = { current: () => null, of: async () => null, observe: () => {} }
  const queries = [
    { collection: 'c', page: 1, perPage: 5, depth: 1, variants: ['v'] },
    { collection: 'c', page: 3, perPage: 5, depth: 0, variants: [] },
    { collection: 'c', page: 9, perPage: 5, depth: 0, variants: [] },
    { collection: 'c-only-two', page: 1, perPage: 5, depth: 0, variants: [] },
  ]
  for (const { database, space, get } of [one, two]) {
    const service = createDeliveryService({
      database: { snapshot: database.snapshot, versions: anonymous },
      cacheBytes: 4_000_000,
      counts: uncounted,
      budget: defaultBudget,
    })
    for (const request of queries) {
      const { collection, page, perPage, depth, variants } = request
      const query = `page=${page}&perPage=${perPage}&depth=${depth}${variants.map(id => `&variants=${id}`)}`
      const usual = await readResponse(await get(`/content/${collection}?${query}`))
      const made = service.listEntries(space, { ...request, projection: null }).then(
        ({ response }) => response.body.text(),
        (error: Problem) => error.code,
      )
      expect(await made).toBe(usual.status === 200 ? usual.text : readProblem(usual).code)
    }
  }
})
