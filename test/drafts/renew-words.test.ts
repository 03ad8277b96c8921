// A database of a version that folded texts, and cut them into words, by other rules: it finds by those of today once it is
// opened, and nothing is written that need not be.
import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import { renewWords } from '../../src/entries/drafts/renew-words.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { readPage } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpTables, revisionOf } from '../kit/oracle/tables.ts'

setDefaultTimeout(longTestMs)

const model = (apiName: string): ImportRecord => ({
  type: 'collection',
  apiName,
  name: apiName,
  titleField: 'title',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'body', type: 'richText' },
  ],
})
const entry = (collection: string, id: string, liveData: object): ImportRecord =>
  ({ type: 'entry', collection, id, liveData }) as ImportRecord

const divided = {
  content: [
    { type: 'text', text: 'O' },
    { type: 'text', text: 'nce' },
  ],
}
const tagged = { blocks: [{ type: 'paragraph', data: { text: 'wo<b>rd</b>' } }] }
const records = [
  ...['arabic', 'rich', 'tagged', 'plain'].map(model),
  entry('arabic', 'a', { title: 'كِتَاب أحمد' }),
  entry('rich', 'r', { title: 'r', body: divided }),
  entry('tagged', 't', { title: 't', body: tagged }),
  entry('plain', 'p', { title: 'p', body: { content: [{ type: 'text', text: 'whole' }] } }),
]

let space: TestSpace
const write = (...statements: string[]) =>
  space.database.transaction(async writes => {
    for (const statement of statements) await sql.raw(statement).execute(writes)
  }, space.space)
const renew = () => renewWords(space.database, async () => [{ id: space.space, slug: 'shelf' }])
const found = async (collection: string, q: string) =>
  (await readPage(space, collection, `?q=${encodeURIComponent(q)}`)).list.map(({ id }) => id)

beforeEach(async () => {
  space = await createTestSpace({ records })
  // The index, and what drafts are found by, are as those of other texts.
  await write(
    'delete from query_posting',
    "update entry set search = 'old', title_key = 'old'",
    'update space set has_outdated_words = 1',
  )
})

test('live entries are found by the words of today, and collections without such texts are left alone', async () => {
  expect(await found('arabic', 'كتاب')).toEqual([])
  const revision = await revisionOf(space)
  expect(await renew()).toEqual(['shelf'])
  expect(await found('arabic', 'كتاب')).toEqual(['a'])
  expect(await found('arabic', 'احمد')).toEqual(['a'])
  expect(await found('rich', 'once')).toEqual(['r'])
  expect(await found('tagged', 'word')).toEqual(['t'])
  expect(await found('plain', 'whole')).toEqual([])
  expect(await revisionOf(space)).toBe(revision + 1)
})

test('drafts are found by the words of today', async () => {
  await renew()
  const { entry: entries } = await dumpTables(space)
  expect(entries.map(({ search }) => search).sort()).toEqual(['p\np', 'r\nr', 't\nt', 'كتاب احمد\na'])
})

test('it is done once', async () => {
  await renew()
  const before = await dumpTables(space)
  expect(await renew()).toEqual([])
  expect(await dumpTables(space)).toEqual(before)
})
