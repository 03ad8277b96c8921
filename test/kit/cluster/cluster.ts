// A PostgreSQL server for tests: started, stopped, crashed, restarted, followed by a standby. Every test and stress
// test that needs a real one uses this; nothing of it remains after the process has ended.
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { killTree } from '../command/process-tree.ts'
import { createDatabase, runSql } from '../database/postgres-databases.ts'
import { findFreePort } from '../free-port.ts'
import { type FolderKeeper, keepFolder } from './folder-keeper.ts'
import {
  findProcessUser,
  findPrograms,
  type PostgresPrograms,
  type ProcessUser,
} from './postgres-programs.ts'

export interface ClusterOptions {
  /** Acknowledged commits survive a power failure; for stress tests. Without it they survive only process crashes. */
  readonly durable?: boolean
  /** Settings of `postgresql.conf`; they override those of this file. */
  readonly settings?: Readonly<Record<string, string>>
  /** The folder above `bin/` of a PostgreSQL other than the dev dependency's. */
  readonly native?: string
}

const settingsOfTests = {
  listen_addresses: '127.0.0.1',
  max_connections: '1000',
  shared_buffers: '16MB',
  max_wal_size: '256MB',
  synchronous_commit: 'on',
  // In its folder, so that a crash leaves no files outside.
  dynamic_shared_memory_type: 'mmap',
}

const settingsWithoutDurability = { fsync: 'off', full_page_writes: 'off' }

const startWaitMs = 20
const startWaitsMax = 6000

/** Waits for a line before it runs the server: by then the folder's keeper knows which process to stop. */
const waitForGo = 'read -r go && exec "$@" </dev/null'

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const user = findProcessUser()
  const keeper = keepFolder('frontlist-postgres-', user)
  try {
    const programs = await findPrograms(user, keeper.folder, options.native)
    const cluster = new Cluster({ user, programs, keeper, port: await findFreePort(), options })
    await initialize(cluster.parts)
    await cluster.start()
    return cluster
  } catch (error) {
    await keeper.end()
    throw error
  }
}

export interface ClusterParts {
  readonly user: ProcessUser
  readonly programs: PostgresPrograms
  readonly keeper: FolderKeeper
  readonly port: number
  readonly options: ClusterOptions
}

export class Cluster {
  readonly logFile: string
  readonly dataFolder: string
  #server: Bun.Subprocess | null = null

  constructor(readonly parts: ClusterParts) {
    this.logFile = join(parts.keeper.folder, 'postgres.log')
    this.dataFolder = join(parts.keeper.folder, 'data')
  }

  get port(): number {
    return this.parts.port
  }

  get isRunning(): boolean {
    return this.#server !== null
  }

  url(database = 'postgres', role = 'postgres'): string {
    return `postgres://${role}@127.0.0.1:${this.port}/${database}`
  }

  /** Returns the URL of a new database: an empty one, or a copy of another that has no connections. */
  createDatabase(template?: string): Promise<string> {
    return createDatabase(this.url(), template === undefined ? {} : { template })
  }

  /** One statement on its own connection, in the database `postgres`. */
  run<Row extends object>(text: string): Promise<Row[]> {
    return runSql(this.url(), text)
  }

  /** On the same port and data as before; resolves when the server accepts connections. */
  async start(): Promise<void> {
    if (this.#server) throw new Error('The cluster runs already.')
    const { user, programs, keeper } = this.parts
    const log = openSync(this.logFile, 'a')
    const server = Bun.spawn(
      ['/bin/sh', '-c', waitForGo, 'start', programs.postgres, '-D', this.dataFolder, ...this.#arguments()],
      { ...user, detached: true, env: {}, cwd: keeper.folder, stdin: 'pipe', stdout: log, stderr: log },
    )
    closeSync(log)
    server.unref()
    this.#server = server
    keeper.watch(server.pid)
    void server.exited.then(() => {
      keeper.watch(null)
      this.#server = null
    })
    server.stdin.write('go\n')
    await server.stdin.end()
    await this.#untilReady(server)
  }

  /** PostgreSQL's fast shutdown: transactions are rolled back, connections end, committed data is written to disk. */
  async stop(): Promise<void> {
    const server = this.#server
    server?.kill('SIGINT')
    await server?.exited
  }

  /** SIGKILL for all processes of the server at once. */
  async crash(): Promise<void> {
    const server = this.#server
    if (!server) throw new Error('The cluster does not run.')
    await killTree(server.pid)
    await server.exited
  }

  /** Stops the server and removes its folder; standbys continue. */
  async remove(): Promise<void> {
    await this.stop()
    await this.parts.keeper.end()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.remove()
  }

  #arguments(): string[] {
    const { keeper, port, options } = this.parts
    const settings = {
      ...settingsOfTests,
      ...(!options.durable && settingsWithoutDurability),
      port: String(port),
      unix_socket_directories: keeper.folder,
      ...options.settings,
    }
    return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  }

  /** The server writes it to the eighth line, below its own process id: an older file belongs to a crashed server. */
  async #untilReady(server: Bun.Subprocess): Promise<void> {
    const file = join(this.dataFolder, 'postmaster.pid')
    for (let waits = 0; waits < startWaitsMax; waits++) {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
      if (lines[0] === String(server.pid) && lines[7]?.trim() === 'ready') return
      if (server.exitCode !== null || server.signalCode !== null) break
      await Bun.sleep(startWaitMs)
    }
    const log = readFileSync(this.logFile, 'utf8').slice(-2000)
    throw new Error(`PostgreSQL did not start. Its log ends with:\n${log}`)
  }
}

/**
 * A data folder that clusters copy if `TEST_POSTGRES_DATA` names it: this takes a tenth of the time of `initdb`. The
 * caller must end the keeper.
 */
export async function createInitialData(): Promise<{ data: string; keeper: FolderKeeper }> {
  const user = findProcessUser()
  const keeper = keepFolder('frontlist-initial-', user)
  try {
    const programs = await findPrograms(user, keeper.folder)
    await runInitdb({ user, programs, keeper })
    return { data: join(keeper.folder, 'data'), keeper }
  } catch (error) {
    await keeper.end()
    throw error
  }
}

async function initialize(parts: ClusterParts): Promise<void> {
  const { user, keeper, options } = parts
  const initial = process.env.TEST_POSTGRES_DATA
  // Of another version, PostgreSQL has other files.
  if (!initial || options.native !== undefined) return runInitdb(parts)
  await runAs(user, keeper.folder, ['cp', '-Rp', initial, join(keeper.folder, 'data')])
}

function runInitdb({ user, programs, keeper }: Omit<ClusterParts, 'port' | 'options'>): Promise<void> {
  return runAs(user, keeper.folder, [
    programs.initdb,
    ...['--pgdata', join(keeper.folder, 'data'), '--username', 'postgres', '--auth', 'trust'],
    ...['--locale', 'C', '--encoding', 'UTF8', '--no-sync', '--no-instructions'],
  ])
}

async function runAs(user: ProcessUser, cwd: string, command: string[]): Promise<void> {
  const env = { LC_ALL: 'C', PATH: process.env.PATH ?? '/usr/bin:/bin' }
  const child = Bun.spawn(command, { ...user, env, cwd, stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' })
  const [stderr, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited])
  if (exitCode !== 0) throw new Error(`${command[0]} failed: ${stderr}`)
}
