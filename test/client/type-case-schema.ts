// The model whose generated types are compiled with the files in type-cases/.
import type { Collection, Component } from '../../src/content/values/model.ts'
import { describeModel } from '../../src/query/bind/describe-model.ts'

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
      { apiName: 'blocks', type: 'component', many: true, of: ['hero', 'quote'] },
      { apiName: 'sections', type: 'component', many: true, of: ['section', 'hero'] },
      { apiName: 'seo', type: 'component', of: ['seo'], required: true },
      { apiName: 'intro', type: 'component', of: ['hero', 'quote'] },
      { apiName: 'unseen', type: 'component', of: ['seo'], query: false },
      { apiName: 'odd', type: 'component', many: true, of: ['a.hero', 'constructor'] },
      { apiName: 'cycle', type: 'component', of: ['first'] },
      {
        ...{ apiName: 'page', type: 'richText', format: 'portableText', to: ['authors'] },
        of: ['hero', 'section'],
      },
      {
        ...{ apiName: 'pages', type: 'richText', format: 'portableText', many: true },
        of: ['quote'],
      },
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

const component = (apiName: string, fields: Component['fields']): Component => ({
  ...{ kind: 'component', apiName, name: apiName, fields },
})

/** Components that refer to collections, that contain each other or themselves, and that have odd names. */
const components: readonly Component[] = [
  component('hero', [
    { apiName: 'title', type: 'text', required: true },
    { apiName: 'tags', type: 'text', many: true },
    { apiName: 'picture', type: 'asset' },
    { apiName: 'book', type: 'reference', to: ['books'] },
    { apiName: 'button', type: 'reference', to: ['books', 'posts'], link: true },
    { apiName: 'startsAt', type: 'dateTime' },
    { apiName: 'note', type: 'text', query: false },
  ]),
  component('quote', [
    { apiName: 'text', type: 'text' },
    { apiName: 'by', type: 'reference', to: ['authors'], many: true },
    { apiName: 'size', type: 'integer' },
  ]),
  component('section', [
    { apiName: 'heading', type: 'text' },
    { apiName: 'book', type: 'reference', to: ['books'] },
    { apiName: 'items', type: 'component', many: true, of: ['section', 'quote'] },
  ]),
  component('seo', [
    { apiName: 'title', type: 'text', required: true },
    { apiName: 'noIndex', type: 'boolean' },
    { apiName: 'image', type: 'reference', to: ['posts'] },
  ]),
  ...['first', 'second', 'third'].map((name, index, names) =>
    component(name, [
      { apiName: 'author', type: 'reference', to: ['authors'] },
      { apiName: 'next', type: 'component', of: [names[(index + 1) % 3]!] },
    ]),
  ),
  component('a.hero', [{ apiName: 'toString', type: 'text' }]),
  component('aHero', [{ apiName: 'slug', type: 'text' }]),
  component('constructor', [
    { apiName: 'constructor', type: 'text' },
    { apiName: 'title', type: 'text' },
  ]),
]

export const typeCaseSchema = describeModel({
  collections: [...collections, ...odd],
  components: new Map(components.map(each => [each.apiName, each])),
})
