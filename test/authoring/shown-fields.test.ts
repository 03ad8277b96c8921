// The limits on the values of fields in lists of entries, and that they are read in slices.
import { expect, test } from 'bun:test'
import { readShownFields } from '../../src/authoring/entries/entry-fields.ts'
import { readModels } from '../../src/content/model/collections.store.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { SpaceModel } from '../../src/query/bind/space-model.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { hurriedPace } from '../query/hurried-pace.ts'

const records: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'posts',
    name: 'Posts',
    titleField: 'title',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'related', type: 'reference', many: true },
      { apiName: 'body', type: 'richText', format: 'portableText' },
    ],
  },
  { type: 'variant', id: 'de', name: 'German', kind: 'locale' },
  ...Array.from(
    { length: 10 },
    (_, at): ImportRecord => ({
      type: 'entry',
      collection: 'posts',
      id: `p${at}`,
      data: {
        title: `${'x'.repeat(100)}${at}`,
        related: [{ id: 'p0' }, { id: `p${at}` }],
        body: [{ _type: 'entry', _key: 'k', entry: { id: `p${(at + 1) % 10}` } }],
      },
      variants: { de: { title: 'y'.repeat(at === 0 ? 3000 : 1) } },
    }),
  ),
]

const generous = { values: 100_000, bytes: 100_000, targets: 100 }

async function open() {
  const { database, space } = await createTestSpace({ records })
  return (
    names: readonly string[],
    limits: Partial<typeof generous> = {},
    { variant = null as string | null, signal = new AbortController().signal } = {},
  ) =>
    database.snapshot(space, async reads => {
      const model = new SpaceModel(await readModels(reads, space))
      const fields = model.find('posts')!.collection.fields.filter(({ apiName }) => names.includes(apiName))
      const ids = Array.from({ length: 10 }, (_, at) => `p${at}`)
      const parts = { reads, space, pace: hurriedPace(signal), limits: { ...generous, ...limits } }
      return readShownFields(parts, ids, { model, selection: null, fields, variant })
    })
}

test('fields of a list are refused where values, drafts or references are too many, and not at the limit', async () => {
  const show = await open()
  const tooCostly = { code: 'query_too_costly', detail: expect.stringContaining('`perPage`') }
  const titles = 10 * 103
  expect(await show(['title'], { values: titles })).toHaveProperty('size', 10)
  await expect(show(['title'], { values: titles - 1 })).rejects.toMatchObject(tooCostly)
  await expect(show(['title'], { values: titles + 3000 }, { variant: 'de' })).rejects.toMatchObject(tooCostly)
  expect(await show(['related'], { targets: 10 })).toHaveProperty('size', 10)
  await expect(show(['related'], { targets: 9 })).rejects.toMatchObject(tooCostly)
  await expect(show(['title'], { bytes: 3000 })).rejects.toMatchObject(tooCostly)
})

test('what references lead to counts as a part of the response', async () => {
  const show = await open()
  const related = 10 * '[{"id":"p0"},{"id":"p1"}]'.length
  await expect(show(['related'], { values: related })).rejects.toMatchObject({ code: 'query_too_costly' })
})

test('references inside rich text have the collection, slug and title of their target', async () => {
  const show = await open()
  const shown = (await show(['body']))!.get('p9')!.data.body
  const entry = { id: 'p0', collection: 'posts', slug: 'p0', title: `${'x'.repeat(100)}0` }
  expect(shown).toEqual([{ _type: 'entry', _key: 'k', entry }])
})

test('fields of a list are no longer read after the caller has disconnected', async () => {
  const show = await open()
  const { signal } = new AbortController()
  expect(await show(['title'], {}, { signal })).toHaveProperty('size', 10)
  await expect(show(['title'], {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'unavailable',
  })
})
