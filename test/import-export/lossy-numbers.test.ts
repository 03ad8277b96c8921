// What JSON.parse changes without a word, an import reports: numbers that a double cannot hold, and keys given twice.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openSource } from '../../src/import-export/formats/formats.ts'
import { ImportRefused, importContent } from '../../src/import-export/import.service.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace, toNdjson } from '../kit/app/test-space.ts'
import { errorsOf, importText } from '../kit/import/import-text.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { contentType, entry, space as exportOf, field } from './contentful/space-builder.ts'

const model = {
  type: 'collection',
  apiName: 'things',
  name: 'Things',
  fields: [
    { apiName: 'n', type: 'number' },
    { apiName: 'many', type: 'number', many: true },
    { apiName: 'any', type: 'json' },
    { apiName: 'rich', type: 'richText' },
    { apiName: 'i', type: 'integer' },
  ],
} as const
const line = (data: string, key = 'liveData') =>
  `${toNdjson([model])}{"type":"entry","collection":"things","id":"x","${key}":${data}}`

async function lossesOf(text: string) {
  const { losses } = await importText(await createTestSpace(), text)
  return losses.map(({ kind, where, collection, entry, field }) => [kind, where, collection, entry, field])
}

describe('a number that a double cannot hold', () => {
  test.each<[string, string, string]>([
    ['n', '9007199254740993', '{"n":9007199254740993}'],
    ['n', '0.1000000000000000055511151231257827', '{"n":0.1000000000000000055511151231257827}'],
    ['n', '12345678.901234567', '{"n":12345678.90123456789}'],
    ['n', 'a number below every double', '{"n":1e-400}'],
    ['n', 'a subnormal that is rounded', '{"n":9.99e-324}'],
    ['many', 'one of a list', '{"many":[0.1,12345678901234567890]}'],
    ['any', 'one deep inside', '{"any":{"a":[{"b":9007199254740993}]}}'],
    ['rich', 'one in rich text', '{"rich":[9007199254740993]}'],
  ])('in %s is reported, and the line is imported: %s', async (field, _, data) => {
    expect(await lossesOf(line(data))).toEqual([['number_rounded', 'line 2', 'things', 'x', field]])
    expect(await lossesOf(line(data, 'data'))).toEqual([['number_rounded', 'line 2', 'things', 'x', field]])
  })

  test.each([
    '{"n":0.1}',
    '{"n":0.30000000000000004}',
    '{"n":1e23}',
    '{"n":5e-324}',
    `{"n":1.${'0'.repeat(1200)}}`,
    '{"n":1.7976931348623157e308}',
    '{"n":-0.0}',
    '{"n":0e-999}',
    '{"any":"9007199254740993 1e400"}',
    '{"any":{"9007199254740993":1}}',
  ])('is distinguished from one that it can hold: %s', async data => {
    expect(await lossesOf(line(data))).toEqual([])
  })

  test('is reported once for a field, with the first one and their number', async () => {
    const space = await createTestSpace()
    const { losses } = await importText(space, line('{"many":[9007199254740993,0.1,9007199254740995]}'))
    expect(losses.map(({ what }) => what)).toEqual([
      'A double cannot hold 2 numbers: they were rounded. The first, 9007199254740993, became 9007199254740992.',
    ])
  })

  test('in a variant, and each field by itself', async () => {
    const variants = '{},"variants":{"vip":{"n":9007199254740993,"any":[9007199254740993]}}'
    expect(await lossesOf(line(variants))).toEqual([
      ['number_rounded', 'line 2', 'things', 'x', 'n'],
      ['number_rounded', 'line 2', 'things', 'x', 'any'],
    ])
  })

  test.each(['9007199254740993', '1e23', '-9007199254740993'])(
    'is an error of its line in an integer: %s',
    async literal => {
      const errors = await errorsOf(await createTestSpace(), line(`{"i":${literal}}`))
      expect(errors).toEqual([expect.stringContaining(literal)])
      expect(errors[0]).toMatch(/^line 2: .*"i"/)
    },
  )

  test('is an error of its line where it is too large for any', async () => {
    expect(await errorsOf(await createTestSpace(), line('{"any":[1e400]}'))).toHaveLength(1)
  })
})

describe('a key given twice', () => {
  test.each<[string, string, string | null]>([
    ['in a value', '{"any":{"a":1,"b":{"a":2},"a":3}}', 'any'],
    ['in a list', '{"rich":[{},{"a":1,"a":1}]}', 'rich'],
    ['as a field', '{"n":1,"n":2}', 'n'],
    ['with an escape', '{"any":{"a":1,"\\u0061":2}}', 'any'],
    ['as __proto__', '{"any":{"__proto__":1,"__proto__":2}}', 'any'],
    ['with blanks before the colon', '{ "any" : { "a" : 1 , "a" : 2 } }', 'any'],
    ['of the record', '{},"liveData":{"n":1}', null],
  ])('%s is reported, and its last value imported', async (_, data, field) => {
    expect(await lossesOf(line(data))).toEqual([['duplicate_key', 'line 2', 'things', 'x', field]])
  })

  test('of a collection is reported with its line', async () => {
    const text = toNdjson([model]).replace('"name":"Things"', '"name":"Old","name":"Things"')
    expect(await lossesOf(text)).toEqual([['duplicate_key', 'line 1', 'things', null, null]])
  })

  test.each(['{"any":{"a":{"a":1},"b":[{"a":1},{"a":2}]}}', '{"any":"\\"a\\":1,\\"a\\":2"}'])(
    'is distinguished from one that stands in two objects, or in a string: %s',
    async data => {
      expect(await lossesOf(line(data))).toEqual([])
    },
  )

  test('whose first value was no exact integer does no harm', async () => {
    const space = await createTestSpace()
    const { losses } = await importText(space, line('{"i":9007199254740993,"i":1}'))
    expect(losses.map(({ kind }) => kind)).toEqual(['duplicate_key'])
    expect((await readEntry(space, 'things', 'x'))?.data.i).toBe(1)
  })
})

describe('in a Contentful export', () => {
  const types = [
    contentType('thing', [
      field('n', 'Number'),
      field('any', 'Object'),
      field('i', 'Integer'),
      field('gone', 'Object', { omitted: true }),
    ]),
  ]

  /** `marks` are strings of the export, and what stands in their place in its text. */
  async function importExport(space: TestSpace, values: object, marks: Readonly<Record<string, string>>) {
    const source = exportOf({ contentTypes: types, entries: [entry('e', 'thing', values as never)] })
    let text = JSON.stringify(source)
    for (const [mark, written] of Object.entries(marks)) text = text.replace(`"${mark}"`, written)
    const file = join(makeFolder(), 'export.json')
    await Bun.write(file, text)
    return importContent(space.database, space.space, await openSource(file, {}), {
      clock: () => space.time.now,
      prune: false,
      dryRun: false,
      onProgress: () => {},
    })
  }

  test('rounded numbers and double keys are reported of their entry and field, and nothing of what is not imported', async () => {
    const values = { n: 'N', any: 'A', gone: 'G' }
    const { losses } = await importExport(await createTestSpace(), values, {
      N: '9007199254740993',
      A: '{"a":[0.12345678901234567890],"b":1,"b":2}',
      G: '[9007199254740993]',
    })
    const own = losses.filter(({ kind }) => ['number_rounded', 'duplicate_key'].includes(kind))
    expect(own.map(({ kind, collection, entry, field }) => [kind, collection, entry, field])).toEqual([
      ['number_rounded', 'thing', 'e', 'n'],
      ['number_rounded', 'thing', 'e', 'any'],
      ['duplicate_key', 'thing', 'e', 'any'],
    ])
  })

  test.each([
    ['i', '9007199254740993'],
    ['i', '1e400'],
    ['n', '1e400'],
    ['any', '{"a":-1e400}'],
  ])('an import is refused for %s: %s', async (name, written) => {
    const space = await createTestSpace()
    try {
      await importExport(space, { [name]: 'X' }, { X: written })
      throw new Error('The import took what it must refuse.')
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error
      expect(error.errors).toEqual([
        { where: 'entry e', message: expect.stringContaining(`"${name}"`) as string },
      ])
    }
  })
})
