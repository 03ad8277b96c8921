// What a change of a key is refused for before its fields are looked at, each with its exact answer: what is no body, and
// keys that are none. Its fields are in 400-key-fields.test.ts.
import { describe, expect, test } from 'bun:test'
import { requestError } from '../kit/app/open-api.ts'
import { describeBodies, openRefusals } from './body-rows.ts'
import { allowedScopes, keysPath } from './key-fixture.ts'

const refusalOf = openRefusals()

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map(part => Buffer.from(part as string))))
const noJson = 'must be JSON'
const noObject = 'must be a JSON object'
const noUtf8 = 'must be UTF-8'
const twice = (name: string) => `${name} must be given only once`
const unknown = (name: string) => `${name} is not a field of this request`

describeBodies('a body is refused that', refusalOf, [
  ['is empty, but promised by its Content-Type', '', noJson],
  ['is white space', ' \n', noJson],
  ['is null', 'null', noObject],
  ['is a list', '[]', noObject],
  ['is a list with a good object in it', '[{"name":"x"}]', noObject],
  ['is a text', '"x"', noObject],
  ['is a text of JSON', '"{\\"name\\":\\"x\\"}"', noObject],
  ['is a number', '1', noObject],
  ['is true', 'true', noObject],
  ['ends too early', '{"name":"x"', noJson],
  ['is two objects', '{}{}', noJson],
  ['has something behind it', '{} x', noJson],
  ['has a NUL behind it', bytes('{}', [0]), noJson],
  ['has a comma too many', '{"name":"x",}', noJson],
  ['has a comment', '{/* */}', noJson],
  ['has single quotes', "{'name':'x'}", noJson],
  ['has a key without quotes', '{name:"x"}', noJson],
  ['has NaN', '{"name":NaN}', noJson],
  ['has a line feed in a text', '{"name":"a\nb"}', noJson],
  ['has an escape that there is not', '{"name":"\\x41"}', noJson],
  ['begins with a byte order mark', '\ufeff{}', noJson],
  ['begins with a space that JSON does not know', '\u00a0{}', noJson],
  ['is UTF-16', bytes([...Buffer.from('{}', 'utf16le')]), noJson],
  ['is a form', 'name=x', noJson],
  ['is XML', '<name>x</name>', noJson],
  ['has a byte that is not UTF-8', bytes('{"name":"', [0xff], '"}'), noUtf8],
  ['has an overlong form', bytes('{"name":"', [0xc0, 0xaf], '"}'), noUtf8],
  ['has a surrogate in UTF-8', bytes('{"name":"', [0xed, 0xa0, 0x80], '"}'), noUtf8],
  ['ends within a character', bytes('{"name":"x"}', [0xe2, 0x82]), noUtf8],
  ['is Latin-1', bytes('{"name":"caf', [0xe9], '"}'), noUtf8],
])

describeBodies('a key of the body is refused that', refusalOf, [
  ['is given twice', '{"name":"a","name":"b"}', twice('name')],
  ['is given twice, were it the same', '{"name":"a","name":"a"}', twice('name')],
  ['is given again, escaped', '{"name":"a","na\\u006de":"b"}', twice('name')],
  ['is given three times', '{"name":"a","name":"b","name":"c"}', twice('name')],
  ['is given twice and is not known', '{"x":1,"x":2}', twice('x'), unknown('x')],
  ['is given twice further in', '{"x":[{"y":1,"y":2}]}', twice('/x/0/y'), unknown('x')],
  ['is __proto__, twice', '{"__proto__":1,"__proto__":2}', twice('__proto__'), unknown('__proto__')],
  ['is empty', '{"":1}', 'is not a field of this request'],
  ['is not known', { nope: 1 }, unknown('nope')],
  [
    'is known in other letters',
    { Name: 'x', NAME: 'x', 'name ': 'x' },
    ...['Name', 'NAME', 'name '].map(unknown),
  ],
  ['is __proto__', '{"__proto__":{"name":"x"}}', unknown('__proto__')],
  ['is constructor', '{"constructor":{"prototype":{}}}', unknown('constructor')],
  [
    'is what every object has',
    '{"toString":1,"hasOwnProperty":2}',
    ...['toString', 'hasOwnProperty'].map(unknown),
  ],
  ['is prototype', '{"prototype":{}}', unknown('prototype')],
  [
    'is one of the record that nobody sets',
    { id: 'x', prefix: 'x', status: 'active', createdAt: null, createdBy: 'x', revokedAt: null },
    ...['id', 'prefix', 'status', 'createdAt', 'createdBy', 'revokedAt'].map(unknown),
  ],
  [
    'is of the table',
    { hash: 'x', space: 'x', expires_at: null },
    ...['hash', 'space', 'expires_at'].map(unknown),
  ],
  ['holds a lone surrogate', '{"\\ud800":1}', unknown('\ufffd')],
  ['holds control characters', '{"a\\r\\nb\\u0000":1}', unknown('a\r\nb\u0000')],
  ['is 60,000 characters long: shortened', `{"${'x'.repeat(60_000)}":1}`, unknown('x'.repeat(64))],
])

const noScopes = `scopes must be a list of at least one scope; ${allowedScopes}`
const noTime =
  'expiresAt must be an RFC 3339 time in the future with its zone, such as 2027-01-31T00:00:00Z, or null for never'

describe('a body of many errors', () => {
  test('is told all of them at once, those of its keys first', async () => {
    const body = '{"scopes":["x"],"expiresAt":"2020-01-01T00:00:00Z","a":1,"name":"","name":"","__proto__":1}'
    expect(await refusalOf(body)).toEqual([
      twice('name'),
      'name must have 1 to 100 characters',
      `scopes has unknown scopes: x; ${allowedScopes}`,
      noTime,
      unknown('a'),
      unknown('__proto__'),
    ])
  })

  test('changes nothing, though other fields are good', async () => {
    expect(await refusalOf({ name: 'good', scopes: ['schema.read'], expiresAt: 'bad' })).toEqual([noTime])
    expect(await refusalOf({ name: 'good', nope: 1 })).toEqual([unknown('nope')])
  })

  test('is told 50 of 5,000, in a response smaller than the request', async () => {
    const names = Array.from({ length: 5000 }, (_, index) => `k${index}`)
    const errors = await refusalOf(`{${names.map(name => `"${name}":1`).join(',')}}`)
    expect(errors).toEqual(names.slice(0, 50).map(unknown))
    const doubles = names.slice(0, 2000).map(name => `"${name}":1,"${name}":2`)
    expect(await refusalOf(`{${doubles.join(',')}}`)).toEqual(names.slice(0, 50).map(twice))
  })

  test('is refused by the published schema too, where a schema can say why', () => {
    const path = `${keysPath}/{id}`
    for (const body of [
      { nope: 1 },
      { name: '' },
      { name: null },
      { scopes: [] },
      { scopes: ['x'] },
      { expiresAt: 1 },
    ]) {
      expect({ body, error: requestError(path, 'patch', body) }).not.toMatchObject({ error: null })
    }
    for (const body of [{}, { name: 'x', scopes: ['content.read'], expiresAt: null }]) {
      expect(requestError(path, 'patch', body)).toBeNull()
    }
  })
})

const tooDeep = 'must not be nested deeper than 72 levels'

describe('nesting', () => {
  for (const [label, body, error] of [
    ['72 lists', '['.repeat(72) + ']'.repeat(72), noObject],
    ['71 lists as scopes', `{"scopes":${'['.repeat(71)}${']'.repeat(71)}}`, noScopes],
    ['72 objects', `${'{"x":'.repeat(72)}1${'}'.repeat(72)}`, unknown('x')],
    ['72 lists that never end', '['.repeat(72), noJson],
    ['30,000 lists', '['.repeat(30_000) + ']'.repeat(30_000), tooDeep],
    ['30,000 lists as scopes', `{"scopes":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, tooDeep],
    ['10,000 objects', `${'{"x":'.repeat(10_000)}1${'}'.repeat(10_000)}`, tooDeep],
    ['60,000 lists that never end', '['.repeat(60_000), tooDeep],
  ] as const) {
    test(`of ${label} is refused like any other error`, async () => {
      expect(await refusalOf(body)).toEqual([error])
    })
  }
})
