// What a node's poll costs the primary, by how many spaces it watches.
import { Client } from 'pg'
import { createSpace } from '../../src/accounts/spaces.service.ts'
import { systemClock } from '../../src/base/clock.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { runSql } from '../../test/kit/postgres-databases.ts'
import { rounded } from '../results.ts'
import { cpuMsOf, type Stage } from './stage.ts'

export interface PollResult {
  readonly spaces: number
  /** Of the connection's own process on the primary. */
  readonly cpuMs: number
  readonly tookMs: number
}

export async function measurePolls(stage: Stage): Promise<PollResult[]> {
  const { url, sizes } = stage
  const ids = await makeSpaces(stage, Math.max(...sizes.spaces))
  // As the server does by itself within a minute.
  await runSql(url, 'vacuum analyze space, key_revision')
  const question = await questionOf(stage, ids[0] ?? '')
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]?.pid ?? 0
    // A node sends a beat to its own listener beside each question.
    await client.query('listen bench')
    const results: PollResult[] = []
    for (const spaces of sizes.spaces) {
      const values = [ids.slice(0, spaces)]
      const poll = async () => {
        await client.query({ name: 'question', text: question, values })
        await client.query({ name: 'beat', text: 'select pg_notify($1, $2)', values: ['bench', '1'] })
      }
      for (let warmUp = 0; warmUp < 10; warmUp++) await poll()
      const cpuBefore = cpuMsOf(pid)
      const started = performance.now()
      for (let round = 0; round < sizes.polls; round++) await poll()
      results.push({
        spaces,
        cpuMs: rounded((cpuMsOf(pid) - cpuBefore) / sizes.polls, 3),
        tookMs: rounded((performance.now() - started) / sizes.polls, 3),
      })
    }
    return results
  } finally {
    await client.end()
  }
}

/** As the server has heard it: it is nobody's business elsewhere. */
async function questionOf({ database, cluster }: Stage, space: string): Promise<string> {
  await database.versions.of(space)
  const [row] = await cluster.run<{ query: string }>(
    "select query from pg_stat_activity where application_name = 'frontlist watch' and query like '%pg_walfile_name%'",
  )
  if (row === undefined) throw new Error('A poll asks something else than this benchmark knows.')
  return row.query
}

function makeSpaces({ database }: Stage, count: number): Promise<string[]> {
  const parts = { clock: systemClock, random: systemRandom }
  return database.transaction(async writes => {
    const ids: string[] = []
    for (let made = 0; made < count; made++) {
      ids.push((await createSpace(writes, parts, { slug: `watched-${made}`, name: 'Watched' })).id)
    }
    return ids
  })
}
