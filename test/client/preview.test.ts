// The client over drafts.
import { describe, expect, test } from 'bun:test'
import { createClient } from '../../client/src/client.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { bookRecords, serveClient } from './client-fixture.ts'

const drafts: readonly ImportRecord[] = [
  ...bookRecords,
  { type: 'entry', collection: 'authors', id: 'new', slug: 'new', data: { name: 'Draft' } },
  {
    ...{ type: 'entry', collection: 'authors', id: 'changed', slug: 'changed' },
    ...{ data: { name: 'After' }, liveData: { name: 'Before' } },
  },
]

describe('a client with `preview`', () => {
  test('reads drafts with their state and where they are edited, and keeps nothing', async () => {
    const fixture = await serveClient({ records: drafts })
    const { key } = await fixture.space.makeKey({ scopes: ['content.preview'] })
    const client = createClient({ url: fixture.url, key, preview: true, cache: { entries: 10 } })
    const draft = await client.get('authors', 'new')
    expect(draft).toMatchObject({ state: 'draft', edit: 'authors/new', version: null, publishedAt: null })
    expect(draft.data).toEqual({ name: 'Draft' })
    expect(await client.find('authors', 'missing')).toBeNull()
    const states: Record<string, string> = {}
    for await (const author of client.all('authors', { perPage: 2 })) states[author.id] = author.state
    expect(states).toEqual({ new: 'draft', changed: 'changed', wren: 'live' })
    await client.get('authors', 'new')
    for (const { target, headers } of fixture.requests) {
      expect(target).toStartWith('/api/v1/preview/content/authors')
      expect([headers.get('if-none-match'), headers.get('authorization')]).toEqual([null, `Bearer ${key}`])
    }
  })

  test('reads what is live without it, or if it is false', async () => {
    const fixture = await serveClient({ records: drafts })
    const clients = [fixture.createClient(), fixture.createClient({ preview: false })]
    for (const client of clients) {
      expect((await client.get('authors', 'changed')).data).toEqual({ name: 'Before' })
      expect(await client.find('authors', 'new')).toBeNull()
    }
  })

  test('shows no token in errors', async () => {
    const token = 'flpv_4fK9sQ2mZ7'
    const key = () => Promise.reject(new Error(`No request with ${token}`))
    const client = createClient({ url: 'http://127.0.0.1:1', key, preview: true })
    const error = await client.get('authors', 'new').catch((error: Error) => error)
    expect(String((error as { detail?: string }).detail)).toBe('Error: No request with …')
  })
})
