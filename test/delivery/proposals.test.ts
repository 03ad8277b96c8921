// Contract 1.3: what the refusal of a response over the budget proposes, to the number.
import { describe, expect, test } from 'bun:test'
import { type Budget, defaultBudget } from '../../src/content/publish/response-budget.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { getFrom } from '../kit/app/other-app.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { entryReads } from '../kit/database/statements.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

const toEntry = (collection: string, id: string, to: readonly string[]): ImportRecord => {
  return { type: 'entry', collection, id, liveData: { to: to.map(target => ({ id: target })) } }
}

const collections = ['pages', 'parts'].map((apiName): ImportRecord => {
  const fields = [{ apiName: 'to', type: 'reference', many: true }] as const
  return { type: 'collection', apiName, name: apiName, fields }
})

async function proposalsOf({ get }: Pick<TestSpace, 'get'>, path: string) {
  const response = await readResponse(await get(path))
  expect(response.status).toBe(400)
  const { errors = [] } = readProblem(response)
  return errors.map(({ name, message }) => `${name} ${message}`)
}

describe('where no depth would help, three quarters of the entries that fit are proposed', () => {
  // Each of them refers to ten others, and all of them are of the same size.
  const pages = numbers(8).map(page => {
    const targets = numbers(10).map(at => `nothing-${page}-${at}`)
    return toEntry('pages', `page-${page}`, targets)
  })
  const records = [...collections, ...pages]
  const limits: readonly (readonly [string, (bytesOfOne: number) => Partial<Budget>])[] = [
    ['entries', () => ({ entriesMax: 4 })],
    ['references', () => ({ targetsMax: 40 })],
    ['bytes', bytesOfOne => ({ bytesMax: 4 * bytesOfOne })],
  ]
  for (const [name, limitOf] of limits) {
    test(`by their ${name}: 3 of 4`, async () => {
      const space = await createTestSpace({ records })
      const { list } = (await (await space.get('/content/pages')).json()) as { list: object[] }
      const bytesOfOne = Buffer.byteLength(JSON.stringify(list[0]))
      const get = getFrom(space, { budget: { ...defaultBudget, ...limitOf(bytesOfOne) } })
      expect(await proposalsOf({ get }, '/content/pages')).toEqual(['perPage must be at most 3'])
    })
  }
})

test('the depth that is proposed fits the whole page, whatever of it is kept', async () => {
  const parts = (of: string, count: number) => numbers(count).map(at => `${of}-${at}`)
  const records = [
    ...collections,
    toEntry('pages', 'small', parts('flat', 5)),
    toEntry('pages', 'large', parts('deep', 5)),
    ...parts('flat', 5).map(id => toEntry('parts', id, [])),
    ...parts('deep', 5).map(id => toEntry('parts', id, parts('leaf', 4))),
    ...parts('leaf', 4).map(id => toEntry('parts', id, [])),
  ]
  // Of depth 1 each of the two would fit by itself, but not both.
  const budget = { ...defaultBudget, entriesMax: 10 }
  const root = await createTestSpace({ records, budget, cacheBytes: 0 })
  const stored = await createNeighbour(root, 'kept', { records, budget })
  expect((await stored.get('/content/pages/small?depth=2')).status).toBe(200)
  const proposed = ['depth must be at most 0']
  expect(await proposalsOf(root, '/content/pages?depth=2')).toEqual(proposed)
  expect(await proposalsOf(stored, '/content/pages?depth=2')).toEqual(proposed)
})

describe('a refusal names the limit that was passed', () => {
  const parts = numbers(20).map(at => `part-${at}`)
  const records = [
    ...collections,
    ...numbers(4).map(page => toEntry('pages', `page-${page}`, parts.slice(page * 5, page * 5 + 5))),
    ...parts.map(id => toEntry('parts', id, parts)),
  ]
  const rows: readonly (readonly [Partial<Budget>, path: string, detail: string])[] = [
    [{ entriesMax: 3 }, '', 'The response would contain more than 3 entries with data.'],
    [{ entriesMax: 23 }, '?depth=1', 'The response would contain more than 23 entries with data.'],
    [{ entriesMax: 10 }, '?depth=1', 'The response would contain more than 10 entries with data.'],
    [{ bytesMax: 2 ** 20 }, '?depth=4', 'The response would be larger than 1 MiB of JSON.'],
    [{ bytesMax: 1500 }, '', 'The response would be larger than 1,500 bytes of JSON.'],
    [{ referencesMax: 19 }, '', 'The response would contain more than 19 references.'],
    [{ referencesMax: 419 }, '?depth=1', 'The response would contain more than 419 references.'],
    [{ targetsMax: 19 }, '', 'The response would refer to more than 19 different entries.'],
    [{ targetsMax: 19 }, '?depth=3', 'The response would refer to more than 19 different entries.'],
  ]
  test.each(rows)('%j of /content/pages%s', async (limit, path, detail) => {
    const space = await createTestSpace({ records, budget: { ...defaultBudget, entriesMax: 1e9, ...limit } })
    const problem = readProblem(await readResponse(await space.get(`/content/pages${path}`)))
    expect(problem.detail).toStartWith(`${detail} For this request, `)
    const [error] = problem.errors ?? []
    expect(problem.detail).toContain(`${error?.name} ${error?.message}`)
  })
})

test('where a whole page fits in no depth, the proposal is measured and not built', async () => {
  const pages = numbers(40).map(page => {
    return toEntry('pages', `page-${page}`, [`part-${page}`, ...numbers(10).map(at => `no-${page}-${at}`)])
  })
  const parts = numbers(40).map(at => toEntry('parts', `part-${at}`, []))
  const budget = { ...defaultBudget, targetsMax: 200 }
  const space = await createTestSpace({ records: [...collections, ...pages, ...parts], budget })
  expect(await proposalsOf(space, '/content/pages?perPage=40&depth=1')).toEqual([
    'perPage must be at most 13',
  ])
  // The page, and what its smaller page needs of the next level: the first refusal looks nothing up.
  space.statements.length = 0
  await proposalsOf(space, '/content/pages?perPage=40&depth=1')
  expect(entryReads(space.statements)).toBe(2)
})

test('a smaller page and a smaller depth are proposed together where neither fits alone', async () => {
  const records = [
    ...collections,
    ...numbers(8).map(page =>
      toEntry(
        'pages',
        `page-${page}`,
        numbers(10).map(at => `part-${at}`),
      ),
    ),
    ...numbers(10).map(at => toEntry('parts', `part-${at}`, [])),
  ]
  const space = await createTestSpace({ records, budget: { ...defaultBudget, entriesMax: 4 } })
  const proposed = ['perPage must be at most 3', 'depth must be at most 0']
  expect(await proposalsOf(space, '/content/pages?depth=1')).toEqual(proposed)
})
