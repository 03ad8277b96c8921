// How SQLite carries out what a content request asks: by an index that begins with the space, never through a table.

import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import type { ServedPage } from '../kit/app/served-content.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { fileOf } from '../kit/database/statements.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'
import { GeneratedQueries } from '../kit/oracle/generated-queries.ts'

testOnSqlite('no statement of a query reads more than a range of an index, and none sorts', async () => {
  const generated = new GeneratedQueries(5, { posts: 60, authors: 9, cats: 8, countries: 4 })
  const space = await createTestSpace({ records: generated.records() })
  space.statements.length = 0
  for (let query = 0; query < 200; query++) await space.get(generated.toPath(generated.query()))
  const statements = [...new Set(space.statements)].filter(sql => sql.includes('"query_'))
  expect(statements.length).toBeGreaterThan(6)
  const database = new Database(await fileOf(space.database), { readonly: true })
  for (const sql of statements) {
    const plan = database.query<{ detail: string }, []>(`explain query plan ${sql}`).all()
    const details = plan.map(({ detail }) => detail)
    expect({
      sql,
      wide: details.filter(detail => /TEMP B-TREE|AUTOMATIC|SCAN (?:query|live|overlay)/.test(detail)),
    }).toEqual({ sql, wide: [] })
    for (const detail of details.filter(one => one.startsWith('SEARCH query_posting')))
      expect(detail).toMatch(
        /space=\? AND collection=\? AND field=\? AND variant=\? AND (?:key|\(key,chunk\))[=<>]/,
      )
  }
  database.close()
})

test('the entries of a page are found without what is stored of the other matches', async () => {
  const records = Array.from({ length: 300 }, (_, index) => ({
    type: 'entry' as const,
    collection: 'posts',
    id: `p${index}`,
    publishedAt: new Date(Date.UTC(2026, 0, 1 + (index % 100))).toISOString(),
    liveData: { half: index % 2, title: `${index % 26} of all` },
    liveVariants: { de: { title: `${index % 7} von allen` } },
  }))
  const fields = [
    { apiName: 'half', type: 'integer' },
    { apiName: 'title', type: 'text' },
  ] as const
  const space = await createTestSpace({
    records: [{ type: 'collection', apiName: 'posts', name: 'Posts', fields }, ...records],
  })
  for (const sort of ['', '&sort=-publishedAt', '&sort=firstPublishedAt', '&sort=half,-publishedAt']) {
    space.statements.length = 0
    const response = await space.get(`/content/posts?filter[half]=1&perPage=5&page=3${sort}`)
    expect(((await response.json()) as ServedPage).list.length).toBe(5)
    const stored = space.statements.filter(sql => /"query_entry" as "indexed"/.test(sql))
    expect({ sort, stored }).toEqual({ sort, stored: [] })
  }
})

testOnSqlite('no statement of a content request reads a whole table, index or space', async () => {
  const records = Array.from({ length: 50 }, (_, index) => ({
    type: 'entry' as const,
    collection: 'posts',
    id: `p${index}`,
    liveData: { next: { id: `p${(index + 1) % 50}` } },
    variants: { a: { title: 'A' }, b: { title: 'B' } },
  }))
  const fields = [
    { apiName: 'title', type: 'text' },
    { apiName: 'next', type: 'reference' },
  ] as const
  const space = await createTestSpace({
    records: [{ type: 'collection', apiName: 'posts', name: 'Posts', fields }, ...records],
  })
  space.statements.length = 0
  for (const path of ['/content/posts?depth=2&variants=a,b', '/content/posts/p1?depth=1', '/schema']) {
    expect((await space.get(path)).status).toBe(200)
  }
  const statements = [...new Set(space.statements)]
  expect(statements.length).toBeGreaterThan(6)
  const file = await fileOf(space.database)
  const database = new Database(file, { readonly: true })
  let lists = 0
  for (const sql of statements.filter(text => text.startsWith('select') || text.startsWith('with'))) {
    const plan = database
      .query<{ detail: string }, []>(`explain query plan ${sql}`)
      .all()
      .map(row => row.detail)
    const overlays = plan.filter(detail => detail.includes('overlay'))
    expect({
      sql,
      scans: plan.filter(detail =>
        /^SCAN (?!found|keys|numbered|\(subquery|json_each|CONSTANT|\d)/.test(detail),
      ),
    }).toEqual({ sql, scans: [] })
    for (const detail of overlays) expect(detail).toContain('space=? AND entry=? AND from_revision=?')
    expect(plan.filter(detail => detail.includes('AUTOMATIC'))).toEqual([])
    if (!sql.includes('"published_at" <')) continue
    lists++
    for (const detail of plan.filter(line => line.startsWith('SEARCH publication')))
      expect(detail).toContain('publication_live_order')
  }
  expect(lists).toBeGreaterThan(0)
  database.close()
})
