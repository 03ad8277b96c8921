// Contract 1.3: the budget of a response, exact to the entry and to the byte, and a proposal that fits.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Budget } from '../../src/content/publish/response-budget.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { openLibrary } from '../kit/app/library-space.ts'
import { type Get, getFrom } from '../kit/app/other-app.ts'
import { type ProblemJson, readProblem, readResponse } from '../kit/app/responses.ts'
import { createNeighbour, createTestSpace, openSpaceIn, type TestSpace } from '../kit/app/test-space.ts'
import { oncePerFile } from '../kit/cleanup.ts'
import { entryReads } from '../kit/database/statements.ts'
import { testEngine } from '../kit/database/test-engine.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { generatedSpace } from './generated-space.ts'
import { NaiveContent } from './naive-content.ts'

const plenty: Budget = {
  entriesMax: 1e9,
  bytesMax: 1e9,
  targetsMax: Number.POSITIVE_INFINITY,
  referencesMax: 1e9,
}

function countEntries(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = 'version' in value && 'firstPublishedAt' in value && 'data' in value ? 1 : 0
  return Object.values(value).reduce((sum: number, item) => sum + countEntries(item), own)
}

async function readRefusal(get: Get, path: string): Promise<ProblemJson> {
  const response = await readResponse(await get(path))
  expect(response.status).toBe(400)
  const problem = readProblem(response)
  expect(problem.code).toBe('response_too_large')
  return problem
}

/** `depth` and `perPage` as the errors of a refusal propose them. */
function proposalOf(problem: ProblemJson): Readonly<Record<string, number>> {
  const pairs = (problem.errors ?? []).map(({ name, message }) => [name, Number(/\d+/.exec(message)?.[0])])
  return Object.fromEntries(pairs) as Record<string, number>
}

describe('the budget', () => {
  const paths = [
    '/content/books',
    '/content/books?depth=3',
    '/content/books?depth=2&perPage=2&page=2&variants=vip,trade',
    '/content/books/tide-tables',
    '/content/books/tide-tables?depth=4&variants=vip',
    '/content/notes?perPage=3',
    '/content/drafts',
  ]
  for (const path of paths) {
    test(`of ${path} is met at n bytes and n entries, and missed at one less`, async () => {
      const space = await openLibrary()
      const text = await (await space.get(path)).text()
      const bytesMax = Buffer.byteLength(text)
      const entriesMax = countEntries(JSON.parse(text))
      const same = await getFrom(space, { budget: { ...plenty, bytesMax, entriesMax } })(path)
      expect(same.status).toBe(200)
      expect(await same.text()).toBe(text)
      await readRefusal(getFrom(space, { budget: { ...plenty, bytesMax: bytesMax - 1 } }), path)
      if (entriesMax > 0)
        await readRefusal(getFrom(space, { budget: { ...plenty, entriesMax: entriesMax - 1 } }), path)
    })
  }

  test('counts no unresolved reference and no reference to nothing as an entry', async () => {
    const ids = Array.from({ length: 300 }, (_, index) => ({ id: `e${index}` }))
    const space = await createTestSpace({
      records: [
        {
          type: 'collection',
          apiName: 'c',
          name: 'C',
          fields: [{ apiName: 'all', type: 'reference', many: true }],
        },
        ...ids.map(({ id }) => ({ type: 'entry' as const, collection: 'c', id, liveData: {} })),
        {
          type: 'entry',
          collection: 'c',
          id: 'hub',
          liveData: { all: [...ids, ...ids.map(({ id }) => ({ id: `x${id}` }))] },
        },
      ],
    })
    const get = getFrom(space, { budget: { ...plenty, entriesMax: 1 } })
    expect((await get('/content/c/hub')).status).toBe(200)
    expect(proposalOf(await readRefusal(get, '/content/c/hub?depth=1'))).toEqual({ depth: 0 })
    const exact = getFrom(space, { budget: { ...plenty, entriesMax: 301 } })
    expect((await exact('/content/c/hub?depth=1')).status).toBe(200)
  })
})

describe('what is kept of the entries of a page', () => {
  const numbers = [0, 1, 2, 3, 4, 5]
  const fields = [{ apiName: 'to', type: 'reference', many: true }] as const
  const records: readonly ImportRecord[] = [
    { type: 'collection', apiName: 'pages', name: 'Pages', fields },
    { type: 'collection', apiName: 'others', name: 'Others', fields },
    { type: 'collection', apiName: 'parts', name: 'Parts', fields },
    ...numbers.flatMap((number): ImportRecord[] => [
      ...['page', 'other'].map((what): ImportRecord => {
        const to = [{ id: `part-${number}` }]
        return { type: 'entry', collection: `${what}s`, id: `${what}-${number}`, liveData: { to } }
      }),
      {
        type: 'entry',
        collection: 'parts',
        id: `part-${number}`,
        liveData: { to: Array.from({ length: 50 }, (_, at) => ({ id: `nothing-${number}-${at}` })) },
      },
    ]),
  ]
  const path = '/content/pages?depth=1'
  const limits = [
    ['entriesMax', () => 12],
    ['referencesMax', () => 306],
    ['targetsMax', () => 306],
    ['bytesMax', (bytes: number) => bytes],
  ] as const
  // Asked for before, their fragments are kept; asked for through others, what stands below them is.
  const ways = ['page', 'other'] as const
  const openRoot = oncePerFile(() => createTestSpace({ records }))
  for (const [name, exactly, way] of limits.flatMap(limit => ways.map(way => [...limit, way] as const))) {
    test(`decides nothing: with ${name} it is refused as if nothing was kept, by way of each ${way}`, async () => {
      const root = await openRoot()
      const max = exactly((await (await root.get(path)).arrayBuffer()).byteLength)
      for (const [less, status] of [
        [0, 200],
        [1, 400],
      ] as const) {
        const budget = { ...plenty, [name]: max - less }
        const made = openSpaceIn(root, root, { budget, cacheBytes: 0 })
        const stored = openSpaceIn(root, root, { budget })
        for (const number of numbers) {
          expect((await stored.get(`/content/${way}s/${way}-${number}?depth=1`)).status).toBe(200)
        }
        expect([(await made.get(path)).status, (await stored.get(path)).status]).toEqual([status, status])
      }
    })
  }

  test('counts what stands in it twice twice', async () => {
    const twice = numbers.flatMap((number): ImportRecord[] => {
      const part = { id: `part-${number}` }
      return [
        { type: 'entry', collection: 'pages', id: `page-${number}`, liveData: { to: [part, part] } },
        { type: 'entry', collection: 'parts', ...part, liveData: { to: [] } },
      ]
    })
    const space = { records: [...records.filter(({ type }) => type === 'collection'), ...twice] }
    const root = await createTestSpace(space)
    for (const [entriesMax, status] of [
      [18, 200],
      [17, 400],
    ] as const) {
      const stored = await createNeighbour(root, `max-${entriesMax}`, {
        ...space,
        budget: { ...plenty, entriesMax },
      })
      for (const number of numbers) await stored.get(`/content/pages/page-${number}?depth=1`)
      expect((await stored.get(path)).status).toBe(status)
    }
  })

  // Tens of megabytes: what is counted is what was read, whichever engine it came from.
  const enormous = testEngine === 'sqlite' ? ['values', 'an overlay'] : ['an overlay']
  test.each(enormous)('counts as if it were read, where %s made it much', async what => {
    // References to nothing are hardly anything in a response, and 1.5 MB each to read.
    const nothing = Array.from({ length: 6000 }, (_, at) => ({ id: `${'n'.repeat(110)}-${at}` }))
    const parts = Array.from({ length: 24 }, (_, part) => `part-${part}`)
    const toEntry = (collection: string, id: string, to: readonly { id: string }[]): ImportRecord => {
      return { type: 'entry', collection, id, liveData: { to } }
    }
    const toParts = (from: number, to: number) => parts.slice(from, to).map(id => ({ id }))
    const toPart = (id: string): ImportRecord => {
      if (what === 'values') return toEntry('parts', id, nothing)
      return { ...toEntry('parts', id, []), variants: { v: { to: nothing } } } as ImportRecord
    }
    const space = await createTestSpace({
      budget: plenty,
      cacheBytes: 64_000_000,
      records: [
        ...records.slice(0, 3),
        ...parts.map(toPart),
        toEntry('pages', 'whole', toParts(0, 24)),
        toEntry('pages', 'one-half', toParts(0, 12)),
        toEntry('pages', 'other-half', toParts(12, 24)),
      ],
    })
    for (const half of ['one-half', 'other-half']) {
      expect((await space.get(`/content/pages/${half}?depth=1&variants=v`)).status).toBe(200)
    }
    const whole = await readRefusal(space.get, '/content/pages/whole?depth=1&variants=v')
    expect(proposalOf(whole)).toEqual({ depth: 0 })
  })
})

describe('a refusal', () => {
  test('names the limit that was passed and a smaller depth, in the detail and in the errors', async () => {
    const space = await openLibrary()
    const get = getFrom(space, { budget: { ...plenty, entriesMax: 30 } })
    const problem = await readRefusal(get, '/content/books?depth=10')
    const { depth } = proposalOf(problem)
    expect(problem.errors).toEqual([{ in: 'query', name: 'depth', message: expect.any(String) as string }])
    expect(problem.detail).toContain(`depth must be at most ${depth}`)
    expect(problem.detail).toContain('more than 30 entries with data')
    expect((await get(`/content/books?depth=${depth}`)).status).toBe(200)
    expect((await get(`/content/books?depth=${depth! + 1}`)).status).toBe(400)
  })

  test('names a smaller perPage where no depth would help, and it fits', async () => {
    const space = await openLibrary()
    const get = getFrom(space, { budget: { ...plenty, entriesMax: 2 } })
    const { perPage } = proposalOf(await readRefusal(get, '/content/notes?perPage=7'))
    expect(perPage).toBeGreaterThanOrEqual(1)
    expect((await get(`/content/notes?perPage=${perPage}`)).status).toBe(200)
  })

  test('costs no more than depth + 2 reads of entries, three times as many where it measures a perPage', async () => {
    const space = await openLibrary()
    for (const [path, readsMax] of [
      ['/content/books?depth=10', 12],
      ['/content/notes?perPage=1000', 3 * 2],
      ['/content/notes?perPage=1000&depth=2', 3 * 4],
    ] as const) {
      const get = getFrom(space, { budget: { ...plenty, entriesMax: 2 } })
      space.statements.length = 0
      await readRefusal(get, path)
      expect({ path, reads: entryReads(space.statements) <= readsMax }).toEqual({ path, reads: true })
    }
  })

  test('says so where a single entry is over the limit by itself', async () => {
    const space = await openLibrary()
    const get = getFrom(space, { budget: { ...plenty, bytesMax: 100 } })
    const one = await readRefusal(get, '/content/books/tide-tables?depth=3')
    expect(one.errors?.map(({ in: where, name }) => [where, name])).toEqual([['path', 'slug']])
    expect((await readRefusal(get, '/content/books?depth=3')).errors?.length).toBeGreaterThan(0)
  })
})

let spaces = 0

async function open(root: TestSpace, records: readonly ImportRecord[]): Promise<TestSpace> {
  return createNeighbour(root, `space-${++spaces}`, { records })
}

test(
  'whatever the graph, a response is refused exactly when it is over the budget, and the proposed depth is the largest that fits',
  async () => {
    const root = await createTestSpace()
    const limit = fc.record({
      at: fc.integer({ min: 0, max: 4 }),
      less: fc.integer({ min: -1, max: 1 }),
      of: fc.constantFrom('entriesMax', 'bytesMax'),
    })
    const sent = fc.record({ depth: fc.integer({ min: 0, max: 4 }), variants: fc.subarray(['vip', 'a.b']) })
    await fc.assert(
      fc.asyncProperty(generatedSpace, limit, sent, async (generated, { at, less, of }, query) => {
        const space = await open(root, [...generated.collections, ...generated.entries] as ImportRecord[])
        const naive = new NaiveContent()
        for (const collection of generated.collections) naive.collection(collection)
        for (const entry of generated.entries) naive.put(entry, space.time.now)
        for (const { apiName } of generated.collections) {
          const sizes = [0, 1, 2, 3, 4].map(depth => {
            const response = naive.list(apiName, 1, 20, { ...query, depth })
            const bytes = Buffer.byteLength(JSON.stringify(response))
            return of === 'bytesMax' ? bytes : countEntries(response)
          })
          const max = Math.max(0, sizes[at]! - less)
          const get = getFrom(space, { budget: { ...plenty, [of]: max } })
          const path = `/content/${apiName}?variants=${query.variants.join(',')}&depth=`
          const response = await get(path + query.depth)
          expect({ sizes, max, status: response.status }).toMatchObject({
            status: sizes[query.depth]! <= max ? 200 : 400,
          })
          if (response.status === 200) {
            if (of === 'bytesMax') expect(Buffer.byteLength(await response.text())).toBe(sizes[query.depth]!)
            continue
          }
          const proposal = proposalOf(readProblem(await readResponse(response)))
          const fitting = sizes.findLastIndex((size, depth) => size <= max && depth < query.depth)
          if (fitting >= 0) expect(proposal).toEqual({ depth: fitting })
          else await expectFits(get, path, proposal, query.depth)
        }
      }),
      { numRuns: fuzzRuns(40) },
    )
  },
  longTestMs,
)

/** No depth fits the whole page: what is proposed instead does, or it is said that one entry is too large. */
async function expectFits(
  get: Get,
  path: string,
  proposal: Readonly<Record<string, number>>,
  depth: number,
): Promise<void> {
  if (proposal.perPage === undefined) return expect(proposal).toHaveProperty('page')
  const retry = await get(`${path}${proposal.depth ?? depth}&perPage=${proposal.perPage}`)
  expect(retry.status).toBe(200)
}
