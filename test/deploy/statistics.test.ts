// What PostgreSQL knows of the tables right after an import: by that it chooses between their indexes.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { Client } from 'pg'
import { planAlongIndexes } from '../../src/database/postgres/planning.ts'
import { startCluster } from '../kit/cluster/cluster.ts'
import { createOwnDatabase, nodesOn } from '../kit/cluster/nodes.ts'
import { manyEntries } from '../kit/command/running-command.ts'
import { runSql } from '../kit/database/postgres-databases.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'

setDefaultTimeout(longTestMs)

test('the first import is counted before its command ends, so that a slug is found by its own index', async () => {
  // Without the count that the server makes by itself, later.
  await using cluster = await startCluster({ settings: { autovacuum: 'off' } })
  const url = await createOwnDatabase(cluster)
  const nodes = nodesOn(url)
  await nodes.json('spaces', 'create', 'main')
  const file = join(makeFolder(), 'in.ndjson')
  await Bun.write(file, manyEntries(3000, 'text'))
  await nodes.json('import', file, '--space', 'main')
  const counts = await runSql(
    url,
    "select relname, reltuples from pg_class where relname in ('entry', 'publication')",
  )
  expect(counts).toEqual(
    expect.arrayContaining(['entry', 'publication'].map(relname => ({ relname, reltuples: 3000 }))),
  )
  const client = new Client({ connectionString: cluster.url('frontlist') })
  await client.connect()
  await client.query(planAlongIndexes.replaceAll('set local', 'set'))
  const where = 'space = $1 and to_revision is null and collection = $2 and slug = $3'
  await client.query(`prepare look (text, text, text) as select data from publication where ${where}`)
  const { rows } = await client.query<{ 'QUERY PLAN': string }>("explain execute look ('', '', '')")
  await client.end()
  expect(rows.map(row => row['QUERY PLAN']).join('\n')).toContain('publication_live_slug')
})
