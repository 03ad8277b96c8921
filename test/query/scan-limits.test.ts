// What a query over drafts may cost, and what it sees of targets, files and long texts.
import { describe, expect, test } from 'bun:test'
import { Problem } from '../../src/base/errors.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { signIn } from '../kit/app/signed-in.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { countReads } from '../kit/database/counted-reads.ts'
import { hurriedPace } from './hurried-pace.ts'
import { scanDrafts } from './scan-drafts.ts'

const models: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'posts',
    name: 'Posts',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'cats', type: 'reference', to: ['cats'], many: true },
      { apiName: 'cover', type: 'asset' },
      { apiName: 'extra', type: 'json' },
      { apiName: 'body', type: 'richText', format: 'portableText' },
    ],
  },
  { type: 'collection', apiName: 'cats', name: 'Cats', fields: [{ apiName: 'name', type: 'text' }] },
]

const cats: readonly ImportRecord[] = Array.from({ length: 10 }, (_, at) => ({
  type: 'entry',
  collection: 'cats',
  id: `c${at}`,
  data: { name: `cat ${at}` },
}))

const refersTo = (...ids: string[]) => ids.map(id => ({ id }))

const posts: readonly ImportRecord[] = Array.from({ length: 30 }, (_, at) => ({
  type: 'entry',
  collection: 'posts',
  id: `p${String(at).padStart(2, '0')}`,
  data: { title: `post ${at}`, cats: refersTo(...cats.map(cat => (cat as { id: string }).id)) },
}))

async function refusalOf(evaluation: Promise<unknown>): Promise<Problem> {
  const error = await evaluation.catch(error => error)
  expect(error).toBeInstanceOf(Problem)
  return error as Problem
}

const ids = (space: TestSpace, search: string) => scanDrafts(space, `/content/posts?${search}`)

describe('a query over drafts is refused as too costly', () => {
  const open = () => createTestSpace({ records: [...models, ...cats, ...posts] })

  test('if its conditions look at more pairs of an entry and a target than the limit', async () => {
    const space = await open()
    const path = '/content/posts?not[cats.name]=x&not[cats.slug]=y'
    expect(await scanDrafts(space, path, { limits: { pairs: 620 } })).toHaveLength(30)
    const problem = await refusalOf(scanDrafts(space, path, { limits: { pairs: 600 } }))
    expect(problem.code).toBe('query_too_costly')
    expect(problem.errors?.map(({ name }) => name)).toEqual(['not[cats.name]'])
  })

  test('if references lead to more entries than the limit', async () => {
    const space = await open()
    const path = '/content/posts?filter[cats.name]=cat+3'
    expect(await scanDrafts(space, path, { limits: { targets: 10 } })).toHaveLength(30)
    const problem = await refusalOf(scanDrafts(space, path, { limits: { targets: 9 } }))
    expect(problem.code).toBe('query_too_costly')
  })

  test('if more has to be read than the limit', async () => {
    const space = await open()
    const problem = await refusalOf(
      scanDrafts(space, '/content/posts?sort=title', { limits: { bytes: 1000 } }),
    )
    expect(problem.code).toBe('query_too_costly')
    expect(problem.detail).toContain('MiB')
  })
})

test('a query over drafts pauses between any two steps, and ends when its caller has disconnected', async () => {
  const numbers = Array.from({ length: 600 }, (_, at) => at)
  const many = numbers.map((at): ImportRecord => {
    return { type: 'entry', collection: 'posts', id: `q${at}`, data: { title: String((at * 7) % 600) } }
  })
  const space = await createTestSpace({ records: [...models, ...many] })
  const path = '/content/posts?sort=-title&filter[title][exists]=true'
  const sorted = numbers.toSorted((a, b) => {
    const [left, right] = [a, b].map(at => String((at * 7) % 600)) as [string, string]
    return left < right ? 1 : -1
  })
  const { signal } = new AbortController()
  expect(await scanDrafts(space, path, { pace: hurriedPace(signal) })).toEqual(sorted.map(at => `q${at}`))
  const problem = await refusalOf(scanDrafts(space, path, { pace: hurriedPace(AbortSignal.abort()) }))
  expect(problem.code).toBe('unavailable')
})

test('references to archived, missing and forbidden entries are no values of a draft', async () => {
  const records: ImportRecord[] = [
    ...models,
    ...cats,
    { type: 'entry', collection: 'posts', id: 'archived', data: { cats: refersTo('c1') } },
    { type: 'entry', collection: 'posts', id: 'kept', data: { cats: refersTo('c1', 'c2') } },
    { type: 'entry', collection: 'posts', id: 'missing', data: { cats: refersTo('nobody') } },
    { type: 'entry', collection: 'posts', id: 'forbidden', data: { cats: refersTo('kept') } },
  ]
  const space = await createTestSpace({ records })
  const user = await signIn(space)
  expect(await ids(space, 'filter[cats][exists]=true')).toEqual(['archived', 'kept'])
  const archived = await user.send('POST', '/api/v1/entries/c1/archive', { draftVersion: 1 })
  expect(archived.status).toBe(200)
  expect(await ids(space, 'filter[cats][exists]=true')).toEqual(['kept'])
  expect(await ids(space, 'filter[cats.name]=cat+1')).toEqual([])
  expect(await ids(space, 'filter[cats][in]=c1,kept,nobody')).toEqual([])
  expect(await ids(space, 'filter[cats]=c2')).toEqual(['kept'])
})

test('a file that does not exist is no value of a draft, and JSON that looks like one is', async () => {
  const records: ImportRecord[] = [
    ...models,
    { type: 'entry', collection: 'posts', id: 'a', data: { cover: { id: 'gone' }, extra: { id: 'gone' } } },
    { type: 'entry', collection: 'posts', id: 'b', data: { cover: { url: '/b.jpg' } } },
  ]
  const space = await createTestSpace({ records })
  expect(await ids(space, 'filter[cover][exists]=true')).toEqual(['b'])
  expect(await ids(space, 'filter[extra][exists]=true')).toEqual(['a'])
})

test('files are looked up once, and only by conditions on fields of files', async () => {
  const image = { _type: 'image', _key: 'k', asset: { id: 'shared' } }
  const many = Array.from({ length: 1100 }, (_, at): ImportRecord => {
    const data = { cover: { id: 'shared' }, extra: { id: 'shared' }, body: [image] }
    return { type: 'entry', collection: 'posts', id: `q${at}`, data }
  })
  const space = await createTestSpace({ records: [...models, ...many] })
  const lookupsOf = async (search: string) => {
    const { database, reads } = countReads(space.database)
    const found = await scanDrafts({ database, space: space.space }, `/content/posts?${search}`)
    return { found: found.length, lookups: reads.filter(({ sql }) => /from "asset"/.test(sql)).length }
  }
  expect(await lookupsOf('filter[body][exists]=true')).toEqual({ found: 1100, lookups: 0 })
  expect(await lookupsOf('filter[extra][exists]=true')).toEqual({ found: 1100, lookups: 0 })
  expect(await lookupsOf('filter[cover][exists]=true')).toEqual({ found: 0, lookups: 1 })
})

test('long texts are compared to their end, in either normalization form', async () => {
  const long = `${'é'.repeat(20_000)} end`
  const records: ImportRecord[] = [
    ...models,
    { type: 'entry', collection: 'posts', id: 'long', data: { title: long } },
    { type: 'entry', collection: 'posts', id: 'marks', data: { title: `${'\u0301'.repeat(20_000)}E` } },
    { type: 'entry', collection: 'posts', id: 'short', data: { title: 'Caf\u0065\u0301' } },
  ]
  const space = await createTestSpace({ records })
  expect(await ids(space, `filter[title][prefix]=${'e'.repeat(200)}`)).toEqual(['long'])
  expect(await ids(space, 'filter[title][eqi]=e')).toEqual(['marks'])
  expect(await ids(space, 'filter[title]=Caf%C3%A9')).toEqual(['short'])
  expect(await ids(space, 'sort=title')).toEqual(['short', 'marks', 'long'])
})
