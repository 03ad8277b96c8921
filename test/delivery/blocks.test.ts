// Blocks: values of components in fields of entries, delivered with the references and files inside of them.
import { beforeAll, describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { addAssets } from '../kit/app/assets.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { exportRecords } from '../kit/import/export-text.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'

const component = (apiName: string, fields: readonly object[], more: object = {}) =>
  ({ type: 'component', apiName, name: apiName, ...more, fields }) as ImportRecord

const models = [
  component('section', [
    { apiName: 'title', type: 'text' },
    { apiName: 'blocks', type: 'component', many: true, of: ['hero', 'quote', 'section'] },
  ]),
  component('hero', [
    { apiName: 'heading', type: 'text', required: true },
    { apiName: 'link', type: 'reference', link: true },
    { apiName: 'picture', type: 'asset' },
    { apiName: 'body', type: 'richText', format: 'portableText' },
  ]),
  {
    ...{ type: 'collection', apiName: 'pages', name: 'Pages' },
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'sections', type: 'component', many: true, of: ['hero', 'quote', 'section'] },
      { apiName: 'seo', type: 'component', of: ['seo'] },
    ],
  },
  component('quote', [
    { apiName: 'text', type: 'text' },
    { apiName: 'by', type: 'reference', to: ['pages'] },
    { apiName: 'also', type: 'reference', many: true },
  ]),
  component('seo', [
    { apiName: 'noIndex', type: 'boolean' },
    { apiName: 'description', type: 'text' },
  ]),
] as ImportRecord[]

const toEntry = (id: string, data: object, more: object = {}): ImportRecord =>
  ({ type: 'entry', collection: 'pages', id, liveData: { title: id, ...data }, ...more }) as ImportRecord

const home = toEntry(
  'home',
  {
    sections: [
      { component: 'hero', key: 'top', data: { heading: 'Hello', link: { id: 'about' } } },
      {
        ...{ component: 'section', key: 's1' },
        data: {
          title: 'Nested',
          blocks: [
            {
              component: 'quote',
              key: 'q',
              data: {
                ...{ text: 'tab\there', by: { id: 'about' } },
                also: [{ id: 'about' }, { id: 'gone' }, { id: 'team' }],
              },
            },
          ],
        },
      },
      { component: 'quote', key: '007', data: { by: { id: 'gone' }, also: [{ id: 'gone' }] } },
    ],
    seo: { data: { noIndex: true } },
  },
  { variants: { vip: { sections: [{ component: 'quote', key: 'v', data: { by: { id: 'team' } } }] } } },
)
const records = [
  ...models,
  { type: 'variant', id: 'vip', name: 'VIP', kind: 'audience' } as ImportRecord,
  home,
  toEntry('about', { sections: [{ component: 'quote', key: 'a', data: { by: { id: 'team' } } }] }),
  toEntry('team', {}),
]

let space: TestSpace
beforeAll(async () => {
  space = await createTestSpace({ records })
})

async function docOf(path: string) {
  const text = await (await space.get(`/content/pages/${path}`)).text()
  expect(text).toBe(JSON.stringify(JSON.parse(text)))
  // biome-ignore lint/suspicious/noExplicitAny: the tests read values of any shape
  return (JSON.parse(text) as { doc: { data: Record<string, any>; variantsApplied?: string[] } }).doc
}
const stub = (id: string) => ({ id, collection: 'pages', slug: id })

describe('blocks', () => {
  test('have every field of their component, and a key', async () => {
    const { data } = await docOf('home')
    expect(data.sections[0]).toEqual({
      ...{ component: 'hero', key: 'top' },
      data: { heading: 'Hello', link: stub('about'), picture: null, body: null },
    })
    expect(data.seo).toEqual({
      ...{ component: 'seo', key: expect.stringMatching(/^[\w-]{12}$/) },
      data: { noIndex: true, description: null },
    })
    expect((await docOf('team')).data).toEqual({ title: 'team', sections: [], seo: null })
  })

  test.each([0, 1, 2, 5])(
    'use up no level of depth %d, drop dead references from lists, and keep links',
    async depth => {
      const { data } = await docOf(`home?depth=${depth}`)
      const [hero, section, last] = data.sections
      expect(hero.data.link).toEqual(stub('about'))
      const quote = section.data.blocks[0]
      expect(quote).toMatchObject({ component: 'quote', key: 'q', data: { text: 'tab\there' } })
      expect(quote.data.also).toHaveLength(2)
      if (depth === 0) {
        expect(quote.data.by).toEqual(stub('about'))
        expect(quote.data.also).toEqual([stub('about'), stub('team')])
      } else {
        expect(quote.data.by).toMatchObject({ ...stub('about'), data: { title: 'about' } })
        expect(quote.data.also[1]).toMatchObject({ ...stub('team'), data: { title: 'team' } })
        const inner = quote.data.by.data.sections[0].data.by
        if (depth === 1) expect(inner).toEqual(stub('team'))
        else expect(inner).toMatchObject({ ...stub('team'), data: { title: 'team' } })
      }
      expect(last).toEqual({ component: 'quote', key: '007', data: { text: null, by: null, also: [] } })
    },
  )

  test('of an overlay replace the list', async () => {
    const { data, variantsApplied } = await docOf('home?variants=vip')
    expect(variantsApplied).toEqual(['vip'])
    expect(data.sections).toEqual([
      { component: 'quote', key: 'v', data: { text: null, by: stub('team'), also: [] } },
    ])
  })

  test('are exported as they are, with their components first, and imported again without a change', async () => {
    const exported = await exportRecords(space)
    expect(exported.slice(0, 4)).toMatchObject(
      ['hero', 'quote', 'section', 'seo'].map(apiName => ({ type: 'component', apiName })),
    )
    const report = await space.import(exported)
    expect(report).toMatchObject({ created: 0, changed: 0 })
    const other = await createTestSpace({ records: exported.toReversed() })
    expect(await exportRecords(other)).toEqual(exported)
    await expectInvariants(space)
  })

  test('of a component make no collection: its name is a 404', async () => {
    const response = await space.get('/content/hero')
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      404,
      'collection_not_found',
    ])
  })

  test('are described in the schema', async () => {
    const schema = (await (await space.get('/schema')).json()) as {
      collections: { apiName: string; fields: object[] }[]
      components: { apiName: string; name: string; fields: object[] }[]
    }
    expect(schema.collections.map(({ apiName }) => apiName)).toEqual(['pages'])
    expect(schema.collections[0]!.fields[1]).toMatchObject({
      ...{ apiName: 'sections', type: 'component', many: true },
      of: ['hero', 'quote', 'section'],
    })
    expect(schema.components.map(({ apiName }) => apiName)).toEqual(['hero', 'quote', 'section', 'seo'])
    expect(schema.components[0]!.fields[1]).toMatchObject({ apiName: 'link', type: 'reference', link: true })
  })
})

test('texts in blocks are found by searches, unless their field says otherwise', async () => {
  const searched = await createTestSpace({
    records: [
      component('hero', [
        { apiName: 'heading', type: 'text' },
        { apiName: 'secret', type: 'text', search: 0 },
        { apiName: 'note', type: 'text', query: false },
      ]),
      {
        ...{ type: 'collection', apiName: 'pages', name: 'Pages' },
        fields: [
          { apiName: 'title', type: 'text' },
          { apiName: 'sections', type: 'component', many: true, of: ['hero'] },
        ],
      } as ImportRecord,
      toEntry('home', {
        sections: [{ component: 'hero', data: { heading: 'Harbour', secret: 'Lantern', note: 'Compass' } }],
      }),
    ],
  })
  const find = async (q: string) =>
    ((await (await searched.get(`/content/pages?q=${q}`)).json()) as { count: number }).count
  expect(await Promise.all(['harbour', 'lantern', 'compass', 'hero', 'home'].map(find))).toEqual([
    1, 0, 0, 0, 1,
  ])
  const report = await searched.import([
    component('hero', [
      { apiName: 'heading', type: 'text', search: 0 },
      { apiName: 'secret', type: 'text' },
      { apiName: 'note', type: 'text', query: false },
    ]),
  ])
  expect(report.losses).toEqual([])
  expect(await Promise.all(['harbour', 'lantern'].map(find))).toEqual([0, 1])
  await expectInvariants(searched)
})

test('files in blocks are delivered like those of other fields', async () => {
  const withFiles = await createTestSpace({ records: models })
  await addAssets(withFiles, { id: 'png' })
  const picture = { id: 'png', alt: 'A picture' }
  const body = [{ _type: 'image', _key: 'i', asset: { id: 'png' } }]
  await withFiles.import([
    toEntry('home', {
      sections: [
        { component: 'hero', key: 'k', data: { heading: 'x', picture, body, link: { id: 'home' } } },
        { component: 'hero', key: 'l', data: { heading: 'y', picture: { id: 'missing' } } },
      ],
    }),
  ])
  const { doc } = (await (await withFiles.get('/content/pages/home')).json()) as {
    // biome-ignore lint/suspicious/noExplicitAny: the values have any shape
    doc: { data: any }
  }
  const [first, second] = doc.data.sections
  expect(first.data.picture).toMatchObject({ id: 'png', alt: 'A picture', contentType: 'image/png' })
  expect(first.data.body[0].asset.url).toBe(first.data.picture.url)
  expect(first.data.link).toEqual(stub('home'))
  expect(second.data.picture).toBeNull()
  expect(first.data.picture.url).toEndWith('/png.png')
  const exported = await exportRecords(withFiles)
  expect(exported.find(({ type }) => type === 'entry')).toMatchObject({
    liveData: { sections: [{ data: { picture, body } }, { data: { picture: { id: 'missing' } } }] },
  })
  await expectInvariants(withFiles)
})

test('previews show the blocks of drafts as they would be published', async () => {
  const previewed = await createTestSpace({
    records: [
      ...models,
      toEntry('about', {}),
      {
        ...{ type: 'entry', collection: 'pages', id: 'home' },
        data: {
          sections: [
            {
              component: 'quote',
              key: 'a',
              data: { by: { id: 'about' }, also: [{ id: 'gone' }, { id: 'home' }] },
            },
            { component: 'hero', key: 'b', data: { heading: 'x', link: { id: 'about' } } },
          ],
        },
      } as ImportRecord,
    ],
  })
  const { key } = await previewed.makeKey({ scopes: ['content.preview'] })
  const response = await previewed.request('/api/v1/preview/content/pages/home?depth=1', {
    headers: { Authorization: `Bearer ${key}` },
  })
  // biome-ignore lint/suspicious/noExplicitAny: the values have any shape
  const { doc } = (await response.json()) as { doc: any }
  const [quote, hero] = doc.data.sections
  expect(quote.data.by).toMatchObject({ ...stub('about'), data: { title: 'about' } })
  expect(quote.data.also).toMatchObject([{ ...stub('home'), state: 'draft' }])
  expect(hero.data.link).toEqual(stub('about'))
})
