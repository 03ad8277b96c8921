// A space with live entries, drafts and references between them, people who share previews of it, and readers of these.
import { expect } from 'bun:test'
import type { ImportRecord } from '../../../src/import-export/read/records.ts'
import { readProblem, readResponse } from '../../kit/app/responses.ts'
import { type Send, type SignedIn, signIn } from '../../kit/app/signed-in.ts'
import { createTestSpace, type TestSpace } from '../../kit/app/test-space.ts'

export const links = '/api/v1/preview/links'

const page = (id: string, data: object, live?: object): ImportRecord => ({
  type: 'entry',
  collection: 'pages',
  id,
  data: { title: `draft of ${id}`, ...data },
  ...(live && { publishedAt: '2026-01-01T00:00:00.000Z', liveData: { title: `live ${id}`, ...live } }),
})
const to = (id: string) => ({ id })

/** `p1` is the entry that is shared in most tests; everything of `other` and `author` is nobody's business. */
const records: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'pages',
    name: 'Pages',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'next', type: 'reference', to: ['pages'] },
      { apiName: 'related', type: 'reference', many: true },
    ],
  },
  page('p1', { next: to('author'), related: [to('other'), to('home'), to('p1')] }),
  page('author', {}),
  page('other', { next: to('p1') }),
  page('home', { next: to('other') }, { next: to('p1') }),
  { ...page('same', {}, {}), data: { title: 'live same' } } as ImportRecord,
]

export interface Shown {
  readonly id: string
  readonly slug: string
  readonly state: string
  readonly edit?: string
  readonly version: number | null
  readonly data: Readonly<Record<string, unknown>>
}

export interface LinkDocument {
  readonly id: string
  readonly status: string
  readonly entries: readonly string[] | null
  readonly expiresAt: string
}

export interface NewLink {
  readonly doc: LinkDocument
  readonly token: string
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

/** Shares a preview, or fails the test. */
export async function share(send: Send, body: object): Promise<NewLink> {
  const response = await send('POST', links, body)
  expect(response.status).toBe(201)
  return (await response.json()) as NewLink
}

/** `status`, or with an error `status code`. */
export async function verdictOf(response: Response): Promise<string> {
  const received = await readResponse(response)
  return received.status < 400 ? String(received.status) : `${received.status} ${readProblem(received).code}`
}

/** Reads previews with a token. */
export function readerOf(space: TestSpace, token: string) {
  const get = (path: string, init: RequestInit = {}) =>
    space.request(`/api/v1/preview${path}`, { ...init, headers: { ...bearer(token), ...init.headers } })
  const json = async (path: string) => {
    const response = await get(path)
    expect([path, response.status]).toEqual([path, 200])
    return response.json()
  }
  return {
    get,
    verdict: async (path: string) => verdictOf(await get(path)),
    entry: async (path: string) => ((await json(`/content${path}`)) as { doc: Shown }).doc,
    list: async (path: string) =>
      (await json(`/content${path}`)) as { list: readonly Shown[]; count: number },
    ids: async (path: string) => {
      const { list, count } = (await json(`/content${path}`)) as { list: readonly Shown[]; count: number }
      expect(count).toBe(list.length)
      return list.map(({ id }) => id)
    },
  }
}

export async function openLinks(): Promise<{ space: TestSpace; owner: SignedIn }> {
  const space = await createTestSpace({ records })
  return { space, owner: await signIn(space) }
}
