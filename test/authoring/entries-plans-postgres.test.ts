// How PostgreSQL carries out lists of entries: by an index that has what they are filtered and sorted by, so that a list of
// 100,000 entries reads no drafts.
import { beforeAll, expect, test } from 'bun:test'
import { Client } from 'pg'
import { planAlongIndexes } from '../../src/database/postgres/planning.ts'
import { planOf } from '../cluster/plans.ts'
import { openManagement } from '../kit/app/management-client.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { describeOnPostgres } from '../kit/database/test-engine.ts'
import { until } from '../kit/until.ts'

/** Each with the index of its count. */
const lists = [
  ['', 'entry_state'],
  ['&sort=title', 'entry_state'],
  ['&sort=-createdAt', 'entry_state'],
  ['&sort=-publishedAt&state=live', 'entry_state'],
  ['&state=live', 'entry_state'],
  ['&state=draft,changed', 'entry_state'],
  ['&updatedBy=somebody', 'entry_list'],
] as const

describeOnPostgres('a list of entries', () => {
  let space: TestSpace
  beforeAll(async () => {
    const model = { apiName: 'posts', name: 'Posts', fields: [{ apiName: 'title', type: 'text' }] } as const
    // So many that it matters which index is read.
    const entries = Array.from({ length: 2000 }, (_, index) => {
      const data = { title: `${index} ${'of a long title '.repeat(30)}` }
      return { type: 'entry', collection: 'posts', id: `p${index}`, data } as const
    })
    space = await createTestSpace({ records: [{ type: 'collection', ...model }, ...entries] })
    const client = new Client({ connectionString: space.url })
    await client.connect()
    // Rows count as visible to all only once no other transaction, such as the analysis after an import, is older; and
    // a page with a few dead rows only after the indexes have been cleaned too, which a plain vacuum leaves for later.
    await until(async () => {
      await client.query('vacuum (analyze, index_cleanup on) entry')
      const visible = "select relallvisible = relpages as done from pg_class where oid = 'entry'::regclass"
      return (await client.query(visible)).rows[0].done
    })
    await client.end()
  })

  test.each(lists)(
    'finds its entries, and counts them, without reading drafts: %s',
    async (query, countIndex) => {
      const { list } = await openManagement(space)
      space.statements.length = 0
      // Where a page shows the end of the list, nothing is counted.
      await list(`?collection=posts${query}&perPage=1&page=2`)
      const sent = space.statements.filter(text => /^select (?:"id"|count).* from "entry"/.test(text))
      expect(sent).toHaveLength(2)
      const client = new Client({ connectionString: space.url })
      await client.connect()
      await client.query(`begin; ${planAlongIndexes}`)
      for (const [index, text] of sent.entries()) {
        let parameters = 0
        const nodes = await planOf(
          client,
          text.replaceAll('?', () => `$${++parameters}`),
        )
        const name = index === 0 ? 'entry_list' : countIndex
        expect(nodes).toMatchObject([{ 'Node Type': 'Index Only Scan', 'Index Name': name }])
      }
      await client.end()
    },
  )
})
