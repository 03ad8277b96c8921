// What a client made by turning something else into text is an error that says so, and never a condition that finds
// nothing, or with `not` everything.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { bindList } from './query-bookshop-model.ts'

setDefaultTimeout(longTestMs)

const errorsOf = (search: string) => bindList(`books?${search}`).errors
const messageOf = (search: string) => {
  const errors = errorsOf(search)
  expect(errors.map(({ name }) => name)).toEqual([search.slice(0, search.indexOf('='))])
  return errors[0]!.message
}

describe('a condition whose operators the client turned into text is refused, and the message says how to write it', () => {
  test.each([
    'filter[price]=[object Object]',
    'filter[title]=[object Object]',
    'filter[title]=[object Map]',
    'filter[tags]=[object Object],[object Object]',
    'not[title]=[object Object]',
    'any[author]=[object Object]',
    'any.2[slug]=[object Object]',
    'filter[author.name]=[object Object]',
    'filter=[object Object]',
    'not=[object Object]',
    'any.3=[object Object]',
    'filter[title]={"prefix":"x"}',
    'filter[price]={"gte":5,"lt":20}',
    'filter={"eq":"x"}',
  ])('%s', search => {
    const message = messageOf(search)
    const name = search.slice(0, search.indexOf('='))
    expect(message).toContain(
      name.includes('[') ? `${name}[OPERATOR]=VALUE` : `${name}[PATH][OPERATOR]=VALUE`,
    )
    expect(message).toContain('docs/clients.md')
    expect(message).toContain(search.includes('{') ? 'wrote operators as JSON' : 'turned an object into text')
  })
})

describe('an object in a list, and one in the place of an id, a number or a time, is refused in words that name it', () => {
  test.each([
    'filter[tags][in]=[object Object],[object Object]',
    'not[title][in]=a,[object Object]',
    'filter[tags][all]=[object Object]',
    'filter[author][nin]=[object Object]',
    'filter[author][eq]=[object Object]',
    'filter[author.id][ne]=[object Object]',
    'filter[id][gt]=[object Object]',
    'filter[price][gte]=[object Object]',
    'filter[pages][eq]=[object Object]',
    'filter[inPrint][eq]=[object Object]',
    'filter[releasedOn][lt]=[object Object]',
    'filter[boughtOn][lt]=[object Object]',
  ])('%s', search => {
    expect(messageOf(search)).toContain('an object that the client turned into text')
  })
})

describe('a missing value that the client turned into text is refused where it can be no value', () => {
  test.each([
    'filter[price]=NaN',
    'filter[price][gte]=undefined',
    'filter[pages]=Infinity',
    'filter[inPrint]=undefined',
    'filter[inPrint]=null',
    'filter[releasedOn][gt]=Invalid Date',
    'filter[boughtOn]=null',
    'filter[author]=undefined',
    'not[author]=null',
    'filter[author.id]=undefined',
  ])('%s', search => {
    expect(messageOf(search)).toContain('write [exists]=false to find entries without one')
  })

  test('also where an entry always has one', () => {
    expect(messageOf('filter[id]=NaN')).toBe(
      'is no id: leave the parameter out where the client has no value',
    )
  })
})

test('a text that reads like one of these can be found with its operator in the name', () => {
  for (const search of [
    'filter[title][eq]=[object Object]',
    'filter[title][ne]=[object Object]',
    'filter[title][prefix]=[object Object]',
    'filter[slug][eq]=[object Object]',
    'filter[title][eq]={"prefix":"x"}',
    'filter[author][eq]=null',
    'filter[author][in]=null,undefined',
    'q=[object Object]',
  ])
    expect([search, errorsOf(search)]).toEqual([search, []])
})

test('other texts are no mistake: what visitors type is never read as syntax', () => {
  for (const value of [
    'null',
    'undefined',
    'NaN',
    '{}',
    '{"a":1}',
    '[]',
    '[object]',
    'an [object Object]',
    '{',
  ])
    expect([value, errorsOf(`filter[title]=${encodeURIComponent(value)}`)]).toEqual([value, []])
})

test('the list is never served as if nothing had been asked, and a title that reads so is found', async () => {
  const entry = (id: string, title: string) => ({
    type: 'entry' as const,
    collection: 'notes',
    id,
    liveData: { title },
    data: { title },
  })
  const space = await createTestSpace({
    records: [
      { type: 'collection', apiName: 'notes', name: 'Notes', fields: [{ apiName: 'title', type: 'text' }] },
      entry('a', 'Errata'),
      entry('b', '[object Object]'),
    ],
  })
  for (const search of [
    'not[title]=[object Object]',
    'filter[title]=[object%20Object]',
    'filter=[object+Object]',
  ]) {
    const problem = readProblem(await readResponse(await space.get(`/content/notes?${search}`)))
    expect([search, problem.status, problem.code]).toEqual([search, 400, 'invalid_parameters'])
  }
  const found = await space.get('/content/notes?filter[title][eq]=[object%20Object]')
  expect(((await found.json()) as { list: { id: string }[] }).list.map(({ id }) => id)).toEqual(['b'])
})
