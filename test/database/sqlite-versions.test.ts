// What an embedded server takes for current: the file says so at each lookup, and nothing else does.
import { Database as Connection } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createSqliteVersions, openSqlite } from '../../src/database/sqlite/sqlite.ts'
import { makeFolder } from '../kit/test-folder.ts'

/** Cannot say whether anything was committed while `isFailing`, as with a disk that reports an error. */
class FailingConnection extends Connection {
  isFailing = false

  override query(sql: string): never {
    const statement = super.query(sql)
    if (!sql.includes('data_version')) return statement as never
    const get = () => {
      if (this.isFailing) throw new Error('disk I/O error')
      return statement.get()
    }
    return { get } as never
  }
}

const file = join(makeFolder(), 'some.db')
let own: FailingConnection
let other: Connection

beforeAll(async () => {
  const database = openSqlite(file)
  await database.migrate()
  await database.close()
  other = new Connection(file)
  other.exec("insert into space (id, slug, name, revision, created_at) values ('s', 's', 's', 1, 0)")
  own = new FailingConnection(file)
})
afterAll(() => {
  own.close()
  other.close()
})

test('a change that is committed before a lookup fails is seen by the next one', () => {
  const versions = createSqliteVersions(own)
  expect(versions.current('s')).toMatchObject({ revision: 1, keys: 0 })
  other.exec("update space set revision = 2; insert into key_revision (space, revision) values ('s', 7)")
  own.isFailing = true
  expect(() => versions.current('s')).toThrow('disk I/O error')
  expect(() => versions.current('s')).toThrow('disk I/O error')
  own.isFailing = false
  expect(versions.current('s')).toMatchObject({ revision: 2, keys: 7 })
})

test('every commit of another connection is seen by the next lookup, and a rollback changes nothing', () => {
  const versions = createSqliteVersions(own)
  for (let revision = 10; revision < 60; revision++) {
    other.exec(`update space set revision = ${revision}`)
    expect(versions.current('s')).toMatchObject({ revision })
    if (revision % 20 === 0) other.exec('pragma wal_checkpoint(truncate)')
  }
  const before = versions.current('s')
  other.exec('begin; update space set revision = 1000; rollback')
  expect(versions.current('s')).toBe(before)
})
