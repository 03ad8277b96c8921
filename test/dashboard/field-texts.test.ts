// What is typed into the inputs of fields, and the values that it stands for.
import { describe, expect, test } from 'bun:test'
import { isPicture, withUrl } from '../../dashboard/fields/asset/asset-text.ts'
import { findTimeError, toLocalText, toStoredTime } from '../../dashboard/fields/date-time/date-time-text.ts'
import { findValueError, toValueText } from '../../dashboard/fields/field-values.ts'
import { listMessages } from '../../dashboard/fields/frame/field-problems.ts'
import { findJsonError, parseJson, toJsonText } from '../../dashboard/fields/json/json-text.ts'
import { parseNumber } from '../../dashboard/fields/number/number-text.ts'
import { toForeignPicture, toPictureUrl } from '../../dashboard/parts/pictures/picture-url.ts'
import { toExactText } from '../../dashboard/parts/time/moment.tsx'

describe('a number as it is typed', () => {
  const rows: readonly (readonly [typed: string, value: number | string | null])[] = [
    ['', null],
    ['  ', null],
    ['12', 12],
    [' 12.50 ', 12.5],
    ['-0.001', -0.001],
    ['−3', -3],
    ['.5', 0.5],
    ['1e3', 1000],
    ['100', 100],
    ['000', 0],
    ['12.', '12.'],
    ['1,5', '1,5'],
    ['abc', 'abc'],
    ['1e999', '1e999'],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', '9007199254740993'],
    ['0.12345678901234567890', '0.12345678901234567890'],
  ]
  test.each(rows)('%j is %j: what a number cannot hold exactly stays text', (typed, value) => {
    expect(parseNumber(typed)).toBe(value)
  })
})

describe('a value as it is read', () => {
  const options = [
    { value: 'GBP', name: 'Pounds' },
    { value: 7, name: 'Seven' },
  ]
  test.each([
    ['the name of a choice', { type: 'text', options }, 'GBP', 'Pounds'],
    ['the name of a number', { type: 'integer', options }, 7, 'Seven'],
    ['what is no choice any more', { type: 'text', options }, 'DEM', 'DEM'],
    ['yes', { type: 'boolean' }, true, 'Yes'],
    ['no', { type: 'boolean' }, false, 'No'],
    ['JSON as it is', { type: 'json' }, false, 'false'],
    [
      'a time where the user is',
      { type: 'dateTime' },
      '2024-05-01T08:00:00.000Z',
      toExactText('2024-05-01T08:00:00Z'),
    ],
    ['what is no time', { type: 'dateTime' }, 'soon', 'soon'],
    ['a time in a text', { type: 'text' }, '2024-05-01T08:00:00.000Z', '2024-05-01T08:00:00.000Z'],
    ['nothing of a list', { type: 'json' }, [1], null],
    ['nothing of null', { type: 'text' }, null, null],
  ] as const)('is %s', (_, field, value, text) => {
    expect(toValueText(field, value)).toBe(text)
  })
})

describe('JSON as it is typed', () => {
  test.each(['', '{"a": [1, -0.5, 1e3, "1e400"]}', '"text"', '{"__proto__": {"x": 1}}', '0.1'])(
    '%j is a value',
    text => {
      const value = parseJson(text)
      expect(value).toEqual(text === '' ? null : JSON.parse(text))
      expect(findJsonError(value)).toBe(null)
    },
  )

  const rows: readonly (readonly [typed: string, error: string])[] = [
    ['{"a": 1, "b":', 'is not valid JSON yet: '],
    ['9007199254740993', 'has 9007199254740993, which cannot be kept exactly: write it as text'],
    ['{"a/b": [1, 9007199254740993]}', 'has 9007199254740993 at /a~1b/1, which cannot be kept exactly'],
    ['[1e400]', 'has 1e400 at /0, which cannot be kept exactly'],
    ['{"z": -0}', 'has -0 at /z, which cannot be kept exactly'],
    ['[0.12345678901234567890]', 'has 0.12345678901234567890 at /0, which cannot be kept exactly'],
    ['{"d": 1, "d": 2}', 'has “d” twice: give it once'],
    ['[{"d": 1, "\\u0064": 2}]', 'has “d” twice at /0: give it once'],
    ['{"\\u0000unfinished": "x"}', 'has a key with NUL (U+0000), which cannot be stored'],
  ]
  test.each(rows)('%j stays text: %s', (typed, error) => {
    const value = parseJson(typed)
    expect(toJsonText(structuredClone(value))).toBe(typed)
    expect(findJsonError(structuredClone(value))).toStartWith(error)
  })
})

describe('a time', () => {
  test('is shown in the time of the device and stored in UTC, to the millisecond', () => {
    for (const stored of [
      '2025-01-13T08:30:00.000Z',
      '2025-06-13T08:30:07.000Z',
      '0099-06-13T08:30:07.123Z',
    ]) {
      expect(toStoredTime(toLocalText(stored))).toBe(stored)
    }
  })

  test('that clocks have skipped, or of the year 0 in UTC, stays as it was typed and is refused', () => {
    const zone = process.env.TZ
    process.env.TZ = 'Europe/Berlin'
    try {
      for (const [typed, error] of [
        ['2026-03-29T02:30', 'must be another time: clocks were put forward over this one'],
        ['0001-01-01T00:00', 'must be a time of the years 0001 to 9999 in UTC'],
      ] as const) {
        const value = toStoredTime(typed)
        expect([value, toLocalText(value), findTimeError(value)]).toEqual([typed, typed, error])
      }
      for (const typed of ['2026-03-29T03:00', '2026-10-25T02:30', '0001-01-02T00:00', '9999-12-31T23:59']) {
        const value = toStoredTime(typed)
        expect([typed, value, findTimeError(value)]).toEqual([typed, new Date(typed).toISOString(), null])
      }
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    }
  })

  test('that is not finished is invalid', () => {
    expect([toStoredTime(''), toStoredTime('2025-01'), toLocalText('soon'), toLocalText(null)]).toEqual([
      ...[null, '2025-01-01T00:00:00.000Z', '', ''],
    ])
  })
})

describe('a file', () => {
  const page = { url: 'https://cms.example/s/demo', mediaHosts: [] }

  test('of another host, or with an invalid address, has no picture', () => {
    const urls = ['/a.png', 'https://cms.example/a.png', 'https://other.example/a.png', 'javascript:alert(1)']
    expect(urls.map(url => toPictureUrl(url, page, null))).toEqual([
      ...['https://cms.example/a.png', 'https://cms.example/a.png', null, null],
    ])
    expect(toPictureUrl('/a.pdf', page, 'application/pdf')).toBe(null)
  })

  test('of a host that the server lists is shown, and only by https', () => {
    const listed = { ...page, mediaHosts: ['other.example', '*.cdn.example'] }
    const shown = ['https://other.example/a.png', 'https://eu.cdn.example/a.png']
    const linked = [
      'http://other.example/a.png',
      'https://other.example:8443/a.png',
      'https://cdn.example/a.png',
      'https://evilcdn.example/a.png',
    ]
    expect(shown.map(url => toPictureUrl(url, listed))).toEqual(shown)
    expect(linked.map(url => toPictureUrl(url, listed))).toEqual(linked.map(() => null))
    expect(shown.map(url => toForeignPicture(url, listed))).toEqual([null, null])
    expect(linked.map(url => toForeignPicture(url, listed))).toEqual(linked)
  })

  test.each([
    ['https://other.example/a.png', undefined, true],
    ['https://other.example/a?size=1', 'image/png', true],
    ['https://other.example/a.pdf', undefined, false],
    ['https://other.example/a.png', 'application/pdf', false],
  ])('%s of the type %s is a picture: %p', (url, contentType, expected) =>
    expect(isPicture({ url, contentType })).toBe(expected),
  )

  test('of another host is linked as a picture only by https or http', () => {
    const urls = [
      '/a.png',
      'https://other.example/a.png',
      'javascript:alert(1)',
      'data:image/png,',
      '//b/a.png',
    ]
    expect(urls.map(url => toForeignPicture(url, page))).toEqual([
      ...[null, 'https://other.example/a.png', null, null, 'https://b/a.png'],
    ])
  })

  test('with another address keeps its title, and nothing that was known of the other file', () => {
    const asset = { url: '/a.png', title: 'A', contentType: 'image/png', width: 1, height: 2, size: 3 }
    expect(withUrl(asset, '/b.png')).toEqual({
      ...{ url: '/b.png', title: 'A', contentType: null, width: null, height: null, size: null },
    })
    expect([withUrl(null, '/b.png'), withUrl(asset, '')]).toEqual([{ url: '/b.png' }, null])
  })
})

test('a value of another type than its field is found, whatever the type', () => {
  const good = {
    ...{ text: 'a', integer: 1, number: 1.5, boolean: true, date: '2025-01-13', json: [1], richText: 'a' },
    ...{ dateTime: '2025-01-13T08:30:00Z', asset: { url: '/a' }, reference: { id: 'a' } },
  }
  const bad = {
    ...{ text: 1, integer: 1.5, number: '1', boolean: 'on', date: '2025-02-30' },
    ...{ dateTime: 'soon', asset: { url: '' }, reference: { title: 'a' } },
  }
  const isGood = (values: object, many: boolean) =>
    Object.entries(values).map(([type, value]) => {
      const field = { apiName: 'a', type: type as keyof typeof good, many }
      return findValueError(field, many ? [value] : value) === null
    })
  for (const many of [false, true]) {
    expect(isGood(good, many)).toEqual(Object.keys(good).map(() => true))
    expect(isGood(bad, many)).toEqual(Object.keys(bad).map(() => false))
  }
  expect(findValueError({ apiName: 'a', type: 'text', many: true }, 'a')).toBe('must be a list')
})

test.each([
  [{}, 'a', 'must be a whole number'],
  [{}, '9007199254740993', 'must be a whole number of at most 15 digits'],
  [{ min: 0 }, 1.5, 'must be a whole number, at least 0'],
  [{ min: 1, max: 5 }, 'x', 'must be a whole number from 1 to 5'],
])('a whole number within %p: %p %s', (limits, value, message) =>
  expect(findValueError({ apiName: 'pages', type: 'integer', ...limits }, value)).toBe(message),
)

test('the state of a reference is said in one place: not also as a problem of its field', () => {
  const field = { apiName: 'author', type: 'reference' } as const
  const problem = (code: string, message: string) => ({
    ...{ path: '/data/author', code, message, severity: 'warning' as const },
  })
  const problems = [problem('target_not_live', 'refers to …'), problem('target_not_allowed', 'is wrong')]
  const state = { value: { id: 'a' }, isEdited: false, theirs: null, note: null, refusal: null, live: null }
  const messages = listMessages(field, { ...state, problems }, true)
  expect(messages.map(({ text }) => text)).toEqual(['Author is wrong.'])
})
