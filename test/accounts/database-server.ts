// A PostgreSQL that writes down everything it is told, values included, for the search for secrets.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Cluster, startCluster } from '../kit/cluster/cluster.ts'
import { findPostgresWithTools } from '../kit/cluster/installed-programs.ts'
import { createOwnDatabase } from '../kit/cluster/nodes.ts'
import { runTool } from '../kit/cluster/postgres-tools.ts'
import { type CommandLine, createCommandLine } from '../kit/command/process.ts'
import type { DatabaseServer } from './secret-watch.ts'

/** Where pg_dump is missing, everything else is looked at. */
const native = findPostgresWithTools()
export const dumpPlaces = native === null ? [] : ['pg_dump']

export async function startTalkative(): Promise<{ command: CommandLine; server: DatabaseServer }> {
  const cluster = await startCluster({
    ...(native !== null && { native }),
    settings: { log_statement: 'all', log_min_error_statement: 'error', wal_level: 'logical' },
  })
  const command = createCommandLine({ url: await createOwnDatabase(cluster), ready: Promise.resolve() })
  const url = cluster.url('frontlist')
  return { command, server: { url, leavings: () => leavings(cluster, url) } }
}

async function leavings(cluster: Cluster, url: string): Promise<Record<string, Buffer>> {
  const dump = join(cluster.parts.keeper.folder, 'dump.sql')
  if (native !== null) await runTool(cluster, ['pg_dump', `--file=${dump}`, `--dbname=${url}`])
  await cluster.stop()
  const left = {
    'the log of PostgreSQL': readFileSync(cluster.logFile),
    'the tables of PostgreSQL': readFolder(join(cluster.dataFolder, 'base')),
    'the WAL of PostgreSQL': readFolder(join(cluster.dataFolder, 'pg_wal')),
    ...(native !== null && { pg_dump: readFileSync(dump) }),
  }
  await cluster.remove()
  return left
}

function readFolder(folder: string): Buffer {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(path => join(folder, path))
  return Buffer.concat(paths.filter(path => statSync(path).isFile()).map(path => readFileSync(path)))
}
