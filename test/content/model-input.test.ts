// What a model may be: each property on the types that may have it, and every error at its place.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { fieldTypes, typeOf } from '../../src/content/fields/registry.ts'
import { toStoredModel } from '../../src/content/model/model-form.ts'
import { modelInput } from '../../src/content/model/model-input.schema.ts'
import type { Collection, Field, FieldType } from '../../src/content/values/model.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

const modelOf = (fields: readonly unknown[], rest: object = {}) => ({
  apiName: 'posts',
  name: 'Posts',
  fields,
  ...rest,
})

/** `fields.0.min: must be …` */
function errorsOf(model: unknown): string[] {
  const result = modelInput.safeParse(model)
  return result.success
    ? []
    : result.error.issues.map(issue => {
        const keys = issue.code === 'unrecognized_keys' ? ` ${issue.keys.join()}` : ''
        return `${issue.path.join('.')}: ${issue.message}${keys}`
      })
}

const errorsOfField = (field: object) =>
  errorsOf(modelOf([{ apiName: 'f', ...field }])).map(error => error.replace('fields.0', 'f'))

function storedOf(field: object): Partial<Field> {
  const model = modelInput.parse(modelOf([{ apiName: 'f', ...field }]))
  const { apiName, type, ...rest } = toStoredModel(model as Collection).fields[0]!
  return rest
}

const samples = {
  min: 1,
  max: 5,
  pattern: '[a-z]+',
  format: 'email',
  options: [{ value: 1 }],
  multiline: true,
  unique: true,
  to: ['posts'],
  search: 1,
  paths: [{ path: 'a', type: 'text' }],
} as const
const sampleFor = (type: FieldType, name: keyof typeof samples): unknown => {
  if (name === 'format' && type === 'richText') return 'portableText'
  if (name === 'options' && type === 'text') return [{ value: 'a', name: 'A' }]
  if (type === 'date' && (name === 'min' || name === 'max')) return '2026-01-31'
  if (type === 'dateTime' && (name === 'min' || name === 'max')) return '2026-01-31T09:00:00.000Z'
  return name === 'options' ? [{ value: 1, name: 'One' }] : samples[name]
}

/** The properties that a field of the type needs. */
const neededBy = (type: FieldType) => (type === 'component' ? { of: ['hero'] } : {})

describe.each([...fieldTypes])('a field of the type %s', type => {
  test.each(Object.keys(samples) as (keyof typeof samples)[])('may have %s only if its type has it', name => {
    const format = typeOf({ type }).formatOf?.[name]
    const properties = { ...(format !== undefined && { format }), [name]: sampleFor(type, name) }
    const errors = errorsOfField({ type, ...neededBy(type), ...properties })
    if (typeOf({ type }).properties.includes(name)) {
      expect(errors).toEqual([])
      expect(storedOf({ type, ...neededBy(type), ...properties })).toEqual({
        ...neededBy(type),
        ...properties,
      } as Partial<Field>)
    } else expect(errors.join()).toMatch(new RegExp(`^f: has "${name}", which only .* may have$`))
  })

  test('may have a name, help, and be required, hidden and of many values', () => {
    const field = { name: 'F', help: 'H', required: true, hidden: true, many: true, minItems: 1, maxItems: 3 }
    expect(storedOf({ type, ...neededBy(type), ...field })).toEqual({ ...neededBy(type), ...field })
  })
})

describe('of a field', () => {
  test.each<[title: string, field: object, ...errors: RegExp[]]>([
    ['an unknown property', { type: 'text', length: 5 }, /^f: .* length$/],
    ['an unknown type', { type: 'string' }, /^f.type: must be one of text, .*date, dateTime/],
    ['a field of blocks without components', { type: 'component' }, /^f.of: is missing/],
    ['a field of blocks of no component', { type: 'component', of: [] }, /^f.of: must not be empty$/],
    [
      'components of a text',
      { type: 'text', of: ['hero'] },
      /^f: has "of", which only richText and component may have$/,
    ],
    ['a component twice', { type: 'component', of: ['hero', 'hero'] }, /^f.of: names a component twice$/],
    [
      'components in rich text that is no Portable Text',
      { type: 'richText', of: ['hero'] },
      /^f.of: requires "format": "portableText"$/,
    ],
    [
      'collections for entries in rich text that is no Portable Text',
      { type: 'richText', to: ['posts'] },
      /^f.to: requires "format": "portableText"$/,
    ],
    ['no media type', { type: 'asset', accept: [] }, /^f.accept: must name a media type, or be absent$/],
    [
      'eleven media types',
      { type: 'asset', accept: [...Array(11)].map((_, n) => `image/${n}`) },
      /^f.accept: may have 10 media types$/,
    ],
    [
      'a media type twice',
      { type: 'asset', accept: ['image/*', 'image/*'] },
      /^f.accept: name a media type twice$/,
    ],
    ['any media type', { type: 'asset', accept: ['*/*'] }, /^f.accept.0: must be image/],
    ['a group that is none', { type: 'asset', accept: ['font/*'] }, /^f.accept.0: must be image/],
    ['an ending', { type: 'asset', accept: ['.png'] }, /^f.accept.0: must be image/],
    [
      'media types of a text',
      { type: 'text', accept: ['image/*'] },
      /^f: has "accept", which only asset may have$/,
    ],
    [
      'a name of 201 characters',
      { type: 'text', name: 'n'.repeat(201) },
      /^f.name: may have 200 characters$/,
    ],
    ['an empty name', { type: 'text', name: '' }, /^f.name: must not be empty$/],
    ['a help of 1,001 characters', { type: 'text', help: 'h'.repeat(1001) }, /^f.help: may have 1000/],
    ['a minimum of -1 characters', { type: 'text', min: -1 }, /^f.min: must be a number of characters/],
    ['a maximum of 1.5 characters', { type: 'text', max: 1.5 }, /^f.max: must be a number of characters/],
    ['a minimum of text as a string', { type: 'text', min: '1' }, /^f.min: must be a number of characters/],
    ['a minimum over the maximum', { type: 'text', min: 3, max: 2 }, /^f.min: must not be greater than max$/],
    ['a fraction as the limit of an integer', { type: 'integer', min: 0.5 }, /^f.min: must be an integer$/],
    ['a string as the limit of a number', { type: 'number', max: '5' }, /^f.max: must be a number$/],
    ['null as a limit', { type: 'number', max: null }, /^f.max: must be a number, a day or a time$/],
    ['a day that does not exist', { type: 'date', min: '2026-02-30' }, /^f.min: must be an existing day/],
    [
      'a time as the limit of a day',
      { type: 'date', min: '2026-01-01T00:00:00Z' },
      /^f.min: must be an existing day/,
    ],
    ['a number as the limit of a day', { type: 'date', max: 2026 }, /^f.max: must be an existing day/],
    [
      'a day as the limit of a time',
      { type: 'dateTime', max: '2026-01-01' },
      /^f.max: must be an RFC 3339 time/,
    ],
    [
      'times in the wrong order, written with offsets',
      { type: 'dateTime', min: '2026-01-01T10:00:00+01:00', max: '2026-01-01T08:59:59Z' },
      /^f.min: must not be greater than max$/,
    ],
    [
      'a pattern that is none',
      { type: 'text', pattern: '(' },
      /^f.pattern: must be a regular expression in the syntax of RE2/,
    ],
    [
      'a pattern of 201 characters',
      { type: 'text', pattern: 'a'.repeat(201) },
      /^f.pattern: must have 1 to 200/,
    ],
    ['a pattern with look-ahead', { type: 'text', pattern: '(?=a)' }, /^f.pattern: must be a regular/],
    [
      'a format of another type',
      { type: 'text', format: 'portableText' },
      /^f.format: must be one of email, url, color$/,
    ],
    [
      'a format of text',
      { type: 'richText', format: 'email' },
      /^f.format: must be one of portableText, any$/,
    ],
    ['an unknown format', { type: 'text', format: 'phone' }, /^f.format: must be one of/],
    ['no options', { type: 'text', options: [] }, /^f.options: must name a value, or be absent$/],
    [
      '501 options',
      { type: 'integer', options: Array.from({ length: 501 }, (_, value) => ({ value })) },
      /^f.options: may have 500/,
    ],
    [
      'an option twice',
      { type: 'text', options: [{ value: 'a' }, { value: 'a' }] },
      /^f.options: name a value twice$/,
    ],
    [
      'numbers as options of text',
      { type: 'text', options: [{ value: 1 }] },
      /^f.options.0.value: must be a string$/,
    ],
    [
      'texts as options of numbers',
      { type: 'number', options: [{ value: '1' }] },
      /^f.options.0.value: must be a number$/,
    ],
    [
      'fractions as options of integers',
      { type: 'integer', options: [{ value: 1 }, { value: 1.5 }] },
      /^f.options.1.value: must be an integer$/,
    ],
    ['an empty option', { type: 'text', options: [{ value: '' }] }, /^f.options.0.value: /],
    [
      'an unknown key of an option',
      { type: 'text', options: [{ value: 'a', label: 'A' }] },
      /^f.options.0: .* label$/,
    ],
    [
      'items of a single value',
      { type: 'text', minItems: 1, maxItems: 2 },
      /^f: has "minItems", which only/,
      /^f: has "maxItems"/,
    ],
    ['fewer than no items', { type: 'text', many: true, minItems: -1 }, /^f.minItems: must be 0 or more$/],
    ['at most no items', { type: 'text', many: true, maxItems: 0 }, /^f.maxItems: must be 1 or more$/],
    [
      'more items than the most',
      { type: 'text', many: true, minItems: 3, maxItems: 2 },
      /^f.minItems: must not be greater than maxItems$/,
    ],
    ['"required" as a text', { type: 'text', required: 'yes' }, /^f.required: /],
    ['a default of another type', { type: 'integer', default: 'x' }, /^f.default: must be an integer$/],
    ['a default that is no list', { type: 'text', many: true, default: 'x' }, /^f.default: has many values/],
    [
      'an item of a default of another type',
      { type: 'text', many: true, default: ['x', 1] },
      /^f.default.1: must be a string$/,
    ],
    [
      'a default that breaks a rule',
      { type: 'integer', max: 3, default: 4 },
      /^f.default: must be at most 3$/,
    ],
    [
      'a default that is no option',
      { type: 'text', options: [{ value: 'a' }], default: 'b' },
      /^f.default: must be one of a$/,
    ],
    [
      'a default at an unsafe address',
      { type: 'asset', default: { url: 'javascript:x' } },
      /^f.default.url: must be an address/,
    ],
    [
      'a default that is no Portable Text',
      { type: 'richText', format: 'portableText', default: [{ _type: 'x' }] },
      /^f.default.0._type: must be/,
    ],
  ])('%s is refused', (_, field, ...errors) => {
    const found = errorsOfField(field)
    expect(found).toHaveLength(errors.length)
    for (const [index, error] of errors.entries()) expect(found[index]).toMatch(error)
  })

  test('what only says what holds without it is not stored', () => {
    const field = {
      type: 'text',
      help: '',
      required: false,
      unique: false,
      hidden: false,
      multiline: false,
      default: null,
    }
    expect(storedOf(field)).toEqual({})
    expect(storedOf({ type: 'richText', format: 'any' })).toEqual({})
    expect(storedOf({ type: 'text', many: true, minItems: 0, default: [] })).toEqual({ many: true })
  })

  test('times are stored in UTC, and options with a name', () => {
    expect(
      storedOf({ type: 'dateTime', min: '2026-01-01T01:00:00+01:00', default: '2026-02-01T00:00:00.5Z' }),
    ).toEqual({
      min: '2026-01-01T00:00:00.000Z',
      default: '2026-02-01T00:00:00.500Z',
    })
    expect(storedOf({ type: 'integer', options: [{ value: 1 }, { value: 2, name: 'Two' }] })).toEqual({
      options: [
        { value: 1, name: '1' },
        { value: 2, name: 'Two' },
      ],
    })
  })
})

describe('of a model', () => {
  const title = { apiName: 'title', type: 'text' }
  const tags = { apiName: 'tags', type: 'text', many: true }

  test('everything that editors need is stored', () => {
    const model = {
      ...modelOf([title, tags]),
      description: 'What we write.',
      titleField: 'title',
      slugFrom: 'title',
      singleton: true,
      previewUrl: '/news/{slug}',
    }
    expect(toStoredModel(modelInput.parse({ ...model, kind: 'collection' }) as Collection)).toEqual(
      model as Collection,
    )
  })

  test.each<[title: string, model: object, ...errors: RegExp[]]>([
    ['an unknown kind', modelOf([], { kind: 'page' }), /^kind: must be collection or component$/],
    [
      'a preview URL of another type',
      modelOf([], { previewUrl: 7 }),
      /^previewUrl: must be a string or null$/,
    ],
    ['an unknown key', modelOf([], { icon: 'x' }), /icon$/],
    ['an API name with a slash', modelOf([], { apiName: 'a/b' }), /^apiName: must be 1 to 64/],
    ['an API name of 65 characters', modelOf([], { apiName: 'a'.repeat(65) }), /^apiName: must be 1 to 64/],
    [
      'a field that begins with a digit',
      modelOf([{ ...title, apiName: '1a' }]),
      /^fields.0.apiName: must be 1 to 64/,
    ],
    [
      '__proto__ as a field',
      modelOf([{ ...title, apiName: '__proto__' }]),
      /^fields.0.apiName: must not be __proto__$/,
    ],
    ['a field twice', modelOf([title, title]), /^fields: name a field twice$/],
    [
      '501 fields',
      modelOf(Array.from({ length: 501 }, (_, index) => ({ ...title, apiName: `f${index}` }))),
      /^fields: may have 500 fields$/,
    ],
    [
      'a title that the model lacks',
      modelOf([title], { titleField: 'name' }),
      /^titleField: must name a text field/,
    ],
    [
      'a slug from many values',
      modelOf([title, tags], { slugFrom: 'tags' }),
      /^slugFrom: must name a text field/,
    ],
    [
      'a slug from a number',
      modelOf([{ ...title, type: 'number' }], { slugFrom: 'title' }),
      /^slugFrom: must name/,
    ],
    ['"singleton" as a text', modelOf([], { singleton: 'yes' }), /^singleton: /],
    [
      'a description of 1,001 characters',
      modelOf([], { description: 'd'.repeat(1001) }),
      /^description: may have 1000/,
    ],
    [
      'errors in several fields',
      modelOf(
        [
          { apiName: '1', type: 'x' },
          { apiName: 'b', type: 'json', min: 1, unique: true },
        ],
        { name: '' },
      ),
      /^name: /,
      /^fields.0.apiName: /,
      /^fields.0.type: /,
      /^fields.1: has "min", which only text, integer, number, date and dateTime may have$/,
      /^fields.1: has "unique", which only text, integer and number may have$/,
    ],
  ])('%s is refused', (_, model, ...errors) => {
    const found = errorsOf(model)
    expect(found).toHaveLength(errors.length)
    for (const [index, error] of errors.entries()) expect(found[index]).toMatch(error)
  })
})

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(
    true,
    false,
    null,
    '',
    'a',
    'é',
    0,
    1,
    3,
    -1,
    1.5,
    '2026-01-31',
    '2026-01-31T09:00:00+01:00',
  ),
  fc.constantFrom<unknown>(
    ['a'],
    [],
    [{ value: 1 }],
    [{ value: 'a', name: 'A' }],
    { url: '/a' },
    { id: 'x' },
    'email',
    'any',
  ),
  fc.constantFrom<unknown>(
    'portableText',
    '(a+)+$',
    '(',
    '__proto__',
    ['posts'],
    [{ path: 'a', type: 'text', many: true }],
  ),
)
const properties = ['name', 'help', 'many', 'minItems', 'maxItems', 'required', 'default', 'min', 'max', 'pattern', 'format', 'options', 'multiline', 'unique', 'hidden', 'to', 'query', 'search', 'paths', 'of', 'accept'] // biome-ignore format: a list
const anyField = fc
  .tuple(
    fc.constantFrom(...fieldTypes),
    fc.dictionary(fc.constantFrom(...properties), anyValue, { maxKeys: 4 }),
  )
  .map(([type, rest]) => ({ apiName: 'f', type, ...rest }))

test('whatever a field says, it is refused with reasons or stored in one form that is accepted again', () => {
  let accepted = 0
  fc.assert(
    fc.property(anyField, field => {
      const result = modelInput.safeParse(modelOf([field]))
      if (!result.success) {
        for (const { message } of result.error.issues) expect(message).not.toBe('')
        return
      }
      accepted++
      const stored = toStoredModel(result.data as Collection)
      const again = toStoredModel(modelInput.parse(JSON.parse(JSON.stringify(stored))) as Collection)
      expect(JSON.stringify(again)).toBe(JSON.stringify(stored))
    }),
    { numRuns: fuzzRuns(5000) },
  )
  expect(accepted).toBeGreaterThan(200)
})
