// Generated queries have the response that an oracle works out in memory, byte for byte. `npm run stress queries` runs
// many more, and compares the engines.
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { readAll } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { GeneratedQueries, queriedCollections, type Sizes } from '../kit/oracle/generated-queries.ts'
import type { OracleEntry } from '../kit/oracle/oracle-types.ts'
import { Oracle } from '../kit/oracle/query-oracle.ts'

const seed = Number(process.env.QUERIES_SEED ?? '1')
const count = Number(process.env.QUERIES ?? fuzzRuns(1000))
/** Where the digest of all responses is written, to compare the engines. */
const digestFile = process.env.QUERIES_DIGEST ?? null

/** The entries as they are served, each with its JSON in lists. */
async function readEntries(
  space: TestSpace,
  records: readonly ImportRecord[],
): Promise<{ entries: OracleEntry[]; texts: ReadonlyMap<string, string> }> {
  const served = await readAll(space)
  const entries: OracleEntry[] = []
  const texts = new Map<string, string>()
  for (const record of records) {
    const live = record.type === 'entry' ? served.get(record.id!) : undefined
    if (record.type !== 'entry' || live === undefined) continue
    texts.set(live.id, JSON.stringify(live))
    entries.push({
      id: live.id,
      collection: live.collection,
      slug: live.slug,
      publishedAt: Date.parse(live.publishedAt),
      firstPublishedAt: Date.parse(live.firstPublishedAt),
      values: record.liveData!,
      overlays: record.liveVariants ?? record.variants ?? {},
    })
  }
  return { entries, texts }
}

async function compare(sizes: Sizes, queries: number, digest: Bun.CryptoHasher): Promise<void> {
  const generated = new GeneratedQueries(seed, sizes)
  const records = generated.records()
  const space = await createTestSpace({ records })
  const { entries, texts } = await readEntries(space, records)
  const oracle = new Oracle(queriedCollections, entries)
  let matches = 0
  for (let index = 0; index < queries; index++) {
    const query = generated.query()
    const path = generated.toPath(query)
    const response = await space.get(path)
    const body = await response.text()
    const { count, ids } = oracle.response(query)
    const list = ids.map(id => texts.get(id)).join(',')
    const pagesCount = Math.ceil(count / query.perPage)
    const expected = `{"list":[${list}],"count":${count},"pagesCount":${pagesCount}}`
    if (body !== expected) {
      const { list: served, ...rest } = JSON.parse(body) as { list?: { id: string }[] }
      const actual = { ...rest, ids: served?.map(({ id }) => id) }
      expect<object>({ index, path, query, ...actual }).toEqual({
        index,
        path,
        query,
        ids: [...ids],
        count,
        pagesCount,
      })
      expect(body).toBe(expected)
    }
    matches += count
    digest.update(body)
  }
  expect(matches).toBeGreaterThan(queries)
}

test(
  'every generated query has the response that the oracle works out',
  async () => {
    const digest = new Bun.CryptoHasher('sha256')
    await compare({ posts: 60, authors: 9, cats: 8, countries: 4 }, count, digest)
    // Enough entries for several chunks of the index takes a while.
    if (digestFile !== null) {
      await compare(
        { posts: 6000, authors: 400, cats: 60, countries: 5 },
        Math.min(300, Math.ceil(count / 50)),
        digest,
      )
      writeFileSync(digestFile, digest.digest('hex'))
    }
  },
  digestFile === null ? longTestMs : 24 * 3_600_000,
)
