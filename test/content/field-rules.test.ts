// The problems of a draft: which rules of its model it breaks, where, and whether they keep it from being published.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { findProblems, problemsMax, type ValidationIssue } from '../../src/content/fields/field-rules.ts'
import type { FindAsset, FindTarget } from '../../src/content/fields/field-type.ts'
import { checkValues } from '../../src/content/fields/field-values.ts'
import { fieldTypes } from '../../src/content/fields/registry.ts'
import { toStoredModel } from '../../src/content/model/model-form.ts'
import { modelInput } from '../../src/content/model/model-input.schema.ts'
import type { Collection, Field, FieldType, Json, Values } from '../../src/content/values/model.ts'
import { anyCharacter } from '../kit/any-character.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

const targets: FindTarget = ({ id }) => {
  if (id === 'gone') return null
  return { collection: id.startsWith('p') ? 'posts' : 'authors', state: id.endsWith('d') ? 'draft' : id.endsWith('x') ? 'archived' : 'live' } // biome-ignore format: a line
}

const findAsset: FindAsset = id =>
  id === 'gone' ? null : { contentType: id === 'pdf' ? 'application/pdf' : 'image/png' }

const problemsOf = (
  fields: readonly Field[],
  data: Values,
  variants: { [id: string]: Values } = {},
): ValidationIssue[] => findProblems(fields, { data, variants }, { findTarget: targets, findAsset })

/** `path code` of each problem of one field's value. */
function codesOf(field: Omit<Field, 'apiName'>, value: Json): string[] {
  return problemsOf([{ apiName: 'f', ...field }], { f: value }).map(({ path, code }) =>
    `${path.slice('/data/f'.length)} ${code}`.trim(),
  )
}

type Row = [
  field: Omit<Field, 'apiName'>,
  good: readonly Json[],
  ...broken: (readonly [value: Json, ...codes: string[]])[],
]

const many = { many: true }
const text = (words: string) => [{ _type: 'block', children: [{ _type: 'span', text: words }] }]
const rows: readonly Row[] = [
  [
    { type: 'text', required: true },
    ['a', ' a '],
    [null, 'required'],
    ['', 'required'],
    [' \t\n\u00a0', 'required'],
  ],
  [{ type: 'text', ...many, required: true }, [['a'], ['']], [null, 'required'], [[], 'required']],
  [{ type: 'boolean', required: true }, [true, false], [null, 'required']],
  [{ type: 'integer', required: true }, [0], [null, 'required']],
  [
    { type: 'json', required: true },
    [0, false, {}, [1]],
    [null, 'required'],
    [[], 'required'],
    ['', 'required'],
  ],
  [{ type: 'reference', required: true }, [{ id: 'p1' }], [null, 'required']],
  [
    { type: 'richText', format: 'portableText', required: true },
    [text('a'), [{ _type: 'break' }], [...text(''), { _type: 'code', code: '' }]],
    [null, 'required'],
    [[], 'required'],
    [text(' '), 'required'],
    [[{ _type: 'block', children: [] }], 'required'],
  ],
  [{ type: 'richText', required: true }, [{ a: 1 }, 'x'], [' ', 'required'], [[], 'required']],
  [{ type: 'text', min: 2 }, ['', 'ab', '🌊🌊', null], ['a', 'min'], ['🌊', 'min']],
  [{ type: 'text', max: 2 }, ['', 'ab', '🌊🌊'], ['abc', 'max'], ['🌊🌊🌊', 'max']],
  [{ type: 'text', min: 2, max: 2 }, ['ab'], ['a', 'min'], ['abc', 'max']],
  [{ type: 'text', max: 0 }, [''], ['a', 'max']],
  [{ type: 'integer', min: 0, max: 10 }, [0, 10], [-1, 'min'], [11, 'max']],
  [{ type: 'number', min: -0.5 }, [-0.5, 0], [-0.51, 'min']],
  [{ type: 'number', ...many, max: 1 }, [[], [1]], [[1, 2, 3], '/1 max', '/2 max']],
  [
    { type: 'date', min: '2026-01-31', max: '2026-02-28' },
    ['2026-01-31', '2026-02-28'],
    ['2026-01-30', 'min'],
    ['2026-03-01', 'max'],
  ],
  [{ type: 'date', min: '0099-01-01' }, ['0100-01-01'], ['0098-12-31', 'min']],
  [
    { type: 'dateTime', min: '2026-01-01T00:00:00.000Z' },
    ['2026-01-01T00:00:00.000Z'],
    ['2025-12-31T23:59:59.999Z', 'min'],
  ],
  [{ type: 'text', pattern: '[A-Z]{3}-[0-9]+' }, ['', 'ABC-1'], ['abc-1', 'pattern'], ['ABC-1 ', 'pattern']],
  [{ type: 'text', pattern: '(a+)+$' }, ['a'.repeat(10_000)], [`${'a'.repeat(9_999)}b`, 'pattern']],
  [{ type: 'text', ...many, pattern: 'a+' }, [['a', 'aa']], [['a', 'b'], '/1 pattern']],
  [
    { type: 'text', format: 'email' },
    ['', 'name@example.org', 'a.b+c@sub.example.org', 'ü@bücher.example'],
    ...[
      'name',
      'name@',
      '@example.org',
      'name@example',
      'a b@example.org',
      'a@b@example.org',
      'a@example..org',
      'a@.example.org',
      'a@example.org.',
      `${'a'.repeat(65)}@example.org`,
      'a@example.org\n',
      '<a@example.org>',
      `a@${'b'.repeat(250)}.org`,
    ].map(value => [value, 'format'] as const),
  ],
  [
    { type: 'text', format: 'url' },
    ['', 'https://example.org/', '/about', '#top', 'mailto:a@example.org'],
    ...['example.org', 'https://', 'javascript:alert(1)', '//evil.example', 'a b'].map(
      value => [value, 'format'] as const,
    ),
  ],
  [
    { type: 'text', format: 'color' },
    ['', '#0af', '#0AF8', '#00aaff', '#00aaff80'],
    ...['0af', '#0a', '#00aaf', '#00aaff8', '#ggg', 'red', 'rgb(0,0,0)', '#0af\n'].map(
      value => [value, 'format'] as const,
    ),
  ],
  [
    {
      type: 'text',
      options: [
        { value: 'news', name: 'News' },
        { value: 'essay', name: 'Essay' },
      ],
    },
    ['', 'news'],
    ['News', 'options'],
    ['x', 'options'],
  ],
  [{ type: 'integer', options: [{ value: 1, name: '1' }] }, [1], [2, 'options'], [0, 'options']],
  [
    { type: 'text', ...many, minItems: 2, maxItems: 3 },
    [[], ['a', 'b'], ['a', 'b', 'c']],
    [['a'], 'minItems'],
    [['a', 'b', 'c', 'd'], 'maxItems'],
  ],
  [
    { type: 'asset' },
    [{ url: '/a.png' }, { url: 'https://example.org/a.png' }],
    [{ url: 'javascript:alert(1)' }, '/url address'],
    [{ url: 'a.png' }, '/url address'],
  ],
  [{ type: 'asset', ...many }, [[]], [[{ url: '/a' }, { url: '//evil.example' }], '/1/url address']],
  [{ type: 'asset', required: true }, [{ id: 'png' }], [{ id: 'gone' }, 'asset_missing'], [null, 'required']],
  [{ type: 'asset', ...many }, [[{ id: 'png' }]], [[{ id: 'png' }, { id: 'gone' }], '/1 asset_missing']],
  [
    { type: 'asset', accept: ['image/*', 'application/PDF'] },
    [
      { id: 'pdf' },
      { id: 'png' },
      { url: '/a', contentType: null },
      { url: '/a', contentType: 'IMAGE/webp; q=1' },
    ],
    [{ url: '/a', contentType: 'video/mp4' }, 'accept'],
    [{ url: '/a', contentType: 'image' }, 'accept'],
    [{ id: 'gone' }, 'asset_missing'],
  ],
  [
    { type: 'asset', ...many, accept: ['image/*'] },
    [[{ id: 'png' }]],
    [[{ id: 'png' }, { id: 'pdf' }], '/1 accept'],
  ],
  [
    { type: 'richText', format: 'portableText' },
    [[{ _type: 'image', asset: { id: 'png' } }]],
    [[{ _type: 'break' }, { _type: 'image', asset: { id: 'gone' } }], '/1/asset asset_missing'],
  ],
  [
    { type: 'richText', format: 'portableText' },
    [[{ _type: 'block', children: [], markDefs: [{ _type: 'link', href: '/' }] }]],
    [
      [{ _type: 'block', children: [], markDefs: [{ _type: 'link', href: 'javascript:alert(1)' }] }],
      '/0/markDefs/0/href address',
    ],
    [[{ _type: 'image', asset: { url: 'data:x' } }], '/0/asset/url address'],
  ],
  [{ type: 'richText' }, [{ href: 'javascript:alert(1)' }]],
  [
    { type: 'reference', to: ['posts'] },
    [{ id: 'p1' }, { collection: 'posts', slug: 'p1' }],
    [{ id: 'gone' }, 'target_missing'],
    [{ id: 'pd' }, 'target_not_live'],
    [{ id: 'px' }, 'target_archived'],
    [{ id: 'a1' }, 'target_not_allowed'],
  ],
  [
    { type: 'reference', ...many },
    [[{ id: 'p1' }, { id: 'a1' }]],
    [[{ id: 'p1' }, { id: 'gone' }, { id: 'ad' }], '/1 target_missing', '/2 target_not_live'],
  ],
]

describe('a value that breaks a rule has a problem at its place', () => {
  const cases = rows.flatMap(([field, good, ...broken]) => [
    ...good.map(value => [field, value, [] as string[]] as const),
    ...broken.map(([value, ...codes]) => [field, value, codes] as const),
  ])
  test.each(
    cases.map(
      ([field, value, codes]) =>
        [JSON.stringify(field), JSON.stringify(value).slice(0, 60), codes.join(), field, value] as const,
    ),
  )('%s %s: %s', (_, __, codes, field, value) => {
    expect(codesOf(field, value).join()).toBe(codes)
  })
})

test('a problem says what is wrong, in words that continue a sentence', () => {
  const fields: Field[] = [
    { apiName: 'a.b', type: 'text', required: true },
    { apiName: 'score', type: 'integer', max: 10 },
    { apiName: 'author', type: 'reference' },
    { apiName: 'day', type: 'date', min: '2026-01-31' },
  ]
  expect(problemsOf(fields, { score: 11, author: { id: 'ad' }, day: '2026-01-30' })).toEqual([
    { path: '/data/a.b', code: 'required', severity: 'error', message: 'is required' },
    { path: '/data/score', code: 'max', severity: 'error', message: 'must be at most 10' },
    {
      path: '/data/author',
      code: 'target_not_live',
      severity: 'warning',
      message: 'refers to an entry that is not published',
    },
    { path: '/data/day', code: 'min', severity: 'error', message: 'must not be before 2026-01-31' },
  ])
})

test('only assets that are missing and targets that are missing, archived or not live leave a draft publishable', () => {
  for (const [field, , ...broken] of rows) {
    for (const [value] of broken) {
      for (const { code, severity } of problemsOf([{ apiName: 'f', ...field }], { f: value })) {
        const isWarning = ['asset_missing', 'target_missing', 'target_archived', 'target_not_live'].includes(
          code,
        )
        expect([code, severity]).toEqual([code, isWarning ? 'warning' : 'error'])
      }
    }
  }
})

test('an overlay obeys every rule but required', () => {
  const fields: Field[] = [
    { apiName: 'title', type: 'text', required: true, unique: true, max: 3 },
    { apiName: 'tags', type: 'text', many: true, minItems: 2 },
  ]
  const variants = { vip: { title: '' }, 'a:b': { title: 'long', tags: ['x'] }, de: {} }
  expect(problemsOf(fields, { title: 'T' }, variants).map(({ path, code }) => `${path} ${code}`)).toEqual([
    '/variants/a:b/title max',
    '/variants/a:b/tags minItems',
  ])
})

describe('the work is bounded', () => {
  test('by a number of problems', () => {
    const field: Field = { apiName: 'f', type: 'text', many: true, max: 1 }
    expect(problemsOf([field], { f: Array.from({ length: 100_000 }, () => 'xx') })).toHaveLength(problemsMax)
  })

  test('by what the patterns of a draft may cost together', () => {
    const field: Field = { apiName: 'f', type: 'text', many: true, pattern: '(?:[a-z]{1,200})*' }
    const problems = problemsOf([field], { f: Array.from({ length: 500 }, () => 'a'.repeat(10_000)) })
    expect(problems.length).toBeGreaterThan(0)
    for (const { code, message } of problems)
      expect([code, message]).toEqual(['pattern', expect.stringMatching(/^cannot be checked: /)])
  })
})

const anyText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'a',
    'ABC-1',
    '2026-01-31',
    '2026-01-31T09:00:00.000Z',
    'javascript:x',
    'p1',
    'gone',
  ),
  fc.array(anyCharacter, { maxLength: 8 }).map(all => all.join('')),
)
const anyJson: fc.Arbitrary<Json> = fc.oneof(
  anyText,
  fc.jsonValue({ maxDepth: 4 }).map(value => value as Json),
  fc.constantFrom<Json>(
    { id: 'p1' },
    { id: 'gone' },
    { url: 'x:' },
    [{ _type: 'block' }],
    [null],
    [{ id: 'ad' }],
    { id: 5 },
    { __proto__: null },
  ),
)
const rules = fc.record(
  {
    required: fc.boolean(),
    min: fc.constantFrom<string | number>(0, 2, -1.5, '2026-01-31', '2026-01-31T09:00:00.000Z', ''),
    max: fc.constantFrom<string | number>(0, 3, '2026-01-31', 'x'),
    minItems: fc.nat({ max: 3 }),
    maxItems: fc.nat({ max: 3 }),
    pattern: fc.constantFrom('(a+)+$', '[A-Z]+', '(', ''),
    format: fc.constantFrom('email', 'url', 'color', 'portableText', 'any'),
    options: fc.constant([{ value: 'a', name: 'A' }]),
    to: fc.constantFrom(['posts'], []),
    many: fc.boolean(),
  },
  { requiredKeys: [] },
)

test('nothing is thrown, whatever the model and the values are', () => {
  fc.assert(
    fc.property(fc.constantFrom<FieldType>(...fieldTypes), rules, anyJson, (type, rest, value) => {
      const field = { ...rest, apiName: 'f', type } as Field
      const found = problemsOf([field], { f: value }, { vip: { f: value } })
      for (const { path, message } of found) {
        expect(path).toMatch(/^\/(?:data|variants\/vip)\/f(?:\/|$)/)
        expect(message).not.toBe('')
      }
    }),
    { numRuns: fuzzRuns(5000) },
  )
})

test('a default of an accepted model has no problem', () => {
  fc.assert(
    fc.property(fc.constantFrom<FieldType>(...fieldTypes), rules, anyJson, (type, rest, value) => {
      const { to: _to, ...kept } = rest
      const result = modelInput.safeParse({
        apiName: 'c',
        name: 'C',
        fields: [{ ...kept, apiName: 'f', type, default: value }],
      })
      if (!result.success) return
      const { fields } = toStoredModel(result.data as Collection)
      const data = { f: fields[0]!.default ?? null }
      const errors: string[] = []
      checkValues(fields, data, {
        onError: message => void errors.push(message),
        refusesUnsafeAddresses: true,
      })
      expect(errors).toEqual([])
      const problems = problemsOf(fields, data).filter(
        ({ severity, code }) => severity === 'error' && code !== 'required',
      )
      expect(problems).toEqual([])
    }),
    { numRuns: fuzzRuns(3000) },
  )
})
