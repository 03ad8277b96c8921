// How SQLite carries out what the dashboard's pages ask of the management API: by an index, and never through a table or a
// space, but for counting. And how many statements a save takes, on both engines.
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { openManagement } from '../kit/app/management-client.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { fileOf } from '../kit/database/statements.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'
import { openAuthoring } from './authoring-fixture.ts'

const fields = [
  { apiName: 'title', type: 'text' },
  { apiName: 'next', type: 'reference' },
  { apiName: 'all', type: 'reference', many: true },
] as const

const records = Array.from({ length: 50 }, (_, index) => {
  const next = { collection: 'posts', slug: `p${(index + 1) % 50}` }
  return {
    type: 'entry' as const,
    collection: 'posts',
    id: `p${index}`,
    data: { title: 'Draft', next, all: [{ id: 'p1' }, next] },
    liveData: { next, all: [{ id: 'p2' }] },
    variants: { a: { title: 'A', next: { id: 'p1' } }, b: { title: 'B' } },
  }
})

/** What a statement builds for itself, and JSON that it is given. */
const ownRows = /^SCAN (?:\w+ VIRTUAL TABLE|(?:each|referrer|target|last)$|CONSTANT|\d)/
const counts = /^select (?:"collection", )?count\(\*\)/

testOnSqlite(
  'no statement of a content page reads a whole table; one that reads a whole space counts, or reads models and variants',
  async () => {
    const space = await createTestSpace({
      records: [{ type: 'collection', apiName: 'posts', name: 'Posts', fields }, ...records],
    })
    const { list, entry, links, publish, unpublish, request } = await openManagement(space)
    space.statements.length = 0
    await request('GET', '/collections')
    await request('GET', '/collections/posts')
    await list('?collection=posts&sort=slug&page=2')
    await list('?collection=posts&slug=p1')
    await list('?collection=posts&stateCounts=true')
    await entry('p1')
    await links('p1')
    await publish('p1')
    await unpublish('p1')
    const statements = [...new Set(space.statements)].filter(sql => !/^(?:begin|commit)/.test(sql))
    expect(statements.length).toBeGreaterThan(25)
    const file = await fileOf(space.database)
    const database = new Database(file, { readonly: true })
    for (const sql of statements) {
      const plan = database
        .query<{ detail: string }, []>(`explain query plan ${sql}`)
        .all()
        .map(row => row.detail)
      expect({
        sql,
        scans: plan.filter(detail => detail.startsWith('SCAN') && !ownRows.test(detail)),
      }).toEqual({
        sql,
        scans: [],
      })
      const wide = plan.filter(detail => detail.includes('(space=?)'))
      const isNewest = /from "activity" .* order by "id" desc limit/.test(sql)
      if (!counts.test(sql) && !isNewest && !/(?:from|join) "(?:collection|variant)"/.test(sql))
        expect({ sql, wide }).toEqual({ sql, wide: [] })
      expect({ sql, automatic: plan.filter(detail => detail.includes('AUTOMATIC')) }).toEqual({
        sql,
        automatic: [],
      })
    }
    database.close()
  },
)

testOnSqlite(
  'a list in the usual order sorts nothing, and a count by state reads its own index',
  async () => {
    const space = await createTestSpace({
      records: [{ type: 'collection', apiName: 'posts', name: 'Posts', fields }, ...records],
    })
    const { list } = await openManagement(space)
    const database = new Database(await fileOf(space.database), { readonly: true })
    for (const query of [
      '?collection=posts&perPage=2',
      '?collection=posts&perPage=2&state=draft,changed,live',
    ]) {
      space.statements.length = 0
      await list(query)
      const [page, count] = space.statements.filter(sql => /^select (?:"id"|count).* from "entry"/.test(sql))
      const planOf = (sql: string) =>
        database
          .query<{ detail: string }, []>(`explain query plan ${sql}`)
          .all()
          .map(row => row.detail)
      expect(planOf(page!)).toEqual([expect.stringContaining('COVERING INDEX entry_list')])
      expect(planOf(count!)).toEqual([expect.stringContaining('COVERING INDEX entry_state')])
    }
    database.close()
  },
)

test('a page that shows the end of its list is not counted once more', async () => {
  const space = await createTestSpace({
    records: [{ type: 'collection', apiName: 'posts', name: 'Posts', fields }, ...records],
  })
  const { list } = await openManagement(space)
  const read = async (query: string) => {
    space.statements.length = 0
    const { count, pagesCount } = await list(`?collection=posts&sort=slug${query}`)
    return [count, pagesCount, space.statements.filter(sql => sql.startsWith('select count(')).length]
  }
  expect(await read('&perPage=20')).toEqual([50, 3, 1])
  expect(await read('&perPage=20&page=3')).toEqual([50, 3, 0])
  expect(await read('&perPage=25&page=2')).toEqual([50, 2, 1])
  expect(await read('&perPage=20&page=4')).toEqual([50, 3, 1])
  expect(await read('&search=p4')).toEqual([11, 1, 0])
  expect(await read('&search=nothing')).toEqual([0, 0, 0])
  expect(await read('&search=nothing&page=2')).toEqual([0, 0, 1])
})

test('a page costs as many statements for 2 entries as for 50', async () => {
  const space = await createTestSpace({
    records: [{ type: 'collection', apiName: 'posts', name: 'Posts', fields }, ...records],
  })
  const { list } = await openManagement(space)
  const statementsFor = async (query: string) => {
    space.statements.length = 0
    const page = await list(`${query}&collection=posts`)
    return { length: page.list.length, statements: [...space.statements] }
  }
  await statementsFor('?perPage=2')
  const few = await statementsFor('?perPage=2')
  const all = await statementsFor('?perPage=50')
  expect([few.length, all.length]).toEqual([2, 50])
  expect(few.statements).toEqual(all.statements)
  expect(all.statements).toHaveLength(4)
})

/** Those that open a transaction aside. Of a request with a known API key; a session takes three more to be found. */
const statementsMax = [
  [
    'the first save of an entry by somebody',
    'PATCH',
    '/entries/p1',
    { draftVersion: 1, data: { title: 'Two' } },
    14,
  ],
  ['a save after another one', 'PATCH', '/entries/p1', { draftVersion: 2, data: { title: 'Three' } }, 14],
  ['a save that changes nothing', 'PATCH', '/entries/p1', { draftVersion: 1, data: { title: 'Three' } }, 8],
  [
    'a creation',
    'POST',
    '/entries',
    { collection: 'posts', data: { title: 'New', author: { id: 'a1' } } },
    // With a look at who is live at its slug.
    18,
  ],
  ['a publication', 'POST', '/entries/p1/publish', { draftVersion: 3 }, 38],
] as const

test('a save, a creation and a publication send so many statements and no more', async () => {
  const api = await openAuthoring()
  await api.create({ collection: 'authors', id: 'a1', data: { name: 'A' } })
  const content = { data: { title: 'One', author: { id: 'a1' } }, variants: { vip: { title: 'V' } } }
  await api.create({ collection: 'posts', id: 'p1', ...content })
  await api.publish('p1')
  await api.ask('WP', 'GET', '/entries/p1')
  for (const [what, method, path, body, max] of statementsMax) {
    api.space.statements.length = 0
    const { status } = await api.ask('WP', method, path, body)
    expect({ what, isDone: status < 300 }).toEqual({ what, isDone: true })
    const sent = api.space.statements.filter(sql => !/^(?:begin|commit|start|select set_config)/i.test(sql))
    expect({ what, tooMany: sent.length > max ? sent : [] }).toEqual({ what, tooMany: [] })
    const written = sent.flatMap(
      sql => /^\s*(?:insert into|update|delete from) "?(\w+)/i.exec(sql)?.[1] ?? [],
    )
    if (what === 'a save that changes nothing') expect(written).toEqual([])
    // The references of the draft stay as they are.
    if (method === 'PATCH') expect(written).not.toContain('draft_reference')
  }
})

const renames = [
  ['that has no references, leaves those of drafts as they are', 'title', false],
  ['that has references, writes those of drafts again', 'next', true],
] as const

test.each(renames)('renaming a field %s', async (_, field, isWritten) => {
  const space = await createTestSpace({
    records: [{ type: 'collection', apiName: 'posts', name: 'Posts', fields }, ...records],
  })
  const { request, links } = await openManagement(space)
  const pathsOf = async () => (await links('p7')).from.map(({ path }) => path).sort()
  const before = await pathsOf()
  space.statements.length = 0
  const operations = [{ op: 'renameField', field, to: 'other' }]
  const { status } = await request('POST', '/collections/posts/changes', { modelVersion: 1, operations })
  expect(status).toBe(200)
  const written = space.statements.filter(sql => /(?:delete from|insert into) "?draft_reference/.test(sql))
  expect(written.length > 0).toBe(isWritten)
  expect(await pathsOf()).toEqual(before.map(path => (path === `/data/${field}` ? '/data/other' : path)))
})
