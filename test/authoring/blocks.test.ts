// Blocks in the management API: their checks, their keys, values at addresses, and conflicts between writers.
import { beforeEach, describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { openManagement, type Send, type SentRequest } from '../kit/app/management-client.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'

const records = [
  {
    ...{ type: 'component', apiName: 'hero', name: 'Hero' },
    fields: [
      { apiName: 'heading', type: 'text', required: true },
      { apiName: 'sub', type: 'text' },
      { apiName: 'by', type: 'reference', to: ['pages'] },
      { apiName: 'items', type: 'component', many: true, of: ['item', 'hero'] },
    ],
  },
  { type: 'component', apiName: 'item', name: 'Item', fields: [{ apiName: 'label', type: 'text' }] },
  {
    ...{ type: 'collection', apiName: 'pages', name: 'Pages' },
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'sections', type: 'component', many: true, of: ['hero', 'item'] },
      { apiName: 'only', type: 'component', many: true, of: ['item'] },
      { apiName: 'seo', type: 'component', of: ['item'] },
    ],
  },
] as ImportRecord[]

// biome-ignore lint/suspicious/noExplicitAny: the tests read responses of any shape
type Doc = any

let space: TestSpace
let send: Send

beforeEach(async () => {
  space = await createTestSpace({ records })
  send = (await openManagement(space)).send
})

const hero = (key: string, heading: string, more: object = {}) => ({
  ...{ component: 'hero', key },
  data: { heading, sub: null, by: null, items: [], ...more },
})
const item = (key: string, label: string | null = null) => ({ component: 'item', key, data: { label } })

async function create(data: object, more: object = {}) {
  const { status, body } = await send('POST', '/entries', {
    ...{ collection: 'pages', id: 'p1', slug: 'p1', data },
    ...more,
  })
  expect({ status, body: status === 201 ? null : body }).toEqual({ status: 201, body: null })
  return body.doc as Doc
}
const patch = (draftVersion: number, data: object) =>
  send('PATCH', '/entries/p1', { draftVersion, data }) as Promise<SentRequest>
const read = async () => (await send('GET', '/entries/p1')).body.doc as Doc
const pathsOf = ({ body }: SentRequest) =>
  (body.errors as { name: string }[] | undefined)?.map(({ name }) => name).sort() ?? body.code

test('addresses of many thousand blocks are told what is wrong with them, and set nothing', async () => {
  const sections = Array.from({ length: 1000 }, (_, index) => item(`k${index}`, 'x'))
  const { draftVersion } = await create({ sections })
  const toData = (count: number, prefix: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`sections/${prefix}${index}/label`, 'y']))
  const refused = await patch(draftVersion, { ...toData(20_000, 'gone'), ...toData(1000, 'k') })
  expect(refused.status).toBe(400)
  expect(refused.body.errors[0].message).toContain('leads to a block that is not there')
  expect((await read()).draftVersion).toBe(draftVersion)
  const { status, body } = await patch(draftVersion, toData(1000, 'k'))
  expect([status, body.doc.data.sections.every(({ data }: Doc) => data.label === 'y')]).toEqual([200, true])
  expect(pathsOf(await patch(draftVersion + 1, { 'sections/k1/a/b/c/d/e/f/g/h': 'x' }))).toEqual([
    '/data/sections~1k1~1a~1b~1c~1d~1e~1f~1g~1h',
  ])
})

describe('a list of blocks', () => {
  test.each<[title: string, sections: readonly object[], ...paths: string[]]>([
    ['two blocks of one key', [item('a'), item('a')], '/data/sections/1/key'],
    ['an unknown component', [{ component: 'gone', data: {} }], '/data/sections/0/component'],
    ['an unknown field', [{ component: 'item', data: { labell: 'x' } }], '/data/sections/0/data/labell'],
    ['no component where several may stand', [{ data: {} }], '/data/sections/0/component'],
    ['no data', [{ component: 'item' }], '/data/sections/0/data'],
    ['a bad key', [{ component: 'item', key: 'a/b', data: {} }], '/data/sections/0/key'],
    ['an unknown property', [{ ...item('a'), extra: 1 }], '/data/sections/0/extra'],
    ['a value of another type', [{ component: 'item', data: { label: 1 } }], '/data/sections/0/data/label'],
    [
      'five levels',
      [
        hero('a', '', {
          items: [
            hero('b', '', { items: [hero('c', '', { items: [hero('d', '', { items: [item('e')] })] })] }),
          ],
        }),
      ],
      '/data/sections/0/data/items/0/data/items/0/data/items/0/data/items/0',
    ],
    ['1,001 blocks', Array.from({ length: 1001 }, (_, at) => item(`k${at}`)), '/data/sections/1000'],
  ])('refuses %s', async (_, sections, ...paths) => {
    const sent = await send('POST', '/entries', { collection: 'pages', data: { sections } })
    expect([sent.status, pathsOf(sent)]).toEqual([400, paths])
  })

  test('takes four levels, and the one component that may stand there without its name', async () => {
    const deep = hero('a', '', {
      items: [hero('b', '', { items: [hero('c', '', { items: [item('d', 'x')] })] })],
    })
    await create({ sections: [deep], only: [{ key: 'o', data: { label: 'y' } }], seo: { data: {} } })
    const { data } = await read()
    expect(data.sections).toEqual([deep])
    expect(data.only).toEqual([item('o', 'y')])
    expect(data.seo).toEqual({ ...item('k'), key: expect.stringMatching(/^[\w-]{12}$/) })
  })

  test('gets the same keys when it is sent again, and others keep theirs when one is put in front', async () => {
    const blocks = [
      { component: 'item', data: { label: 'x' } },
      { component: 'item', data: { label: 'x' } },
      { component: 'item', data: {} },
    ]
    const first = await create({ sections: blocks })
    const keys = first.data.sections.map(({ key }: { key: string }) => key)
    expect(new Set(keys).size).toBe(3)
    const again = await patch(first.draftVersion, { sections: blocks })
    expect(again.body.doc.draftVersion).toBe(first.draftVersion)
    const front = [{ component: 'item', data: { label: 'new' } }, ...blocks]
    const { body } = await patch(first.draftVersion, { sections: front })
    expect(body.doc.draftVersion).toBe(first.draftVersion + 1)
    expect((await read()).data.sections.slice(1).map(({ key }: { key: string }) => key)).toEqual(keys)
  })

  test('with a component that its field does not name, or without a required value, is saved and not published', async () => {
    await create({ only: [item('a'), hero('b', 'x')], sections: [hero('c', '')] })
    const { problems } = await read()
    expect(problems.map(({ path, code }: Doc) => `${path} ${code}`).sort()).toEqual([
      '/data/only/1 component_not_allowed',
      '/data/sections/0/data/heading required',
    ])
    const published = await send('POST', '/entries/p1/publish', { draftVersion: 1 })
    expect(published.status).toBe(409)
  })

  test('an entry of a component is refused, and what is no component has no list of them', async () => {
    const { status, body } = await send('POST', '/entries', { collection: 'hero', data: {} })
    expect([status, body.errors[0].name]).toEqual([400, 'collection'])
  })
})

test('an entry has at most 1,000 blocks, however many requests added them', async () => {
  const half = Array.from({ length: 600 }, (_, at) => item(`k${at}`))
  await create({ sections: half })
  const sent = await patch(1, { only: half })
  expect([sent.status, pathsOf(sent)]).toEqual([400, ['data']])
})

test('blocks with unsafe addresses of an import stay when others change, and new ones are refused', async () => {
  const unsafe = [
    {
      _type: 'block',
      _key: 'b',
      style: 'normal',
      children: [{ _type: 'span', _key: 's', text: 'x', marks: ['m'] }],
      markDefs: [{ _type: 'link', _key: 'm', href: 'javascript:alert(1)' }],
    },
  ]
  const text = (key: string, body: object) => ({ component: 'text', key, data: { body, label: null } })
  const report = await space.import([
    {
      ...{ type: 'component', apiName: 'text', name: 'Text' },
      fields: [
        { apiName: 'body', type: 'richText', format: 'portableText' },
        { apiName: 'label', type: 'text' },
      ],
    } as ImportRecord,
    { type: 'entry', collection: 'pages', id: 'p1', data: { sections: [text('a', unsafe)] } } as ImportRecord,
  ])
  expect(report.losses.map(({ kind }) => String(kind))).toContain('unsafe_address')
  expect((await patch(1, { 'sections/a/label': 'L' })).status).toBe(200)
  const other = JSON.parse(JSON.stringify(unsafe).replace('alert(1)', 'alert(2)')) as object
  expect((await patch(2, { 'sections/a/body': other })).status).toBe(400)
})

test('a value in the block of an overlay is outdated once that of the base has changed', async () => {
  await space.import([{ type: 'variant', id: 'de', name: 'German', kind: 'locale' } as ImportRecord])
  await create({ sections: [item('a', 'A')] }, { variants: { de: { sections: [item('a', 'Ä')] } } })
  expect((await read()).outdated).toEqual({})
  await patch(1, { 'sections/a/label': 'A2' })
  expect((await read()).outdated).toEqual({ de: ['sections'] })
})

describe('an address in blocks', () => {
  const sections = [hero('a', 'A', { items: [item('x', 'X'), item('y', 'Y')] }), hero('b', 'B')]

  test('sets one value, at any level, and in a single block', async () => {
    await create({ sections, seo: { data: {} } })
    const { status } = await patch(1, {
      'sections/a/heading': 'A2',
      'sections/a/items/y/label': 'Y2',
      'seo/label': 'S',
    })
    expect(status).toBe(200)
    const { data } = await read()
    expect(data.sections).toEqual([
      hero('a', 'A2', { items: [item('x', 'X'), item('y', 'Y2')] }),
      hero('b', 'B'),
    ])
    expect(data.seo.data.label).toBe('S')
    await patch(2, { 'sections/a/heading': null })
    expect((await read()).data.sections[0].data.heading).toBeNull()
  })

  test.each<[address: string, message: RegExp]>([
    ['sections/a', /ends in a block/],
    ['sections/a/nothing', /not a field of hero/],
    ['sections/a/heading/x', /not a field of blocks/],
    ['title/x', /not a field of blocks/],
    ['nothing/x', /not a field of the model/],
    ['sections/gone/heading', /block that is not there/],
  ])('%s is refused with a reason', async (address, message) => {
    await create({ sections })
    const sent = await patch(1, { [address]: 'x' })
    expect(sent.status).toBe(400)
    expect(pathsOf(sent)).toEqual([`/data/${address.replaceAll('/', '~1')}`])
    expect(sent.body.errors[0].message).toMatch(message)
  })

  test('is refused beside its field, and where entries are created or replaced', async () => {
    await create({ sections })
    const both = await patch(1, { sections, 'sections/a/heading': 'x' })
    expect([both.status, pathsOf(both)]).toEqual([400, ['/data/sections~1a~1heading']])
    const created = await send('POST', '/entries', { collection: 'pages', data: { 'seo/label': 'x' } })
    expect(created.status).toBe(400)
  })

  test('a list may name blocks by their keys alone, to move and to remove them', async () => {
    await create({ sections })
    const next = [{ key: 'b' }, { component: 'item', key: 'n', data: { label: 'new' } }, { key: 'a' }]
    expect((await patch(1, { sections: next })).status).toBe(200)
    expect((await read()).data.sections).toEqual([sections[1]!, item('n', 'new'), sections[0]!])
    const unknown = await patch(2, { sections: [{ key: 'zzz' }] })
    expect(unknown.status).toBe(400)
    await patch(2, { 'sections/a/items': [{ key: 'y' }] })
    expect((await read()).data.sections[2].data.items).toEqual([item('y', 'Y')])
  })
})

describe('two writers', () => {
  const sections = [hero('a', 'A'), hero('b', 'B')]

  test.each<[title: string, first: object, second: object, status: number, ...paths: string[]]>([
    [
      'of two blocks',
      { 'sections/a/heading': '1' },
      { 'sections/b/heading': '2' },
      200,
      '/data/sections/a/heading',
    ],
    [
      'of two fields of a block',
      { 'sections/a/heading': '1' },
      { 'sections/a/sub': '2' },
      200,
      '/data/sections/a/heading',
    ],
    [
      'of one field',
      { 'sections/a/heading': '1' },
      { 'sections/a/heading': '2' },
      409,
      '/data/sections/a/heading',
    ],
    [
      'one of whom moves',
      { sections: [{ key: 'b' }, { key: 'a' }] },
      { 'sections/a/heading': '2' },
      200,
      '/data/sections',
    ],
    [
      'both of whom change the order',
      { sections: [{ key: 'b' }, { key: 'a' }] },
      { sections: [item('n'), { key: 'a' }, { key: 'b' }] },
      409,
      '/data/sections',
    ],
    [
      'one of whom types in a block that the other removes',
      { 'sections/b/heading': '1' },
      { sections: [{ key: 'a' }] },
      409,
      '/data/sections/b/heading',
    ],
    [
      'one of whom empties a value of a block that the other removes',
      { 'sections/b/heading': null },
      { sections: [{ key: 'a' }] },
      409,
      '/data/sections/b/heading',
    ],
    [
      'one of whom removes the block that the other types in',
      { sections: [{ key: 'a' }] },
      { 'sections/b/heading': '2' },
      409,
      '/data/sections/b/heading',
    ],
    [
      'one of whom gives the key to another component',
      { 'sections/b/sub': '1' },
      { sections: [{ key: 'a' }, item('b')] },
      409,
      '/data/sections/b/sub',
    ],
  ])('%s: %#', async (_, first, second, status, ...paths) => {
    await create({ sections })
    expect((await patch(1, first)).status).toBe(200)
    const sent = await patch(1, second)
    expect(sent.status).toBe(status)
    if (status === 409) expect(sent.body.paths).toEqual(paths)
    else expect(sent.body.changedByOthers).toEqual(paths)
  })
})
