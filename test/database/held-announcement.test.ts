// A commit that announces something and waits for its standby holds up every other announcement on the server. What is
// read must go on meanwhile, and so must every node's trust in what it knows.
import { expect, test } from 'bun:test'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { startCluster } from '../kit/cluster/cluster.ts'
import { whyNoPostgres } from '../kit/cluster/postgres-programs.ts'
import { runSql } from '../kit/database/postgres-databases.ts'
import { longTestMs } from '../kit/fuzz.ts'

const reason = await whyNoPostgres()

test.skipIf(reason !== null)(
  'nodes go on as if nothing were while an announcement waits for a standby that is gone, and leave nothing behind',
  async () => {
    // Only the session that asks for it waits: a setting that changed meanwhile would take effect at any later time.
    await using cluster = await startCluster({
      settings: { synchronous_standby_names: 'gone', synchronous_commit: 'local' },
    })
    const url = await cluster.createDatabase()
    const states: string[] = []
    const database = openPostgres(url, { staleMs: 0, onState: state => states.push(state) })
    await database.migrate()
    await runSql(url, `insert into space (id, slug, name, revision, created_at) values ('s', 's', 's', 0, 0)`)
    expect(await database.versions.of('s')).toMatchObject({ revision: 0 })
    let isDone = false
    const held = runSql(
      url,
      `set synchronous_commit = on; begin; update space set revision = 7; select pg_notify('frontlist', '7 0 s'); commit`,
    )
    held.then(
      () => {
        isDone = true
      },
      // Where the test fails, the server ends first; the failure is what should be told.
      () => {},
    )
    const known: unknown[] = []
    // Longer than any lease, and than a listener that hears nothing is trusted.
    for (let turn = 0; turn < 60; turn++) {
      await Bun.sleep(50)
      known.push((await database.versions.of('s'))?.revision)
    }
    expect([isDone, new Set(known), states]).toEqual([false, new Set([0]), []])
    const [waiting] = await cluster.run<{ count: string }>(
      `select count(*) from pg_stat_activity where application_name = 'frontlist heartbeat'`,
    )
    // Each that is given up ends by itself: at most the one that waits, and the one that was just given up.
    expect(Number(waiting?.count)).toBeLessThanOrEqual(2)
    // The commit goes on without its standby.
    await cluster.run(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
    await held
    while ((await database.versions.of('s'))?.revision !== 7) await Bun.sleep(20)
    await database.close()
  },
  longTestMs,
)
