// The generated text itself: its size, its order, its names, and what it refuses to be made of.
import { expect, test } from 'bun:test'
import { generateTypes } from '../../client/src/codegen/generate-types.ts'
import type { OwnKeys, TargetKeys } from '../../client/src/types/query.ts'
import { fieldTypes } from '../../src/content/fields/registry.ts'
import { allowedOperators, ownKeys, typeOfOwnKey } from '../../src/content/model/query-model.ts'
import { createScaleSchema } from './scale-model.ts'
import { typeCaseSchema } from './type-case-schema.ts'

const bytesMax = 64 * 1024

const field = (apiName: string, more: object = {}) => ({ apiName, type: 'text', query: null, ...more })
const schemaOf = (...collections: readonly object[]) => ({ collections })
const collectionOf = (apiName: string, ...fields: readonly object[]) => ({ apiName, name: apiName, fields })

test('40 collections of 15 fields are at most 64 KB, and the same model gives the same bytes', () => {
  expect(Buffer.byteLength(generateTypes(createScaleSchema(false)))).toBeLessThanOrEqual(bytesMax)
  // With as many components, the text is twice as long.
  const text = generateTypes(createScaleSchema())
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2 * bytesMax)
  expect(generateTypes(structuredClone(createScaleSchema()))).toBe(text)
  expect(text).not.toContain('\r')
  expect(text.endsWith('}\n') || text.endsWith('>\n')).toBe(true)
})

test('the values of every field type have a type in entries, and in conditions if they can be compared', () => {
  const fields = fieldTypes.map(type => {
    const filter = allowedOperators(type, false)
    return field(`${type}Field`, { type, query: { name: `${type}Field`, filter, sort: false, paths: [] } })
  })
  const text = generateTypes(schemaOf(collectionOf('things', ...fields)))
  const typesOf = (name: string) =>
    [...text.matchAll(new RegExp(`^ +${name}: (.+)$`, 'gm'))].map(each => each[1])
  for (const type of fieldTypes) {
    const [inEntry, inCondition] = typesOf(`${type}Field`)
    // JSON, which rich text of any format is, has unknown values, and so have blocks of no component of the model.
    const isUnknown = ['json', 'richText', 'component'].includes(type)
    expect([type, inEntry === 'unknown']).toEqual([type, isUnknown])
    const isCompared = allowedOperators(type, false).some(operator => operator !== 'exists')
    expect([type, inCondition !== 'PresenceFilter']).toEqual([type, isCompared])
  }
})

test('links are stubs, which no depth and no selection resolves', () => {
  const link = { type: 'reference', link: true }
  const links = collectionOf(
    'menus',
    field('one', { ...link, to: ['pages'] }),
    field('either', { ...link, to: ['pages', 'posts'] }),
    field('list', { ...link, to: ['pages', 'posts'], many: true }),
    field('any', { ...link, many: true }),
  )
  const text = generateTypes(schemaOf(links))
  expect(text).toContain(`  one: Stub<'pages'> | null
  either: Stub<'pages'> | Stub<'posts'> | null
  list: (Stub<'pages'> | Stub<'posts'>)[]
  any: (Stub)[]
`)
  expect(text).toContain("import type { Depth, Entry, Stub } from '@frontlist/client'")
})

test('rich text names the collections of its entries, and narrows with the rules that are trusted', () => {
  const text = { type: 'richText', format: 'portableText' }
  const pages = collectionOf(
    'pages',
    field('any', text),
    field('one', { ...text, to: ['pages'], required: true }),
    field('list', { ...text, to: ['pages', 'posts'], many: true }),
    field('foreign', { type: 'richText', format: 'any', to: null }),
  )
  const generated = generateTypes(schemaOf(pages))
  expect(generated).toContain(`  any: RichTextField | null
  one: RichTextField<'pages'> | null
  list: (RichTextField<'pages' | 'posts'>)[]
  foreign: unknown
`)
  expect(generated).toContain("import type { Depth, Entry, RichTextField } from '@frontlist/client'")
  expect(generateTypes(schemaOf(pages), { trustRules: true })).toContain("  one: RichTextField<'pages'>\n")
})

test('blocks name the components of the model, in fields and in rich text', () => {
  const query = { name: 'sections', filter: ['exists'], sort: false, paths: [] }
  const blocks = { type: 'component', of: ['hero', 'gone', 'a.hero'] }
  const text = { type: 'richText', format: 'portableText', of: ['hero', 'gone'] }
  const collections = [
    collectionOf(
      'pages',
      field('sections', { ...blocks, many: true, query }),
      field('seo', { ...blocks, of: ['hero'], required: true, query: { ...query, name: 'seo' } }),
      field('unknown', { ...blocks, of: ['gone'], many: true }),
      field('body', { ...text, to: ['pages'], required: true }),
      field('parts', { ...text, many: true }),
      field('plain', { ...text, of: ['gone'] }),
    ),
  ]
  const components = [
    collectionOf('hero', field('title', { query: { ...query, name: 'title', filter: ['eq'] } })),
    collectionOf('a.hero', field('inner', { ...blocks, many: true }), field('any', { type: 'json' })),
  ]
  expect(
    generateTypes({ collections, components }, { jsonTypes: { 'a.hero.any': './types.ts#Hero' } }),
  ).toBe(`// Generated by frontlist-types. Do not edit.
import type { Block, BlockOf, Blocks, Depth, Entry, RichTextField, Where, WhereBlocks } from '@frontlist/client'
import type { Hero } from './types.ts'

/** hero */
export interface HeroData {
  title: string | null
}

/** a.hero */
export interface AHeroData {
  inner: Blocks<Components, 'hero' | 'a.hero'>
  any: Hero | null
}

/** pages */
export interface PagesData {
  sections: Blocks<Components, 'hero' | 'a.hero'>
  seo: Block<Components, 'hero'> | null
  unknown: unknown[]
  body: RichTextField<'pages', Components, 'hero'> | null
  parts: (RichTextField<string, Components, 'hero'>)[]
  plain: RichTextField | null
}

type TextFilter = Where<'eq', string>
type BlocksFilter<Of extends keyof Components> = WhereBlocks<'exists', Components, Of, 'all'>
type BlockFilter<Of extends keyof Components> = WhereBlocks<'exists', Components, Of>

export interface Components {
  hero: {
    data: HeroData
    filter: {
      title: TextFilter
    }
  }
  'a.hero': {
    data: AHeroData
    filter: {}
  }
}

export interface Model {
  pages: {
    data: PagesData
    filter: {
      sections: BlocksFilter<'hero' | 'a.hero'>
      seo: BlockFilter<'hero'>
    }
    sort: never
  }
}

export type HeroBlock<D extends Depth = 0> = BlockOf<Model, Components, 'hero', D>
export type AHeroBlock<D extends Depth = 0> = BlockOf<Model, Components, 'a.hero', D>
export type PagesEntry<D extends Depth = 0> = Entry<Model, 'pages', D>
`)
  const trusted = generateTypes({ collections, components }, { trustRules: true })
  expect(trusted).toContain("  seo: Block<Components, 'hero'>\n")
  expect(trusted).toContain("  body: RichTextField<'pages', Components, 'hero'>\n")
  for (const older of [{ collections }, { collections, components: null }]) {
    const generated = generateTypes(older)
    expect(generated).toContain('  sections: unknown[]\n  seo: unknown\n  unknown: unknown[]\n')
    expect(generated).toContain("  body: RichTextField<'pages'> | null\n")
    expect(generated).not.toContain('Components')
  }
})

test('types of components have names of their own', () => {
  const names = ['a.hero', 'aHero', 'hero', 'Hero', '1st', 'constructor', 'text', 'components', 'block']
  const [collections, components] = ['1.st', ''].map(prefix =>
    names.map(name => {
      const query = { name: 'title', filter: ['eq'], sort: true, paths: [] }
      return collectionOf(`${prefix}${name}`, field('title', { query }))
    }),
  )
  const text = generateTypes({ collections: [...collections!, collectionOf('1st')], components })
  const declared = [...text.matchAll(/^(?:export )?(?:type|interface) (\w+)/gm)].map(([, name]) => name)
  expect(declared).toEqual([...new Set(declared)])
  expect(declared).toEqual(
    expect.arrayContaining(['AHeroBlock', 'AHero2Block', 'HeroBlock', 'Hero2Block', '_1st2Block']),
  )
  expect(declared).toEqual(expect.arrayContaining(['_1stEntry', 'ConstructorBlock', 'TextFilter']))
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
  ).toBe(`// Generated by frontlist-types from the model of https://content.example.com. Do not edit.
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
    '// Generated by frontlist-types. Do not edit.\n\nexport type Model = {}\n',
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
    [schemaOf(collectionOf('a', field('b', { of: [1] }))), 'collections[0].fields[0].of[0] must be a string'],
    [{ collections: [], components: 1 }, 'components must be a list'],
    [
      { collections: [], components: [collectionOf('a', field('b', { type: 1 }))] },
      'components[0].fields[0].type must be a string',
    ],
    [
      { collections: [], components: [collectionOf('a'), collectionOf('a')] },
      'components[1].apiName must be another than that of the others',
    ],
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
