// Blocks of components in rich text: delivered with the references and files inside of them, in the order of the text.
import { beforeAll, describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { addAssets } from '../kit/app/assets.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { exportRecords } from '../kit/import/export-text.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'

const records = [
  {
    ...{ type: 'component', apiName: 'quote', name: 'Quote' },
    fields: [
      { apiName: 'text', type: 'text' },
      { apiName: 'by', type: 'reference', to: ['pages'] },
      { apiName: 'also', type: 'reference', many: true },
      { apiName: 'more', type: 'reference', link: true },
      { apiName: 'picture', type: 'asset' },
      { apiName: 'gallery', type: 'asset', many: true },
    ],
  },
  {
    ...{ type: 'component', apiName: 'box', name: 'Box' },
    fields: [
      { apiName: 'inner', type: 'richText', format: 'portableText', of: ['quote', 'box'] },
      { apiName: 'blocks', type: 'component', many: true, of: ['quote'] },
    ],
  },
  {
    ...{ type: 'collection', apiName: 'pages', name: 'Pages' },
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'body', type: 'richText', format: 'portableText', of: ['quote', 'box'] },
      { apiName: 'notes', type: 'richText', format: 'portableText', many: true, of: ['quote'] },
    ],
  },
  { type: 'variant', id: 'vip', name: 'VIP', kind: 'audience' },
] as ImportRecord[]

const paragraph = (key: string, text: string, to?: string) => ({
  ...{ _type: 'block', _key: key, style: 'normal' },
  children: [{ _type: 'span', _key: `${key}s`, text, marks: to ? [`${key}m`] : [] }],
  markDefs: to ? [{ _type: 'entryLink', _key: `${key}m`, entry: { id: to } }] : [],
})
const block = (component: string, key: string, data: object) => ({
  ...{ _type: 'component', _key: key, component },
  data,
})
const nothing = { text: null, by: null, also: [], more: null, picture: null, gallery: [] }
const toEntry = (id: string, data: object, more: object = {}): ImportRecord =>
  ({ type: 'entry', collection: 'pages', id, liveData: { title: id, ...data }, ...more }) as ImportRecord
const stub = (id: string) => ({ id, collection: 'pages', slug: id })

const entries = [
  toEntry(
    'home',
    {
      body: [
        paragraph('p', 'Before', 'team'),
        block('quote', 'q', {
          ...{ text: 'tab\there', by: { id: 'about' }, more: { id: 'about' } },
          also: [{ id: 'about' }, { id: 'gone' }, { id: 'team' }],
        }),
        { _type: 'entry', _key: 'e', entry: { id: 'team' } },
        block('box', 'b', {
          inner: [
            paragraph('p', 'Inside', 'about'),
            block('quote', 'q', { by: { id: 'gone' } }),
            block('quote', 'r', { by: { id: 'team' } }),
          ],
          blocks: [{ component: 'quote', key: 'k', data: { by: { id: 'about' } } }],
        }),
        { _type: 'entry', _key: 'f', entry: { id: 'gone' } },
      ],
      notes: [[block('quote', 'n', { by: { id: 'team' } })], [paragraph('p', 'No block')]],
    },
    { variants: { vip: { body: [block('quote', 'v', { by: { id: 'team' } })] } } },
  ),
  toEntry('about', { body: [block('quote', 'a', { by: { id: 'team' } })] }),
  toEntry('team', {}),
]

let space: TestSpace
beforeAll(async () => {
  space = await createTestSpace({ records: [...records, ...entries] })
})

// biome-ignore lint/suspicious/noExplicitAny: the tests read values of any shape
type Body = any

async function docOf(path: string) {
  const text = await (await space.get(`/content/pages/${path}`)).text()
  expect(text).toBe(JSON.stringify(JSON.parse(text)))
  return (JSON.parse(text) as { doc: { data: Body } }).doc
}

describe('blocks in rich text', () => {
  test('have every field of their component, and the key of a block of text', async () => {
    const { data } = await docOf('about')
    expect(data.body).toEqual([block('quote', 'a', { ...nothing, by: stub('team') })])
    expect(Object.keys(data.body[0])).toEqual(['_type', '_key', 'component', 'data'])
  })

  test.each([0, 1, 2, 5])('use up no level of depth %d, and keep links', async depth => {
    const { data } = await docOf(`home?depth=${depth}`)
    const [text, quote, entry, box, gone] = data.body
    expect(text.markDefs[0].entry).toEqual(stub('team'))
    expect(quote.data).toMatchObject({ text: 'tab\there', more: stub('about') })
    expect(quote.data.also).toHaveLength(2)
    expect(gone.entry).toBeNull()
    const [inside, first, second] = box.data.inner
    expect(inside.markDefs[0].entry).toEqual(stub('about'))
    expect(first.data).toEqual(nothing)
    const resolved = [quote.data.by, quote.data.also[0], box.data.blocks[0].data.by]
    const toTeam = [entry.entry, second.data.by, quote.data.also[1], data.notes[0][0].data.by]
    if (depth === 0) {
      expect(resolved).toEqual(Array(3).fill(stub('about')))
      expect(toTeam).toEqual(Array(4).fill(stub('team')))
      return
    }
    for (const each of toTeam) expect(each).toMatchObject({ ...stub('team'), data: { title: 'team' } })
    for (const each of resolved) {
      expect(each).toMatchObject({ ...stub('about'), data: { title: 'about' } })
      const { by } = each.data.body[0].data
      if (depth === 1) expect(by).toEqual(stub('team'))
      else expect(by).toMatchObject({ ...stub('team'), data: { title: 'team' } })
    }
  })

  test('of an overlay replace the text', async () => {
    expect((await docOf('home?variants=vip')).data.body).toEqual([
      block('quote', 'v', { ...nothing, by: stub('team') }),
    ])
  })

  test('are exported as they are, and imported again without a change', async () => {
    const exported = await exportRecords(space)
    expect(await space.import(exported)).toMatchObject({ created: 0, changed: 0 })
    const other = await createTestSpace({ records: exported.toReversed() })
    expect(await exportRecords(other)).toEqual(exported)
    await expectInvariants(space)
  })

  test('are described in the schema', async () => {
    const schema = (await (await space.get('/schema')).json()) as Body
    expect(schema.collections[0].fields[1]).toMatchObject({
      ...{ apiName: 'body', type: 'richText', format: 'portableText', of: ['quote', 'box'] },
    })
    expect(schema.components.map(({ apiName }: Body) => apiName)).toEqual(['box', 'quote'])
  })

  test('show a target only while it is live', async () => {
    const changing = await createTestSpace({
      records: [...records, toEntry('home', { body: [block('quote', 'q', { by: { id: 'late' } })] })],
    })
    const by = async () =>
      ((await (await changing.get('/content/pages/home')).json()) as Body).doc.data.body[0].data.by
    expect(await by()).toBeNull()
    await changing.import([toEntry('late', {})])
    expect(await by()).toEqual(stub('late'))
    await changing.import([{ ...toEntry('late', {}), slug: 'later' } as ImportRecord])
    expect(await by()).toEqual({ ...stub('late'), slug: 'later' })
    await expectInvariants(changing)
  })
})

test('texts in blocks of rich text are found by searches, unless their field says otherwise', async () => {
  const searched = await createTestSpace({
    records: [
      {
        ...{ type: 'component', apiName: 'hero', name: 'Hero' },
        fields: [
          { apiName: 'value', type: 'text' },
          { apiName: 'secret', type: 'text', search: 0 },
          { apiName: 'free', type: 'json' },
          { apiName: 'inner', type: 'richText', format: 'portableText', of: ['hero'] },
        ],
      },
      {
        ...{ type: 'collection', apiName: 'pages', name: 'Pages' },
        fields: [
          { apiName: 'title', type: 'text' },
          { apiName: 'body', type: 'richText', format: 'portableText', of: ['hero'] },
        ],
      },
      toEntry('home', {
        body: [
          paragraph('p', 'Meadow'),
          block('hero', 'h', {
            ...{ value: 'Harbour', secret: 'Lantern', free: { text: 'Compass', value: 'Anchor' } },
            inner: [paragraph('p', 'Orchard'), block('hero', 'h', { value: 'Windmill', secret: 'Candle' })],
          }),
        ],
      }),
    ] as ImportRecord[],
  })
  const find = async (q: string) =>
    ((await (await searched.get(`/content/pages?q=${q}`)).json()) as { count: number }).count
  const words = ['meadow', 'harbour', 'orchard', 'windmill', 'lantern', 'candle', 'compass', 'anchor', 'hero']
  expect(await Promise.all(words.map(find))).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0])
  await searched.import([
    {
      ...{ type: 'component', apiName: 'hero', name: 'Hero' },
      fields: [
        { apiName: 'value', type: 'text', search: 0 },
        { apiName: 'secret', type: 'text' },
        { apiName: 'free', type: 'json' },
        { apiName: 'inner', type: 'richText', format: 'portableText', of: ['hero'] },
      ],
    } as ImportRecord,
  ])
  expect(await Promise.all(words.map(find))).toEqual([1, 0, 1, 0, 1, 1, 0, 0, 0])
  await expectInvariants(searched)
})

test('files in blocks of rich text are delivered like those of other fields', async () => {
  const withFiles = await createTestSpace({ records })
  await addAssets(withFiles, { id: 'png' })
  const picture = { id: 'png', alt: 'A picture' }
  const image = { _type: 'image', _key: 'i', asset: { id: 'png' } }
  const body = [
    image,
    block('quote', 'q', { ...nothing, picture, gallery: [{ id: 'png' }, { id: 'missing' }] }),
    block('box', 'b', {
      inner: [image, block('quote', 'r', { ...nothing, picture: { id: 'missing' } })],
      blocks: [{ component: 'quote', key: 'k', data: { ...nothing, picture } }],
    }),
  ]
  await withFiles.import([toEntry('home', { body })])
  const { doc } = (await (await withFiles.get('/content/pages/home')).json()) as Body
  const [own, quote, box] = doc.data.body
  const { url } = own.asset
  expect(url).toEndWith('/png.png')
  expect(quote.data.picture).toMatchObject({ url, alt: 'A picture', contentType: 'image/png' })
  expect(quote.data.gallery).toMatchObject([{ url }])
  expect(box.data.inner[0].asset.url).toBe(url)
  expect(box.data.inner[1].data.picture).toBeNull()
  expect(box.data.blocks[0].data.picture).toMatchObject({ url, alt: 'A picture' })
  const exported = await exportRecords(withFiles)
  expect(exported.find(({ type }) => type === 'entry')).toMatchObject({ liveData: { body } })
  expect(await withFiles.import(exported)).toMatchObject({ created: 0, changed: 0 })
  await expectInvariants(withFiles)
})

test('previews show the blocks in rich text of drafts as they would be published', async () => {
  const draft = { type: 'entry', collection: 'pages', id: 'home', data: (entries[0] as Body).liveData }
  const previewed = await createTestSpace({
    records: [...records, draft as ImportRecord, ...entries.slice(1)],
  })
  const { key } = await previewed.makeKey({ scopes: ['content.preview'] })
  const response = await previewed.request('/api/v1/preview/content/pages/home?depth=1', {
    headers: { Authorization: `Bearer ${key}` },
  })
  const { doc } = (await response.json()) as Body
  const [text, quote, , box] = doc.data.body
  expect(text.markDefs[0].entry).toEqual(stub('team'))
  expect(quote.data.by).toMatchObject({ ...stub('about'), data: { title: 'about' } })
  expect(quote.data.also).toHaveLength(2)
  expect(quote.data.more).toEqual(stub('about'))
  expect(box.data.inner[1].data.by).toBeNull()
  expect(box.data.inner[2].data.by).toMatchObject({ ...stub('team'), data: { title: 'team' } })
})
