// The content API as a session reads it, for the page Try it: what an API key of the space gets, and nothing more.
import { expect, setDefaultTimeout, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { signIn } from '../kit/app/signed-in.ts'
import { createNeighbour, createTestSpace, draftCanary } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

const records: readonly ImportRecord[] = [
  { type: 'collection', apiName: 'books', name: 'Books', fields: [{ apiName: 'title', type: 'text' }] },
  ...['tide', 'harbour'].map(
    (id): ImportRecord => ({
      type: 'entry',
      id,
      slug: id,
      collection: 'books',
      data: { title: draftCanary },
      liveData: { title: `The ${id}` },
      variants: { vip: { title: `${draftCanary} of vip` } },
      liveVariants: { vip: { title: `Your ${id}` } },
    }),
  ),
  { type: 'entry', id: 'draft', slug: 'draft', collection: 'books', data: { title: draftCanary } },
]

test('a session of any role gets what an API key gets, to the byte, and nothing of drafts', async () => {
  const space = await createTestSpace({ records })
  const { send } = await signIn(space, { role: 'member' })
  for (const path of [
    '/books',
    '/books?perPage=1&page=2&variants=vip',
    '/books?filter[title][prefix]=the&sort=-title',
    '/books?unknown=1',
    '/books/tide',
    '/books/tide?fields=title&variants=vip',
    '/books/draft',
    '/books?limit=1',
    '/nothing',
  ]) {
    const byKey = await readResponse(await space.get(`/content${path}`))
    const bySession = await readResponse(await send('GET', `/api/dashboard/content${path}`))
    const bodyOf = ({ text }: { readonly text: string }) => text.replace(/"requestId":"[^"]*"/, '')
    expect([path, bySession.status, bodyOf(bySession)]).toEqual([path, byKey.status, bodyOf(byKey)])
    expect(bySession.text).not.toContain(draftCanary)
    expect(bySession.headers.get('X-Ignored-Parameters')).toBe(byKey.headers.get('X-Ignored-Parameters'))
    expect(bySession.headers.get('Cache-Control')).toBe('no-store')
    expect(bySession.headers.get('Access-Control-Allow-Origin')).toBeNull()
  }
})

test('a response to a session is a 304 where the tag still fits, and no cache stores it', async () => {
  const space = await createTestSpace({ records })
  const { send } = await signIn(space)
  const path = '/api/dashboard/content/books'
  const etag = (await send('GET', path)).headers.get('ETag')!
  const again = await send('GET', path, undefined, { 'If-None-Match': etag })
  expect([again.status, again.headers.get('Cache-Control')]).toEqual([304, 'no-store'])
  expect(again.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
})

test('an API key is no session, nor is a request without one, though the same response is cached', async () => {
  const space = await createTestSpace({ records })
  const { send } = await signIn(space)
  expect((await send('GET', '/api/dashboard/content/books')).status).toBe(200)
  await space.get('/content/books')
  for (const headers of [{}, { Authorization: `Bearer ${space.key}` }]) {
    const response = await space.request('/api/dashboard/content/books', { headers })
    const problem = readProblem(await readResponse(response))
    expect([problem.status, problem.code]).toEqual([401, 'session_required'])
  }
})

test('a session reads the space that it names, and no space that it is not a member of', async () => {
  const space = await createTestSpace({ records })
  await createNeighbour(space, 'neighbour')
  const { send } = await signIn(space)
  const elsewhere = await send('GET', '/api/dashboard/content/books', undefined, {
    'Frontlist-Space': 'neighbour',
  })
  expect(readProblem(await readResponse(elsewhere)).code).toBe('space_not_found')
})
