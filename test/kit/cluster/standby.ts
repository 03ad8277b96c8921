// A standby of a cluster: streaming replication, and promotion to primary.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../free-port.ts'
import { comesTrue } from '../until.ts'
import { Cluster } from './cluster.ts'
import { keepFolder } from './folder-keeper.ts'

export interface StandbyOptions {
  /** A commit on the primary is acknowledged only once the standby has it too. */
  readonly synchronous?: boolean
}

const followMs = 60_000

export class Standby extends Cluster {
  /** Resolves when it accepts writes. The caller must ensure that the old primary is stopped. */
  async promote(): Promise<void> {
    const [response] = await this.run<{ pg_promote: boolean }>('select pg_promote(true, 60)')
    if (!response?.pg_promote) throw new Error('The standby was not promoted within a minute.')
  }
}

/**
 * Stops the primary, copies its data, starts both: the package has no `pg_basebackup`. Resolves when the standby
 * follows. The standby has the primary's settings and its own folder, and keeps running when the primary is removed.
 */
export async function addStandby(primary: Cluster, { synchronous = false }: StandbyOptions = {}) {
  const { user, programs, options } = primary.parts
  await primary.stop()
  const keeper = keepFolder('frontlist-standby-', user)
  try {
    const standby = new Standby({ user, programs, keeper, port: await findFreePort(), options })
    const copy = Bun.spawnSync(['cp', '-Rp', primary.dataFolder, standby.dataFolder], { ...user, cwd: '/' })
    if (copy.exitCode !== 0) throw new Error(`Copying the primary's data: ${copy.stderr}`)
    await primary.start()
    const name = `standby_${standby.port}`
    // Immediately: from here on the primary retains the WAL that the copy lacks.
    await primary.run(`select pg_create_physical_replication_slot('${name}', true)`)
    // Settings made by `alter system` on the primary must not apply to the standby, above all the synchronous standby
    // names.
    const lines = [
      `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}'`,
      `primary_slot_name = '${name}'`,
    ]
    for (const [file, text] of [
      ['postgresql.auto.conf', `${lines.join('\n')}\n`],
      ['standby.signal', ''],
    ] as const) {
      writeFileSync(join(standby.dataFolder, file), text)
    }
    await standby.start()
    await untilReplicating(primary, name, `state = 'streaming'`)
    if (synchronous) {
      await primary.run(`alter system set synchronous_standby_names = 'FIRST 1 (${name})'`)
      await primary.run('select pg_reload_conf()')
      await untilReplicating(primary, name, `sync_state = 'sync'`)
    }
    return standby
  } catch (error) {
    await keeper.end()
    throw error
  }
}

async function untilReplicating(primary: Cluster, name: string, condition: string): Promise<void> {
  const query = `select 1 from pg_stat_replication where application_name = '${name}' and ${condition}`
  if (await comesTrue(async () => (await primary.run(query)).length > 0, followMs)) return
  throw new Error(`The standby ${name} does not follow. Both logs say why: ${primary.logFile}`)
}
