// Whether anyone has committed, from SQLite's shared memory: never wrongly that nobody has.
import { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import { join } from 'node:path'
import { watchWalHeader } from '../../src/database/sqlite/wal-header.ts'
import { testOnSqlite } from '../kit/test-engine.ts'
import { makeFolder } from '../kit/test-folder.ts'

function open(file: string): Database {
  const database = new Database(file)
  database.exec('pragma journal_mode = wal')
  return database
}

function openOne(): { file: string; database: Database } {
  const file = join(makeFolder(), 'one.db')
  const database = open(file)
  database.exec('create table one (n integer)')
  return { file, database }
}

testOnSqlite(
  'a commit of this process, of another one, and what a checkpoint does are seen, each once',
  () => {
    const { file, database } = openOne()
    const header = watchWalHeader(file)
    expect([header.isUnchanged(), header.isUnchanged()]).toEqual([false, true])
    const elsewhere = (sql: string) => {
      const script = `new (require('bun:sqlite').Database)(${JSON.stringify(file)}).exec(${JSON.stringify(sql)})`
      const { exitCode } = Bun.spawnSync([process.execPath, '-e', script])
      expect(exitCode).toBe(0)
    }
    for (const change of [
      () => database.exec('insert into one values (1)'),
      () => elsewhere('insert into one values (2)'),
      () => elsewhere('begin; insert into one values (3); commit'),
      // Makes the log begin anew with the next commit.
      () => database.exec('pragma wal_checkpoint(truncate)'),
      () => elsewhere('insert into one values (4)'),
      () => database.exec('insert into one values (5)'),
    ]) {
      change()
      expect([header.isUnchanged(), header.isUnchanged()]).toEqual([false, true])
    }
    database.query('select * from one').all()
    elsewhere('select * from one')
    elsewhere('begin; insert into one values (6); rollback')
    expect(header.isUnchanged()).toBe(true)
    header.close()
    expect([header.isUnchanged(), header.isUnchanged()]).toEqual([false, false])
    database.close()
  },
)

testOnSqlite('every one of many commits is seen, made while it is looked at', async () => {
  const { file, database } = openOne()
  const header = watchWalHeader(file)
  const script = `
    const database = new (require('bun:sqlite').Database)(${JSON.stringify(file)})
    database.exec('pragma busy_timeout = 5000')
    for (let n = 0; n < 300; n++) {
      database.exec('insert into one values (' + n + ')')
      if (n % 50 === 49) database.exec('pragma wal_checkpoint(restart)')
    }`
  const writer = Bun.spawn([process.execPath, '-e', script])
  const count = () => database.query<{ n: number }, []>('select count(*) as n from one').get()?.n
  let known = count()
  for (let looks = 0; known !== 300 && looks < 5_000_000; looks++) {
    if (looks % 100 === 0) await Bun.sleep(0)
    if (header.isUnchanged()) {
      // What is there was there when it was looked at, or has come since: then the next look says so.
      if (count() === known) continue
      expect(header.isUnchanged()).toBe(false)
    }
    // After the look: what is known is at least what was there then.
    known = count()
  }
  expect(await writer.exited).toBe(0)
  expect(count()).toBe(300)
  header.close()
  database.close()
})

testOnSqlite('where there is no such memory, nothing is known', () => {
  const header = watchWalHeader(join(makeFolder(), 'none.db'))
  expect([header.isUnchanged(), header.isUnchanged()]).toEqual([false, false])
})
