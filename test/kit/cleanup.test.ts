// When databases of tests are closed: an open one goes on asking its server for newer versions.
import { beforeAll, expect, test } from 'bun:test'
import { query } from '../../src/database/database.ts'
import { oncePerFile } from './cleanup.ts'
import { openTestDatabase } from './database/test-databases.ts'

type Opened = Awaited<ReturnType<typeof openTestDatabase>>

const openShared = oncePerFile(openTestDatabase)
const listSpaces = ({ database }: Opened) => database.reads.all(query.selectFrom('space').select('id'))
let ofFile: Opened
let ofTest: Opened

beforeAll(async () => {
  ofFile = await openTestDatabase()
})

test('a test that opens a database, and is the first to need that of the file', async () => {
  ofTest = await openTestDatabase()
  for (const opened of [ofTest, ofFile, await openShared()]) expect(await listSpaces(opened)).toEqual([])
})

test('has its own closed when it ends, and those of the file stay open', async () => {
  for (const opened of [ofFile, await openShared()]) expect(await listSpaces(opened)).toEqual([])
  await expect((async () => listSpaces(ofTest))()).rejects.toThrow()
})
