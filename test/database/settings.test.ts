// The settings that durability and safety rest on: as the opened database has them, on each of its connections.

import { Database as BunDatabase } from 'bun:sqlite'
import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import type { Reads } from '../../src/database/database.ts'
import { openSqlite } from '../../src/database/sqlite/sqlite.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { newDraft } from '../kit/database/entry-row.ts'
import { statementOf } from '../kit/database/statements.ts'
import { describeOnSqlite, testOnSqlite } from '../kit/database/test-engine.ts'
import { makeFolder } from '../kit/test-folder.ts'

const settings = [
  'journal_mode',
  'synchronous',
  'foreign_keys',
  'query_only',
  'trusted_schema',
  'busy_timeout',
] as const
const wanted = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  trusted_schema: 0,
  busy_timeout: 10_000,
}

const pragma = (name: string) => statementOf<Record<string, unknown>>(`pragma ${name}`)

async function readSettings(read: (name: string) => Promise<Record<string, unknown> | undefined>) {
  const rows = await Promise.all(
    settings.map(async name => [name, Object.values((await read(name)) ?? {})[0]] as const),
  )
  return Object.fromEntries(rows)
}

const ofReads = (reads: Reads) => readSettings(name => reads.first(pragma(name)))

describe('every connection', () => {
  testOnSqlite(
    'keeps a log, writes it to the disk at each commit, holds foreign keys, and trusts no schema',
    async () => {
      const { database, space } = await createTestSpace()
      expect(await ofReads(database.reads)).toEqual({ ...wanted, query_only: 1 })
      expect(await database.snapshot(space, ofReads)).toEqual({ ...wanted, query_only: 1 })
      const writer = await database.transaction(writes =>
        readSettings(async name => (await writes.executeQuery(pragma(name))).rows[0]),
      )
      // It waits in a line of our own: inside of SQLite it would stop everything.
      expect(writer).toEqual({ ...wanted, busy_timeout: 0, query_only: 0 })
    },
  )

  test('readers cannot write', async () => {
    const { database, space } = await createTestSpace()
    const update = statementOf<never>(`update space set name = 'x'`)
    const sent = [database.reads.all(update), database.snapshot(space, reads => reads.all(update))]
    for (const outcome of await Promise.allSettled(sent)) {
      expect(outcome.status === 'rejected' ? String(outcome.reason) : outcome.status).toMatch(/read-?only/)
    }
  })

  // PostgreSQL has no such key: checking it took half of the time that a large import holds its lock.
  testOnSqlite('an entry of a collection that is not there cannot be written', async () => {
    const { database, space } = await createTestSpace()
    const row = { space, id: 'a', collection: 'no', slug: 'a', data: '{}', ...newDraft }
    const insert = database.transaction(writes => writes.insertInto('entry').values(row).execute(), space)
    await expect(insert).rejects.toThrow(/foreign key/i)
  })
})

describeOnSqlite('a setting that SQLite does not take refuses the start', () => {
  afterEach(() => {
    spyOn(BunDatabase.prototype, 'exec').mockRestore()
  })

  test.each(['journal_mode', 'synchronous', 'foreign_keys', 'trusted_schema', 'query_only'])('%s', name => {
    const real = BunDatabase.prototype.exec
    const opposite: Record<string, string> = {
      journal_mode: 'delete',
      synchronous: 'normal',
      trusted_schema: 'on',
    }
    // An engine that hears the setting and does something else.
    spyOn(BunDatabase.prototype, 'exec').mockImplementation(function (
      this: BunDatabase,
      text: string,
      ...rest: []
    ) {
      return real.call(
        this,
        text.startsWith(`pragma ${name} =`) ? `pragma ${name} = ${opposite[name] ?? 'off'}` : text,
        ...rest,
      )
    })
    expect(() => openSqlite(join(makeFolder(), 'test.db'))).toThrow(
      new RegExp(`did not take the setting ${name}`),
    )
  })

  test('an old SQLite is refused', () => {
    const real = BunDatabase.prototype.query
    const spy = spyOn(BunDatabase.prototype, 'query').mockImplementation(function (
      this: BunDatabase,
      text: string,
    ) {
      return real.call(this, text.replace('sqlite_version()', "'3.51.2'"))
    } as typeof real)
    try {
      expect(() => openSqlite(join(makeFolder(), 'test.db'))).toThrow(/3\.51\.2 is too old/)
    } finally {
      spy.mockRestore()
    }
  })
})
