// A file of SQLite that is found to be damaged is written to no more, and whoever has it open is told.
import { expect, test } from 'bun:test'
import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openSqlite } from '../../src/database/sqlite/sqlite.ts'
import { describeOnSqlite } from '../kit/database/test-engine.ts'
import { makeFolder } from '../kit/test-folder.ts'

const pageBytes = 8192

/** The pages that say that the file is a database, and where the tables are, stay. */
function spoil(file: string): void {
  const handle = openSync(file, 'r+')
  const noise = Buffer.alloc(pageBytes, 0xa5)
  for (let at = pageBytes; at < statSync(file).size; at += pageBytes) {
    const page = Buffer.alloc(pageBytes)
    readSync(handle, page, 0, pageBytes, at)
    if (!/create table/i.test(page.toString('latin1'))) writeSync(handle, noise, 0, pageBytes, at)
  }
  closeSync(handle)
}

async function makeDatabase(): Promise<string> {
  const file = join(makeFolder(), 'frontlist.db')
  const database = openSqlite(file)
  await database.migrate()
  await database.close()
  return file
}

describeOnSqlite('a file that is damaged', () => {
  test('fails once it is read: nothing is written any more, and it says that it cannot be used', async () => {
    const file = await makeDatabase()
    const database = openSqlite(file)
    spoil(file)
    const size = statSync(file).size
    await expect(database.isMigrated()).rejects.toThrow('malformed')
    expect((await database.failed).message).toContain('malformed')
    let begun = 0
    const writing = database.transaction(async () => void begun++)
    await expect(writing).rejects.toMatchObject({ code: 'unavailable' })
    await expect(database.isMigrated()).rejects.toMatchObject({ code: 'unavailable' })
    expect(begun).toBe(0)
    await database.close()
    expect(statSync(file).size).toBe(size)
  })

  test('is refused at the start, in words', async () => {
    const file = await makeDatabase()
    spoil(file)
    expect(() => openSqlite(file)).toThrow(/cannot be opened: .*malformed.* restore a backup/)
  })
})
