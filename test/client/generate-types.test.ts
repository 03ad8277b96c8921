// The generated text itself: its size, its order, its names, and what it refuses to be made of.
import { expect, test } from 'bun:test'
import { generateTypes } from '../../client/src/codegen/generate-types.ts'
import type { OwnKeys, TargetKeys } from '../../client/src/types/query.ts'
import { allowedOperators, ownKeys, typeOfOwnKey } from '../../src/content/query-model.ts'
import { createScaleSchema } from './scale-model.ts'
import { typeCaseSchema } from './type-case-schema.ts'

const bytesMax = 64 * 1024

const field = (apiName: string, more: object = {}) => ({ apiName, type: 'text', query: null, ...more })
const schemaOf = (...collections: readonly object[]) => ({ collections })
const collectionOf = (apiName: string, ...fields: readonly object[]) => ({ apiName, name: apiName, fields })

test('40 collections of 15 fields are at most 64 KB, and the same model gives the same bytes', () => {
  const text = generateTypes(createScaleSchema())
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytesMax)
  expect(generateTypes(structuredClone(createScaleSchema()))).toBe(text)
  expect(text).not.toContain('\r')
  expect(text.endsWith('}\n') || text.endsWith('>\n')).toBe(true)
})

test('a model is written in its own order, with a line for each field', () => {
  const query = { name: 'title', filter: ['eq', 'exists'], sort: true, paths: [] }
  const book = field('title', { query })
  const author = field('author', {
    ...{ type: 'reference', to: ['authors'] },
    query: { ...query, name: 'author', sort: false },
  })
  expect(
    generateTypes(schemaOf({ ...collectionOf('books', book, author), singleton: true }), {
      url: 'https://content.example.com',
    }),
  ).toBe(`// Made by frontlist-types out of the model of https://content.example.com. Do not edit.
import type { Depth, Entry, One, Where } from '@frontlist/client'

/** books */
export interface BooksData {
  title: string | null
  author: One<'authors'>
}

type TextFilter = Where<'eq' | 'exists', string>
type ReferenceFilter<To extends string = string> = Where<'eq' | 'exists', string, To>

export interface Model {
  books: {
    data: BooksData
    filter: {
      title: TextFilter
      author: ReferenceFilter<'authors'>
    }
    sort: 'title'
    singleton: true
  }
}

export type BooksEntry<D extends Depth = 0> = Entry<Model, 'books', D>
`)
  expect(generateTypes(schemaOf())).toBe(
    '// Made by frontlist-types. Do not edit.\n\nexport type Model = {}\n',
  )
})

test('names are unique, and nothing ends a comment or a string', () => {
  const text = generateTypes(typeCaseSchema)
  const declared = [...text.matchAll(/^(?:export )?(?:type|interface) (\w+)/gm)].map(([, name]) => name)
  expect(declared).toEqual([...new Set(declared)])
  expect(declared).toEqual(
    expect.arrayContaining(['MyPostsData', 'MyPosts2Data', 'MyPosts22Data', '_1stData']),
  )
  expect(text).toContain('/** Ends *\\/ export type Escaped = 1 /* */\n')
  expect(text).toContain("/** It's a line */\n")
  expect(text).not.toContain('\u2028')
  expect(text).toContain("  'my-posts': {\n")
  const hostile = generateTypes(
    schemaOf(collectionOf("a'b\n", field('x\\', { type: 'reference', to: ["'|any|'", 'c\u2028'] }))),
    { url: 'https://a.example.com/\nexport const x = 1' },
  )
  expect(hostile).toContain("'a\\'b\\n': {")
  expect(hostile).toContain("  'x\\\\': One<'\\'|any|\\'' | 'c\\u2028'>\n")
  expect(hostile.split('\n')[0]).toEndWith('export const x = 1. Do not edit.')
})

test('types of JSON fields are imported once, under names that nothing else has', () => {
  const schema = schemaOf(
    collectionOf(
      'books',
      field('a', { type: 'json' }),
      field('b', { type: 'json', many: true }),
      field('c', { type: 'richText' }),
    ),
    collectionOf('text', field('d', { type: 'json' })),
  )
  const text = generateTypes(schema, {
    jsonTypes: {
      'books.a': './a.ts#Entry',
      'books.b': './a.ts#Entry',
      'books.c': './b.ts#BooksData',
      'text.d': "./o'clock.ts#Size",
    },
  })
  expect(text).toContain(
    "import type { Entry as Entry2 } from './a.ts'\nimport type { BooksData as BooksData2 }",
  )
  expect(text).toContain("import type { Size } from './o\\'clock.ts'\n")
  expect(text).toContain('  a: Entry2 | null\n  b: Entry2[]\n  c: BooksData2 | null\n')
  const refused = (jsonTypes: Record<string, string>) => () => generateTypes(schema, { jsonTypes })
  expect(refused({ 'books.x': './a.ts#A' })).toThrow(
    'books.x is no JSON field of the model: there are books.a, books.b, books.c, text.d.',
  )
  expect(refused({ 'books.a': './a.ts' })).toThrow('./a.ts names no type')
})

test('fields of types and with rules that are newer than the client are unknown', () => {
  const query = { name: 'x', filter: ['eq', 'near'], sort: true, paths: [] }
  const schema = schemaOf(
    collectionOf(
      'places',
      field('at', { type: 'geo', required: true, query, radius: { max: 1 } }),
      field('marks', { type: 'geo', many: true, options: [{ value: { lat: 1 } }, { value: null }] }),
      field('odd', { type: 'constructor', query: { ...query, name: 'odd' } }),
      field('on', { type: 'boolean', required: true, options: [{ value: true }], to: null }),
      field('any', { type: 'reference', to: null, options: null, query: { ...query, name: 'any' } }),
    ),
  )
  const text = generateTypes(schema, { trustRules: true })
  expect(text).toContain(`export interface PlacesData {
  at: unknown
  marks: unknown[]
  odd: unknown
  on: boolean
  any: One
}`)
  expect(text).toContain("type PresenceFilter = Where<'eq' | 'near', never>\n")
  expect(text).toContain('      odd: PresenceFilter\n      any: ReferenceFilter\n')
})

test('names in any script are names, and none means anything else in the text', () => {
  const text = generateTypes(
    schemaOf(
      collectionOf('日本-の', field('título', { type: 'json' }), field('new', { type: 'json' })),
      collectionOf('über.uns'),
      collectionOf('класс'),
      collectionOf('१st'),
      collectionOf('👍'),
      collectionOf('class'),
    ),
    { jsonTypes: { '日本-の.título': './types.ts#default', '日本-の.new': './types.ts#string' } },
  )
  const declared = [...text.matchAll(/^export interface (\S+) \{/gm)].map(([, name]) => name)
  expect(declared).toEqual([
    '日本のData',
    'ÜberUnsData',
    'КлассData',
    '_१stData',
    '_Data',
    'ClassData',
    'Model',
  ])
  expect(text).toContain("  'título': default2 | null\n  new: string2 | null\n")
  expect(text).toContain("import type { default as default2 } from './types.ts'\n")
})

test('what is no schema is refused with the place', () => {
  for (const [json, message] of [
    [null, 'the schema must be an object'],
    [{ error: 1 }, 'collections must be a list'],
    [schemaOf({ apiName: 'a', name: 'A' }), 'collections[0].fields must be a list'],
    [
      schemaOf(collectionOf('a'), collectionOf('b'), collectionOf('a')),
      'collections[2].apiName must be another than that of the others',
    ],
    [
      schemaOf(collectionOf('a', field('b'), field('b', { type: 'number' }))),
      'collections[0].fields[1].apiName must be another than that of the others',
    ],
    [schemaOf(collectionOf('a', field('b', { to: 1 }))), 'collections[0].fields[0].to must be a list'],
    [
      schemaOf(collectionOf('a', field('b', { query: {} }))),
      'collections[0].fields[0].query.name must be a string',
    ],
  ] as const) {
    expect(() => generateTypes(json)).toThrow(new TypeError(`This is no schema of Frontlist: ${message}.`))
  }
})

test("an entry's own keys have the operators that the server has for them", () => {
  const written: { [Key in keyof OwnKeys]: readonly OwnKeys[Key]['$operators'][] } = {
    id: ['eq', 'ne', 'in', 'nin', 'prefix', 'lt', 'lte', 'gt', 'gte'],
    slug: ['eq', 'ne', 'in', 'nin', 'prefix'],
    publishedAt: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists'],
    firstPublishedAt: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists'],
  }
  const collection: readonly TargetKeys['collection']['$operators'][] = ['eq', 'ne', 'in', 'nin', 'prefix']
  expect(Object.keys(written)).toEqual([...ownKeys])
  for (const key of ownKeys)
    expect<readonly string[]>(written[key]).toEqual(allowedOperators(typeOfOwnKey(key), false))
  expect<readonly string[]>(collection).toEqual(allowedOperators('collection', false))
})
