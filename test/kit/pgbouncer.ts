// A PgBouncer of a test's own, in front of a cluster's databases.
import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'
import { findFreePort } from './free-port.ts'
import { findProgram } from './installed.ts'
import { runSql } from './postgres-databases.ts'
import { makeFolder } from './test-folder.ts'

export interface PgBouncer {
  /** The same database by way of the pooler. */
  through(url: string): string
  stop(): Promise<void>
}

const waitsMax = 500

export async function startPgBouncer(cluster: Cluster, mode: 'session' | 'transaction'): Promise<PgBouncer> {
  const folder = makeFolder()
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
  // It refuses root, as PostgreSQL does.
  const { user } = cluster.parts
  chmodSync(folder, 0o755)
  if (user) for (const path of [folder, file, settings.auth_file]) chownSync(path, user.uid, user.gid)
  const child = Bun.spawn([findProgram('pgbouncer') ?? 'pgbouncer', file], {
    ...user,
    cwd: folder,
    env: {},
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
  }
  const through = (url: string) => {
    const other = new URL(url)
    other.port = String(port)
    return other.href
  }
  for (let waits = 0; !(await answers(through(cluster.url()))); waits++) {
    if (waits < waitsMax && child.exitCode === null) {
      await Bun.sleep(20)
      continue
    }
    await stop()
    throw new Error(`PgBouncer did not start: ${await Bun.file(settings.logfile).text()}`)
  }
  return { through, stop }
}

async function answers(url: string): Promise<boolean> {
  try {
    await runSql(url, 'select 1')
    return true
  } catch {
    return false
  }
}
