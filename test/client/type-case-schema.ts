// The model whose generated types are compiled with the files in type-cases/.
import type { Collection } from '../../src/content/values/model.ts'
import { describeCollection } from '../../src/query/bind/describe-model.ts'

const collections: readonly Collection[] = [
  {
    apiName: 'books',
    name: 'Books',
    fields: [
      { apiName: 'title', type: 'text', required: true },
      { apiName: 'kind', type: 'text', options: ['novel', "poet's"].map(value => ({ value, name: value })) },
      {
        apiName: 'stars',
        type: 'integer',
        required: true,
        options: [1, 2].map(value => ({ value, name: `${value}` })),
      },
      { apiName: 'tags', type: 'text', many: true },
      { apiName: 'price', type: 'number' },
      { apiName: 'inPrint', type: 'boolean' },
      { apiName: 'releasedOn', type: 'date' },
      { apiName: 'updatedAt', type: 'dateTime' },
      { apiName: 'note', type: 'text', query: false },
      { apiName: 'body', type: 'richText', format: 'portableText' },
      { apiName: 'blurb', type: 'richText' },
      { apiName: 'story', type: 'richText', format: 'portableText', to: ['authors'], required: true },
      {
        ...{ apiName: 'notes', type: 'richText', format: 'portableText', many: true },
        to: ['authors', 'posts'],
      },
      { apiName: 'cover', type: 'asset', required: true },
      { apiName: 'gallery', type: 'asset', many: true },
      {
        apiName: 'formats',
        type: 'json',
        paths: [
          { path: 'size.grams', type: 'number' },
          { path: 'name', type: 'text', many: true },
        ],
      },
      { apiName: 'blocks', type: 'json' },
      { apiName: 'author', type: 'reference', to: ['authors'], required: true },
      { apiName: 'either', type: 'reference', to: ['books', 'posts'] },
      { apiName: 'related', type: 'reference', to: ['books', 'posts'], many: true },
      { apiName: 'anything', type: 'reference' },
      { apiName: 'gone', type: 'reference', to: ['shelves'] },
      { apiName: 'sequel', type: 'reference', to: ['books'], link: true },
    ],
  },
  {
    apiName: 'authors',
    name: 'Authors',
    fields: [
      { apiName: 'name', type: 'text' },
      { apiName: 'books', type: 'reference', to: ['books'], many: true },
      { apiName: 'home', type: 'reference', to: ['countries'] },
    ],
  },
  {
    apiName: 'countries',
    name: 'Countries',
    fields: [
      { apiName: 'name', type: 'text' },
      { apiName: 'best', type: 'reference', to: ['books'] },
    ],
  },
  {
    apiName: 'posts',
    name: 'Posts',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'lead', type: 'text' },
      { apiName: 'author', type: 'reference', to: ['authors'] },
    ],
  },
  {
    apiName: 'settings',
    name: 'Settings',
    singleton: true,
    fields: [{ apiName: 'featured', type: 'reference', to: ['books'] }],
  },
]

/** A collection of odd names: those of every object, with dots, and what could end a comment or a string. */
const odd: readonly Collection[] = [
  {
    apiName: 'my-posts',
    name: 'Ends */ export type Escaped = 1 /*',
    fields: [{ apiName: 'title', type: 'text' }],
  },
  { apiName: 'my.posts', name: "It's\u2028a\nline", fields: [{ apiName: 'a.b', type: 'text' }] },
  { apiName: 'MyPosts2', name: '', fields: [{ apiName: 'to-day', type: 'date' }] },
  {
    apiName: '1st',
    name: 'First',
    fields: [
      { apiName: 'constructor', type: 'text' },
      { apiName: 'toString', type: 'integer' },
      { apiName: 'valueOf', type: 'reference', to: ['my.posts'] },
      { apiName: 'slug', type: 'text' },
      { apiName: 'data.slug', type: 'number' },
      { apiName: 'title', type: 'text' },
    ],
  },
  { apiName: 'entry', name: 'Entry', fields: [] },
]

export const typeCaseSchema = {
  collections: [...collections, ...odd].map(collection => ({
    ...describeCollection(collection),
    ...(collection.singleton && { singleton: true }),
  })),
}
