// Overlays with values at paths in the base's blocks, delivered: merged in the order of the requested ids, with the references and
// files inside of them, in queries and in previews.
import { beforeEach, describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { addAssets } from '../kit/app/assets.ts'
import { openManagement, type Send } from '../kit/app/management-client.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'

const models = [
  {
    ...{ type: 'component', apiName: 'hero', name: 'Hero' },
    fields: [
      { apiName: 'heading', type: 'text' },
      { apiName: 'picture', type: 'asset' },
      { apiName: 'by', type: 'reference', to: ['pages'] },
      { apiName: 'also', type: 'reference', many: true },
      { apiName: 'link', type: 'reference', link: true },
      { apiName: 'items', type: 'component', many: true, of: ['item'] },
    ],
  },
  {
    ...{ type: 'component', apiName: 'item', name: 'Item' },
    fields: [
      { apiName: 'label', type: 'text' },
      { apiName: 'by', type: 'reference' },
      { apiName: 'any', type: 'json' },
    ],
  },
  {
    ...{ type: 'collection', apiName: 'pages', name: 'Pages' },
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'sections', type: 'component', many: true, of: ['hero', 'item'] },
      { apiName: 'seo', type: 'component', of: ['item'] },
      { apiName: 'any', type: 'json' },
    ],
  },
  ...['de', 'vip', 'own'].map(id => ({ type: 'variant', id, name: id, kind: 'audience' })),
] as ImportRecord[]

const page = (id: string, liveData: object, more: object = {}): ImportRecord =>
  ({ type: 'entry', collection: 'pages', id, liveData: { title: id, ...liveData }, ...more }) as ImportRecord
const base = {
  sections: [
    {
      ...{ component: 'hero', key: 'a' },
      data: {
        ...{ heading: 'A', by: { id: 'ada' }, also: [{ id: 'ada' }, { id: 'bob' }], link: { id: 'bob' } },
        items: [
          { component: 'item', key: 'x', data: { label: 'tab\t"X"', by: { id: 'ada' } } },
          { component: 'item', key: 'y', data: { label: 'Y' } },
        ],
      },
    },
    { component: 'item', key: 'b', data: { label: 'B', any: { blocks: { b: 1 } } } },
  ],
  seo: { component: 'item', key: 's', data: { label: 'S' } },
  any: [{ component: 'item', key: 'b', data: { label: 'no block' } }],
}
const variants = {
  de: {
    'sections/a/heading': 'A de',
    'sections/b/label': 'B de',
    'sections/a/by': { id: 'bob' },
    'sections/a/items/x/label': 'X de',
    'seo/label': 'S de',
    any: { blocks: { b: { component: 'item', data: { label: 'a value of its own' } } } },
  },
  vip: { 'sections/a/heading': 'A vip', 'sections/a/also': [{ id: 'ada' }] },
  own: {
    sections: [
      { component: 'hero', key: 'a', data: { heading: 'A own', link: { id: 'ada' } } },
      { component: 'item', key: 'o', data: { label: 'O own' } },
    ],
  },
}
const records = [...models, page('home', base, { variants }), page('ada', {}), page('bob', {})]

let space: TestSpace
let send: Send

// biome-ignore lint/suspicious/noExplicitAny: the tests read values of any shape
type Doc = any

beforeEach(async () => {
  space = await createTestSpace({ records })
  send = (await openManagement(space)).send
})

async function liveDocOf(query: string): Promise<Doc> {
  const text = await (await space.get(`/content/pages/home?${query}`)).text()
  expect(text).toBe(JSON.stringify(JSON.parse(text)))
  return (JSON.parse(text) as Doc).doc
}

/** Returns the live publication, which a preview shows as well. */
async function docOf(query: string): Promise<Doc> {
  const doc = await liveDocOf(query)
  const { body } = await send('GET', `/preview/content/pages/home?${query}`)
  const withoutEdit = (_: string, value: Doc) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const { edit: __, ...rest } = value
    return rest
  }
  const { state: _, ...previewed } = JSON.parse(JSON.stringify(body.doc), withoutEdit)
  if (!query.includes('depth')) expect(previewed).toEqual(doc)
  return doc
}
const stub = (id: string) => ({ id, collection: 'pages', slug: id })
const textsOf = ({ data: { sections } }: Doc) => sections.map(({ data }: Doc) => data.heading ?? data.label)

describe('values of variants in the blocks of the base', () => {
  test.each<[ids: string, texts: string[], applied: string[]]>([
    ['de', ['A de', 'B de'], ['de']],
    ['vip', ['A vip', 'B'], ['vip']],
    ['vip,de', ['A vip', 'B de'], ['vip', 'de']],
    ['de,vip', ['A de', 'B de'], ['de', 'vip']],
    ['own', ['A own', 'O own'], ['own']],
    ['own,de', ['A own', 'O own'], ['own', 'de']],
    ['own,vip', ['A own', 'O own'], ['own']],
    ['vip,own', ['A vip', 'O own'], ['vip', 'own']],
    ['vip,own,de', ['A vip', 'O own'], ['vip', 'own', 'de']],
    ['de,own', ['A de', 'O own'], ['de', 'own']],
    ['de,vip,own', ['A de', 'O own'], ['de', 'vip', 'own']],
    ['vip,de,own', ['A vip', 'O own'], ['vip', 'de', 'own']],
    ['gone,vip', ['A vip', 'B'], ['vip']],
  ])('are served for %s', async (ids, texts, applied) => {
    const doc = await docOf(`variants=${ids}`)
    expect([textsOf(doc), doc.variantsApplied]).toEqual([texts, applied])
    const { data, variantsApplied } = await docOf(`variants=${ids}&fields=sections`)
    expect(data).toEqual({ sections: doc.data.sections })
    // In other fields, ids after the one with a list of its own still count.
    const asked = ids.split(',')
    const last = asked.includes('own') ? asked.indexOf('own') : asked.length
    expect(variantsApplied).toEqual(applied.filter(id => asked.indexOf(id) <= last))
    expect((await docOf(`variants=${ids}&fields=title`)).variantsApplied).toEqual([])
  })

  test('have the references of what is served, at every depth', async () => {
    const plain = (await docOf('variants=de,vip')).data.sections[0].data
    expect(plain).toMatchObject({ by: stub('bob'), also: [stub('ada')], link: stub('bob') })
    expect(plain.items[0].data).toEqual({ label: 'X de', by: stub('ada'), any: null })
    const deep = (await docOf('variants=de,vip&depth=2')).data.sections[0].data
    expect(deep).toMatchObject({
      by: { ...stub('bob'), data: { title: 'bob' } },
      also: [{ ...stub('ada'), data: { title: 'ada' } }],
      link: stub('bob'),
    })
    expect((await docOf('variants=own,vip')).data.sections[0].data.link).toEqual(stub('ada'))
    const { data } = await docOf('variants=de')
    expect([data.any, data.seo.data.label]).toEqual([variants.de.any, 'S de'])
    expect(data.sections[1].data.any).toEqual({ blocks: { b: 1 } })
  })

  test('are never stale: a target inside is withdrawn, moved, and another value is published', async () => {
    const by = async () => (await liveDocOf('variants=de')).data.sections[0].data.by
    expect(await by()).toEqual(stub('bob'))
    await send('POST', '/entries/bob/unpublish', {})
    expect(await by()).toBeNull()
    await send('PATCH', '/entries/bob', { draftVersion: 1, slug: 'rob' })
    await send('POST', '/entries/bob/publish', { draftVersion: 2 })
    expect(await by()).toEqual({ ...stub('bob'), slug: 'rob' })
    await send('PATCH', '/entries/home', { draftVersion: 1, variants: { de: { 'sections/a/by': null } } })
    expect(await by()).toMatchObject({ id: 'bob' })
    await send('POST', '/entries/home/publish', { draftVersion: 2 })
    expect(await by()).toEqual(stub('ada'))
    await send('PATCH', '/entries/home', {
      draftVersion: 2,
      data: { 'sections/a/heading': 'New', 'sections/b/label': 'New' },
    })
    await send('POST', '/entries/home/publish', { draftVersion: 3 })
    expect(textsOf(await docOf('variants=vip'))).toEqual(['A vip', 'New'])
    await expectInvariants(space)
  })

  test('are found by searches of their variant, beside what stays of the base', async () => {
    const found = async (query: string) =>
      ((await (await space.get(`/content/pages?${query}`)).json()) as Doc).list.map(({ id }: Doc) => id)
    await send('PATCH', '/entries/home', {
      draftVersion: 1,
      variants: { de: { 'sections/a/heading': 'Gezeiten' } },
    })
    expect(await found('q=gezeiten&queryVariant=de')).toEqual([])
    await send('POST', '/entries/home/publish', { draftVersion: 2 })
    expect(await found('q=gezeiten')).toEqual([])
    expect(await found('q=gezeiten&queryVariant=vip')).toEqual([])
    expect(await found('q=gezeiten&queryVariant=de')).toEqual(['home'])
    expect(await found('q=Y&queryVariant=de')).toEqual(['home'])
    expect(await found('filter[sections][exists]=true&queryVariant=de')).toEqual(['home'])
    for (const [condition, variant, ids] of [
      ['filter[sections.heading]=Gezeiten', 'de', ['home']],
      ['filter[sections.heading]=A', 'de', []],
      ['filter[sections.heading]=A', 'own', []],
      ['filter[sections.items.label]=Y', 'de', ['home']],
      ['filter[sections.by.slug]=bob', 'de', ['home']],
      ['filter[sections.by.slug]=ada', 'de', []],
      ['filter[sections.by.slug]=ada', 'vip', ['home']],
      ['filter[seo.label]=S%20de', 'de', ['home']],
    ] as const) {
      const query = `${condition}&queryVariant=${variant}`
      expect([query, await found(query)]).toEqual([query, [...ids]])
      const { list } = (await send('GET', `/preview/content/pages?${query}`)).body
      expect([query, list?.map(({ id }: Doc) => id)]).toEqual([query, [...ids]])
    }
    await send('PATCH', '/entries/home', { draftVersion: 2, data: { sections: [{ key: 'b' }] } })
    await send('POST', '/entries/home/publish', { draftVersion: 3 })
    expect(await found('q=gezeiten&queryVariant=de')).toEqual([])
    await expectInvariants(space)
  })

  test('show their files while they are live', async () => {
    await addAssets(space, { id: 'png' })
    const value = { id: 'png' }
    await send('PATCH', '/entries/home', {
      draftVersion: 1,
      variants: { de: { 'sections/a/picture': value } },
    })
    const uses = async () => (await send('GET', '/assets/png')).body.doc.usedBy
    expect(await uses()).toMatchObject([{ id: 'home', live: false, draft: true }])
    await send('POST', '/entries/home/publish', { draftVersion: 2 })
    expect(await uses()).toMatchObject([{ id: 'home', live: true, draft: true }])
    const shown = (await docOf('variants=de')).data.sections[0].data.picture
    expect(shown).toMatchObject({ id: 'png', url: expect.stringContaining('/assets/') })
    expect((await docOf('variants=vip')).data.sections[0].data.picture).toBeNull()
    expect((await send('DELETE', '/assets/png?force=1')).status).toBe(200)
    expect((await docOf('variants=de')).data.sections[0].data.picture).toBeNull()
    await expectInvariants(space)
  })
})
