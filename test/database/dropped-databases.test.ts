// The databases of tests are dropped after their file. A database that remains would take memory until the run ends.
import { expect, test } from 'bun:test'
import { cleanUp } from '../kit/cleanup.ts'
import { runSql, withDatabase } from '../kit/database/postgres-databases.ts'
import { placeDatabase } from '../kit/database/test-databases.ts'
import { describeOnPostgres, pastRowSecurity, testServer } from '../kit/database/test-engine.ts'

const nameOf = (url: string) => new URL(url).pathname.slice(1)

describeOnPostgres('the databases of a file', () => {
  test('are all dropped, even if dropping one of them fails', async () => {
    const places = [placeDatabase(), placeDatabase(), placeDatabase()]
    await Promise.all(places.map(({ ready }) => ready))
    const [first, kept, last] = places.map(({ url }) => nameOf(url))
    const server = pastRowSecurity(withDatabase(testServer(), 'postgres'))
    // PostgreSQL drops no template.
    await runSql(server, `alter database "${kept}" is_template true`)
    try {
      await expect(cleanUp()).rejects.toThrow('template')
      const names = [first, kept, last].map(name => `'${name}'`).join(', ')
      const left = await runSql(server, `select datname from pg_database where datname in (${names})`)
      expect(left).toEqual([{ datname: kept }])
    } finally {
      await runSql(server, `alter database "${kept}" is_template false`)
      await runSql(server, `drop database "${kept}"`)
    }
  })
})
