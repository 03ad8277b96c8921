// Queries into blocks: conditions by path, `fields`, searches and the schema, in published entries, drafts and previews.
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { openManagement, type Send } from '../kit/app/management-client.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'

const component = (apiName: string, fields: readonly object[]) => {
  return { type: 'component', apiName, name: apiName, fields }
}
const models = [
  component('hero', [
    { apiName: 'heading', type: 'text', search: 3 },
    { apiName: 'rank', type: 'integer' },
    { apiName: 'mixed', type: 'text' },
    { apiName: 'closed', type: 'text', query: false },
    { apiName: 'more', type: 'reference', to: ['people'], link: true },
  ]),
  component('quote', [
    { apiName: 'text', type: 'richText', search: 2 },
    { apiName: 'by', type: 'reference', to: ['people'] },
    { apiName: 'with', type: 'reference', to: ['people'], many: true },
    { apiName: 'mixed', type: 'integer' },
    { apiName: 'extra', type: 'json', paths: [{ path: 'size.w', type: 'number' }] },
  ]),
  component('section', [
    { apiName: 'heading', type: 'text' },
    { apiName: 'items', type: 'component', many: true, of: ['hero', 'quote', 'section'] },
    { apiName: 'id', type: 'text' },
  ]),
  component('gallery', [{ apiName: 'heading', type: 'text' }]),
  component('seo', [
    { apiName: 'noIndex', type: 'boolean' },
    { apiName: 'rank', type: 'integer' },
    { apiName: 'file', type: 'asset' },
  ]),
  {
    ...{ type: 'collection', apiName: 'pages', name: 'Pages' },
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'sections', type: 'component', many: true, of: ['hero', 'quote', 'section'] },
      { apiName: 'seo', type: 'component', of: ['seo'] },
      { apiName: 'hiddenBlocks', type: 'component', of: ['hero'], query: false },
      { apiName: 'parent', type: 'reference', to: ['pages'] },
      { apiName: 'body', type: 'richText', format: 'portableText', of: ['hero'] },
    ],
  },
  {
    ...{ type: 'collection', apiName: 'people', name: 'People' },
    fields: [
      { apiName: 'name', type: 'text' },
      { apiName: 'born', type: 'integer' },
      { apiName: 'seo', type: 'component', of: ['seo'] },
    ],
  },
  { type: 'variant', id: 'de', name: 'de', kind: 'locale' },
] as ImportRecord[]

const block = (name: string, key: string, data: object) => ({ component: name, key, data })
const page = (id: string, liveData: object, more: object = {}) =>
  ({ type: 'entry', collection: 'pages', id, liveData, data: liveData, ...more }) as ImportRecord
const entries = [
  page('p1', {
    title: 'One',
    sections: [
      block('hero', 'a', { heading: 'Tides', rank: 3, mixed: 'x', closed: 'x', more: { id: 'ada' } }),
      block('quote', 'b', {
        ...{ text: '<p>salt lantern</p>', by: { id: 'ada' }, with: [{ id: 'bob' }, { id: 'gone' }] },
        ...{ mixed: 1, extra: { size: { w: 4 } } },
      }),
      block('hero', 'c', { heading: 'Harbour', rank: 9 }),
    ],
    seo: block('seo', 's', { noIndex: true, rank: 5 }),
  }),
  page('p2', {
    title: 'Two',
    sections: [
      block('section', 'a', {
        ...{ heading: 'Outer', id: 'anchor' },
        items: [
          block('section', 'b', {
            items: [block('section', 'c', { items: [block('hero', 'd', { heading: 'Deep', rank: 1 })] })],
          }),
          block('quote', 'q', { by: { id: 'bob' }, with: [{ id: 'ada' }] }),
        ],
      }),
      block('quote', 'z', { by: { id: 'ada' } }),
    ],
    seo: block('seo', 's', { noIndex: false }),
    parent: { id: 'p1' },
    hiddenBlocks: block('hero', 'h', { heading: 'Secret' }),
  }),
  page('p3', {
    title: 'Three',
    sections: [block('gallery', 'g', { heading: 'Tides' })],
    body: [{ _type: 'component', _key: 'k', component: 'hero', data: { heading: 'Lantern' } }],
  }),
  page(
    'p4',
    { title: 'Four', sections: [block('quote', 'q', { by: { id: 'gone' } })] },
    {
      variants: { de: { sections: [block('hero', 'a', { heading: 'Gezeiten' })] } },
    },
  ),
  page(
    'p5',
    { title: 'salt', sections: [] },
    { variants: { de: { sections: [block('hero', 'a', { rank: 9 })] } } },
  ),
  ...['ada', 'bob'].map(
    (id, at) =>
      ({
        ...{ type: 'entry', collection: 'people', id },
        liveData: { name: id, born: 1900 + at, seo: block('seo', 's', { noIndex: at === 0 }) },
      }) as ImportRecord,
  ),
]
const records = [...models, ...entries]

// biome-ignore lint/suspicious/noExplicitAny: the tests read responses of any shape
type Body = any
let space: TestSpace
let send: Send
beforeAll(async () => {
  space = await createTestSpace({ records })
  send = (await openManagement(space)).send
})

const listOf = async (of: TestSpace, search: string) => {
  const response = await of.get(`/content/${search}`)
  return { status: response.status, body: (await response.json()) as Body }
}
const idsOf = ({ body }: { body: Body }): string[] =>
  body.list === undefined ? body : body.list.map(({ id }: { id: string }) => id).sort()

const found: readonly (readonly [query: string, ids: string])[] = [
  ['filter[seo.noIndex]=true', 'p1'],
  ['filter[seo.noIndex][ne]=true', 'p2 p3 p4 p5'],
  ['not[seo.noIndex]=true', 'p2 p3 p4 p5'],
  ['filter[seo.rank][gte]=5', 'p1'],
  ['filter[seo.file][exists]=false', 'p1 p2 p3 p4 p5'],
  ['filter[seo.component]=seo', 'p1 p2'],
  ['filter[sections.component]=hero', 'p1'],
  ['filter[sections.component]=gallery', 'p3'],
  ['filter[sections.component][all]=hero,quote', 'p1'],
  ['filter[sections.component][in]=hero,gallery', 'p1 p3'],
  ['filter[sections.component][ne]=quote', 'p3 p5'],
  ['filter[sections.component][nin]=quote,gallery', 'p5'],
  ['filter[sections][exists]=false', 'p5'],
  ['filter[sections.heading]=Tides', 'p1'],
  ['filter[sections.data.heading]=Tides', 'p1'],
  ['filter[sections.heading][eqi]=tides', 'p1'],
  ['filter[sections.heading][prefix]=ou', 'p2'],
  ['filter[sections.heading][exists]=true', 'p1 p2'],
  ['filter[sections.heading][all]=Tides,Harbour', 'p1'],
  ['filter[sections.heading]=Tides&filter[sections.rank]=9', 'p1'],
  ['filter[sections.rank][gt]=3&filter[sections.rank][lt]=9', ''],
  ['filter[sections.rank][gte]=3&filter[sections.rank][lt]=9', 'p1'],
  ['filter[sections.by]=ada', 'p1 p2'],
  ['filter[sections.by.id]=ada', 'p1 p2'],
  ['filter[sections.by.slug]=ada', 'p1 p2'],
  ['filter[sections.by.collection]=people', 'p1 p2'],
  ['filter[sections.by][exists]=true', 'p1 p2'],
  ['filter[sections.by][ne]=ada', 'p3 p4 p5'],
  ['filter[sections.by.born][gt]=1900', ''],
  ['filter[sections.by.seo.noIndex]=true', 'p1 p2'],
  ['filter[sections.by.name]=ada&filter[sections.by.born]=1901', ''],
  ['filter[sections.with.name]=bob', 'p1'],
  ['filter[sections.more.name]=ada', 'p1'],
  ['filter[sections.items.by]=bob', 'p2'],
  ['filter[sections.items.component]=section', 'p2'],
  ['filter[sections.items.items.items.heading]=Deep', 'p2'],
  ['filter[sections.id]=anchor', 'p2'],
  ['filter[sections.extra.size.w][gt]=3', 'p1'],
  ['filter[parent.sections.heading]=Harbour', 'p2'],
  ['any[seo.noIndex]=false&any[sections.component]=gallery', 'p2 p3'],
  ['filter[sections.heading]=Gezeiten', ''],
  ['filter[sections.heading]=Gezeiten&queryVariant=de', 'p4'],
  ['filter[sections.component]=quote&queryVariant=de', 'p1 p2'],
  ['filter[sections.rank]=9&queryVariant=de', 'p1 p5'],
  ['filter[sections.heading]=Tides&queryVariant=de', 'p1'],
]

describe('conditions through blocks', () => {
  test.each(found)('%s finds %s, published', async (query, ids) => {
    expect(idsOf(await listOf(space, `pages?${query}`))).toEqual(ids.split(' ').filter(Boolean))
  })

  test.each(found)('%s finds %s, in lists of drafts', async (query, ids) => {
    const { body } = await send('GET', `/entries?collection=pages&${query}`)
    expect(idsOf({ body })).toEqual(ids.split(' ').filter(Boolean))
  })

  test.each(found)('%s finds %s, in previews', async (query, ids) => {
    const { body } = await send('GET', `/preview/content/pages?${query}`)
    expect(idsOf({ body })).toEqual(ids.split(' ').filter(Boolean))
  })

  test('are kept in the cache by what they mean', async () => {
    const etag = async (query: string) => (await space.get(`/content/pages?${query}`)).headers.get('ETag')
    expect(await etag('filter[sections.by.id]=ada')).toBe(await etag('filter[sections.by][eq]=ada'))
  })

  test.each<readonly [query: string, error: object]>([
    ['filter[sections.headin]=x', { didYouMean: 'filter[sections.heading]' }],
    ['filter[sections.headin]=x', { message: 'none of hero, quote, section has a field "headin"' }],
    ['filter[seo.slug]=x', { message: 'seo has no field "slug"' }],
    ['filter[sections.key]=a', { message: 'none of hero, quote, section has a field "key"' }],
    ['filter[sections.mixed]=x', { message: 'mixed has different types: text in hero; integer in quote' }],
    ['filter[sections.closed]=x', { message: 'closed cannot be queried in hero: its model says so' }],
    ['filter[hiddenBlocks.heading]=x', { message: expect.stringContaining('cannot be queried in pages') }],
    ['filter[body.heading]=x', { message: 'a path cannot go into body, a richText field' }],
    ['filter[sections.component.x]=x', { message: 'a path cannot go into component' }],
    ['filter[sections.text.x]=x', { message: expect.stringContaining('a path cannot go into text') }],
    ['filter[sections.items.items.items.items.heading]=x', { max: 4 }],
    [
      'filter[sections.component][prefix]=h',
      { message: 'prefix does not apply to component', allowed: ['eq', 'ne', 'in', 'nin', 'all'] },
    ],
    ['filter[seo.component][all]=seo', { allowed: ['eq', 'ne', 'in', 'nin'] }],
    ['filter[sections.rank]=x', { message: expect.stringContaining('must be') }],
    [
      'filter[sections.rank]=1&filter[data.sections.rank][eq]=2',
      { message: expect.stringContaining('once') },
    ],
    ['sort=sections.rank', { message: 'sections.rank: lists cannot be sorted by a value in blocks' }],
    ['sort=seo.rank', { message: 'seo.rank: lists cannot be sorted by a value in blocks' }],
    ['sort=seo.component', { message: 'seo.component: lists cannot be sorted by a value in blocks' }],
    ['fields=sections.headin', { didYouMean: 'sections.heading' }],
    ['fields=sections.more.name', { message: expect.stringContaining('a link in hero') }],
    ['fields=sections.heading.x', { message: expect.stringContaining('a path cannot go into heading') }],
    ['fields=-sections.heading', { message: expect.stringContaining('only fields of the entry itself') }],
  ])('%s is a 400', async (query, error) => {
    const { status, body } = await listOf(space, `pages?${query}`)
    expect([status, body.errors]).toEqual([400, [expect.objectContaining(error)]])
  })
})

describe('fields of blocks', () => {
  const get = async (path: string) => {
    const published = (await (await space.get(`/content/pages/${path}`)).json()) as Body
    const preview = await send('GET', `/preview/content/pages/${path}`)
    // Blocks and entries of previews also say where they are edited.
    const withoutState = (_: string, value: Body) => {
      if (typeof value !== 'object' || value === null || !('edit' in value)) return value
      const { state: _state, edit: _edit, ...rest } = value
      return rest
    }
    expect(JSON.parse(JSON.stringify(preview.body.doc), withoutState)).toEqual(published.doc)
    return published.doc.data
  }
  const ada = { id: 'ada', collection: 'people', slug: 'ada' }
  const bob = { id: 'bob', collection: 'people', slug: 'bob' }

  test('are those that are named, with the component and the key of each block', async () => {
    expect(await get('p1?fields=sections.heading,sections.by.name')).toEqual({
      sections: [
        block('hero', 'a', { heading: 'Tides' }),
        block('quote', 'b', { by: expect.objectContaining({ ...ada, data: { name: 'ada' } }) }),
        block('hero', 'c', { heading: 'Harbour' }),
      ],
    })
  })

  test('of nested blocks are named through them', async () => {
    expect(await get('p2?fields=title,sections.items.by.name,sections.items.items.key')).toEqual({
      title: 'Two',
      sections: [
        block('section', 'a', {
          items: [
            block('section', 'b', { items: [block('section', 'c', {})] }),
            block('quote', 'q', { by: expect.objectContaining({ ...bob, data: { name: 'bob' } }) }),
          ],
        }),
        block('quote', 'z', {}),
      ],
    })
  })

  test.each<readonly [fields: string, data: object]>([
    ['seo.rank', { seo: block('seo', 's', { rank: 5 }) }],
    ['seo.component', { seo: block('seo', 's', {}) }],
    ['parent,seo.rank', { seo: block('seo', 's', { rank: 5 }), parent: null }],
    [
      'sections.by,sections.with',
      {
        sections: [
          block('hero', 'a', {}),
          block('quote', 'b', { by: ada, with: [bob] }),
          block('hero', 'c', {}),
        ],
      },
    ],
    [
      'sections.with.born',
      {
        sections: [
          block('hero', 'a', {}),
          block('quote', 'b', { with: [expect.objectContaining({ ...bob, data: { born: 1901 } })] }),
          block('hero', 'c', {}),
        ],
      },
    ],
  ])('fields=%s', async (fields, data) => {
    expect(await get(`p1?fields=${fields}`)).toEqual(data)
  })

  test('are all where * says so, and a single block that is not there stays null', async () => {
    const { sections } = await get('p1?fields=sections')
    expect((await get('p1?fields=sections.*')).sections).toEqual(sections)
    const { sections: resolved } = await get('p1?fields=sections.*,sections.by.name')
    expect(resolved[0]).toEqual(sections[0])
    expect(resolved[1].data).toEqual({
      ...sections[1].data,
      by: expect.objectContaining({ ...ada, data: { name: 'ada' } }),
    })
    expect(await get('p3?fields=seo.rank')).toEqual({ seo: null })
    // As the client writes names that are keys of an entry.
    expect(await get('p1?fields=sections.data.heading')).toEqual(await get('p1?fields=sections.heading'))
  })

  test('behind a reference, and deeper with depth', async () => {
    const { parent } = await get('p2?fields=parent.sections.heading')
    expect(parent.data).toEqual({
      sections: [
        block('hero', 'a', { heading: 'Tides' }),
        block('quote', 'b', {}),
        block('hero', 'c', { heading: 'Harbour' }),
      ],
    })
    const { sections } = await get('p1?fields=sections.by&depth=1')
    expect(sections[1].data.by.data).toMatchObject({ name: 'ada', born: 1900 })
  })

  test('of a variant are those that are served', async () => {
    const { doc } = (await (
      await space.get('/content/pages/p4?variants=de&fields=sections.heading')
    ).json()) as Body
    expect([doc.variantsApplied, doc.data]).toEqual([
      ['de'],
      { sections: [block('hero', 'a', { heading: 'Gezeiten' })] },
    ])
  })

  test('in lists have as many bytes as they say', async () => {
    const response = await space.get('/content/pages?fields=sections.by.name,sections.heading,title&depth=2')
    const text = await response.text()
    expect(text).toBe(JSON.stringify(JSON.parse(text)))
  })
})

test('a search ranks texts of blocks by the weight of their field', async () => {
  const found = async (q: string) => (await listOf(space, `pages?q=${q}`)).body.list.map(({ id }: Body) => id)
  // `salt` is the title of p5, and has the weight 2 in a quote of p1.
  expect(await found('salt')).toEqual(['p5', 'p1'])
  // The weight of a heading is 3 in a hero, and 1 in a gallery.
  expect(await found('tides')).toEqual(['p1', 'p3'])
  expect(await found('lantern')).toEqual(['p3', 'p1'])
  expect(await found('secret')).toEqual([])
})

test('the schema says what can be asked in blocks', async () => {
  const { components } = (await (await space.get('/schema')).json()) as Body
  const of = (name: string) => components.find((each: Body) => each.apiName === name).fields
  expect(of('section')[2].query).toMatchObject({ name: 'id', sort: false, facet: false, search: 1 })
  expect(of('hero')[0].query).toMatchObject({ name: 'heading', search: 3 })
  expect(of('hero')[3].query).toBeNull()
})

describe('the index of blocks', () => {
  beforeEach(async () => {
    space = await createTestSpace({ records })
    send = (await openManagement(space)).send
  })
  const ids = async (query: string) => idsOf(await listOf(space, `pages?${query}`))
  const change = (model: string, operations: readonly object[], modelVersion = 1) =>
    send('POST', `/collections/${model}/changes`, { modelVersion, operations, acceptLosses: true })

  test('follows changes of a component', async () => {
    expect((await change('hero', [{ op: 'renameField', field: 'heading', to: 'headline' }])).status).toBe(200)
    expect(await ids('filter[sections.headline]=Tides')).toEqual(['p1'])
    expect(await ids('filter[sections.items.items.items.headline]=Deep')).toEqual(['p2'])
    expect(await ids('filter[sections.headline]=Gezeiten&queryVariant=de')).toEqual(['p4'])
    expect(await ids('filter[sections.heading][exists]=true')).toEqual(['p2'])
    await expectInvariants(space)
    await change('hero', [{ op: 'setField', field: 'headline', properties: { query: false } }], 2)
    expect((await listOf(space, 'pages?filter[sections.headline]=Tides')).status).toBe(400)
    await expectInvariants(space)
    await change('hero', [{ op: 'convertField', field: 'rank', type: 'text' }], 3)
    expect(await ids('filter[sections.rank]=9')).toEqual(['p1'])
    await expectInvariants(space)
    await change('hero', [{ op: 'removeField', field: 'rank' }], 4)
    expect((await listOf(space, 'pages?filter[sections.rank]=9')).status).toBe(400)
    await expectInvariants(space)
  })

  test('follows changes of the components of a field, in the collection and in a component', async () => {
    const of = ['hero', 'quote', 'section', 'gallery']
    expect((await change('pages', [{ op: 'setField', field: 'sections', properties: { of } }])).status).toBe(
      200,
    )
    expect(await ids('filter[sections.heading]=Tides')).toEqual(['p1', 'p3'])
    await expectInvariants(space)
    await change('section', [{ op: 'setField', field: 'items', properties: { of: ['section'] } }])
    expect((await listOf(space, 'pages?filter[sections.items.by]=bob')).status).toBe(400)
    await expectInvariants(space)
    await change('section', [{ op: 'setField', field: 'items', properties: { of: ['section', 'quote'] } }], 2)
    expect(await ids('filter[sections.items.by]=bob')).toEqual(['p2'])
    await expectInvariants(space)
    await change('pages', [{ op: 'removeField', field: 'sections' }], 2)
    await expectInvariants(space)
  })

  test('follows imports of models, with and without entries', async () => {
    const imported = models.map(model =>
      model.type === 'component' && model.apiName === 'hero'
        ? component('hero', [
            { apiName: 'heading', type: 'text', search: 1 },
            { apiName: 'mixed', type: 'integer' },
          ])
        : model,
    ) as ImportRecord[]
    await space.import(imported)
    await expectInvariants(space)
    expect((await listOf(space, 'pages?filter[sections.rank]=9')).status).toBe(400)
    expect(await ids('filter[sections.mixed]=1')).toEqual(['p1'])
    await space.import(records)
    await expectInvariants(space)
    expect(await ids('filter[sections.rank]=9')).toEqual(['p1'])
  })

  test('follows entries as they are published, withdrawn and changed', async () => {
    const at = async (id: string) => (await send('GET', `/entries/${id}`)).body.doc
    const { draftVersion } = await at('p1')
    const patched = await send('PATCH', '/entries/p1', {
      draftVersion,
      data: { 'sections/a/heading': 'Ebb' },
    })
    expect(patched.status).toBe(200)
    expect(await ids('filter[sections.heading]=Tides')).toEqual(['p1'])
    const drafts = await send('GET', '/entries?collection=pages&filter[sections.heading]=Ebb')
    expect(idsOf(drafts)).toEqual(['p1'])
    await send('POST', '/entries/p1/publish', { draftVersion: patched.body.doc.draftVersion })
    expect(await ids('filter[sections.heading]=Ebb')).toEqual(['p1'])
    expect(await ids('filter[sections.heading]=Tides')).toEqual([])
    await send('POST', '/entries/ada/unpublish', {})
    expect(await ids('filter[sections.by][exists]=true')).toEqual([])
    expect(await ids('filter[sections.more][exists]=false')).toEqual(['p1', 'p2', 'p3', 'p4', 'p5'])
    await send('POST', '/entries/p2/unpublish', {})
    await expectInvariants(space)
  })
})
