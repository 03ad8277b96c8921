// The limits of previews: what one response may cost.
import { expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createPreviewService } from '../../src/preview/preview.service.ts'
import type { PreviewAccess } from '../../src/preview/preview-access.ts'
import { previewBudget } from '../../src/preview/preview-budget.ts'
import { BroadScans } from '../../src/query/scan/broad-scans.ts'
import { createTestSpace } from '../kit/app/test-space.ts'

const records: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'posts',
    name: 'Posts',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'related', type: 'reference', many: true },
    ],
  },
  ...Array.from({ length: 12 }, (_, at) => ({
    type: 'entry' as const,
    collection: 'posts',
    id: `p${at}`,
    data: {
      title: 'x'.repeat(100),
      related: Array.from({ length: 12 }, (_, other) => ({ id: `p${other}` })),
    },
  })),
]

async function openService(budget: Partial<typeof previewBudget>) {
  const { database, space } = await createTestSpace({ records })
  const service = createPreviewService({
    database,
    scans: new BroadScans(),
    assetsOrigin: null,
    budget: { ...previewBudget, ...budget },
  })
  const access: PreviewAccess = {
    ...{ space, kind: 'key', credential: 'test', drafts: null, expiresAt: null },
  }
  const list = (depth: number, perPage: number) =>
    service.list(access, {
      ...{ collection: 'posts', depth, perPage, page: 1, variants: [], parameters: null },
      signal: new AbortController().signal,
      withoutPermit: work => work(),
    })
  return { list }
}

test('a preview that is over the limit names a smaller depth or page, and that one fits', async () => {
  const { list } = await openService({ entriesMax: 200 })
  await expect(list(2, 12)).rejects.toMatchObject({
    code: 'response_too_large',
    errors: [{ in: 'query', name: 'depth', message: 'must be at most 1' }],
  })
  expect(JSON.parse((await list(1, 12)).toString()).count).toBe(12)
})

test('a preview of more bytes than the limit is refused, and so is one that reads more', async () => {
  const small = await openService({ bytesMax: 3000 })
  await expect(small.list(0, 12)).rejects.toMatchObject({
    code: 'response_too_large',
    detail: expect.stringContaining('The preview would be larger than 3,000 bytes of JSON.'),
    errors: [{ name: 'perPage' }],
  })
  const narrow = await openService({ storedBytesMax: 100 })
  await expect(narrow.list(0, 12)).rejects.toMatchObject({ code: 'response_too_large' })
  const few = await openService({ referencesMax: 100 })
  await expect(few.list(0, 12)).rejects.toMatchObject({ code: 'response_too_large' })
})

test('a preview in a deep circle is refused before it is built', async () => {
  const { list } = await openService({})
  await expect(list(10, 12)).rejects.toMatchObject({ code: 'response_too_large' })
})
