// How SQLite carries out what a content request asks: by an index that begins with the space, never through a table.

import { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import { fileOf } from '../kit/statements.ts'
import { testOnSqlite } from '../kit/test-engine.ts'
import { createTestSpace } from '../kit/test-space.ts'

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
  }
  database.close()
})
