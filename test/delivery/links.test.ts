// Contract of `link`: a reference of such a field stays `{ id, collection, slug }` at every depth.
import { beforeAll, describe, expect, test } from 'bun:test'
import { defaultBudget } from '../../src/content/publish/response-budget.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { openManagement } from '../kit/app/management-client.ts'
import { getFrom } from '../kit/app/other-app.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { entryReads } from '../kit/database/statements.ts'
import { exportRecords } from '../kit/import/export-text.ts'

const page = (fields: readonly object[]): ImportRecord =>
  ({
    ...{ type: 'collection', apiName: 'pages', name: 'Pages' },
    fields: [{ apiName: 'title', type: 'text' }, ...fields],
  }) as ImportRecord

const model = page([
  { apiName: 'parent', type: 'reference', to: ['pages'] },
  { apiName: 'button', type: 'reference', to: ['pages'], link: true },
  { apiName: 'menu', type: 'reference', many: true, link: true },
])
const to = (id: string) => ({ id })
const toEntry = (id: string, data: object): ImportRecord =>
  ({ type: 'entry', collection: 'pages', id, liveData: { title: id, ...data } }) as ImportRecord

const records = [
  model,
  toEntry('home', { parent: null, button: to('about'), menu: [to('gone'), to('about'), to('home')] }),
  toEntry('about', { parent: to('home'), button: to('gone'), menu: [to('home')] }),
  toEntry('team', { parent: to('about'), button: to('home'), menu: [] }),
]

const stub = (slug: string) => ({ id: slug, collection: 'pages', slug })

let space: TestSpace
beforeAll(async () => {
  space = await createTestSpace({ records })
})

async function dataOf(path: string, from: Pick<TestSpace, 'get'> = space) {
  const { doc } = (await (await from.get(`/content/pages/${path}`)).json()) as { doc: { data: object } }
  return doc.data
}

describe('a link', () => {
  test.each([0, 1, 2, 10])('is a stub at depth %d, beside references that are resolved', async depth => {
    const home = { title: 'home', parent: null, button: stub('about'), menu: [stub('about'), stub('home')] }
    const about = { title: 'about', button: null, menu: [stub('home')] }
    const parent =
      depth === 0
        ? stub('about')
        : { ...stub('about'), data: { ...about, parent: depth === 1 ? stub('home') : { data: home } } }
    const found = await dataOf(`team?depth=${depth}`)
    expect(found).toMatchObject({ title: 'team', parent, button: stub('home'), menu: [] })
    expect(Object.keys((found as { button: object }).button)).toEqual(['id', 'collection', 'slug'])
    expect(await dataOf(`home?depth=${depth}`)).toEqual(home)
  })

  test('needs at most two more reads of entries than its depth', async () => {
    const uncached = await createTestSpace({ records, cacheBytes: 0 })
    await uncached.get('/content/pages?depth=1')
    for (const depth of [0, 1, 2, 3]) {
      uncached.statements.length = 0
      await uncached.get(`/content/pages?depth=${depth}`)
      expect(entryReads(uncached.statements)).toBeLessThanOrEqual(depth + 2)
    }
  })

  test('can be followed by conditions, and fields can name its own keys', async () => {
    const filtered = await space.get('/content/pages?filter[button.title]=about')
    expect(((await filtered.json()) as { list: { id: string }[] }).list.map(({ id }) => id)).toEqual(['home'])
    expect(await dataOf('home?fields=button.slug')).toEqual({ button: stub('about') })
  })

  test.each(['button.title', 'menu.*', 'parent.menu.title'])(
    'is not resolved by fields=%s, which is refused with the reason',
    async name => {
      const response = await readResponse(await space.get(`/content/pages?fields=${name}`))
      expect(response.status).toBe(400)
      expect(readProblem(response).errors?.[0]?.message).toMatch(/a link in pages, which is never resolved$/)
    },
  )

  test('is a link in the schema, in an export, and after an import of that export', async () => {
    const schema = (await (await space.get('/schema')).json()) as { collections: { fields: object[] }[] }
    const links = schema.collections[0]!.fields.filter(field => 'link' in field)
    expect(links).toMatchObject([
      { apiName: 'button', link: true },
      { apiName: 'menu', link: true },
    ])
    const copy = await createTestSpace()
    await copy.import((await exportRecords(space)) as readonly ImportRecord[])
    expect(await dataOf('team?depth=1', copy)).toEqual(await dataOf('team?depth=1'))
  })

  test('changes with the slug of its target, and is null once the target is not live', async () => {
    const own = await createTestSpace({ records })
    const tag = async () => (await own.get('/content/pages/team?depth=1')).headers.get('ETag')
    const before = await tag()
    await own.import([{ ...toEntry('home', {}), slug: 'start' } as ImportRecord])
    expect(await dataOf('team?depth=1', own)).toMatchObject({ button: { id: 'home', slug: 'start' } })
    expect(await tag()).not.toBe(before)
    const { request } = await openManagement(own)
    expect((await request('POST', '/entries/home/unpublish', {})).status).toBe(200)
    expect(await dataOf('team?depth=1', own)).toMatchObject({ button: null })
  })

  test('is taken over by the entry that becomes live at its path, and stays a link', async () => {
    const own = await createTestSpace()
    const bySlug = { collection: 'pages', slug: 'later' }
    await own.import([model, toEntry('one', { button: bySlug }), toEntry('two', { parent: to('one') })])
    await own.import([{ ...toEntry('new', {}), slug: 'later' } as ImportRecord])
    const { parent } = (await dataOf('two?depth=3', own)) as { parent: { data: { button: object } } }
    expect(parent.data.button).toEqual({ id: 'new', collection: 'pages', slug: 'later' })
  })
})

describe('a budget', () => {
  // Three entries have 40 links each, which are most of the bytes of the page at depth 0.
  const many = Array.from({ length: 40 }, () => to('home'))
  const wide = [
    model,
    toEntry('home', {}),
    ...['a', 'b', 'c'].map(id => toEntry(id, { parent: to('home'), menu: many })),
  ]

  test('counts the bytes of links exactly at each depth', async () => {
    const root = await createTestSpace({ records: wide, cacheBytes: 0 })
    const path = '/content/pages?perPage=4'
    const bytesOf = async (depth: number) => (await (await root.get(`${path}&depth=${depth}`)).text()).length
    for (const depth of [0, 1]) {
      const bytes = await bytesOf(depth)
      for (const [bytesMax, status] of [
        [bytes, 200],
        [bytes - 1, 400],
      ] as const) {
        const get = getFrom(root, { budget: { ...defaultBudget, bytesMax } })
        expect((await get(`${path}&depth=${depth}`)).status).toBe(status)
      }
    }
  })

  test('proposes a depth only if its links fit, too', async () => {
    const root = await createTestSpace({ records: wide, cacheBytes: 0 })
    const path = '/content/pages?perPage=4'
    const bytes = (await (await root.get(`${path}&depth=0`)).text()).length
    const proposal = async (bytesMax: number) => {
      const get = getFrom(root, { budget: { ...defaultBudget, bytesMax } })
      const response = await readResponse(await get(`${path}&depth=2`))
      expect(response.status).toBe(400)
      return readProblem(response).errors?.[0]
    }
    expect(await proposal(bytes)).toMatchObject({ name: 'depth', message: 'must be at most 0' })
    expect(await proposal(bytes - 1)).toMatchObject({ name: 'perPage' })
  })

  test('counts the targets of links at all levels', async () => {
    const leaves = ['a', 'b', 'c', 'd'].map(id => toEntry(id, {}))
    const root = await createTestSpace({
      records: [
        model,
        ...leaves,
        toEntry('first', { parent: to('second'), menu: [to('a'), to('b')] }),
        toEntry('second', { menu: [to('c'), to('d')] }),
      ],
    })
    for (const [targetsMax, status] of [
      [4, 400],
      [5, 200],
    ] as const) {
      const get = getFrom(root, { budget: { ...defaultBudget, targetsMax } })
      expect((await get('/content/pages/first?depth=1')).status).toBe(status)
    }
  })
})

describe('a change of the model', () => {
  const change = async (own: TestSpace, properties: object, dryRun = false) => {
    const { request } = await openManagement(own)
    const { doc } = (await (await request('GET', '/collections/pages')).json()) as {
      doc: { modelVersion: number }
    }
    const response = await request('POST', '/collections/pages/changes', {
      modelVersion: doc.modelVersion,
      operations: [{ op: 'setField', field: 'parent', properties }],
      dryRun,
    })
    const text = await response.text()
    expect([response.status, text]).toEqual([200, text])
    return JSON.parse(text) as { report: object }
  }

  test('turns references of live entries into links, and links into references', async () => {
    const own = await createTestSpace({ records })
    const first = await dataOf('team?depth=2', own)
    const { report } = await change(own, { link: true }, true)
    expect(JSON.stringify(report)).toContain('The references of \\"parent\\" stay unresolved at every depth.')
    await change(own, { link: true })
    const { parent } = (await dataOf('team?depth=2', own)) as { parent: object }
    expect(parent).toEqual(stub('about'))
    await change(own, { link: null })
    expect(await dataOf('team?depth=2', own)).toEqual(first)
  })

  test('by an import does the same for entries that the file does not contain', async () => {
    const own = await createTestSpace({ records })
    const { fields } = model as unknown as { readonly fields: readonly { readonly apiName: string }[] }
    const linked = fields.map(field => (field.apiName === 'parent' ? { ...field, link: true } : field))
    await own.import([{ ...model, fields: linked } as unknown as ImportRecord])
    expect(await dataOf('team?depth=2', own)).toEqual({
      ...{ title: 'team', parent: stub('about') },
      ...{ button: stub('home'), menu: [] },
    })
  })

  test('refuses a link on a field of another type', async () => {
    const own = await createTestSpace({ records })
    const { request } = await openManagement(own)
    const field = { apiName: 'other', type: 'text', link: true }
    const response = await request('POST', '/collections/pages/changes', {
      modelVersion: 1,
      operations: [{ op: 'addField', field }],
    })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('has \\"link\\", which only reference may have')
  })
})
