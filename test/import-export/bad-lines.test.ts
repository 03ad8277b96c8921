// Lines that are no record: each is refused with its line, and nothing is written.
import { describe, expect, test } from 'bun:test'
import { createTestSpace, type TestSpace, toNdjson } from '../kit/app/test-space.ts'
import { errorsOf, importText } from '../kit/import/import-text.ts'

const posts = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'extra', type: 'json' },
    { apiName: 'count', type: 'integer' },
    { apiName: 'all', type: 'text', many: true },
  ],
} as const
const entry = { type: 'entry', collection: 'posts', id: 'p1', liveData: { title: 'One' } }
const good = toNdjson([posts, entry])

async function present(): Promise<TestSpace> {
  const space = await createTestSpace()
  await importText(space, good)
  return space
}

/** The faults of `line` as the third of a file whose first two are good. */
const errorsOfThird = async (line: string) => errorsOf(await present(), `${good}${line}\n`)

const longSlug = 'é'.repeat(256)
const collection = (fields: string, rest = '') =>
  `{"type":"collection","apiName":"more","name":"More","fields":${fields}${rest}}`
const jsonField = (paths: string, rest = '') =>
  collection(`[{"apiName":"a","type":"json","paths":${paths}${rest}}]`)
const record = (rest: string) => `{"type":"entry","collection":"posts",${rest}}`

describe('a line that is no record is refused with its line, and nothing is written', () => {
  test.each<[string, string, RegExp]>([
    ['half an object', '{"type":"entry"', /JSON/],
    ['a list', '[{"type":"entry"}]', /object/],
    ['a text', '"entry"', /object/],
    ['a number', '12', /object/],
    ['null', 'null', /object/],
    ['two objects on one line', '{} {}', /JSON/],
    ['a comment', '// posts', /JSON/],
    ['NaN', record('"id":"p2","liveData":{"count":NaN}'), /JSON/],
    ['a bare control character in a text', record('"id":"p2","liveData":{"title":"a\u0001b"}'), /JSON/],
    ['an empty object', '{}', /type/],
    ['an unknown type', '{"type":"entries","id":"p2"}', /type/],
    ['a type that is inherited by every object', '{"type":"toString"}', /type/],
    ['a type of the wrong case', '{"type":"Entry","collection":"posts","id":"p2"}', /type/],
    ['an unknown key', record('"id":"p2","status":"draft"'), /"status"/],
    ['a key that is known of collections only', record('"id":"p2","apiName":"x"'), /"apiName"/],
    ['__proto__ as a key of an entry', record('"id":"p2","__proto__":{"slug":"x"}'), /__proto__/],
    ['__proto__ as a key of a collection', collection('[]', ',"__proto__":{"x":1}'), /__proto__/],
    ['neither id nor slug', record('"liveData":{}'), /id or a slug/],
    ['no collection', '{"type":"entry","id":"p2"}', /collection/],
    ['a collection that is no text', '{"type":"entry","collection":1,"id":"p2"}', /collection/],
    ['an unknown collection', '{"type":"entry","collection":"pages","id":"p2"}', /"pages"/],
    ['__proto__ as the collection', '{"type":"entry","collection":"__proto__","id":"p2"}', /__proto__/],
    ['an id with a space', record('"id":"p 2"'), /"id"/],
    ['an id that begins with a hyphen', record('"id":"-p2"'), /"id"/],
    ['an empty id', record('"id":""'), /"id"/],
    ['an id of 129 characters', record(`"id":"${'p'.repeat(129)}"`), /"id"/],
    ['an id that is a number', record('"id":2'), /"id" must be a string/],
    ['a slug that is a number', record('"slug":2'), /"slug" must be a string/],
    ['an id of null', record('"id":null,"slug":"x"'), /"id"/],
    ['an empty slug', record('"id":"p2","slug":""'), /"slug"/],
    ['a slug of 256 code points', record(`"id":"p2","slug":"${longSlug}"`), /"slug"/],
    ['publishedAt without an offset', record('"id":"p2","publishedAt":"2026-01-01T00:00:00"'), /publishedAt/],
    ['publishedAt as a number', record('"id":"p2","publishedAt":1767225600000'), /publishedAt/],
    ['publishedAt on 30 February', record('"id":"p2","publishedAt":"2026-02-30T00:00:00Z"'), /publishedAt/],
    [
      'a publishedAt of year 10000',
      record('"id":"p2","publishedAt":"9999-12-31T23:59:59-01:00"'),
      /publishedAt/,
    ],
    ['data that is a list', record('"id":"p2","data":[]'), /"data"/],
    ['liveData that is null', record('"id":"p2","liveData":null'), /"liveData"/],
    ['liveData that is a text', record('"id":"p2","liveData":"x"'), /"liveData"/],
    ['variants that are a list', record('"id":"p2","variants":[]'), /"variants"/],
    ['a malformed variant id', record('"id":"p2","variants":{"a b":{}}'), /a b/],
    ['__proto__ as a variant id', record('"id":"p2","variants":{"__proto__":{}}'), /__proto__/],
    ['a variant that is null', record('"id":"p2","variants":{"vip":null}'), /vip/],
    ['a collection without fields', '{"type":"collection","apiName":"more","name":"More"}', /fields/],
    ['a collection without a name', '{"type":"collection","apiName":"more","fields":[]}', /name/],
    ['an API name with a slash', '{"type":"collection","apiName":"a/b","name":"A","fields":[]}', /apiName/],
    ['a field without a type', collection('[{"apiName":"a"}]'), /type/],
    ['a field of an unknown type', collection('[{"apiName":"a","type":"string"}]'), /type/],
    ['a field type that every object inherits', collection('[{"apiName":"a","type":"constructor"}]'), /type/],
    ['a field that begins with a digit', collection('[{"apiName":"1","type":"text"}]'), /apiName/],
    ['a field named __proto__', collection('[{"apiName":"__proto__","type":"text"}]'), /__proto__/],
    ['an unknown key of a field', collection('[{"apiName":"a","type":"text","length":5}]'), /"length"/],
    [
      '__proto__ as a key of a field',
      collection('[{"apiName":"a","type":"text","__proto__":{}}]'),
      /__proto__/,
    ],
    [
      'a limit on a rich text',
      collection('[{"apiName":"a","type":"richText","max":5}]'),
      /"fields\[0\]" has "max", which only text, integer, number, date and dateTime may have/,
    ],
    [
      'a pattern that is none',
      collection('[{"apiName":"a","type":"text","pattern":"("}]'),
      /"fields\[0\].pattern" must be a regular expression in the syntax of RE2/,
    ],
    [
      'a component that is not there',
      collection('[{"apiName":"a","type":"component","of":["b"]}]'),
      /no such component in the file or in the space/,
    ],
    [
      'an address of previews',
      collection('[]', ',"previewUrl":"/news/{name}"'),
      /"previewUrl" contains \{name\}, and its placeholders are \{token\}, /,
    ],
    [
      'a number of items that is a text',
      collection('[{"apiName":"a","type":"text","many":true,"minItems":"2"}]'),
      /"fields\[0\]\.minItems" must be a number\./,
    ],
    [
      'a number of items that is no whole one',
      collection('[{"apiName":"a","type":"text","many":true,"minItems":1.5}]'),
      /"fields\[0\]\.minItems" must be a whole number\./,
    ],
    ['a field twice', collection('[{"apiName":"a","type":"text"},{"apiName":"a","type":"json"}]'), /twice/],
    ['"to" on a text', collection('[{"apiName":"a","type":"text","to":["posts"]}]'), /to/],
    ['an empty "to"', collection('[{"apiName":"a","type":"reference","to":[]}]'), /to/],
    ['"many" as a text', collection('[{"apiName":"a","type":"text","many":"yes"}]'), /many/],
    [
      '"query" as a text',
      collection('[{"apiName":"a","type":"text","query":"no"}]'),
      /"fields\[0\].query" must be true or false/,
    ],
    [
      'a weight of 4',
      collection('[{"apiName":"a","type":"text","search":4}]'),
      /"fields\[0\].search" must be 0, 1, 2 or 3/,
    ],
    ['a weight of 1.5', collection('[{"apiName":"a","type":"text","search":1.5}]'), /0, 1, 2 or 3/],
    ['a weight as a text', collection('[{"apiName":"a","type":"richText","search":"1"}]'), /0, 1, 2 or 3/],
    [
      'a weight on a number',
      collection('[{"apiName":"a","type":"number","search":0}]'),
      /"fields\[0\]" has "search", which only text and richText may have/,
    ],
    [
      'paths on a richText',
      collection('[{"apiName":"a","type":"richText","paths":[]}]'),
      /"fields\[0\]" has "paths", which only json may have/,
    ],
    ['paths that are no list', jsonField('{"path":"a","type":"text"}'), /"fields\[0\].paths" must be a list/],
    ['11 paths', jsonField(JSON.stringify(manyPaths(11))), /"fields\[0\].paths" may have 10 paths/],
    [
      'a path twice',
      jsonField('[{"path":"a.b","type":"text"},{"path":"a.b","type":"number"}]'),
      /"fields\[0\].paths" name a path twice/,
    ],
    ['a path without a type', jsonField('[{"path":"a"}]'), /"fields\[0\].paths\[0\].type"/],
    [
      'a path of a type that none has',
      jsonField('[{"path":"a","type":"integer"}]'),
      /text, number, boolean, dateTime/,
    ],
    [
      'a path of 5 keys',
      jsonField('[{"path":"a.b.c.d.e","type":"text"}]'),
      /may have 4 keys between its dots/,
    ],
    ['an empty path', jsonField('[{"path":"","type":"text"}]'), /keys with dots/],
    ['a path with an empty key', jsonField('[{"path":"a..b","type":"text"}]'), /keys with dots/],
    ['a path that ends in a dot', jsonField('[{"path":"a.","type":"text"}]'), /keys with dots/],
    ['a path with a bracket', jsonField('[{"path":"a[0]","type":"text"}]'), /keys with dots/],
    ['a path with a space', jsonField('[{"path":"a b","type":"text"}]'), /keys with dots/],
    ['a path with a comma', jsonField('[{"path":"a,b","type":"text"}]'), /keys with dots/],
    ['a key of 65 characters', jsonField(`[{"path":"${'k'.repeat(65)}","type":"text"}]`), /keys with dots/],
    ['an unknown key of a path', jsonField('[{"path":"a","type":"text","to":1}]'), /"to"/],
    [
      'a single path of a field with many values',
      jsonField('[{"path":"a","type":"text"}]', ',"many":true'),
      /"fields\[0\]" has many values, so each of its paths needs "many": true/,
    ],
    [
      'a title field that the collection lacks',
      collection('[{"apiName":"a","type":"text"}]', ',"titleField":"b"'),
      /"titleField" must name a text field/,
    ],
    [
      'a title field that is no text',
      collection('[{"apiName":"a","type":"richText"}]', ',"titleField":"a"'),
      /"titleField" must name a text field/,
    ],
    [
      'a title field with many values',
      collection('[{"apiName":"a","type":"text","many":true}]', ',"titleField":"a"'),
      /"titleField" must name a text field/,
    ],
    ['a title field of null', collection('[]', ',"titleField":null'), /"titleField" must be a string/],
    ['501 fields', collection(JSON.stringify(manyFields(501))), /500/],
    ['an id used in line 2', record('"id":"p1","slug":"other"'), /"p1".*line 2/],
    ['a collection of line 1', JSON.stringify(posts), /"posts"/],
    ['a field that the model lacks', record('"id":"p2","liveData":{"body":"x"}'), /"body"/],
    ['a draft field that the model lacks', record('"id":"p2","data":{"body":"x"}'), /"body"/],
    ['__proto__ as a field', record('"id":"p2","liveData":{"__proto__":"x"}'), /__proto__/],
    [
      '__proto__ as a field of a variant',
      record('"id":"p2","liveData":{},"variants":{"v":{"__proto__":1}}'),
      /__proto__/,
    ],
    ['toString as a field', record('"id":"p2","liveData":{"toString":"x"}'), /"toString"/],
    [
      'a variant field that the model lacks',
      record('"id":"p2","liveData":{},"variants":{"vip":{"x":1}}'),
      /"vip".*"x"/,
    ],
    [
      'a variant value of the wrong type',
      record('"id":"p2","liveData":{},"variants":{"vip":{"title":1}}'),
      /"vip".*"title"/,
    ],
    [
      'a variant value of the wrong type in a draft',
      record('"id":"p2","variants":{"vip":{"title":1}}'),
      /"vip".*"title"/,
    ],
    ['NUL in a value', record('"id":"p2","liveData":{"title":"a\\u0000"}'), /NUL/],
    ['NUL in a key deep inside', record('"id":"p2","liveData":{"extra":[{"\\u0000":1}]}'), /NUL/],
    ['NUL in a collection name', collection('[]').replace('"More"', '"M\\u0000"'), /NUL/],
    ['half a surrogate pair in a value', record('"id":"p2","liveData":{"title":"\\ud83d"}'), /surrogate/],
    ['the other half in a draft', record('"id":"p2","data":{"extra":{"a":["\\ude00"]}}'), /surrogate/],
    ['half a surrogate pair in a key', record('"id":"p2","liveData":{"extra":{"\\ud83d":1}}'), /surrogate/],
    ['half a surrogate pair in a slug', record('"id":"p2","slug":"\\ud83d"'), /surrogate/],
    ['a number beyond every double', record('"id":"p2","liveData":{"extra":1e400}'), /double/],
    ['one of them below zero, in a list', record('"id":"p2","liveData":{"extra":[-1e400]}'), /double/],
  ])('%s', async (_, line, message) => {
    const errors = await errorsOfThird(line)
    expect(errors.length).toBeGreaterThan(0)
    for (const error of errors) expect(error).toMatch(/^line 3: /)
    expect(errors.join('\n')).toMatch(message)
  })
})

describe('a file is refused whole', () => {
  test('every error of every line is reported, in the order of the lines within a kind', async () => {
    const space = await present()
    const lines = ['{', record('"id":"p 2","slug":""'), '[]', record('"id":"p3"')]
    const errors = await errorsOf(space, good + lines.join('\n'))
    expect(errors.map(error => error.slice(0, 6))).toEqual(['line 3', 'line 4', 'line 4', 'line 5'])
  })

  test('an error of the last line undoes what the lines before it did, new collections and the revision included', async () => {
    const space = await present()
    const many = Array.from({ length: 1200 }, (_, index) => ({ ...entry, id: `n${index}` }))
    const text = toNdjson([{ ...posts, name: 'Other' }, { ...posts, apiName: 'fresh' }, ...many])
    const errors = await errorsOf(space, text + record('"id":"p2","liveData":{"title":1}'))
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatch(/^line 1203: .*"title"/)
  })

  test('line numbers count blank lines too', async () => {
    expect(await errorsOf(await present(), `\n\n${good}\r\n  \n{`)).toEqual([
      expect.stringMatching(/^line 7: /),
    ])
  })

  test.each([
    ['nothing', ''],
    ['one line feed', '\n'],
    ['blanks', ' \r\n\t\n\n'],
    ['a byte order mark', '\ufeff'],
  ])('a file of %s is one without lines', async (_, text) => {
    const errors = await errorsOf(await present(), text)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain('no records')
  })

  test('invalid UTF-8 is reported with its line, wherever it stands', async () => {
    const bytes = (...values: number[]) => new Uint8Array(values)
    const before = record('"id":"p2","liveData":{"title":"')
    for (const bad of [
      bytes(0xff),
      bytes(0xc3),
      bytes(0xed, 0xa0, 0x80),
      bytes(0xc0, 0xaf),
      bytes(0xf5, 0x80),
    ]) {
      const errors = await errorsOf(await present(), [good, before.slice(0, -1), bad, '"}}\n'])
      expect(errors).toEqual([expect.stringMatching(/^line 3: .*UTF-8/)])
    }
  })

  test('a file of another kind is refused', async () => {
    expect((await errorsOf(await present(), '<html>\n<body>')).length).toBe(2)
  })
})

describe('a file is accepted', () => {
  test('with blank lines, CRLF, a byte order mark, and no line feed at the end', async () => {
    const space = await createTestSpace()
    const text = `\ufeff${good.replaceAll('\n', '\r\n\r\n')}  \n\n${record('"id":"p2","liveData":{}')}`
    expect(await importText(space, text)).toMatchObject({ created: 2, losses: [], dangling: [] })
  })

  test('with entries before their collections', async () => {
    const space = await createTestSpace()
    expect(await importText(space, good.trim().split('\n').reverse().join('\n'))).toMatchObject({
      created: 1,
    })
  })

  test('with entries of a collection that the space has and the file does not', async () => {
    expect(await importText(await present(), record('"id":"p2","liveData":{}'))).toMatchObject({
      created: 1,
      unchanged: 1,
    })
  })

  test('with collections alone, with 500 fields', async () => {
    const report = await importText(await createTestSpace(), collection(JSON.stringify(manyFields(500))))
    expect(report).toMatchObject({
      created: 0,
      changed: 0,
      unchanged: 0,
      removed: 0,
      losses: [],
      dangling: [],
    })
  })

  test('with __proto__ inside a json value, which is served as it was written', async () => {
    const space = await createTestSpace()
    const value = '{"__proto__":{"constructor":1},"toString":[{"__proto__":null}]}'
    await importText(
      space,
      good + record(`"id":"p2","liveData":{"extra":${value}},"variants":{"v":{"extra":${value}}}`),
    )
    for (const query of ['', '?variants=v']) {
      const text = await (await space.get(`/content/posts/p2${query}`)).text()
      expect(text).toContain(`"extra":${value}`)
    }
  })

  test('ids and variants named like properties of every object', async () => {
    const space = await createTestSpace()
    const variants = '"variants":{"constructor":{"title":"c"},"valueOf":{"all":["v"]}}'
    await importText(space, good + record(`"id":"constructor","slug":"__proto__","liveData":{},${variants}`))
    const response = await space.get('/content/posts/__proto__?variants=valueOf,constructor')
    expect(await response.json()).toMatchObject({
      doc: { data: { title: 'c', all: ['v'] }, variantsApplied: ['valueOf', 'constructor'] },
    })
  })
})

function manyFields(count: number) {
  return Array.from({ length: count }, (_, index) => ({ apiName: `f${index}`, type: 'text' }))
}

function manyPaths(count: number) {
  return Array.from({ length: count }, (_, index) => ({ path: `p${index}`, type: 'text' }))
}
