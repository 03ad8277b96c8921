// The index of SQLite's log tells of every commit, whoever makes it, and looking at it leaves SQLite's locks alone.
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openSqlite } from '../../src/database/sqlite/sqlite.ts'
import { openWalIndex, type WalIndex } from '../../src/database/sqlite/wal-index.ts'
import { makeFolder } from '../kit/test-folder.ts'

const commits = 500

/** Runs each line that it is sent on the file, and says so when it is done. */
const otherProcess = `
  import { Database } from 'bun:sqlite'
  const database = new Database(process.argv[1])
  for await (const line of console) {
    if (line === '') continue
    database.exec(line)
    console.log('done')
  }`

const isLinux = process.platform === 'linux'

describe.skipIf(!isLinux)('the index of the log', () => {
  const file = join(makeFolder(), 'some.db')
  const own = new Database(file)
  let index: WalIndex
  const other = Bun.spawn([process.execPath, '-e', otherProcess, file], { stdin: 'pipe', stdout: 'pipe' })
  const answers = other.stdout.getReader()

  const runElsewhere = async (line: string) => {
    other.stdin.write(`${line}\n`)
    await other.stdin.flush()
    expect(new TextDecoder().decode((await answers.read()).value).trim()).toBe('done')
  }

  beforeAll(() => {
    own.exec('pragma journal_mode = wal; create table note (id integer primary key, text text)')
    const opened = openWalIndex(file)
    if (!opened) throw new Error('This file system is not known to be coherent.')
    index = opened
  })
  afterAll(async () => {
    own.close()
    index.close()
    other.stdin.end()
    await other.exited
  })

  test('has moved at first, and then no more', () => {
    expect(index.hasMoved()).toBe(true)
    expect(index.hasMoved()).toBe(false)
  })

  test('moves with each commit of another process before that process goes on', async () => {
    for (let number = 0; number < commits; number++) {
      await runElsewhere(`insert into note (text) values ('${number}')`)
      expect(index.hasMoved()).toBe(true)
      expect(index.hasMoved()).toBe(false)
    }
    await runElsewhere('pragma wal_checkpoint(truncate)')
    index.hasMoved()
    await runElsewhere("update note set text = 'x' where id = 1")
    expect(index.hasMoved()).toBe(true)
  })

  test('moves with a commit of this process, and not before it, nor with one that is taken back', () => {
    index.hasMoved()
    own.exec("begin; insert into note (text) values ('mine')")
    expect(index.hasMoved()).toBe(false)
    own.exec('commit')
    expect(index.hasMoved()).toBe(true)
    own.exec("begin; insert into note (text) values ('not mine'); rollback")
    expect(index.hasMoved()).toBe(false)
  })
})

test('is not used where the file has no log', () => {
  const file = join(makeFolder(), 'plain.db')
  new Database(file).exec('create table note (id integer)')
  expect(openWalIndex(file)).toBeNull()
})

test.skipIf(!isLinux)('leaves the locks of a handle alone that is closed later than another', async () => {
  const file = join(makeFolder(), 'shared.db')
  const [kept, closed] = [openSqlite(file), openSqlite(file)]
  await kept.migrate()
  await closed.close()
  const before = statSync(`${file}-shm`).ino
  // Whoever closes a file that nobody else has locked takes its log away.
  const code = `
    const database = new (require('bun:sqlite').Database)(process.argv[1])
    database.query('select count(*) from space').get()
    database.close()`
  expect(Bun.spawnSync([process.execPath, '-e', code, file]).exitCode).toBe(0)
  expect(existsSync(`${file}-shm`)).toBe(true)
  expect(statSync(`${file}-shm`).ino).toBe(before)
  expect(await kept.isMigrated()).toBe(true)
  await kept.close()
})
