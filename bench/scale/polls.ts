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

export interface WatchResult {
  readonly polls: PollResult[]
  readonly beatCpuMs: number
}

export async function measureWatch(stage: Stage): Promise<WatchResult> {
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
    const measure = (ask: () => Promise<unknown>) => measureStatement(pid, sizes.polls, ask)
    const polls: PollResult[] = []
    for (const spaces of sizes.spaces) {
      const values = [ids.slice(0, spaces)]
      const poll = () => client.query({ name: 'question', text: question, values })
      polls.push({ spaces, ...(await measure(poll)) })
    }
    // A node's beat goes to its own listener.
    await client.query('listen bench')
    const beat = () =>
      client.query({ name: 'beat', text: 'select pg_notify($1, $2)', values: ['bench', '1'] })
    return { polls, beatCpuMs: (await measure(beat)).cpuMs }
  } finally {
    await client.end()
  }
}

async function measureStatement(pid: number, rounds: number, ask: () => Promise<unknown>) {
  for (let warmUp = 0; warmUp < 10; warmUp++) await ask()
  const cpuBefore = cpuMsOf(pid)
  const started = performance.now()
  for (let round = 0; round < rounds; round++) await ask()
  return {
    cpuMs: rounded((cpuMsOf(pid) - cpuBefore) / rounds, 3),
    tookMs: rounded((performance.now() - started) / rounds, 3),
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
