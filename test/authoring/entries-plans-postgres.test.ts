// How PostgreSQL carries out lists of entries: by an index that has what they are filtered and sorted by, so that a list of
// 100,000 entries reads no drafts.
import { beforeAll, expect, test } from 'bun:test'
import { Client } from 'pg'
import { planAlongIndexes } from '../../src/database/postgres/planning.ts'
import { planOf } from '../cluster/plans.ts'
import { describeOnPostgres } from '../kit/test-engine.ts'
import { createTestSpace, type TestSpace } from '../kit/test-space.ts'
import { openManagement } from './management-client.ts'

const lists = [
  'collection=posts',
  'collection=posts&sort=title&page=2',
  'collection=posts&sort=-createdAt',
  'collection=posts&sort=-publishedAt&state=live',
  'collection=posts&state=changed',
  'collection=posts&state=invalid',
  'collection=posts&updatedBy=somebody',
]

describeOnPostgres('a list of entries', () => {
  let space: TestSpace
  beforeAll(async () => {
    const model = { apiName: 'posts', name: 'Posts', fields: [{ apiName: 'title', type: 'text' }] } as const
    space = await createTestSpace({ records: [{ type: 'collection', ...model }] })
  })

  test.each(lists)('finds its entries, and counts them, without reading drafts: %s', async query => {
    const { list } = await openManagement(space)
    space.statements.length = 0
    await list(`?${query}`)
    const sent = space.statements.filter(text => /^select (?:"id"|count).* from "entry"/.test(text))
    expect(sent).toHaveLength(2)
    const client = new Client({ connectionString: space.url })
    await client.connect()
    await client.query(`begin; ${planAlongIndexes}`)
    for (const text of sent) {
      let parameters = 0
      const nodes = await planOf(
        client,
        text.replaceAll('?', () => `$${++parameters}`),
      )
      expect(nodes).toMatchObject([{ 'Node Type': 'Index Only Scan', 'Index Name': 'entry_list' }])
    }
    await client.end()
  })
})
