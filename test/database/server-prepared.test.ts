// Statements whose text is built once are prepared on PostgreSQL as well, in transactions too: planning a save took longer
// than running it.
import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { openAuthoring } from '../authoring/authoring-fixture.ts'
import { withoutNumbers } from '../kit/app/test-space.ts'
import { describeOnPostgres } from '../kit/database/test-engine.ts'

describeOnPostgres('on a connection that has saved before', () => {
  test('a save sends no statement with values that PostgreSQL has to plan again', async () => {
    const api = await openAuthoring()
    await api.create({ collection: 'posts', id: 'p1', data: { title: 'One' } })
    const save = (draftVersion: number) =>
      api.ask('W', 'PATCH', '/entries/p1', { draftVersion, data: { title: `Title ${draftVersion}` } })
    expect((await save(1)).status).toBe(200)
    api.space.statements.length = 0
    expect((await save(2)).status).toBe(200)
    const sent = api.space.statements.filter(text => text.includes('?') && !text.includes('set_config'))
    const prepared = await api.space.database.transaction(async writes => {
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
        writes,
      )
      return rows.map(({ statement }) => withoutNumbers(statement))
    })
    expect(sent.length).toBeGreaterThan(10)
    expect(sent.filter(text => !prepared.includes(text))).toEqual([])
  })
})
