// What is wrong with the values of an entry, as requests report it: every error at its place, addresses included.
import { describe, expect, test } from 'bun:test'
import type { StoredValue } from '../../src/content/fields/field-type.ts'
import { checkValues, type ValueError } from '../../src/content/fields/field-values.ts'
import { checkOverlays } from '../../src/content/publish/entry-content.ts'
import type { Field, Values } from '../../src/content/values/model.ts'

const fields: readonly Field[] = [
  { apiName: 'title', type: 'text' },
  { apiName: 'a.b', type: 'integer' },
  { apiName: 'tags', type: 'text', many: true },
  { apiName: 'cover', type: 'asset' },
  { apiName: 'gallery', type: 'asset', many: true },
  { apiName: 'site', type: 'text', format: 'url' },
  { apiName: 'body', type: 'richText', format: 'portableText' },
  { apiName: 'bodies', type: 'richText', format: 'portableText', many: true },
  { apiName: 'days', type: 'date', many: true },
  { apiName: 'author', type: 'reference', to: ['authors'] },
]

function check(values: unknown, refusesUnsafeAddresses = true) {
  const errors: ValueError[] = []
  const stored = checkValues(fields, values as Values, {
    onError: (_, error) => void errors.push(error),
    refusesUnsafeAddresses,
  })
  const byName = Object.fromEntries(fields.map(({ apiName }, index) => [apiName, stored[index]]))
  return { errors: errors.map(({ pointer, message }) => `${pointer} ${message}`), stored: byName }
}

describe('every error of a request is at its place', () => {
  test.each<[title: string, values: unknown, ...errors: RegExp[]]>([
    ['an unknown field', { titel: 1 }, /^\/titel is not a field of the model$/],
    ['an unknown field with / and ~', { 'a/b~': 1 }, /^\/a~1b~0 is not a field/],
    ['__proto__', JSON.parse('{"__proto__":1}'), /^\/__proto__ is not a field/],
    ['a value of another type', { title: 1 }, /^\/title must be a string$/],
    [
      'values of other types',
      { title: 1, 'a.b': '1' },
      /^\/title must be a string$/,
      /^\/a\.b must be an integer$/,
    ],
    [
      'several items',
      { tags: ['a', 1, 'b', null] },
      /^\/tags\/1 must be a string$/,
      /^\/tags\/3 must be a string, not null$/,
    ],
    ['one value for many', { tags: 'a' }, /^\/tags has many values and must be a list$/],
    ['a day that does not exist', { days: ['2026-02-30'] }, /^\/days\/0 must be an existing day/],
    [
      'a reference to another collection',
      { author: { collection: 'posts', slug: 'x' } },
      /^\/author must be .*, to authors$/,
    ],
    [
      'an unsafe asset',
      { cover: { url: 'javascript:alert(1)' } },
      /^\/cover\/url must be an address with https or http/,
    ],
    ['an asset that is no path of the site', { cover: { url: 'a.png' } }, /^\/cover\/url must be/],
    [
      'an unsafe asset in a list',
      { gallery: [{ url: '/a' }, { url: '//evil.example' }] },
      /^\/gallery\/1\/url must name https/,
    ],
    ['an unsafe text of the format url', { site: 'JaVaScRiPt:alert(1)' }, /^\/site must be an address/],
    [
      'rich text',
      {
        body: [
          { _type: 'chart' },
          { _type: 'block', children: [], markDefs: [{ _type: 'link', href: 'data:x' }] },
        ],
      },
      /^\/body\/0\/_type must be one of/,
      /^\/body\/1\/markDefs\/0\/href must be an address/,
    ],
    ['one of several rich texts', { bodies: [[], [{}]] }, /^\/bodies\/1\/0\/_type must be one of/],
  ])('%s', (_, values, ...errors) => {
    const found = check(values).errors
    expect(found).toHaveLength(errors.length)
    for (const [index, error] of errors.entries()) expect(found[index]).toMatch(error)
  })

  test('in an overlay, under its variant', () => {
    const errors: string[] = []
    checkOverlays(fields, { vip: { title: 1 }, 'a:b': { x: 1 } } as never, {
      onError: (message, { pointer }) => void errors.push(`${pointer} ${message}`),
    })
    expect(errors).toEqual([
      '/vip/title In the variant "vip": The field "title" must be a string.',
      '/a:b/x In the variant "a:b": The model has no field "x".',
    ])
  })

  test('at most 100 of a field', () => {
    expect(check({ tags: Array.from({ length: 100_000 }, () => 1) }).errors).toHaveLength(100)
  })
})

test('what someone is still typing into a text of the format url is saved', () => {
  for (const site of ['h', 'https:', 'https://', 'example.org']) {
    expect(check({ site })).toMatchObject({ errors: [], stored: { site } })
  }
})

test('an import keeps unsafe addresses: the problems of the draft name them', () => {
  const values = {
    cover: { url: 'javascript:alert(1)' },
    site: 'javascript:alert(1)',
    body: [{ _type: 'block', children: [], markDefs: [{ _type: 'link', href: 'javascript:alert(1)' }] }],
  }
  const { errors, stored } = check(values, false)
  expect(errors).toEqual([])
  expect(stored).toMatchObject(values as { [name: string]: StoredValue })
})
