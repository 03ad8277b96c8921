// How much of the drafts one read has, whatever their sizes.
import { expect, test } from 'bun:test'
import { listEntries } from '../../src/authoring/entries/entries.service.ts'
import { entriesQuery } from '../../src/authoring/entries/entry-list.schema.ts'
import { parseSearch } from '../../src/content/values/query-text.ts'
import { splitSearch } from '../../src/http/request-url.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createPreviewService } from '../../src/preview/preview.service.ts'
import { parseListParameters } from '../../src/query/parse/parse-parameters.ts'
import { BroadScans } from '../../src/query/scan/broad-scans.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { type CountedRead, countReads } from '../kit/database/counted-reads.ts'
import { scanDrafts } from './scan-drafts.ts'

const count = 34
const large = 700_000
const megabyte = 2 ** 20

/** Many small drafts, then large ones, all of which refer to each other. */
const records: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'posts',
    name: 'Posts',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'body', type: 'text' },
      { apiName: 'next', type: 'reference', to: ['posts'] },
    ],
  },
  ...Array.from(
    { length: count },
    (_, at): ImportRecord => ({
      type: 'entry',
      collection: 'posts',
      id: `p${String(at).padStart(2, '0')}`,
      data: {
        title: `Post ${at}`,
        body: 'x'.repeat(at < 30 ? 10 : large),
        next: { id: `p${String((at + 1) % count).padStart(2, '0')}` },
      },
    }),
  ),
]

/** Runs a query, and returns its reads of drafts. */
async function readsOf(work: (space: Pick<TestSpace, 'database' | 'space'>) => Promise<unknown>) {
  const { database, space } = await createTestSpace({ records })
  const counted = countReads(database)
  await work({ database: counted.database, space })
  return counted.reads.filter(({ sql }) => /from "entry"/.test(sql))
}

const largestOf = (reads: readonly CountedRead[]) => Math.max(...reads.map(({ length }) => length))

test('no read of a query over drafts has more than a megabyte, though large drafts follow small ones', async () => {
  const reads = await readsOf(async space => {
    const ids = await scanDrafts(space, '/content/posts?filter[next.title][prefix]=Post')
    expect(ids).toHaveLength(count)
  })
  expect(largestOf(reads)).toBeWithin(large, megabyte)
})

test('no read of a preview has more than a megabyte', async () => {
  const reads = await readsOf(async ({ database, space }) => {
    const service = createPreviewService({ database, scans: new BroadScans(), assetsOrigin: null })
    const request = { collection: 'posts', depth: 1, perPage: count, page: 1, variants: [], parameters: null }
    const { signal } = new AbortController()
    const access = { space, kind: 'key', credential: 'test', drafts: null, expiresAt: null } as const
    await service.list(access, { ...request, signal, withoutPermit: work => work() })
  })
  expect(largestOf(reads)).toBeWithin(large, megabyte)
})

test('no read of the fields of a list has more than a megabyte', async () => {
  const reads = await readsOf(async ({ database, space }) => {
    const caller = { kind: 'key', space, keyId: 'k', name: 'k', scopes: [], secretHash: '' } as const
    const { signal } = new AbortController()
    const { parameters } = parseListParameters(splitSearch('fields=title'), parseSearch)
    const wanted = entriesQuery.parse({ collection: 'posts', perPage: `${count}` })
    const withoutPermit = <Result>(work: () => Promise<Result>) => work()
    const request = { wanted, parameters, signal, withoutPermit }
    await listEntries({ database, scans: new BroadScans() }, caller, request)
  })
  expect(largestOf(reads)).toBeWithin(large, megabyte)
})

test('a query over drafts that would read too much is refused before it reads them', async () => {
  const reads = await readsOf(async space => {
    const path = '/content/posts?sort=title'
    await expect(scanDrafts(space, path, { limits: { bytes: 1000 } })).rejects.toMatchObject({
      code: 'query_too_costly',
    })
  })
  expect(largestOf(reads)).toBeLessThan(large)
})
