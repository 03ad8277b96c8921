// A preview of content that is live and unchanged has the bytes of the content API, but for `state` and `edit`.
import { expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { signIn } from '../kit/app/signed-in.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { GeneratedQueries, Random } from '../kit/oracle/generated-queries.ts'

/** Removes what only previews have. Texts of the generated entries do not contain it. */
const withoutState = (body: string) =>
  body.replaceAll(/,"state":"live","edit":"\w+\/\w+"/g, '').replaceAll(/"edit":"\w+\/\w+#[^"]*",/g, '')

const furtherParameters = [
  '',
  'depth=1',
  'depth=3',
  'depth=2&variants=de',
  'variants=vip,de',
  'depth=1&variants=de,vip,nobody',
  'fields=title,author.name,cats.*',
  'fields=-title,-body',
  'fields=*,rel.slug,author.country.name&depth=1',
  'fields=author.likes.parent.name&variants=de',
  'fields=author,author.name,cover&depth=3&variants=vip',
]

/** Every entry is live, and its draft equals what is live; some references lead nowhere. */
function unchangedRecords(generated: GeneratedQueries) {
  return generated
    .records()
    .filter(record => record.type !== 'entry' || record.liveData)
    .map(record => (record.type === 'entry' ? { ...record, data: record.liveData! } : record))
}

async function bodies(space: TestSpace, key: string, path: string) {
  const live = await space.get(path)
  const preview = await space.request(`/api/v1/preview${path}`, {
    headers: { Authorization: `Bearer ${key}` },
  })
  return { live: await live.text(), preview: await preview.text(), statuses: [live.status, preview.status] }
}

test(
  'every generated list has the bytes of the content API, but for state and edit',
  async () => {
    const generated = new GeneratedQueries(5, { posts: 60, authors: 9, cats: 8, countries: 4 })
    const space = await createTestSpace({ records: unchangedRecords(generated) })
    const { key } = await space.makeKey({ scopes: ['content.preview'] })
    const random = new Random(5)
    let found = 0
    for (let index = 0; index < fuzzRuns(400); index++) {
      const query = { ...generated.query(), search: null, perPage: random.pick([1, 7, 20]) }
      const path = `${generated.toPath(query)}&${random.pick(furtherParameters)}`
      const { live, preview, statuses } = await bodies(space, key, path)
      expect({ path, statuses }).toEqual({ path, statuses: [200, 200] })
      expect({ path, body: withoutState(preview) }).toEqual({ path, body: live })
      found += preview.split('"state":"live"').length - 1
    }
    expect(found).toBeGreaterThan(fuzzRuns(400))
  },
  longTestMs,
)

test(
  'a shared link shows what it does not name with the bytes of the content API, but for state, whatever its drafts are',
  async () => {
    const generated = new GeneratedQueries(8, { posts: 40, authors: 7, cats: 6, countries: 3 })
    const records = generated
      .records()
      .map(record => (record.type === 'entry' ? { ...record, data: { ...record.liveData } } : record))
    const alone: ImportRecord[] = [
      { type: 'collection', apiName: 'alone', name: 'Alone', fields: [] },
      { type: 'entry', collection: 'alone', id: 'alone', data: {} },
    ]
    const space = await createTestSpace({ records: [...records, ...alone] })
    const owner = await signIn(space)
    for (const record of records) {
      if (record.type !== 'entry' || record.collection !== 'posts') continue
      const changes = { slug: `moved-${record.id}`, data: { title: 'canary of drafts', author: null } }
      const path = `/api/v1/entries/${record.id}`
      const changed = await owner.send('PATCH', path, { draftVersion: 1, ...changes })
      expect(changed.status).toBe(200)
    }
    const shared = await owner.send('POST', '/api/v1/preview/links', { entries: ['alone'] })
    const { token } = (await shared.json()) as { token: string }
    const random = new Random(8)
    let found = 0
    for (let index = 0; index < fuzzRuns(200); index++) {
      // A token has 50 requests a second.
      space.time.now += 100
      const query = { ...generated.query(), search: null, perPage: random.pick([1, 7, 20]) }
      const path = `${generated.toPath(query)}&${random.pick(furtherParameters)}`
      const { live, preview, statuses } = await bodies(space, token, path)
      expect({ path, statuses }).toEqual({ path, statuses: [200, 200] })
      expect({ path, body: preview.replaceAll(',"state":"live"', '') }).toEqual({ path, body: live })
      found += preview.split('"state":"live"').length - 1
    }
    expect(found).toBeGreaterThan(fuzzRuns(200))
  },
  longTestMs,
)

test('every entry has the bytes of the content API, but for state and edit', async () => {
  const generated = new GeneratedQueries(6, { posts: 20, authors: 5, cats: 5, countries: 3 })
  const records = unchangedRecords(generated)
  const space = await createTestSpace({ records })
  const { key } = await space.makeKey({ scopes: ['draft.read'] })
  for (const record of records) {
    if (record.type !== 'entry') continue
    for (const parameters of ['', 'depth=2', 'depth=1&variants=vip,de', 'fields=*,rel.*&depth=1']) {
      if (record.collection !== 'posts' && parameters.startsWith('fields')) continue
      const path = `/content/${record.collection}/${encodeURIComponent(record.slug!)}?${parameters}`
      const { live, preview } = await bodies(space, key, path)
      expect({ path, body: withoutState(preview) }).toEqual({ path, body: live })
    }
  }
})

test('an invalid request has the errors of the content API', async () => {
  const generated = new GeneratedQueries(7, { posts: 3, authors: 2, cats: 2, countries: 2 })
  const space = await createTestSpace({ records: unchangedRecords(generated) })
  const { key } = await space.makeKey({ scopes: ['content.preview'] })
  for (const path of [
    '/content/posts?filter[prise]=1&sort=titel&fields=foo&page=0',
    '/content/posts?filter[price]=1e3&depth=11',
    '/content/posts?limit=3',
    '/content/posts?any[price][eqi]=3&perPage=2000',
    '/content/nothing?filter[x]=1',
    '/content/nothing',
    '/content/posts/p1?filter[price]=1',
    '/content/nothing/p1',
  ]) {
    const { live, preview, statuses } = await bodies(space, key, path)
    const { requestId: _, ...expected } = JSON.parse(live)
    const { requestId: __, ...actual } = JSON.parse(preview)
    expect({ path, ...actual }).toEqual({ path, ...expected })
    expect(statuses[0]).toBe(statuses[1]!)
  }
})
