// Contract 1.5: what a parameter accepts, and that everything else is told at once.
import { expect, test } from 'bun:test'
import { getFrom } from '../kit/app/other-app.ts'
import { describeRows, type RequestRow } from '../kit/app/request-rows.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { createTestSpace } from '../kit/app/test-space.ts'

/** As they stand in the query, encoded; the label says what they are. */
const noIntegers: readonly (readonly [string, string])[] = [
  ['an empty value', ''],
  ['a space', '%20'],
  ['an exponent', '1e3'],
  ['a plus sign', '%2B1'],
  ['an unencoded plus, which is a space', '+1'],
  ['a minus sign', '-1'],
  ['minus zero', '-0'],
  ['hexadecimal', '0x10'],
  ['octal', '0o7'],
  ['binary', '0b1'],
  ['a fraction', '1.0'],
  ['a fraction of nothing', '1.'],
  ['a comma', '1,5'],
  ['a thousands separator', '1_000'],
  ['a leading zero', '01'],
  ['two zeros', '00'],
  ['a space before', '%201'],
  ['a space after', '1%20'],
  ['a line feed after', '1%0A'],
  ['NUL after', '1%00'],
  ['a header behind a line break', '1%0d%0aX-Evil:%201'],
  ['Arabic digits', '%D9%A1'],
  ['full-width digits', '%EF%BC%91'],
  ['a superscript', '%C2%B2'],
  ['NaN', 'NaN'],
  ['Infinity', 'Infinity'],
  ['null', 'null'],
  ['true', 'true'],
  ['a BigInt', '1n'],
  ['a list', '1,2'],
  ['JSON', '%5B1%5D'],
  ['2^31', '2147483648'],
  ['2^53 + 1', '9007199254740993'],
  ['400 digits', '9'.repeat(400)],
  ['SQL', "1'%20or%201=1--"],
  ['bytes that are no UTF-8', '%ff'],
  ['half an escape', '1%'],
]

const refusedEverywhere: readonly RequestRow[] = ['page', 'perPage', 'depth'].flatMap(name =>
  noIntegers.map(([label, value]) => ({
    name: `refuses ${label} as ${name}`,
    path: `/books?${name}=${value}`,
    status: 400,
    code: 'invalid_parameters',
    invalid: [name],
    responses: { 'X-Evil': null },
  })),
)

const refused = (path: string, invalid: readonly string[], rest: Partial<RequestRow> = {}): RequestRow => ({
  name: `refuses ${path}`,
  path,
  status: 400,
  code: 'invalid_parameters',
  invalid,
  ...rest,
})

const accepted = (path: string, rest: Partial<RequestRow> = {}): RequestRow => ({
  name: `accepts ${path}`,
  path,
  status: 200,
  ...rest,
})

describeRows('an integer parameter', refusedEverywhere)

describeRows('the range of a parameter', [
  accepted('/books?page=1'),
  accepted('/books?page=2147483647'),
  accepted('/books?perPage=1'),
  accepted('/books?perPage=1000'),
  accepted('/books?depth=0'),
  accepted('/books?depth=10'),
  accepted('/books/tide-tables?depth=10'),
  refused('/books?page=0', ['page'], { shows: ['2147483647'] }),
  refused('/books?perPage=0', ['perPage'], { shows: ['1000'] }),
  refused('/books?perPage=1001', ['perPage'], { shows: ['from 1 to 1000'] }),
  refused('/books?depth=11', ['depth'], { shows: ['from 0 to 10'] }),
  refused('/books/tide-tables?depth=11', ['depth'], { shows: ['from 0 to 10'] }),
])

describeRows('a parameter given more than once', [
  ...['page', 'perPage', 'depth'].map(name => refused(`/books?${name}=1&${name}=1`, [name])),
  refused('/books/tide-tables?depth=1&depth=2', ['depth']),
  refused('/books?depth=1&%64epth=1', ['depth'], {
    name: 'is found out though one name is percent-encoded',
  }),
  refused('/books?page', ['page'], { name: 'or without a value is refused' }),
])

describeRows('a 400', [
  refused('/books?page=0&perPage=1e3&depth=-1&variants=!&x=1', ['page', 'perPage', 'depth', 'variants'], {
    name: 'lists every fault at once, and no unknown name',
    shows: ['"in":"query"', 'perPage must be'],
    responses: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' },
  }),
  refused('/books?page=0&x=1&y=2&depth=99', ['page', 'depth', 'x', 'y'], {
    name: 'lists unknown names too where the client asked for strictness',
    headers: { Prefer: 'handling=strict' },
  }),
  refused('/books?perPag=2&campaign=x&DEPTH=1', ['perPag', 'campaign', 'DEPTH'], {
    name: 'suggests the parameter that an unknown one was probably meant to be',
    headers: { Prefer: 'handling=strict' },
    shows: ['"didYouMean":"perPage"', '"didYouMean":"depth"'],
  }),
  refused('/books?Page=0&limit=5&Per_Page=2&skip=1', ['Page', 'limit', 'Per_Page', 'skip'], {
    name: 'names what was meant by a near miss, whatever the request says of strictness',
    shows: ['"didYouMean":"page"', '"didYouMean":"perPage"'],
  }),
  refused('/books/tide-tables?populate=author&locale=de&limit=1', ['populate', 'locale', 'limit'], {
    name: 'does so where one entry is requested, too',
    shows: ['"didYouMean":"depth"', '"didYouMean":"variants"'],
  }),
  refused('/nowhere?page=0', ['page'], { name: 'comes before a missing collection' }),
  refused('/books/nothing?depth=x', ['depth'], { name: 'comes before a missing entry' }),
])

describeRows('an unknown parameter', [
  accepted('/books?pages=2&sorted=title', {
    name: 'is ignored and named in the order sent',
    responses: { 'X-Ignored-Parameters': 'pages, sorted', 'Preference-Applied': null },
  }),
  accepted('/books?x=1&x=2&y=3', {
    name: 'is named once',
    responses: { 'X-Ignored-Parameters': 'x, y' },
  }),
  accepted(`/books?${'n'.repeat(65)}=1&m`, {
    name: 'is named by 64 characters at the most',
    responses: { 'X-Ignored-Parameters': `${'n'.repeat(64)}, m` },
  }),
  accepted('/books?=page&x=1', {
    name: 'is one without a name, of which there is nothing to say',
    responses: { 'X-Ignored-Parameters': ', x' },
  }),
  accepted('/books?perPage.y=1&page.x=2', {
    name: 'is one with dots',
    responses: { 'X-Ignored-Parameters': 'perPage.y, page.x' },
  }),
  accepted('/books/tide-tables?page=0&perPage=x', {
    name: 'is page and perPage where one entry is asked for',
    responses: { 'X-Ignored-Parameters': 'page, perPage' },
  }),
  accepted('/books?__proto__=1&constructor=2&toString=3&hasOwnProperty', {
    name: "is a name of JavaScript's own objects",
    responses: { 'X-Ignored-Parameters': '__proto__, constructor, toString, hasOwnProperty' },
  }),
  accepted('/books?a%0d%0aX-Evil:%201=1', {
    name: 'cannot end the header that names it',
    responses: { 'X-Evil': null, 'X-Ignored-Parameters': 'a%0D%0AX-Evil%3A%201' },
  }),
  accepted('/books?a%2C%20b=1&%C3%A9=2&%00=3', {
    name: 'is percent-encoded in the header that names it',
    responses: { 'X-Ignored-Parameters': 'a%2C%20b, %C3%A9, %00' },
  }),
  accepted('/books?%zz=1&%ff=2', { name: 'may be no UTF-8', responses: { 'X-Ignored-Parameters': /%25zz/ } }),
  accepted(`/books?${'x'.repeat(4000)}=1`, {
    name: 'is cut short in the header where it is very long',
    responses: { 'X-Ignored-Parameters': /^x{1,256}$/ },
  }),
  accepted('/books?api_key=flst_x&token=y', {
    name: 'is a key in the query',
    responses: { 'X-Ignored-Parameters': 'api_key, token' },
  }),
])

const strictForms = [
  'handling=strict',
  'Handling=Strict',
  'handling="strict"',
  'return=minimal, handling=strict',
  'handling=strict; foo=bar',
  'respond-async,handling = strict',
  'respond-async, handling=strict',
  'wait=10; x="a, b", handling="strict"; y=";"',
  'handling=strict, handling=lenient',
]
const lenientForms = [
  'handling=lenient',
  'handling',
  'handling=""',
  'strict',
  'xhandling=strict',
  'handling=stricter',
  '',
  'foo; handling=strict',
  'foo=bar;a=b ;handling=strict',
  'foo="x, handling=strict"',
  'foo="x\\", handling=strict, y"',
  'foo="x, handling=strict',
  'handling=lenient, handling=strict',
  'handling=strict x',
]

describeRows('Prefer', [
  ...strictForms.map(prefer =>
    refused('/books?x=1', ['x'], {
      name: `${prefer} refuses an unknown name`,
      headers: { Prefer: prefer },
      responses: { 'X-Ignored-Parameters': null },
    }),
  ),
  ...lenientForms.map(prefer =>
    accepted('/books?x=1', {
      name: `"${prefer}" lets an unknown name pass`,
      headers: { Prefer: prefer },
      responses: { 'X-Ignored-Parameters': 'x', 'Preference-Applied': null },
    }),
  ),
  accepted('/books?page=1&perPage=2&depth=1&variants=vip', {
    name: 'handling=strict accepts the known names, and the response says that it was heeded',
    headers: { Prefer: 'handling=strict' },
    responses: { 'Preference-Applied': 'handling=strict', 'X-Ignored-Parameters': null },
  }),
])

test('the largest perPage is configuration, and its 400 names it', async () => {
  const space = await createTestSpace({
    perPageMax: 7,
    records: [{ type: 'collection', apiName: 'c', name: 'C', fields: [] }],
  })
  expect((await space.get('/content/c?perPage=7')).status).toBe(200)
  expect((await space.get('/content/c')).status).toBe(200)
  const refusal = readProblem(await readResponse(await space.get('/content/c?perPage=8')))
  expect(refusal.errors?.[0]?.message).toContain('from 1 to 7')
  const wide = await getFrom(space, { perPageMax: 10_000 })('/content/c?perPage=10000')
  expect(wide.status).toBe(200)
})

test('of 1,000 unknown names the first 50 are named and ... stands for the others; strictness still refuses the request', async () => {
  const space = await createTestSpace({
    records: [{ type: 'collection', apiName: 'c', name: 'C', fields: [] }],
  })
  const names = Array.from({ length: 1000 }, (_, index) => `n${index}`)
  const path = `/content/c?${names.join('&')}`
  const lenient = await space.get(path)
  expect(lenient.status).toBe(200)
  expect(lenient.headers.get('X-Ignored-Parameters')).toBe([...names.slice(0, 50), '...'].join(', '))
  const fifty = await space.get(`/content/c?${names.slice(0, 50).join('&')}`)
  expect(fifty.headers.get('X-Ignored-Parameters')).toBe(names.slice(0, 50).join(', '))
  const strict = readProblem(await readResponse(await space.get(path, { Prefer: 'handling=strict' })))
  expect(strict.errors?.slice(0, 20).map(error => error.name)).toEqual(names.slice(0, 20))
})

test('a value out of range comes with the range, for clients that read no prose', async () => {
  const space = await createTestSpace({
    records: [{ type: 'collection', apiName: 'c', name: 'C', fields: [] }],
  })
  const { errors } = readProblem(
    await readResponse(await space.get('/content/c?page=0&perPage=1001&depth=x&variants=!')),
  )
  expect(errors?.map(({ name, min, max }) => [name, min, max])).toEqual([
    ['page', 1, 2147483647],
    ['perPage', 1, 1000],
    ['depth', 0, 10],
    ['variants', undefined, undefined],
  ])
})
