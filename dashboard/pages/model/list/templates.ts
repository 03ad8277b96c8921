// The templates for a new space: collections that refer to each other. Targets come before the collections that refer to
// them.
import type { Collection, Field } from '../../../../src/content/values/model.ts'

export interface Template {
  readonly id: string
  readonly name: string
  readonly about: string
  /** In the order in which they are created. */
  readonly collections: readonly Collection[]
  /** The API name of the collection that is opened first. */
  readonly main: string
}

const title: Field = { apiName: 'title', type: 'text', name: 'Title', required: true, max: 200 }
const body: Field = { apiName: 'body', type: 'richText', format: 'portableText', name: 'Body' }

const authors: Collection = {
  apiName: 'authors',
  name: 'Authors',
  titleField: 'name',
  slugFrom: 'name',
  fields: [
    { apiName: 'name', type: 'text', name: 'Name', required: true, max: 200 },
    { apiName: 'bio', type: 'text', name: 'Biography', multiline: true, help: 'A sentence or two.' },
    { apiName: 'portrait', type: 'asset', name: 'Portrait' },
  ],
}

const categories: Collection = {
  apiName: 'categories',
  name: 'Categories',
  titleField: 'name',
  slugFrom: 'name',
  fields: [
    { apiName: 'name', type: 'text', name: 'Name', required: true, unique: true, max: 100 },
    { apiName: 'description', type: 'text', name: 'Description', multiline: true },
  ],
}

const posts: Collection = {
  apiName: 'posts',
  name: 'Posts',
  titleField: 'title',
  slugFrom: 'title',
  fields: [
    title,
    {
      ...{ apiName: 'summary', type: 'text', name: 'Summary', multiline: true, max: 300 },
      help: 'Shown in lists and by search engines.',
    },
    { apiName: 'cover', type: 'asset', name: 'Cover' },
    body,
    { apiName: 'author', type: 'reference', name: 'Author', to: ['authors'] },
    { apiName: 'categories', type: 'reference', name: 'Categories', to: ['categories'], many: true },
    { apiName: 'date', type: 'date', name: 'Date', help: 'Readers see it beside the title.' },
  ],
}

const products: Collection = {
  apiName: 'products',
  name: 'Products',
  titleField: 'name',
  slugFrom: 'name',
  fields: [
    { apiName: 'name', type: 'text', name: 'Name', required: true, max: 200 },
    { apiName: 'number', type: 'text', name: 'Product number', unique: true },
    { apiName: 'price', type: 'number', name: 'Price', min: 0 },
    {
      ...{ apiName: 'currency', type: 'text', name: 'Currency', default: 'EUR', search: 0 },
      options: [
        { value: 'EUR', name: 'Euro' },
        { value: 'USD', name: 'US dollar' },
        { value: 'GBP', name: 'Pound sterling' },
      ],
    },
    { apiName: 'images', type: 'asset', name: 'Images', many: true },
    { ...body, apiName: 'description', name: 'Description' },
    { apiName: 'categories', type: 'reference', name: 'Categories', to: ['categories'], many: true },
    { apiName: 'available', type: 'boolean', name: 'Available', default: true },
  ],
}

const pages: Collection = {
  apiName: 'pages',
  name: 'Pages',
  titleField: 'title',
  slugFrom: 'title',
  fields: [
    title,
    { apiName: 'summary', type: 'text', name: 'Summary', multiline: true, max: 300 },
    { apiName: 'image', type: 'asset', name: 'Image' },
    body,
  ],
}

export const templates: readonly Template[] = [
  {
    ...{ id: 'blog', name: 'Blog', about: 'Posts with a cover, by authors, in categories' },
    ...{ collections: [authors, categories, posts], main: 'posts' },
  },
  {
    ...{ id: 'products', name: 'Products', about: 'Products with prices and images, in categories' },
    ...{ collections: [categories, products], main: 'products' },
  },
  {
    ...{ id: 'pages', name: 'Pages', about: 'Pages of a site: a title, an image, a text' },
    ...{ collections: [pages], main: 'pages' },
  },
]
