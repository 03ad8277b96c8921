// What a change of a key is refused for, field by field, each with its exact answer.
import { describeBodies, openRefusals, type Row } from './body-rows.ts'
import { allowedScopes } from './key-fixture.ts'

const refusalOf = openRefusals()

const noText = 'name must be a string'
const noLength = 'name must have 1 to 100 characters'
const noControl = 'name must not contain control characters'
const noSurrogate = 'name must not contain a lone surrogate'

describeBodies('a name is refused that', refusalOf, [
  ['is null: a key has a name', { name: null }, noText],
  ['is a number', { name: 1 }, noText],
  ['is a boolean', { name: true }, noText],
  ['is a list', { name: ['x'] }, noText],
  ['is an object', { name: { toString: 'x' } }, noText],
  ['is a number beyond every number', '{"name":1e999999}', noText],
  ['is a number of 60,000 digits', `{"name":${'9'.repeat(60_000)}}`, noText],
  ['is empty', { name: '' }, noLength],
  ['is white space', { name: ' \t\n\u00a0\u2003\u3000\ufeff' }, noLength],
  ['has 101 characters', { name: 'x'.repeat(101) }, noLength],
  ['has 101 emoji', { name: '🌊'.repeat(101) }, noLength],
  ['has 102 code points, 51 letters with their accents', { name: 'e\u0301'.repeat(51) }, noLength],
  ['has a NUL', { name: 'a\u0000b' }, noControl],
  ['is a NUL', { name: '\u0000' }, noControl],
  ['has a line feed', { name: 'a\nb' }, noControl],
  ['has an escape of terminals', { name: '\u001b[31mred' }, noControl],
  ['has a DEL', { name: 'a\u007f' }, noControl],
  ['has a C1 control character', { name: 'a\u0085b' }, noControl],
  ['is half of an emoji', '{"name":"\\ud83c"}', noSurrogate],
  ['has the halves of an emoji the wrong way round', '{"name":"\\udf0a\\ud83c"}', noSurrogate],
  ['has both faults', '{"name":"\\ud83c\\u0000"}', `${noControl}; must not contain a lone surrogate`],
])

const noTime =
  'expiresAt must be an RFC 3339 time in the future with its zone, such as 2027-01-31T00:00:00Z, or null for never'

describeBodies(
  'an expiry is refused',
  refusalOf,
  [
    '2020-01-01T00:00:00Z',
    '2026-06-01T00:00:00.000Z',
    '2026-06-01T02:00:00+02:00',
    '2026-06-01T00:00:00.0009Z',
    '2027-01-01T00:00:00',
    '2027-01-01',
    '2027-01-01 00:00:00Z',
    '2027-02-29T00:00:00Z',
    '2027-04-31T00:00:00Z',
    '2027-13-01T00:00:00Z',
    '2027-00-01T00:00:00Z',
    '2027-01-01T24:00:00Z',
    '2027-06-30T23:59:60Z',
    '2027-01-01T00:00:00+24:00',
    '2027-01-01T00:00:00.Z',
    '2027-W01-1T00:00:00Z',
    '10000-01-01T00:00:00Z',
    '+010000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-01:00',
    ' 2027-01-01T00:00:00Z',
    '２０２７-01-01T00:00:00Z',
    'Fri, 01 Jan 2027 00:00:00 GMT',
    'never',
    'P7D',
    '1893456000000',
    '',
    1893456000000,
    1e300,
    true,
    ['2027-01-01T00:00:00Z'],
    { $gt: '2027-01-01T00:00:00Z' },
  ].map((expiresAt): Row => [JSON.stringify(expiresAt), { expiresAt }, noTime]),
)

const noScopes = `scopes must be a list of at least one scope; ${allowedScopes}`

describeBodies('scopes are refused', refusalOf, [
  ['none', { scopes: [] }, noScopes],
  ['null', { scopes: null }, noScopes],
  ['a text', { scopes: 'content.read' }, noScopes],
  ['a text of several', { scopes: 'content.read schema.read' }, noScopes],
  ['an object like a list', { scopes: { 0: 'content.read', length: 1 } }, noScopes],
  ['true', { scopes: true }, noScopes],
  ['a list in a list', { scopes: [['content.read']] }, noScopes],
  ['a list with null', { scopes: ['content.read', null] }, noScopes],
  ['a list with a number', { scopes: [0] }, noScopes],
  ['not known', { scopes: ['content.admin'] }, `scopes has unknown scopes: content.admin; ${allowedScopes}`],
  [
    'known and not known',
    { scopes: ['content.read', '*'] },
    `scopes has unknown scopes: *; ${allowedScopes}`,
  ],
  [
    'not known, two of them',
    { scopes: ['admin', 'x'] },
    `scopes has unknown scopes: admin, x; ${allowedScopes}`,
  ],
  [
    'known in other letters',
    { scopes: ['Content.Read'] },
    `scopes has unknown scopes: Content.Read; ${allowedScopes}`,
  ],
  [
    'known with a space behind',
    { scopes: ['content.read '] },
    `scopes has unknown scopes: content.read ; ${allowedScopes}`,
  ],
  ['__proto__', { scopes: ['__proto__'] }, `scopes has unknown scopes: __proto__; ${allowedScopes}`],
  ['half of an emoji', '{"scopes":["\\ud83c"]}', `scopes has unknown scopes: \ufffd; ${allowedScopes}`],
  ['21, were they the same', { scopes: Array(21).fill('content.read') }, 'scopes must have at most 20 items'],
  [
    '60,000 characters long: shortened',
    { scopes: ['x'.repeat(60_000)] },
    `scopes has unknown scopes: ${'x'.repeat(100)}; ${allowedScopes}`,
  ],
])
