// Property: whatever is imported, every response is what the naive model works out, and reads entries at most depth + 2
// times.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { schemaError } from '../kit/app/open-api.ts'
import { readProblem } from '../kit/app/responses.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { entryReads, expectNoDraftRead } from '../kit/database/statements.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { type GeneratedSpace, generatedQuery, generatedSpace } from './generated-space.ts'
import { NaiveContent } from './naive-content.ts'

let spaces = 0

async function open(root: TestSpace, generated: GeneratedSpace): Promise<[TestSpace, NaiveContent]> {
  const records = [...generated.collections, ...generated.entries] as readonly ImportRecord[]
  const space = await createNeighbour(root, `space-${++spaces}`, { records })
  const naive = new NaiveContent()
  for (const collection of generated.collections) naive.collection(collection)
  for (const entry of generated.entries) naive.put(entry, space.time.now)
  return [space, naive]
}

/** The keys of every `data` in order, and of every other object inside it; the order elsewhere is free. */
function dataOrder(value: unknown, inData: boolean): unknown {
  if (Array.isArray(value)) return value.map(item => dataOrder(item, inData))
  if (typeof value !== 'object' || value === null) return null
  const isEntry = 'version' in value && 'firstPublishedAt' in value && 'data' in value
  const pairs = Object.entries(value).map(([key, item]) => [key, dataOrder(item, inData || key === 'data')])
  return inData && !isEntry && !isStub(value)
    ? pairs
    : pairs.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
}

function isStub(value: object): boolean {
  return Object.keys(value).sort().join() === 'collection,id,slug'
}

function queryOf({ depth, variants }: { depth: number; variants: readonly string[] }): string {
  return `depth=${depth}&variants=${variants.map(encodeURIComponent).join(',')}`
}

interface ModelQuery {
  readonly depth: number
  readonly variants: readonly string[]
  readonly page: number
  readonly perPage: number
}

async function expectResponse(space: TestSpace, path: string, depth: number, expected: () => unknown) {
  space.statements.length = 0
  const response = await space.get(`/content/${path}`)
  expect(entryReads(space.statements)).toBeLessThanOrEqual(depth + 2)
  expectNoDraftRead(space.statements)
  const text = await response.text()
  if (response.status === 400) {
    expect(readProblem({ ...response, status: 400, headers: response.headers, text }).code).toBe(
      'response_too_large',
    )
    return
  }
  expect(response.status).toBe(200)
  const body: unknown = JSON.parse(text)
  const wanted = expected()
  expect(body).toEqual(wanted as object)
  expect(dataOrder(body, false)).toEqual(dataOrder(wanted, false))
  expect(schemaError(path.includes('/') ? 'EntryDocument' : 'EntryList', body)).toBeNull()
}

async function expectAll(
  space: TestSpace,
  naive: NaiveContent,
  names: readonly string[],
  sent: readonly ModelQuery[],
) {
  for (const query of sent) {
    // The naive model walks every way: beyond this many levels it would walk for ever.
    const bounded = { ...query, depth: Math.min(query.depth, 4) }
    for (const name of names) {
      const { page, perPage } = bounded
      const path = `${name}?page=${page}&perPage=${perPage}&${queryOf(bounded)}`
      await expectResponse(space, path, bounded.depth, () => naive.list(name, page, perPage, bounded))
    }
    const all = names.flatMap(name => naive.ordered(name))
    const entry = all[(query.page * 7 + query.perPage) % Math.max(1, all.length)]
    if (!entry) continue
    const address = `${entry.collection}/${encodeURIComponent(entry.slug ?? entry.id)}`
    await expectResponse(space, `${address}?${queryOf(bounded)}`, bounded.depth, () =>
      naive.doc(entry, bounded),
    )
  }
}

test(
  'every response equals the naive model, before and after changes, with the fields in the order of the model',
  async () => {
    const root = await createTestSpace()
    const queries = fc.array(generatedQuery, { minLength: 2, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(generatedSpace, queries, async (generated, sent) => {
        const [space, naive] = await open(root, generated)
        const names = generated.collections.map(({ apiName }) => apiName)
        await expectAll(space, naive, names, sent)
        space.time.now += 1000
        if (generated.later.length > 0) await space.import(generated.later as readonly ImportRecord[])
        for (const entry of generated.later) naive.put(entry, space.time.now)
        await expectAll(space, naive, names, sent)
      }),
      { numRuns: fuzzRuns(60) },
    )
  },
  longTestMs,
)

test(
  'walking the pages of any size gives each published entry once, in order',
  async () => {
    const root = await createTestSpace()
    await fc.assert(
      fc.asyncProperty(generatedSpace, fc.integer({ min: 1, max: 5 }), async (generated, perPage) => {
        const [space, naive] = await open(root, generated)
        for (const { apiName } of generated.collections) {
          const seen: string[] = []
          let pagesCount = 1
          for (let page = 1; page <= pagesCount; page++) {
            const response = await space.get(`/content/${apiName}?page=${page}&perPage=${perPage}`)
            const body = (await response.json()) as { list: { id: string }[]; pagesCount: number }
            pagesCount = body.pagesCount
            seen.push(...body.list.map(({ id }) => id))
          }
          expect(seen).toEqual(naive.ordered(apiName).map(({ id }) => id))
        }
      }),
      { numRuns: fuzzRuns(40) },
    )
  },
  longTestMs,
)
