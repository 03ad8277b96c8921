// What is typed into the inputs of fields, and the values that it stands for.
import { describe, expect, test } from 'bun:test'
import { withUrl } from '../../dashboard/fields/asset-text.ts'
import { toLocalText, toStoredTime } from '../../dashboard/fields/date-time-text.ts'
import { parseNumber } from '../../dashboard/fields/number-text.ts'
import { findValueError } from '../../dashboard/pages/entry/engine/value-error.ts'
import { toPictureAddress } from '../../dashboard/parts/picture-address.ts'

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

  test('that is not finished is none', () => {
    expect([toStoredTime(''), toStoredTime('2025-01'), toLocalText('soon'), toLocalText(null)]).toEqual([
      ...[null, '2025-01-01T00:00:00.000Z', '', ''],
    ])
  })
})

describe('a file', () => {
  const page = 'https://cms.example/s/demo'

  test('of another host, or with an address that is none, has no picture', () => {
    const urls = ['/a.png', 'https://cms.example/a.png', 'https://other.example/a.png', 'javascript:alert(1)']
    expect(urls.map(url => toPictureAddress(url, page, null))).toEqual([
      ...['https://cms.example/a.png', 'https://cms.example/a.png', null, null],
    ])
    expect(toPictureAddress('/a.pdf', page, 'application/pdf')).toBe(null)
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
