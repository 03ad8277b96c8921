// What `fields` leaves in `data`: the named fields, behind references too, or all but those.
import { describe, expect, test } from 'bun:test'
import type { Projection } from '../../src/query/bound-query.ts'
import { bindList } from './query-bookshop-model.ts'

type Tree = '*' | readonly string[] | { readonly [name: string]: Tree | null }

function treeOf(projection: Projection | null): Tree | null {
  if (projection === null) return null
  const { only, except } = projection
  if (only === null) return except.size === 0 ? '*' : [...except].sort().map(name => `-${name}`)
  return Object.fromEntries([...only].sort().map(([name, part]) => [name, treeOf(part)]))
}

function projectionOf(address: string): Projection | null {
  const { projection, selection, errors } = bindList(address)
  expect({ errors, selection }).toEqual({ errors: [], selection: null })
  return projection
}

const allOfBooks = [
  'title',
  'blurb',
  'price',
  'pages',
  'inPrint',
  'releasedOn',
  'boughtOn',
  'tags',
  'parts',
  'scores',
  'author',
  'categories',
  'related',
  'cover',
  'extra',
  'note',
  'slug',
  'a.b',
]

describe('fields', () => {
  test.each<readonly [string, Tree | null]>([
    ['price,title', { price: null, title: null }],
    ['title,title,data.title', { title: null }],
    ['slug', {}],
    ['id,slug,collection,version,firstPublishedAt,publishedAt,variantsApplied', {}],
    ['data.slug', { slug: null }],
    ['slug,data.slug', { slug: null }],
    ['a.b', { 'a.b': null }],
    ['note', { note: null }],
    ['*', null],
    ['*,title', null],
    ['author', { author: null }],
    ['author.name', { author: { name: null } }],
    ['author.*', { author: '*' }],
    ['author,author.name', { author: { name: null } }],
    ['author.name,author', { author: { name: null } }],
    ['author.name,author.born', { author: { name: null, born: null } }],
    ['author.*,author.name', { author: '*' }],
    ['author.slug', { author: null }],
    ['parts.heading', { parts: { heading: null } }],
    ['parts.component,parts.key', { parts: {} }],
    ['parts,parts.heading', { parts: { heading: null } }],
    ['parts.*', { parts: '*' }],
    ['parts.by.name,parts.parts.by.slug', { parts: { by: { name: null }, parts: { by: null } } }],
    ['related.parts.heading', { related: { parts: { heading: null } } }],
    ['author.slug,author.name', { author: { name: null } }],
    ['author.collection,author.version', { author: null }],
    ['author.country', { author: { country: null } }],
    ['author.country.name', { author: { country: { name: null } } }],
    ['author.*,author.country.name', { author: { born: null, country: { name: null }, name: null } }],
    ['related.author.country', { related: { author: { country: null } } }],
    ['related.author.country.name', { related: { author: { country: { name: null } } } }],
    ['related.related.related.title', { related: { related: { related: { title: null } } } }],
    ['related.related.related.related.slug', { related: { related: { related: { related: null } } } }],
    ['related.name,related.title', { related: { name: null, title: null } }],
    ['-blurb,-note', ['-blurb', '-note']],
    ['-data.slug,-a.b', ['-a.b', '-slug']],
    ['-title,-title', ['-title']],
  ])('%s', (names, tree) => {
    const expected = tree !== null && !Array.isArray(tree) && tree !== '*' ? sorted(tree as never) : tree
    expect(treeOf(projectionOf(`books?fields=${names}`))).toEqual(expected)
  })

  test('all of them with one in part lists all, and the part wins', () => {
    const tree = treeOf(projectionOf('books?fields=*,author.name'))
    const all: Record<string, Tree | null> = Object.fromEntries(allOfBooks.map(name => [name, null]))
    expect(tree).toEqual({ ...all, author: { name: null } })
  })

  test('names that give way to fields are fields where the collection has them', () => {
    expect(treeOf(projectionOf('odd?fields=version,collection'))).toEqual({ version: null, collection: null })
    expect(treeOf(projectionOf('odd?fields=a.version,a.collection'))).toEqual({ a: { version: null } })
    expect(treeOf(projectionOf('odd?fields=a.b,a.a.b,data.data.b,data.b'))).toEqual({
      a: { 'a.b': null },
      'a.b': null,
      b: null,
      'data.b': null,
    })
  })

  test('that mean the same have the same text, and no others', () => {
    const textOf = (names: string) => projectionOf(`books?fields=${names}`)?.canonicalText ?? 'all'
    const same = [
      ['title,price', 'price,title', 'data.price,title,title,slug'],
      ['author.name,author.born,title', 'title,author,author.born,author.name'],
      ['author', 'author.slug', 'data.author,author.id'],
      ['-title,-price', '-price,-data.title'],
      ['*', '*,title,author'],
    ]
    for (const names of same) expect(new Set(names.map(textOf)).size).toBe(1)
    const different = [
      'title',
      'price',
      'slug',
      'data.slug',
      'title,price',
      '*',
      '-title',
      '-price',
      '-title,-price',
      'author',
      'author.*',
      'author.name',
      'author.country',
      'author.country.name',
      'author.country.*',
      '*,author.name',
      'a.b',
    ]
    expect(new Set(different.map(textOf)).size).toBe(different.length)
  })
})

function sorted(tree: { readonly [name: string]: Tree | null }): Tree {
  return Object.fromEntries(Object.entries(tree).sort(([a], [b]) => (a < b ? -1 : 1)))
}
