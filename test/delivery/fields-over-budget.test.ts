// Contract 1.3 where fields are named: what is in the output counts, and what a refusal proposes fits.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { Problem } from '../../src/base/errors.ts'
import { type Budget, defaultBudget } from '../../src/content/publish/response-budget.ts'
import type { ListQuery } from '../../src/delivery/query.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createNeighbour, createTestSpace } from '../kit/app/test-space.ts'
import { oncePerFile } from '../kit/cleanup.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { generatedFields, generatedQuery, generatedSpace } from './generated-space.ts'
import { bodyOf, fields, serviceOf, toProjection } from './projections.ts'

/** The parameters that the error names, as it proposes them; null if it proposes none of these. */
function toProposal({ errors = [] }: Problem): Partial<ListQuery> | null {
  const numbers = errors.map(({ name, message }) => {
    const number = /^must be at most (\d+)$/.exec(message)?.[1]
    return number === undefined ? null : ([name, Number(number)] as const)
  })
  return numbers.includes(null) ? null : Object.fromEntries(numbers.filter(pair => pair !== null))
}

const budgets: fc.Arbitrary<Budget> = fc
  .record(
    {
      entriesMax: fc.integer({ min: 1, max: 12 }),
      bytesMax: fc.integer({ min: 200, max: 3000 }),
      referencesMax: fc.integer({ min: 1, max: 20 }),
      targetsMax: fc.integer({ min: 1, max: 8 }),
    },
    { requiredKeys: [] },
  )
  .map(limits => ({ ...defaultBudget, ...limits }))

test(
  'a refused request is refused whatever is cached, and fits as the refusal proposes it',
  async () => {
    const root = await createTestSpace()
    let spaces = 0
    let proposals = 0
    await fc.assert(
      fc.asyncProperty(
        generatedSpace,
        fc.array(fc.tuple(generatedFields, generatedQuery, budgets), { minLength: 5, maxLength: 10 }),
        async ({ collections, entries }, queries) => {
          const records = [...collections, ...entries] as readonly ImportRecord[]
          const space = await createNeighbour(root, `space-${++spaces}`, { records })
          const [collection] = collections
          const allNames = collections.flatMap(one => one.fields.map(({ apiName }) => apiName))
          for (const [paths, request, budget] of queries) {
            const projection = toProjection(paths, allNames)
            const query = { ...request, collection: collection!.apiName, projection }
            const send = (service: ReturnType<typeof serviceOf>, one: ListQuery) =>
              bodyOf(service.listEntries(space.space, one))
            const cached = serviceOf(space, { budget })
            for (const depth of [0, 1, 2]) await send(cached, { ...query, depth, perPage: 1 })
            const plain = serviceOf(space, { cacheBytes: 0, budget })
            const refusal = await send(plain, query)
            const again = await send(cached, query)
            if (!(refusal instanceof Problem)) {
              expect(again).toBe(refusal)
              continue
            }
            expect(again).toMatchObject({
              code: refusal.code,
              detail: refusal.detail,
              errors: refusal.errors,
            })
            const proposal = toProposal(refusal)
            if (proposal === null) continue
            proposals += 1
            const smaller = await send(plain, { ...query, ...proposal })
            expect({ query, proposal, smaller }).toEqual({ query, proposal, smaller: expect.any(String) })
          }
        },
      ),
      { numRuns: fuzzRuns(40) },
    )
    expect(proposals).toBeGreaterThan(0)
  },
  longTestMs,
)

describe('of one post whose author wrote 4 books', () => {
  const books = ['b0', 'b1', 'b2', 'b3']
  const toMany = (apiName: string) => ({ apiName, type: 'reference', many: true }) as const
  const title = { apiName: 'title', type: 'text' } as const
  const records: readonly ImportRecord[] = [
    { type: 'collection', apiName: 'posts', name: 'Posts', fields: [title, toMany('author')] },
    { type: 'collection', apiName: 'authors', name: 'Authors', fields: [title, toMany('books')] },
    { type: 'collection', apiName: 'books', name: 'Books', fields: [title, toMany('author')] },
    { type: 'entry', collection: 'posts', id: 'p', liveData: { title: 'P', author: [{ id: 'a' }] } },
    {
      type: 'entry',
      collection: 'authors',
      id: 'a',
      liveData: { title: 'A'.repeat(1000), books: books.map(id => ({ id })) },
    },
    ...books.map(
      (id): ImportRecord => ({
        type: 'entry',
        collection: 'books',
        id,
        liveData: { title: id, author: [{ id: 'a' }] },
      }),
    ),
  ]
  const rows: readonly (readonly [
    text: string,
    depth: number,
    limits: Partial<Budget>,
    errors: readonly string[] | null,
  ])[] = [
    ['title', 0, { bytesMax: 250 }, null],
    ['author.books', 0, { bytesMax: 800 }, null],
    ['author.title', 0, { bytesMax: 800 }, ['fields must name fewer fields of referenced entries']],
    ['author.title', 3, { entriesMax: 2 }, null],
    ['author.books.title', 0, { entriesMax: 6 }, null],
    ['author.books.title', 0, { entriesMax: 5 }, ['fields must name fewer fields of referenced entries']],
    ['author.books', 2, { entriesMax: 5 }, ['depth must be at most 1']],
    ['author.books.author', 5, { entriesMax: 6 }, ['depth must be at most 2']],
    ['author.books,author.title', 3, { entriesMax: 5 }, ['depth must be at most 1']],
    // The author is one target, although it occurs with two projections.
    ['author.books.author.title', 0, { targetsMax: 5 }, null],
    ['author.books.title', 0, { referencesMax: 4 }, ['fields must name fewer fields of referenced entries']],
  ]
  const openOnce = oncePerFile(() => createTestSpace({ records }))
  test.each(rows)('fields=%s at depth %i within %j', async (text, depth, limits, errors) => {
    const space = await openOnce()
    const service = serviceOf(space, { budget: { ...defaultBudget, ...limits } })
    const about = { depth, variants: [], projection: fields(text) }
    const list = await bodyOf(
      service.listEntries(space.space, { ...about, collection: 'posts', page: 1, perPage: 1 }),
    )
    const doc = await bodyOf(service.getEntry(space.space, { ...about, collection: 'posts', slug: 'p' }))
    const errorsOf = (body: string | Problem) =>
      typeof body === 'string' ? null : (body.errors ?? []).map(({ name, message }) => `${name} ${message}`)
    expect([errorsOf(list), errorsOf(doc)]).toEqual([errors, errors] as [string[], string[]])
  })
})
