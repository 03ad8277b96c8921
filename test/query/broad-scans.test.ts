// How many lists with conditions or an order are evaluated over drafts at once.
import { expect, test } from 'bun:test'
import { listEntries } from '../../src/authoring/entries/entries.service.ts'
import { entriesQuery } from '../../src/authoring/entries/entry-list.schema.ts'
import { parseSearch } from '../../src/content/values/query-text.ts'
import { splitSearch } from '../../src/http/request-url.ts'
import { createPreviewService } from '../../src/preview/preview.service.ts'
import { parseListParameters } from '../../src/query/parse/parse-parameters.ts'
import { BroadScans, type ScanRequest } from '../../src/query/scan/broad-scans.ts'
import { createTestSpace } from '../kit/app/test-space.ts'

test('one scan of a credential runs at a time, two of all, and the others wait in order', async () => {
  const scans = new BroadScans()
  const started: string[] = []
  const start = (credential: string) =>
    scans.acquire(credential).then(release => {
      started.push(credential)
      return release
    })
  const first = start('a')
  const second = start('a')
  const third = start('b')
  const fourth = start('c')
  const [release, releaseThird] = await Promise.all([first, third])
  expect(started).toEqual(['a', 'b'])
  releaseThird()
  await fourth
  expect(started).toEqual(['a', 'b', 'c'])
  release()
  await second
  expect(started).toEqual(['a', 'b', 'c', 'a'])
})

test('a credential with many waiting scans is refused, and another one is not', async () => {
  const scans = new BroadScans()
  await scans.acquire('a')
  for (let index = 0; index < 8; index++) void scans.acquire('a')
  await expect(scans.acquire('a')).rejects.toMatchObject({ code: 'overloaded' })
  await scans.acquire('b')
})

test('a scan that fails ends its turn', async () => {
  const scans = new BroadScans()
  const request: ScanRequest = { credential: 'a', withoutPermit: work => work() }
  await expect(scans.run(request, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await scans.run(request, async () => 'done')).toBe('done')
})

/** Requests of one key, and the order in which they were answered. */
async function openLists() {
  const { database, space } = await createTestSpace({
    records: [
      { type: 'collection', apiName: 'books', name: 'Books', fields: [{ apiName: 'title', type: 'text' }] },
      { type: 'entry', collection: 'books', id: 'b1', data: { title: 'One' } },
    ],
  })
  const scans = new BroadScans()
  const answered: string[] = []
  const { signal } = new AbortController()
  const log = { withoutPermit: 0 }
  const withoutPermit = <Result>(work: () => Promise<Result>) => {
    log.withoutPermit += 1
    return work()
  }
  const previews = createPreviewService({ database, scans, assetsOrigin: null })
  const preview = (search: string) => {
    const { parameters } = parseListParameters(splitSearch(search), parseSearch)
    const page = { collection: 'books', depth: 0, perPage: 10, page: 1, variants: [] }
    const request = { ...page, parameters, signal, withoutPermit }
    const access = { space, kind: 'key', credential: 'k', drafts: null, expiresAt: null } as const
    return previews.list(access, request).then(() => answered.push(`preview ${search}`))
  }
  const list = (search: string, sort?: string) => {
    const { parameters } = parseListParameters(splitSearch(search), parseSearch)
    const caller = { kind: 'key', space, keyId: 'k', name: 'k', scopes: [], secretHash: '' } as const
    const wanted = entriesQuery.parse({ collection: 'books', ...(sort && { sort }) })
    const request = { wanted, parameters, signal, withoutPermit }
    return listEntries({ database, scans }, caller, request).then(() =>
      answered.push(`list ${search}${sort ?? ''}`),
    )
  }
  return { scans, answered, log, preview, list }
}

test('lists of entries and previews with conditions or an order wait in one queue, without a permit', async () => {
  const { scans, answered, log, preview, list } = await openLists()
  const release = await scans.acquire('k')
  const waiting = [list('filter[title]=One'), preview('sort=title'), list('', 'data.title')]
  await list('fields=title')
  await list('', '-createdAt')
  await preview('fields=title')
  const atOnce = ['list fields=title', 'list -createdAt', 'preview fields=title']
  expect(answered).toEqual(atOnce)
  expect(log.withoutPermit).toBe(3)
  release()
  await Promise.all(waiting)
  expect(answered).toEqual([...atOnce, 'list filter[title]=One', 'preview sort=title', 'list data.title'])
})
