// `doctor` on PostgreSQL: each thing that can be wrong with one, brought about, and what is told of it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { Finding } from '../../src/base/finding.ts'
import { examinePostgres } from '../../src/database/postgres/examine.ts'
import { type Cluster, startCluster } from '../kit/cluster.ts'
import { findFreePort } from '../kit/free-port.ts'
import { testWith } from '../kit/installed.ts'
import { createOwnDatabase, nodesOn } from '../kit/nodes.ts'
import { startPgBouncer } from '../kit/pgbouncer.ts'
import { runSql } from '../kit/postgres-databases.ts'
import { addStandby } from '../kit/standby.ts'
import { until } from '../kit/until.ts'

setDefaultTimeout(300_000)

let cluster: Cluster
let url: string
beforeAll(async () => {
  cluster = await startCluster({ durable: true })
  url = await createOwnDatabase(cluster)
  expect((await nodesOn(url).run(['migrate'])).exitCode).toBe(0)
})
afterAll(() => cluster.remove())

const asAdmin = () => cluster.url('frontlist')

/** All that is not as it should be; of every word of it, no password. */
async function wrong(at: string, clock = Date.now): Promise<Finding[]> {
  const findings = await examinePostgres(at, clock)
  expect(JSON.stringify(findings)).not.toContain('hunter2')
  for (const finding of findings) if (finding.level !== 'ok') expect(finding.todo).toMatch(/\S/)
  return findings.filter(({ level }) => level !== 'ok')
}

const found = (level: Finding['level'], subject: string, says: string) =>
  expect.objectContaining({ level, subject, says: expect.stringContaining(says) })

/** What is so while `text` holds, and that all is well again after `undo`. */
async function wrongWhile(text: string, undo: string): Promise<Finding[]> {
  await runSql(asAdmin(), text)
  const findings = await wrong(url)
  await runSql(asAdmin(), undo)
  expect(await wrong(url)).toEqual([])
  return findings
}

test('of one that is as it should be, all is well', async () => {
  expect(await wrong(url)).toEqual([])
  const { exitCode, stdout } = await nodesOn(url).run(['doctor'])
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^ok +connections +They are sessions/m)])
})

describe('no connection is told with its reason', () => {
  test('where nobody listens', async () => {
    const at = `postgres://frontlist:hunter2@127.0.0.1:${await findFreePort()}/frontlist`
    expect(await wrong(at)).toEqual([found('fault', 'database', 'ECONNREFUSED')])
    const { exitCode, stdout } = await nodesOn(at).run(['doctor'])
    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^fault +database/m)])
    expect(stdout).not.toContain('hunter2')
  })

  test('where the name, the role or the password is wrong, or the address is none', async () => {
    expect(await wrong(cluster.url('attic', 'frontlist'))).toEqual([found('fault', 'database', '"attic"')])
    expect(await wrong(cluster.url('frontlist', 'nobody_here'))).toEqual([
      found('fault', 'database', 'nobody_here'),
    ])
    await cluster.run("create role locked login password 'another'")
    const rules = join(cluster.dataFolder, 'pg_hba.conf')
    await Bun.write(rules, `host all locked 127.0.0.1/32 scram-sha-256\n${await Bun.file(rules).text()}`)
    await cluster.run('select pg_reload_conf()')
    const at = cluster.url('frontlist', 'locked:hunter2')
    await until(async () => (await wrong(at)).some(({ says }) => says.includes('password authentication')))
    for (const rest of [
      'hunter2/x@127.0.0.1/x',
      'hunter2@127.0.0.1/x?sslmode=verify-full&sslrootcert=/none',
    ]) {
      expect(await wrong(`postgres://frontlist:${rest}`)).toEqual([
        found('fault', 'database', 'DATABASE_URL cannot be used'),
      ])
    }
  })
})

test('a standby is told, and of a server a missing secret and a replica that is away', async () => {
  const standby = await addStandby(cluster)
  expect(await wrong(standby.url('frontlist', 'frontlist'))).toContainEqual(
    found('fault', 'database', 'is a standby'),
  )
  await standby.remove()
  const replica = `postgres://frontlist:hunter2@127.0.0.1:${await findFreePort()}/frontlist`
  const environment = { FRONTLIST_SECRET: '', DATABASE_REPLICA_URLS: `${url},${replica}` }
  const { exitCode, stdout } = await nodesOn(url).run(['doctor'], { environment })
  expect(exitCode).toBe(1)
  expect(stdout).toMatch(/^fault +secret +FRONTLIST_SECRET is missing/m)
  expect(stdout).toMatch(/^ok +replica 1/m)
  expect(stdout).toMatch(/^warning +replica 2/m)
  expect(stdout).not.toContain('hunter2')
})

test('settings that do without durability are told, and a role that passes over row level security', async () => {
  const set = 'alter role frontlist set'
  expect(await wrongWhile(`${set} synchronous_commit = off`, `${set} synchronous_commit = on`)).toEqual([
    found('warning', 'durability', 'synchronous_commit'),
  ])
  expect(await wrong(asAdmin())).toEqual([found('warning', 'durability', 'row level security')])
  await cluster.run('alter system set fsync = off')
  await cluster.run('select pg_reload_conf()')
  await until(async () => (await wrong(url)).some(({ says }) => says.includes('fsync')))
  await cluster.run('alter system reset fsync')
  await cluster.run('select pg_reload_conf()')
  await until(async () => (await wrong(url)).length === 0)
})

test('rights that the role has not are told', async () => {
  const change = 'insert on entry'
  expect(await wrongWhile(`revoke ${change} from frontlist`, `grant ${change} to frontlist`)).toEqual([
    found('fault', 'rights', change),
  ])
  const read = 'select on schema_migration'
  expect(await wrongWhile(`revoke ${read} from frontlist`, `grant ${read} to frontlist`)).toContainEqual(
    found('fault', 'tables', 'may not read'),
  )
  const set = 'alter role frontlist set default_transaction_read_only'
  expect(await wrongWhile(`${set} = on`, `${set} = off`)).toContainEqual(
    found('fault', 'database', 'only read'),
  )
})

test('tables that are not there, earlier ones and later ones are told apart, and stay as they are', async () => {
  const empty = await createOwnDatabase(cluster, 'empty')
  expect(await wrong(empty)).toEqual([found('warning', 'tables', 'no tables of Frontlist')])
  expect(await runSql(empty, "select from pg_tables where schemaname = 'public'")).toEqual([])
  const [newest] = await runSql<{ name: string }>(url, 'select max(name) as name from schema_migration')
  const name = newest!.name
  expect(
    await wrongWhile(
      `update schema_migration set name = 'x${name}' where name = '${name}'`,
      `update schema_migration set name = '${name}' where name = 'x${name}'`,
    ),
  ).toEqual([found('fault', 'tables', `x${name}`)])
})

test('clocks that are apart are told, by how much', async () => {
  expect(await wrong(url, () => Date.now() + 10_000)).toEqual([found('warning', 'clock', '10.')])
  expect(await wrong(url, () => Date.now() - 3_600_000)).toEqual([found('fault', 'clock', '3600.')])
})

test('announcements that are held up are told', async () => {
  await cluster.run("alter system set synchronous_standby_names = 'nobody'")
  await cluster.run('select pg_reload_conf()')
  const held = runSql(
    asAdmin(),
    "begin; create table held (); select pg_notify('held', ''); commit; drop table held",
  ).catch(() => {})
  const waits = "select from pg_stat_activity where wait_event = 'SyncRep'"
  await until(async () => (await cluster.run(waits)).length > 0)
  expect(await wrong(url)).toEqual([found('fault', 'connections', 'did not arrive')])
  await cluster.run('alter system reset synchronous_standby_names')
  await cluster.run('select pg_reload_conf()')
  await held
  expect(await wrong(url)).toEqual([])
})

testWith(['pgbouncer'])('a pooler that shares sessions is told', async () => {
  const pooler = await startPgBouncer(cluster, 'transaction')
  expect(await wrong(pooler.through(asAdmin()))).toContainEqual(
    found('fault', 'connections', 'shares its connections'),
  )
  await pooler.stop()
})
