// A database that one test leaves is, for the next one, as a new one.
import { expect, test } from 'bun:test'
import { query } from '../../src/database/database.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { breakTable } from '../kit/database/broken-table.ts'
import { runSql } from '../kit/database/postgres-databases.ts'
import { describeOnPostgres, pastRowSecurity } from '../kit/database/test-engine.ts'
import { dumpTables } from '../kit/oracle/tables.ts'

const records = [
  { type: 'collection', apiName: 'posts', name: 'Posts', fields: [{ apiName: 'title', type: 'text' }] },
  { type: 'entry', collection: 'posts', id: 'a', liveData: { title: 'A' } },
] as const

const backendOf = async ({ database }: TestSpace) => {
  const pid = query.selectNoFrom(eb => eb.fn<number>('pg_backend_pid', []).as('pid'))
  return (await database.reads.first(pid))?.pid ?? 0
}

describeOnPostgres('a database that a test used before', () => {
  let first = { url: '', pid: 0 }

  test('was filled', async () => {
    const space = await createTestSpace({ records })
    expect((await space.get('/content/posts')).status).toBe(200)
    first = { url: space.url, pid: await backendOf(space) }
  })

  test('is empty, and has its connections', async () => {
    const next = await createTestSpace()
    expect(next.url).toBe(first.url)
    expect(await backendOf(next)).toBe(first.pid)
    const { space, entry, publication, api_key } = await dumpTables(next)
    expect([space, entry, publication, api_key].map(rows => rows.length)).toEqual([1, 0, 0, 1])
    expect((await next.get('/content/posts')).status).toBe(404)
  })

  test('has a trigger', async () => {
    const space = await createTestSpace()
    first = { ...first, url: space.url }
    await breakTable(space.database, { table: 'space', event: 'insert', message: 'broken' })
  })

  test('is not used again with a trigger', async () => {
    const next = await createTestSpace()
    expect(next.url).not.toBe(first.url)
    await runSql(pastRowSecurity(next.url), "delete from schema_migration where name like '0001%'")
    first = { ...first, url: next.url }
  })

  test('is not used again without a migration', async () => {
    expect((await createTestSpace()).url).not.toBe(first.url)
  })
})
