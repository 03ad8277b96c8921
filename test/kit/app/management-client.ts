// The management API over a test's space, with a key that may do everything. Each good response must have the shape that it
// promises.
import { expect } from 'bun:test'
import type { z } from '@hono/zod-openapi'
import {
  type EntryItemView,
  type EntryView,
  entryDocumentSchema,
  entryItemsSchema,
  type LinksView,
  linksSchema,
  stateDocumentSchema,
} from '../../../src/authoring/entries/entries.schema.ts'
import { scopesByKind } from '../../../src/base/scopes.ts'
import type { TestSpace } from './test-space.ts'

export interface SentRequest {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests read responses of any shape
  readonly body: any
}

/** `path` begins after `/api/v1`. */
export type Send = (method: string, path: string, body?: object) => Promise<SentRequest>

export interface ManagementClient {
  /** `path` begins after `/api/v1`. */
  readonly request: (method: string, path: string, body?: object) => Promise<Response>
  /** The same with the JSON of the response. */
  readonly send: Send
  /** `query` with its `?`. */
  readonly list: (query?: string) => Promise<{
    readonly list: readonly EntryItemView[]
    readonly count: number
    readonly pagesCount: number
  }>
  readonly entry: (id: string) => Promise<EntryView>
  readonly links: (id: string) => Promise<LinksView>
  /** The draft as it is. */
  readonly publish: (id: string) => Promise<EntryView>
  readonly unpublish: (id: string) => Promise<EntryView>
}

/** One for each space, since tests compare what it holds before and after. */
const keys = new WeakMap<TestSpace, Promise<{ readonly key: string }>>()

export async function openManagement(space: TestSpace): Promise<ManagementClient> {
  if (!keys.has(space)) keys.set(space, space.makeKey({ scopes: scopesByKind.management }))
  const { key } = await keys.get(space)!
  const request: ManagementClient['request'] = (method, path, body) =>
    space.request(`/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const ask = async <Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    method = 'GET',
    content?: object,
  ) => {
    const response = await request(method, path, content)
    const text = await response.text()
    const isGood = response.status === 200
    expect({ path, status: response.status, text: isGood ? '' : text }).toEqual({
      path,
      status: 200,
      text: '',
    })
    const body = JSON.parse(text) as z.output<Schema>
    expect(schema.parse(body)).toEqual(body)
    return body
  }
  const pathOf = (id: string) => `/entries/${encodeURIComponent(id)}`
  const entry = async (id: string) => (await ask(entryDocumentSchema, pathOf(id))).doc
  const act = async (id: string, verb: string, body: object) =>
    (await ask(stateDocumentSchema, `${pathOf(id)}/${verb}`, 'POST', body)).doc
  return {
    request,
    send: async (...sent) => {
      const response = await request(...sent)
      return { status: response.status, body: await response.json() }
    },
    list: (query = '') => ask(entryItemsSchema, `/entries${query}`),
    entry,
    links: async id => (await ask(linksSchema, `${pathOf(id)}/links`)).doc,
    publish: async id => act(id, 'publish', { draftVersion: (await entry(id)).draftVersion }),
    unpublish: id => act(id, 'unpublish', {}),
  }
}
