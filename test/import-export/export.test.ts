// Export: the same format that import reads. Into its own space it changes nothing; into an empty one it is the same again.
import { describe, expect, test } from 'bun:test'
import { publish, unpublish } from '../../src/authoring/entries/publish.service.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { readAll } from '../kit/app/served-content.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { exportText } from '../kit/import/export-text.ts'
import { errorsOf, importText } from '../kit/import/import-text.ts'
import { dumpTables } from '../kit/oracle/tables.ts'

/** Both promises of export, for whatever the space holds. Returns the text. */
async function expectRoundTrip(space: TestSpace): Promise<string> {
  const text = await exportText(space)
  const before = await dumpTables(space)
  space.time.now += 60_000
  for (const prune of [false, true]) {
    const report = await importText(space, text, { prune })
    expect({ ...report, unchanged: 0, collections: null, dangling: [] }).toEqual({
      created: 0,
      changed: 0,
      unchanged: 0,
      removed: 0,
      collections: null,
      assets: { created: 0, changed: 0, unchanged: 0 },
      losses: [],
      dangling: [],
      unpublished: [],
      removedCollections: [],
    })
  }
  expect(await dumpTables(space)).toEqual(before)
  const empty = await createTestSpace()
  await importText(empty, text)
  expect(await exportText(empty)).toBe(text)
  const data = async (of: TestSpace) =>
    [...(await readAll(of, { depth: 1, variants: 'vip,loud' }))].map(([id, entry]) => [
      id,
      entry.slug,
      entry.data,
      entry.variantsApplied,
      entry.publishedAt,
    ])
  const withoutVersions = (value: unknown) =>
    JSON.stringify(value).replaceAll(/"(version|firstPublishedAt)":("[^"]*"|\d+)/g, '')
  expect(withoutVersions(await data(empty))).toBe(withoutVersions(await data(space)))
  return text
}

const fields = [
  {
    apiName: 'zeta',
    type: 'text',
    name: 'Zeta',
    required: true,
    max: 80,
    pattern: '.*',
    format: 'url',
    unique: true,
  },
  { apiName: 'any', type: 'json' },
  { apiName: 'rich', type: 'richText' },
  {
    apiName: 'whole',
    type: 'integer',
    min: 0,
    options: [{ value: 1, name: 'One' }],
    default: 1,
    hidden: true,
  },
  { apiName: 'number', type: 'number' },
  { apiName: 'yes', type: 'boolean' },
  { apiName: 'day', type: 'date' },
  { apiName: 'days', type: 'date', many: true },
  { apiName: 'time', type: 'dateTime' },
  { apiName: 'image', type: 'asset' },
  { apiName: 'one', type: 'reference', to: ['things', 'others'] },
  { apiName: 'many', type: 'reference', many: true },
  {
    apiName: 'alpha',
    type: 'text',
    many: true,
    help: 'Α',
    minItems: 1,
    maxItems: 9,
    multiline: true,
    default: ['x'],
  },
  { apiName: 'anys', type: 'json', many: true },
] as const
const model: readonly ImportRecord[] = [
  { type: 'collection', apiName: 'things', name: 'Things “😀”', fields },
  {
    type: 'collection',
    apiName: 'others',
    name: 'Others',
    fields: [{ apiName: 'f', type: 'text', many: false }],
  },
]
const thing = (id: string, rest: object): ImportRecord => ({
  type: 'entry',
  collection: 'things',
  id,
  ...rest,
})

describe('export, then import', () => {
  test.each<[string, readonly ImportRecord[]]>([
    ['an empty space', []],
    ['collections without entries', model],
    [
      'what queries may do with fields',
      [
        {
          type: 'collection',
          apiName: 'queried',
          name: 'Queried',
          titleField: 'name',
          fields: [
            { apiName: 'first', type: 'text', search: 0 },
            { apiName: 'name', type: 'text', search: 3 },
            { apiName: 'note', type: 'text', query: false },
            { apiName: 'body', type: 'richText', search: 2 },
            {
              apiName: 'extra',
              type: 'json',
              paths: [
                { path: 'size.weight', type: 'number' },
                { path: '@context.😀.a:b', type: 'dateTime', many: true },
              ],
            },
            { apiName: 'list', type: 'json', many: true, paths: [{ path: 'a', type: 'text', many: true }] },
          ],
        },
      ],
    ],
    [
      'every type of field',
      [
        ...model,
        thing('full', {
          slug: '/a b/ü',
          publishedAt: '2020-01-01T00:00:00.001Z',
          liveData: {
            zeta: '',
            any: { z: 1, a: { __proto__: null, toString: [] }, '10': 'x', '2': null },
            rich: [],
            whole: 9007199254740992,
            number: -1.5e-300,
            yes: false,
            day: '0001-01-01',
            days: ['9999-12-31', '2024-02-29'],
            time: '2026-01-01T01:00:00+01:00',
            image: { url: '/x.png', width: 1 },
            one: { id: 'other' },
            many: [{ collection: 'others', slug: 'o' }, { id: 'full' }, { id: 'gone' }],
            alpha: ['b', 'a', ''],
            anys: [null, [], {}, 0],
          },
        }),
        { type: 'entry', collection: 'others', id: 'other', slug: 'o', liveData: { f: 'x' } },
      ],
    ],
    ['nothing but absent values', [...model, thing('bare', { liveData: {} }), thing('draft', {})]],
    [
      'empty lists',
      [...model, thing('e', { liveData: { any: [], rich: [], many: [], alpha: [], anys: [] } })],
    ],
    [
      'drafts beside and without published data',
      [
        ...model,
        thing('d', { data: { zeta: 'draft', any: [] } }),
        thing('both', { data: { zeta: 'draft' }, liveData: { zeta: 'live' } }),
        thing('emptied', { data: {}, liveData: { zeta: 'live' } }),
        thing('same', { data: { zeta: 'same' }, liveData: { zeta: 'same' } }),
      ],
    ],
    [
      'overlays, with explicit empty lists, and of a draft',
      [
        ...model,
        thing('o', {
          liveData: { alpha: ['a'], many: [{ id: 'o' }], any: 1 },
          variants: {
            vip: { alpha: [], many: [], any: [] },
            loud: { zeta: 'LOUD', one: { collection: 'things', slug: 'o' } },
            'z:1': { anys: [null] },
          },
        }),
        thing('od', { data: {}, variants: { vip: { zeta: 'V' } } }),
      ],
    ],
    [
      'odd Unicode in every place that takes it',
      [
        ...model,
        thing('u', {
          slug: '\u202e\ufeff😀e\u0301"\\',
          liveData: { zeta: '\u2028\u2029\ufeff"\\\u007f\u0001\t', any: { '\ufeff\u2028"': '\uffff' } },
        }),
      ],
    ],
    [
      'slugs that got a number',
      [...model, ...['a', 'b', 'c'].map(id => thing(id, { slug: 'x', liveData: {} }))],
    ],
    [
      'references to what is not there',
      [...model, thing('x', { liveData: { one: { collection: 'others', slug: 'no' } } })],
    ],
  ])('%s', async (_, records) => {
    const space = await createTestSpace(records.length > 0 ? { records } : {})
    if (records.length === 0) return expect(await exportText(space)).toBe('')
    await expectRoundTrip(space)
  })

  test('over many batches, in the order of the ids', async () => {
    const ids = Array.from({ length: 1203 }, (_, index) => `e${(index * 7) % 1203}`)
    const space = await createTestSpace({
      records: [...model, ...ids.map(id => thing(id, { liveData: { zeta: id } }))],
    })
    const text = await expectRoundTrip(space)
    const reported = text
      .trim()
      .split('\n')
      .slice(2)
      .map(line => (JSON.parse(line) as { id: string }).id)
    expect(reported).toEqual([...ids].sort())
  })

  test('after publish, unpublish, a model change and a removal', async () => {
    const space = await createTestSpace({
      records: [
        ...model,
        thing('a', { data: { zeta: '/a', one: { collection: 'others', slug: 'o' } } }),
        thing('b', { liveData: { zeta: '/b', alpha: ['x'] }, variants: { vip: { alpha: [] } } }),
      ],
    })
    await publish(space.database, space.space, ['things/a'], () => space.time.now)
    await unpublish(space.database, space.space, ['things/b'], () => 0)
    await expectRoundTrip(space)
    await publish(space.database, space.space, ['things/b'], () => space.time.now)
    await space.import([
      { type: 'collection', apiName: 'things', name: 'Fewer', fields: fields.toReversed().slice(1) },
    ])
    await expectRoundTrip(space)
  })

  test('writes integers exactly whose shortest text is another number', async () => {
    const space = await createTestSpace()
    const models = ['integer', 'number'].map(type => ({
      type: 'collection',
      apiName: type,
      name: type,
      fields: [
        { apiName: 'one', type },
        { apiName: 'some', type, many: true },
      ],
    }))
    const text = (values: string, variants: string) =>
      `{"type":"entry","collection":"integer","id":"e","slug":"e","publishedAt":"2020-01-01T00:00:00.000Z","data":{"one":-${2n ** 60n},"some":[]},"liveData":${values},"variants":{"vip":${variants}},"liveVariants":{"v":${variants}}}\n`
    const values = `{"one":${2n ** 60n},"some":[1,${2n ** 53n},${2n ** 70n}]}`
    await importText(space, models.map(model => `${JSON.stringify(model)}\n`).join('') + text(values, values))
    expect(await expectRoundTrip(space)).toContain(text(values, values))
    // A model that changes to integers takes any that a double holds.
    await importText(space, `{"type":"entry","collection":"number","id":"n","liveData":{"one":1e300}}`)
    await importText(space, JSON.stringify({ ...models[1], fields: models[0]!.fields }))
    expect(await expectRoundTrip(space)).toContain(`"one":${BigInt(1e300)}`)
  })

  test('keeps a reference that was bound by a slug which its target has left', async () => {
    const target = (slug: string): ImportRecord => ({
      type: 'entry',
      collection: 'others',
      id: 'o',
      slug,
      liveData: {},
    })
    const space = await createTestSpace({
      records: [
        ...model,
        target('old'),
        thing('p', { liveData: { one: { collection: 'others', slug: 'old' } } }),
      ],
    })
    await space.import([target('new')])
    await expectRoundTrip(space)
  })

  test('keeps a draft whose slug and overlays are others than what is live', async () => {
    const draft = thing('p', {
      slug: 'next',
      data: { zeta: '/draft' },
      liveSlug: 'now',
      liveData: { zeta: '/live' },
      variants: { vip: { zeta: '/next-vip' } },
      liveVariants: { vip: { zeta: '/vip' } },
    })
    const space = await createTestSpace({ records: [...model, draft] })
    const text = await expectRoundTrip(space)
    expect(text).toContain('"liveSlug":"now"')
    const again = await createTestSpace()
    await importText(again, text)
    for (const each of [space, again]) {
      expect((await each.get('/content/things/next')).status).toBe(404)
      const { doc } = (await (await each.get('/content/things/now?variants=vip')).json()) as {
        doc: { data: { zeta: string } }
      }
      expect(doc.data.zeta).toBe('/vip')
    }
  })

  test.each<[title: string, ...records: ImportRecord[]]>([
    [
      'the same in two lines',
      thing('a', { slug: 'x', liveSlug: 'now', liveData: {} }),
      thing('b', { slug: 'y', liveSlug: 'now', liveData: {} }),
    ],
    ['that of an entry in the space', thing('a', { slug: 'x', liveSlug: 'there', liveData: {} })],
  ])('a liveSlug that another entry has is an error: %s', async (_, ...records) => {
    const space = await createTestSpace({ records: [...model, thing('there', { liveData: {} })] })
    const errors = await errorsOf(space, records.map(record => JSON.stringify(record)).join('\n'))
    expect(errors).toEqual([expect.stringContaining('liveSlug')])
  })

  test('one space alone, and nothing that is not of it', async () => {
    const space = await createTestSpace({ records: [...model, thing('mine', { liveData: {} })] })
    await createNeighbour(space, 'other', { records: [...model, thing('theirs', { liveData: {} })] })
    expect(await exportText(space)).not.toContain('theirs')
  })
})
