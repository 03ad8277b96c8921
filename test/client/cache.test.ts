// What the client caches: texts by URL, revalidated each time, so that nothing it returns is stale or shared.
import { beforeAll, expect, test } from 'bun:test'
import { createTextCache } from '../../client/src/text-cache.ts'
import { bookRecords, type ClientFixture, serveClient } from './client-fixture.ts'

let fixture: ClientFixture
beforeAll(async () => {
  fixture = await serveClient()
})

const statusesOf = () => {
  const statuses: number[] = []
  return { statuses, onResponse: ({ status }: { status: number }) => void statuses.push(status) }
}

test('the same call again is a 304 with an equal result, which is another object', async () => {
  const { statuses, onResponse } = statusesOf()
  const client = fixture.createClient({ onResponse })
  const first = await client.get('books', 'tide', { depth: 1 })
  const second = await client.get('books', 'tide', { depth: 1 })
  expect(second).toEqual(first)
  expect(second).not.toBe(first)
  first.data.title = 'mutated'
  expect(await client.get('books', 'tide', { depth: 1 })).toEqual(second)
  expect(statuses).toEqual([200, 304, 304])
})

test('what was published in between is seen by the next call', async () => {
  const { statuses, onResponse } = statusesOf()
  const client = fixture.createClient({ onResponse })
  await client.get('books', 'text-0')
  const liveData = { title: 'New' }
  await fixture.space.import([
    ...bookRecords.filter(({ type }) => type === 'collection'),
    { type: 'entry', collection: 'books', id: 'text-0', slug: 'text-0', liveData },
  ])
  expect(await client.get('books', 'text-0')).toMatchObject({ data: liveData })
  expect(statuses).toEqual([200, 200])
})

test('with two entries and three URLs in turn it is never wrong', async () => {
  const client = fixture.createClient({ cache: { entries: 2 } })
  for (let turn = 0; turn < 9; turn++) {
    const slug = `text-${1 + (turn % 3)}`
    expect(await client.get('books', slug)).toMatchObject({ slug })
  }
})

test('nothing is cached where it is off, or where the response says so', async () => {
  const { statuses, onResponse } = statusesOf()
  for (const cache of [false, undefined] as const) {
    const client = fixture.createClient({ cache, onResponse })
    fixture.proxy = async request => {
      const response = await fixture.space.app.fetch(request)
      if (cache === undefined) response.headers.set('Cache-Control', 'private, no-store')
      return response
    }
    await client.get('books', 'tide')
    await client.get('books', 'tide')
  }
  fixture.proxy = () => undefined
  expect(statuses).toEqual([200, 200, 200, 200])
})

test('a response that arrives after the key has changed is not cached', async () => {
  const other = await fixture.space.makeKey()
  const { statuses, onResponse } = statusesOf()
  let key = fixture.space.key
  const client = fixture.createClient({ key: () => key, onResponse })
  const held = Promise.withResolvers<void>()
  fixture.proxy = async request => {
    const response = await fixture.space.app.fetch(request)
    if (request.url.endsWith('/tide')) await held.promise
    return response
  }
  const slow = client.get('books', 'tide')
  key = other.key
  await client.get('books', 'text-1')
  held.resolve()
  await slow
  await client.get('books', 'tide')
  fixture.proxy = () => undefined
  expect(statuses).toEqual([200, 200, 200])
})

test('the least recently used texts are evicted, by number and by bytes, and large ones are not cached', () => {
  const cache = createTextCache(2, 8000)
  const cachedOf = (...urls: string[]) => urls.filter(url => cache.get(url) !== undefined)
  const add = (url: string, text: string) => cache.set(url, url, text)
  add('a', 'x')
  add('b', 'x')
  add('a', 'y')
  add('c', 'x')
  expect(cachedOf('a', 'b', 'c')).toEqual(['a', 'c'])
  // Two bytes for each character, and an eighth of all at most.
  add('large', 'x'.repeat(501))
  expect(cachedOf('a', 'c', 'large')).toEqual(['a', 'c'])
  cache.set('a', null, 'x')
  expect(cachedOf('a', 'c')).toEqual(['c'])

  const full = createTextCache(2000, 8000)
  for (let index = 0; index < 20; index++) full.set(`${index}`, 'etag', 'x'.repeat(500))
  const left = Array.from({ length: 20 }, (_, index) => `${index}`).filter(url => full.get(url))
  expect(left).toEqual(['12', '13', '14', '15', '16', '17', '18', '19'])
})
