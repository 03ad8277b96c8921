// What each type of field holds: taken as it is kept and served, or refused with its line and its name.
import { describe, expect, test } from 'bun:test'
import { readEntry } from '../kit/app/served-content.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { errorsOf, importText } from '../kit/import/import-text.ts'

const model = (type: string, rest = '') =>
  [
    `{"type":"collection","apiName":"things","name":"Things","fields":[{"apiName":"f","type":"${type}"${rest}}]}`,
    '{"type":"collection","apiName":"others","name":"Others","fields":[]}',
    '{"type":"entry","collection":"things","id":"t1","slug":"one","liveData":{}}',
    '{"type":"entry","collection":"others","id":"o1","slug":"oh","liveData":{}}',
  ].join('\n')

const line = (value: string) =>
  `{"type":"entry","collection":"things","id":"x","slug":"x","liveData":{"f":${value}}}`

const asset = '"title":null,"contentType":null,"width":null,"height":null,"size":null'
const thing = { id: 't1', collection: 'things', slug: 'one' }
const other = { id: 'o1', collection: 'others', slug: 'oh' }

/** Of the type, the value as it stands in the file, what is served, and what else the field has. */
type GoodRow = [type: string, given: string, served: unknown, rest?: string]
type BadRow = [type: string, given: string, rest?: string]

describe('a good value is served in its one form', () => {
  const rows: GoodRow[] = [
    ['text', '""', ''],
    ['text', '"\\ud83d\\ude00 \\u2028 é\\n"', '😀 \u2028 é\n'],
    ['text', 'null', null],
    ['richText', '"<p>x</p>"', '<p>x</p>'],
    ['richText', '{"nodeType":"document","content":[]}', { nodeType: 'document', content: [] }],
    ['richText', '[]', []],
    ['integer', '0', 0],
    ['integer', '-7', -7],
    ['integer', '1.0', 1],
    ['integer', '1e2', 100],
    ['integer', `1.${'0'.repeat(1200)}`, 1],
    ['integer', `1${'0'.repeat(1200)}e-1200`, 1],
    ['integer', `${'0.'}${'0'.repeat(1200)}1e1201`, 1],
    ['integer', '9007199254740991', 9007199254740991],
    ['integer', '9007199254740992', 9007199254740992],
    ['integer', '-9007199254740992', -9007199254740992],
    ['integer', '100000000000000000000', 1e20],
    ['integer', '1e20', 1e20],
    ['number', '0.1', 0.1],
    ['number', '-1.5e-300', -1.5e-300],
    ['number', '9007199254740993', 9007199254740992],
    ['number', '1e308', 1e308],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['dateTime', '"2026-01-31T09:00:00Z"', '2026-01-31T09:00:00.000Z'],
    ['dateTime', '"2026-01-31T09:00:00.1239+05:30"', '2026-01-31T03:30:00.123Z'],
    ['dateTime', '"2026-01-01T00:00:00+14:00"', '2025-12-31T10:00:00.000Z'],
    ['dateTime', '"2024-02-29t23:59:59z"', '2024-02-29T23:59:59.000Z'],
    ['dateTime', '"1969-12-31T23:00:00-01:00"', '1970-01-01T00:00:00.000Z'],
    ['date', '"2026-01-31"', '2026-01-31'],
    ['date', '"2024-02-29"', '2024-02-29'],
    ['date', '"0001-01-01"', '0001-01-01'],
    ['date', '"0099-12-31"', '0099-12-31'],
    ['date', '"9999-12-31"', '9999-12-31'],
    ['date', 'null', null],
    ['date', '["2026-01-31","2025-12-01"]', ['2026-01-31', '2025-12-01'], ',"many":true'],
    ['json', '[[],{},[null,1,"a",false]]', [[], {}, [null, 1, 'a', false]]],
    ['json', '[]', []],
    ['json', '0', 0],
    ['json', 'false', false],
    ['json', '[null]', [null], ',"many":true'],
    ['asset', '{"url":"/a.png"}', JSON.parse(`{"url":"/a.png",${asset}}`)],
    [
      'asset',
      '{"size":0,"height":2,"width":1,"contentType":"image/png","title":"A","url":"https://x/a"}',
      { url: 'https://x/a', title: 'A', contentType: 'image/png', width: 1, height: 2, size: 0 },
    ],
    ['reference', '{"id":"o1"}', other],
    ['reference', '{"collection":"others","slug":"oh"}', other],
    ['reference', '{"slug":"oh","collection":"others"}', other, ',"to":["others"]'],
    ['reference', '{"id":"gone"}', null],
    ['reference', '{"collection":"nowhere","slug":"x"}', null],
    [
      'reference',
      '[{"id":"t1"},{"id":"gone"},{"id":"o1"},{"id":"t1"}]',
      [thing, other, thing],
      ',"many":true',
    ],
    ['reference', '[]', [], ',"many":true'],
    ['text', '["a","","a"]', ['a', '', 'a'], ',"many":true'],
    ['text', 'null', [], ',"many":true'],
    ['integer', '[1,2]', [1, 2], ',"many":true'],
    ['dateTime', '["2026-01-31T09:00:00+01:00"]', ['2026-01-31T08:00:00.000Z'], ',"many":true'],
    ['text', '"one"', 'one', ',"many":false'],
  ]
  // A missing last value would become bun's `done`.
  test.each(rows.map(([type, given, served, rest = '']) => [type, given, rest, served] as const))(
    '%s %s%s',
    async (type, given, rest, served) => {
      const space = await createTestSpace()
      await importText(space, `${model(type, rest)}\n${line(given)}`)
      const entry = await readEntry(space, 'things', 'x')
      expect(entry?.data).toStrictEqual({ f: served })
      if (type === 'asset')
        expect(Object.keys(entry?.data.f as object)).toEqual(Object.keys(served as object))
    },
  )
})

describe('a value of the wrong type is refused with its line and its field', () => {
  const rows: BadRow[] = [
    ...['1', 'true', '{}', '[]', '["a"]'].map((given): [string, string] => ['text', given]),
    ...[
      '"1"',
      'true',
      '1.5',
      '[]',
      '{}',
      '9007199254740993',
      '-9007199254740993',
      '12345678901234567890',
    ].map((given): [string, string] => ['integer', given]),
    ['integer', '9007199254740993.0'],
    ['integer', '1234567890.9999999'],
    ['integer', '999999999999999.99'],
    ['integer', '90071992547409930e-1'],
    ['integer', '4503599627370497.5'],
    ['integer', '1.00000000000000000001'],
    ['integer', '[9007199254740993]', ',"many":true'],
    ...['"1"', 'true', '[]'].map((given): [string, string] => ['number', given]),
    ...['0', '1', '"true"', '[]'].map((given): [string, string] => ['boolean', given]),
    ...['"2026-01-31"', '"2026-01-31 09:00:00Z"', '"2026-01-31T09:00Z"', '"2026-01-31T09:00:00"'].map(
      (given): [string, string] => ['dateTime', given],
    ),
    ['dateTime', '"2026-02-29T00:00:00Z"'],
    ['dateTime', '"2026-01-31T24:00:00Z"'],
    ['dateTime', '"2026-01-31T09:00:00+24:00"'],
    ['dateTime', '"0000-01-01T00:00:00+00:01"'],
    ['dateTime', '"2026-01-31T09:00:00Z\\n"'],
    ['dateTime', '1767225600000'],
    ...[
      '"2026-02-29"',
      '"1900-02-29"',
      '"2026-02-30"',
      '"2026-04-31"',
      '"2026-00-10"',
      '"2026-13-01"',
      '"2026-01-00"',
      '"2026-01-32"',
      '"0000-01-01"',
      '"10000-01-01"',
      '"-001-01-01"',
      '"2026-1-1"',
      '"2026-01"',
      '"2026"',
      '"20260131"',
      '"2026-01-31T00:00:00Z"',
      '" 2026-01-31"',
      '"2026-01-31\\n"',
      '"\u0662\u0660\u0662\u0666-01-31"',
      '""',
      '20260131',
      '["2026-01-31"]',
      '{}',
    ].map((given): [string, string] => ['date', given]),
    ['date', '["2026-01-31","x"]', ',"many":true'],
    ['asset', '"/a.png"'],
    ['asset', '{"title":"A"}'],
    ['asset', '{"url":""}'],
    ['asset', '{"url":1}'],
    ['asset', '{"url":"/a","alt":"A"}'],
    ['asset', '{"url":"/a","__proto__":{}}'],
    ['asset', '{"url":"/a","width":1.5}'],
    ['asset', '{"url":"/a","height":-1}'],
    ['asset', '{"url":"/a","size":"1"}'],
    ['asset', '{"url":"/a","size":9007199254740993}'],
    ['asset', '{"url":"/a","title":1}'],
    ['asset', '[{"url":"/a"}]'],
    ['reference', '"o1"'],
    ['reference', '{}'],
    ['reference', '{"id":1}'],
    ['reference', '{"id":""}'],
    ['reference', '{"id":"o 1"}'],
    ['reference', '{"id":"o1","slug":"oh"}'],
    ['reference', '{"slug":"oh"}'],
    ['reference', '{"collection":"others"}'],
    ['reference', '{"collection":"others","slug":"oh","id":"o1"}'],
    ['reference', '{"id":"o1","__proto__":null}'],
    ['reference', '[{"id":"o1"}]'],
    ['reference', '{"collection":"others","slug":"oh"}', ',"to":["things"]'],
    ['reference', '[{"id":"t1"},null]', ',"many":true'],
    ['text', '"a"', ',"many":true'],
    ['text', '["a",null]', ',"many":true'],
    ['text', '["a",["b"]]', ',"many":true'],
    ['text', '{"0":"a"}', ',"many":true'],
    ['boolean', '[true,"true"]', ',"many":true'],
  ]
  test.each(rows.map(([type, given, rest = '']) => [type, given, rest] as const))(
    '%s %s%s',
    async (type, given, rest) => {
      const space = await createTestSpace()
      for (const text of [line(given), line(given).replace('"liveData"', '"data"')]) {
        const errors = await errorsOf(space, `${model(type, rest)}\n${text}`)
        expect(errors).toEqual([expect.stringMatching(/^line 5: .*"f"/)])
      }
      const variant = line('null').replace('"liveData"', `"variants":{"vip":{"f":${given}}},"liveData"`)
      const problems = await errorsOf(space, `${model(type, rest)}\n${variant}`)
      expect(problems).toEqual([expect.stringMatching(/^line 5: .*"f"/)])
    },
  )

  test('an inexact number in one field does not make an exact one of the same line wrong', async () => {
    const space = await createTestSpace()
    const text = [
      '{"type":"collection","apiName":"things","name":"T","fields":[{"apiName":"n","type":"number"},{"apiName":"i","type":"integer"}]}',
      '{"type":"entry","collection":"things","id":"x","liveData":{"n":9007199254740993,"i":9007199254740992}}',
    ].join('\n')
    expect(await importText(space, text)).toMatchObject({ created: 1 })
  })

  test('an error in both data and liveData is reported for both', async () => {
    const text = line('1').replace('"liveData"', '"data":{"f":true},"liveData"')
    const errors = await errorsOf(await createTestSpace(), `${model('text')}\n${text}`)
    expect(errors).toHaveLength(2)
  })
})
