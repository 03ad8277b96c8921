// A draft has at most 2 MiB, including its overlays. A change of the model that would make one larger is refused.
import { describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { content, openModelSpace } from './model-space.ts'

const mebibyte = 1024 * 1024
/** What is left in the draft of `large` for what a change adds. */
const left = 10_000
const large: ImportRecord = {
  type: 'entry',
  collection: 'posts',
  id: 'large',
  slug: 'large',
  data: { title: 'x'.repeat(2 * mebibyte - left) },
}
const text = { apiName: 'extra', type: 'text' }

const cases: readonly (readonly [title: string, record: ImportRecord, operations: readonly object[]])[] = [
  [
    'a default that is filled in',
    large,
    [{ op: 'addField', field: { ...text, default: 'y'.repeat(2 * left) }, fill: true }],
  ],
  [
    'a conversion',
    { ...large, data: { code: Array(4000).fill('a'.repeat(450)).join('\n\n') } },
    [{ op: 'convertField', field: 'code', type: 'richText', format: 'portableText' }],
  ],
]

describe.each(cases)('%s', (_, record, operations) => {
  test('that makes a draft larger than 2 MiB is refused with its name, dry too, and nothing changes', async () => {
    const space = await openModelSpace([...content, record])
    const before = [await space.entry('large'), await space.entry('p1'), await space.served('one')]
    for (const dryRun of [true, false]) {
      const { status, body } = await space.change(operations, { dryRun, acceptLosses: true })
      expect({ status, body }).toMatchObject({ status: 409, body: { code: 'entry_too_large' } })
      expect(body.detail).toBe(
        'Drafts would have more than 2 MiB, overlays included: posts/large. Nothing was changed.',
      )
    }
    expect([await space.entry('large'), await space.entry('p1'), await space.served('one')]).toEqual(before)
  })
})

test('a draft that an import made larger does not keep its model from changing, unless it would grow', async () => {
  const space = await openModelSpace([...content, { ...large, data: { title: 'x'.repeat(3 * mebibyte) } }])
  const shorter = [{ op: 'renameField', field: 'title', to: 'head' }]
  expect((await space.change(shorter)).status).toBe(200)
  const longer = [{ op: 'renameField', field: 'head', to: 'headline' }]
  expect((await space.change(longer)).status).toBe(409)
})

test('a draft of just under 2 MiB has room for what fits', async () => {
  const space = await openModelSpace([...content, large])
  const operations = [{ op: 'addField', field: { ...text, default: 'y'.repeat(100) }, fill: true }]
  expect((await space.change(operations)).status).toBe(200)
})
