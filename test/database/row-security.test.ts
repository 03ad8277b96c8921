// The second lock: what a statement forgets to say, row level security says for it.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { insertView } from '../../src/authoring/views/views.store.ts'
import { checkPostgres } from '../../src/database/diagnostics/postgres-checks.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { newDraft } from '../kit/database/entry-row.ts'
import { statementOf } from '../kit/database/statements.ts'
import { describeOnPostgres, testServer } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'

setDefaultTimeout(longTestMs)

const tables = [
  'collection',
  'entry',
  'publication',
  'publication_variant',
  'publication_reference',
  'publication_asset',
  'query_entry',
  'query_posting',
  'entry_version',
  'draft_reference',
  'variant',
  'list_view',
  'activity',
] as const

const recordsOf = (name: string, title: string): ImportRecord[] => [
  {
    type: 'collection',
    apiName: 'posts',
    name: 'Posts',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'next', type: 'reference' },
      { apiName: 'cover', type: 'asset' },
    ],
  },
  {
    type: 'entry',
    collection: 'posts',
    id: name,
    liveData: { title, next: { id: name }, cover: { id: name } },
    variants: { vip: { title: 'VIP' } },
  },
]

describeOnPostgres('row level security', () => {
  let ours: TestSpace
  let theirs: TestSpace
  beforeAll(async () => {
    ours = await createTestSpace({ records: recordsOf('ours', 'first') })
    theirs = await createNeighbour(ours, 'theirs', { records: recordsOf('theirs', 'first') })
    // The first version of an imported draft has a row once there is another.
    await ours.import(recordsOf('ours', 'second'))
    await theirs.import(recordsOf('theirs', 'second'))
    for (const { database, space } of [ours, theirs]) {
      const view = { id: space, collection: 'posts', name: 'x', query: {}, columns: [] }
      await database.transaction(
        writes => insertView(writes, space, { ...view, owner: null, maker: 'x', makerEmail: null }, 0),
        space,
      )
    }
  })

  test('a statement that names no space sees the rows of the space that was entered, and no others', async () => {
    for (const table of tables) {
      const everything = statementOf<{ space: string }>(`select distinct space from ${table}`)
      const seen = (space: TestSpace) => space.database.snapshot(space.space, reads => reads.all(everything))
      expect([table, await seen(ours)]).toEqual([table, [{ space: ours.space }]])
      expect([table, await seen(theirs)]).toEqual([table, [{ space: theirs.space }]])
    }
  })

  test('the operators that compare postings are leakproof, so that they use the index', async () => {
    const rows = await ours.everything.all(
      statementOf<{ type: string; operator: string; leakproof: boolean }>(
        `select oprleft::regtype::text as type, oprname as operator, proleakproof as leakproof
         from pg_operator join pg_proc on pg_proc.oid = oprcode
         where oprleft = oprright and oprleft in ('bytea'::regtype, 'text'::regtype, 'integer'::regtype)
           and oprname in ('=', '<', '<=', '>', '>=')`,
      ),
    )
    expect(rows.length).toBe(15)
    expect(rows.filter(({ leakproof }) => !leakproof)).toEqual([])
  })

  test('before a space is entered nothing is seen', async () => {
    for (const table of tables) {
      expect(await ours.database.reads.all(statementOf(`select 1 from ${table}`))).toEqual([])
    }
  })

  test('nothing can be written into another space, or taken from it', async () => {
    const row = { space: theirs.space, id: 'x', collection: 'posts', slug: 'x', data: '{}', ...newDraft }
    const insert = ours.database.transaction(
      writes => writes.insertInto('entry').values(row).execute(),
      ours.space,
    )
    await expect(insert).rejects.toThrow('row-level security')
    await ours.database.transaction(writes => writes.deleteFrom('publication').execute(), ours.space)
    expect((await ours.get('/content/posts/ours')).status).toBe(404)
    expect((await theirs.get('/content/posts/theirs')).status).toBe(200)
  })

  test('columns of the query index are compared by leakproof operators alone, so that its key is used', async () => {
    const operators = await ours.everything.all(
      statementOf<{ column: string; operator: string; leakproof: boolean }>(`
        select attname as column, oprname as operator, bool_and(proleakproof) as leakproof
        from pg_attribute
        join pg_operator on oprleft = atttypid and oprright = atttypid and oprname in ('=', '<', '<=', '>', '>=')
        join pg_proc on pg_proc.oid = oprcode
        where attrelid = 'query_posting'::regclass and attnum > 0
        group by attname, oprname`),
    )
    expect(new Set(operators.map(({ column }) => column)).size).toBe(8)
    expect(operators.filter(({ leakproof }) => !leakproof)).toEqual([])
    const [{ plan } = { plan: '' }] = await ours.database
      .snapshot(ours.space, reads =>
        reads.all(
          statementOf<{ plan: string }>(
            `explain (format json) select count from query_posting where space = '${ours.space}'
           and collection = 'posts' and field = 'title' and variant = '' and key >= '\\x01' and key < '\\x02'`,
          ),
        ),
      )
      .then(rows => rows.map(row => ({ plan: JSON.stringify(row) })))
    expect(plan).toMatch(/Index Cond[^}]*key >=/)
  })

  test('the checks at the start report a role that bypasses it, and no other', async () => {
    const warningsOf = async (url: string) => {
      const diagnostics = await checkPostgres(url, Date.now, false)
      return diagnostics.filter(({ check, status }) => check === 'row-level security' && status !== 'ok')
    }
    const admin = new URL(testServer())
    admin.username = 'postgres'
    expect(await warningsOf(testServer())).toEqual([])
    expect((await warningsOf(admin.href))[0]?.message).toContain('The role postgres bypasses')
  })
})
