// Queries over drafts select and order what the oracle works out in memory, as queries of published entries do.
import { expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { readAll } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { GeneratedQueries, queriedCollections } from '../kit/oracle/generated-queries.ts'
import type { GeneratedQuery, OracleEntry } from '../kit/oracle/oracle-types.ts'
import { Oracle } from '../kit/oracle/query-oracle.ts'
import { scanDrafts } from './scan-drafts.ts'

const sizes = { posts: 60, authors: 9, cats: 8, countries: 4 }

/** The drafts as they were imported, with the times of what is live. */
async function listDrafts(space: TestSpace, records: readonly ImportRecord[]): Promise<OracleEntry[]> {
  const served = await readAll(space)
  return records.flatMap(record => {
    if (record.type !== 'entry') return []
    const live = served.get(record.id!)
    return {
      id: record.id!,
      collection: record.collection,
      slug: record.slug!.normalize('NFC'),
      publishedAt: live ? Date.parse(live.publishedAt) : null,
      firstPublishedAt: live ? Date.parse(live.firstPublishedAt) : null,
      values: record.data!,
      overlays: record.variants ?? {},
    }
  })
}

const withoutSearch = (query: GeneratedQuery): GeneratedQuery => ({
  ...query,
  search: null,
  page: 1,
  perPage: 1000,
})

/** Half of the entries without anything live keep their own values and overlays as drafts. */
function toRecords(generated: GeneratedQueries): readonly ImportRecord[] {
  return generated.records().map(record => {
    if (record.type !== 'entry' || record.liveData) return record
    return { ...record, variants: generated.overlays(record.collection) }
  })
}

test(
  'every generated query over drafts selects what the oracle works out, in its order',
  async () => {
    const generated = new GeneratedQueries(1, sizes)
    const records = toRecords(generated)
    const space = await createTestSpace({ records })
    const oracle = new Oracle(queriedCollections, await listDrafts(space, records))
    let selected = 0
    for (let index = 0; index < fuzzRuns(1000); index++) {
      const query = withoutSearch(generated.query())
      const path = generated.toPath(query)
      const ids = await scanDrafts(space, path)
      expect({ index, path, ids }).toEqual({ index, path, ids: [...oracle.response(query).ids] })
      selected += ids.length
    }
    expect(selected).toBeGreaterThan(fuzzRuns(1000))
  },
  longTestMs,
)

test(
  'an entry is selected alike whether it is published or a draft with the same values',
  async () => {
    const generated = new GeneratedQueries(2, sizes)
    const records = generated
      .records()
      .filter(record => record.type !== 'entry' || record.liveData)
      .map(record => (record.type === 'entry' ? { ...record, data: record.liveData! } : record))
    const space = await createTestSpace({ records })
    let selected = 0
    for (let index = 0; index < fuzzRuns(300); index++) {
      const path = generated.toPath(withoutSearch(generated.query()))
      const { list } = (await (await space.get(path)).json()) as { list: { id: string }[] }
      expect({ path, ids: await scanDrafts(space, path) }).toEqual({ path, ids: list.map(({ id }) => id) })
      selected += list.length
    }
    expect(selected).toBeGreaterThan(fuzzRuns(300))
  },
  longTestMs,
)
