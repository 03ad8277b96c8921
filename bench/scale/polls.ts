// What a node's poll costs the primary, by how many spaces it watches.
import { Client } from 'pg'
import { createSpace } from '../../src/accounts/spaces.service.ts'
import { systemClock } from '../../src/base/clock.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { rounded } from '../results.ts'
import { cpuMsOf, type Stage } from './stage.ts'

export interface PollResult {
  readonly spaces: number
  /** Of the connection's own process on the primary. */
  readonly cpuMs: number
  readonly tookMs: number
}

export async function measurePolls(stage: Stage): Promise<PollResult[]> {
  const { database, url, statements, sizes } = stage
  const ids = await makeSpaces(stage, Math.max(...sizes.spaces))
  const from = statements.length
  await database.versions.of(ids[0] ?? '')
  const question = statements.slice(from).find(text => text.includes('pg_walfile_name'))
  if (question === undefined) throw new Error('A poll asks something else than this benchmark knows.')
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]?.pid ?? 0
    // With the beat that a node sends to its own listener.
    await client.query('listen bench')
    const results: PollResult[] = []
    for (const spaces of sizes.spaces) {
      const values = [ids.slice(0, spaces), 'bench', '1']
      const poll = () => client.query({ name: 'poll', text: `${question}, pg_notify($2, $3)`, values })
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
