// A PgBouncer for tests, in front of a cluster's databases.
import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runSql } from '../database/postgres-databases.ts'
import { findFreePort } from '../free-port.ts'
import type { Cluster } from './cluster.ts'
import { keepFolder } from './folder-keeper.ts'
import { findProgram } from './installed-programs.ts'

export interface PgBouncer {
  /** The same database through the pooler. */
  through(url: string): string
  stop(): Promise<void>
}

const waitsMax = 6000

export async function startPgBouncer(cluster: Cluster, mode: 'session' | 'transaction'): Promise<PgBouncer> {
  // It refuses to run as root, as PostgreSQL does.
  const { user } = cluster.parts
  const keeper = keepFolder('frontlist-pgbouncer-', user)
  const { folder } = keeper
  const port = await findFreePort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users.txt'),
    pool_mode: mode,
    default_pool_size: 40,
    max_client_conn: 200,
    logfile: join(folder, 'pgbouncer.log'),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]\n* = host=127.0.0.1 port=${cluster.port}\n[pgbouncer]\n${lines.join('\n')}\n`,
  )
  writeFileSync(settings.auth_file, '"postgres" ""\n')
  if (user) for (const path of [file, settings.auth_file]) chownSync(path, user.uid, user.gid)
  const child = Bun.spawn([findProgram('pgbouncer') ?? 'pgbouncer', file], {
    ...user,
    cwd: folder,
    env: {},
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  keeper.watch(child.pid)
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
    keeper.watch(null)
    await keeper.end()
  }
  const through = (url: string) => {
    const other = new URL(url)
    other.port = String(port)
    return other.href
  }
  for (let waits = 0; !(await responses(through(cluster.url()))); waits++) {
    if (waits < waitsMax && child.exitCode === null) {
      await Bun.sleep(20)
      continue
    }
    const log = await Bun.file(settings.logfile).text()
    await stop()
    throw new Error(`PgBouncer did not start: ${log}`)
  }
  return { through, stop }
}

async function responses(url: string): Promise<boolean> {
  try {
    await runSql(url, 'select 1')
    return true
  } catch {
    return false
  }
}
