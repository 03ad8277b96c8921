// While nodes of an older version still run, they publish without writing the query index.
import { expect, test } from 'bun:test'
import { catchUpQueryIndexes } from '../../src/content/index/index-catch-up.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { readPage } from '../kit/app/served-content.ts'
import { createTestSpace } from '../kit/app/test-space.ts'

const records: ImportRecord[] = [
  { type: 'collection', apiName: 'books', name: 'Books', fields: [{ apiName: 'title', type: 'text' }] },
  { type: 'entry', collection: 'books', id: 'b1', liveData: { title: 'Tide Tables' } },
]

test('a query is refused, not answered from an index that lacks what was published, until the index has it', async () => {
  const testSpace = await createTestSpace({ records })
  const { database, space, get } = testSpace
  const path = '/content/books?filter[title]=Tide+Tables'
  expect((await get(path)).status).toBe(200)
  await database.transaction(async writes => {
    await writes
      .updateTable('space')
      .set(eb => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', space)
      .execute()
  }, space)
  const refused = await get(`${path}&perPage=5`)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '1'])
  expect(await refused.json()).toMatchObject({ code: 'unavailable' })
  // What needs no index is served meanwhile.
  expect((await get('/content/books')).status).toBe(200)
  expect((await get('/content/books?fields=title')).status).toBe(200)
  await catchUpQueryIndexes(database, async () => [{ id: space, slug: 'main' }])
  const { count } = await readPage(testSpace, 'books', '?filter[title]=Tide+Tables&perPage=5')
  expect(count).toBe(1)
})
