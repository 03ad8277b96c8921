// `doctor` on PostgreSQL: each thing that can be wrong with it, brought about, and what is reported.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { Diagnostic } from '../../src/database/diagnostics/diagnostic.ts'
import { checkPostgres } from '../../src/database/diagnostics/postgres-checks.ts'
import { type Cluster, startCluster } from '../kit/cluster/cluster.ts'
import { testWith } from '../kit/cluster/installed-programs.ts'
import { createOwnDatabase, nodesOn } from '../kit/cluster/nodes.ts'
import { startPgBouncer } from '../kit/cluster/pgbouncer.ts'
import { addStandby } from '../kit/cluster/standby.ts'
import { runSql } from '../kit/database/postgres-databases.ts'
import { findFreePort } from '../kit/free-port.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { until } from '../kit/until.ts'

setDefaultTimeout(longTestMs)

let cluster: Cluster
let url: string
beforeAll(async () => {
  cluster = await startCluster({ durable: true })
  url = await createOwnDatabase(cluster)
  expect((await nodesOn(url).run(['migrate'])).exitCode).toBe(0)
})
afterAll(() => cluster.remove())

const asAdmin = () => cluster.url('frontlist')

/** All that is not as it should be; none of it shows the password. */
async function wrong(at: string, clock = Date.now): Promise<Diagnostic[]> {
  const diagnostics = await checkPostgres(at, clock, true)
  expect(JSON.stringify(diagnostics)).not.toContain('hunter2')
  return diagnostics.filter(({ status }) => status !== 'ok')
}

const found = (status: Diagnostic['status'], check: string, message: string) =>
  expect.objectContaining({ status, check, message: expect.stringContaining(message) })

/** What is wrong after `text`; nothing is after `undo`. */
async function wrongWhile(text: string, undo: string): Promise<Diagnostic[]> {
  await runSql(asAdmin(), text)
  const diagnostics = await wrong(url)
  await runSql(asAdmin(), undo)
  expect(await wrong(url)).toEqual([])
  return diagnostics
}

test('a server that is as it should be passes every check', async () => {
  expect(await wrong(url)).toEqual([])
  const { exitCode, stdout } = await nodesOn(url).run(['doctor'])
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^✓ sessions +Each connection/m)])
})

describe('a connection that fails is reported with its reason', () => {
  test('where no server listens', async () => {
    const at = `postgres://frontlist:hunter2@127.0.0.1:${await findFreePort()}/frontlist`
    expect(await wrong(at)).toEqual([found('failed', 'database', 'ECONNREFUSED')])
    const { exitCode, stdout } = await nodesOn(at).run(['doctor'])
    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^✗ database/m)])
    expect(stdout).not.toContain('hunter2')
  })

  test('where the name, the role, the password or the address is wrong', async () => {
    expect(await wrong(cluster.url('attic', 'frontlist'))).toEqual([found('failed', 'database', '"attic"')])
    expect(await wrong(cluster.url('frontlist', 'nobody_here'))).toEqual([
      found('failed', 'database', 'nobody_here'),
    ])
    await cluster.run("create role locked login password 'another'")
    const rules = join(cluster.dataFolder, 'pg_hba.conf')
    await Bun.write(rules, `host all locked 127.0.0.1/32 scram-sha-256\n${await Bun.file(rules).text()}`)
    await cluster.run('select pg_reload_conf()')
    const at = cluster.url('frontlist', 'locked:hunter2')
    await until(async () =>
      (await wrong(at)).some(({ message }) => message.includes('password authentication')),
    )
    for (const rest of [
      'hunter2/x@127.0.0.1/x',
      'hunter2@127.0.0.1/x?sslmode=verify-full&sslrootcert=/none',
    ]) {
      expect(await wrong(`postgres://frontlist:${rest}`)).toEqual([
        found('failed', 'database', 'DATABASE_URL cannot be used'),
      ])
    }
  })
})

test('a standby is reported, and a missing secret', async () => {
  const standby = await addStandby(cluster)
  expect(await wrong(standby.url('frontlist', 'frontlist'))).toContainEqual(
    found('failed', 'database', 'names a standby'),
  )
  await standby.remove()
  const environment = { FRONTLIST_SECRET: '' }
  const { exitCode, stdout } = await nodesOn(url).run(['doctor'], { environment })
  expect(exitCode).toBe(1)
  expect(stdout).toMatch(/^✗ secret +FRONTLIST_SECRET is not set/m)
})

test('settings without durability are reported, and a role that bypasses row-level security', async () => {
  const set = 'alter role frontlist set'
  expect(await wrongWhile(`${set} synchronous_commit = off`, `${set} synchronous_commit = on`)).toEqual([
    found('warning', 'durability', 'synchronous_commit'),
  ])
  expect(await wrong(asAdmin())).toEqual([found('warning', 'row-level security', 'bypasses')])
  await cluster.run('alter system set fsync = off')
  await cluster.run('select pg_reload_conf()')
  await until(async () => (await wrong(url)).some(({ message }) => message.includes('fsync')))
  await cluster.run('alter system reset fsync')
  await cluster.run('select pg_reload_conf()')
  await until(async () => (await wrong(url)).length === 0)
})

test('a role that may not read the migrations or may not write is reported', async () => {
  const read = 'select on schema_migration'
  expect(await wrongWhile(`revoke ${read} from frontlist`, `grant ${read} to frontlist`)).toEqual([
    found('failed', 'database', 'permission denied'),
  ])
  const set = 'alter role frontlist set default_transaction_read_only'
  expect(await wrongWhile(`${set} = on`, `${set} = off`)).toEqual([found('failed', 'database', 'read-only')])
})

test('missing and later migrations are distinguished, and nothing is migrated', async () => {
  const empty = await createOwnDatabase(cluster, 'empty')
  expect(await wrong(empty)).toEqual([found('warning', 'migrations', 'no tables yet')])
  expect(await runSql(empty, "select from pg_tables where schemaname = 'public'")).toEqual([])
  const [newest] = await runSql<{ name: string }>(url, 'select max(name) as name from schema_migration')
  const name = newest!.name
  expect(
    await wrongWhile(
      `update schema_migration set name = 'x${name}' where name = '${name}'`,
      `update schema_migration set name = '${name}' where name = 'x${name}'`,
    ),
  ).toEqual([found('failed', 'migrations', `x${name}`)])
})

test('a difference between the clocks is reported', async () => {
  expect(await wrong(url, () => Date.now() + 10_000)).toEqual([found('warning', 'clock', '10.')])
  expect(await wrong(url, () => Date.now() - 3_600_000)).toEqual([found('failed', 'clock', '3600.')])
})

testWith(['pgbouncer'])('a pooler that shares sessions is reported', async () => {
  const pooler = await startPgBouncer(cluster, 'transaction')
  expect(await wrong(pooler.through(asAdmin()))).toContainEqual(
    found('failed', 'sessions', 'shares its connections'),
  )
  await pooler.stop()
})
