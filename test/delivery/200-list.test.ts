// Contract 1.1 and 1.2: what a page of a collection says.
import { expect, test } from 'bun:test'
import { describeRows } from '../kit/app/request-rows.ts'
import { createTestSpace } from '../kit/app/test-space.ts'

describeRows('a list', [
  {
    name: 'has list, count and pagesCount in that order and nothing else',
    path: '/notes?perPage=3',
    status: 200,
    shows: ['{"list":[{"id":"note-0"', '],"count":7,"pagesCount":3}'],
    responses: { 'Content-Type': 'application/json' },
  },
  {
    name: 'counts the whole collection, whatever the page',
    path: '/notes?perPage=3&page=3',
    status: 200,
    shows: ['"id":"note-6"', '"count":7,"pagesCount":3}'],
    never: ['note-5', 'note-0'],
  },
  {
    name: 'is empty past the end, with true totals',
    path: '/notes?perPage=3&page=4',
    status: 200,
    shows: ['{"list":[],"count":7,"pagesCount":3}'],
  },
  {
    name: 'is empty on the last page that can be asked for',
    path: '/notes?perPage=1000&page=2147483647',
    status: 200,
    shows: ['{"list":[],"count":7,"pagesCount":1}'],
  },
  {
    name: 'has no page at all in a collection without published entries',
    path: '/drafts',
    status: 200,
    shows: ['{"list":[],"count":0,"pagesCount":0}'],
  },
  {
    name: 'has 20 items a page where none is asked for',
    path: '/books',
    status: 200,
    shows: ['"count":5,"pagesCount":1}'],
    never: ['b-draft', 'b-gone'],
  },
  {
    name: 'takes the largest perPage',
    path: '/notes?perPage=1000&page=1',
    status: 200,
    shows: ['"count":7,"pagesCount":1}'],
  },
  {
    name: 'asks nothing of the order of parameters, of empty pieces or of how digits are encoded',
    path: '/notes?&page=%31&&perPage=%33&depth=0&variants=&',
    status: 200,
    shows: ['"count":7,"pagesCount":3}'],
    responses: { 'X-Ignored-Parameters': null },
  },
  {
    name: 'is found under a percent-encoded name of the collection',
    path: '/%6eotes?perPage=1',
    status: 200,
    shows: ['"count":7,"pagesCount":7}'],
  },
  { name: 'does not depend on the Host header', path: '/notes', headers: { Host: 'evil.test' }, status: 200 },
  { name: 'does not depend on Accept', path: '/notes', headers: { Accept: 'text/html' }, status: 200 },
])

test('a list is newest first, and entries published at the same time stand by id, code point by code point', async () => {
  const ids = ['b', 'B', 'a', 'A', '1', 'a-b', 'a.b', 'a:b', 'a_b', 'ab', 'Z']
  const space = await createTestSpace({
    records: [
      { type: 'collection', apiName: 'c', name: 'C', fields: [] },
      ...ids.map(id => ({
        type: 'entry' as const,
        collection: 'c',
        id,
        publishedAt: '2026-01-01T00:00:00.000Z',
        liveData: {},
      })),
      {
        type: 'entry',
        collection: 'c',
        id: 'zz-newer',
        publishedAt: '2026-01-01T00:00:00.001Z',
        liveData: {},
      },
    ],
  })
  const body = (await (await space.get('/content/c')).json()) as { list: { id: string }[] }
  const expected = ['1', 'A', 'B', 'Z', 'a', 'a-b', 'a.b', 'a:b', 'a_b', 'ab', 'b']
  expect(body.list.map(entry => entry.id)).toEqual(['zz-newer', ...expected])
})

test('a list without perPage has 20 items, and every page together gives each entry once', async () => {
  const space = await createTestSpace({
    records: [
      { type: 'collection', apiName: 'c', name: 'C', fields: [] },
      ...Array.from({ length: 45 }, (_, index) => ({
        type: 'entry' as const,
        collection: 'c',
        id: `e${index}`,
        liveData: {},
      })),
    ],
  })
  const seen: string[] = []
  for (const page of [1, 2, 3]) {
    const body = (await (await space.get(`/content/c?page=${page}`)).json()) as {
      list: { id: string }[]
      pagesCount: number
    }
    expect(body.list.length).toBe(page < 3 ? 20 : 5)
    expect(body.pagesCount).toBe(3)
    seen.push(...body.list.map(entry => entry.id))
  }
  expect(new Set(seen).size).toBe(45)
})
