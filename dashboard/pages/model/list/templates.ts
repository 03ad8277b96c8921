// The templates for a new space: components, and collections that refer to each other. A model comes after the models that
// it names.
import type { Collection, Component, Field } from '../../../../src/content/values/model.ts'

export interface Template {
  readonly id: string
  readonly name: string
  readonly about: string
  /** They are created before the collections. */
  readonly components: readonly Component[]
  /** In the order in which they are created. */
  readonly collections: readonly Collection[]
  /** The API name of the collection that is opened first. */
  readonly main: string
}

const title: Field = { apiName: 'title', type: 'text', name: 'Title', required: true, max: 200 }
const body: Field = { apiName: 'body', type: 'richText', format: 'portableText', name: 'Body' }

const heading: Field = { apiName: 'heading', type: 'text', name: 'Heading', max: 200 }
const picture: Field = { apiName: 'picture', type: 'asset', name: 'Picture', accept: ['image/*'] }

const hero: Component = {
  ...{ kind: 'component', apiName: 'hero', name: 'Large picture', icon: 'photo', titleField: 'heading' },
  description: 'A heading on a picture, at the top of a page',
  fields: [
    { ...heading, required: true },
    { apiName: 'intro', type: 'text', name: 'Introduction', multiline: true, max: 300 },
    picture,
  ],
}

const text: Component = {
  ...{ kind: 'component', apiName: 'text', name: 'Text', icon: 'article' },
  description: 'Paragraphs, headings and lists',
  fields: [{ ...body, name: 'Text', required: true }],
}

const gallery: Component = {
  ...{ kind: 'component', apiName: 'gallery', name: 'Gallery', icon: 'layout-grid', titleField: 'heading' },
  description: 'Pictures side by side',
  fields: [heading, { ...picture, apiName: 'pictures', name: 'Pictures', many: true, required: true }],
}

const quote: Component = {
  ...{ kind: 'component', apiName: 'quote', name: 'Quote', icon: 'quote', titleField: 'text' },
  description: 'A sentence of somebody, with a name',
  fields: [
    { apiName: 'text', type: 'text', name: 'Text', multiline: true, required: true, max: 500 },
    { apiName: 'by', type: 'text', name: 'By', max: 200 },
  ],
}

const callToAction: Component = {
  ...{ kind: 'component', apiName: 'callToAction', name: 'Call to action', icon: 'click' },
  description: 'A button that leads to an entry',
  titleField: 'heading',
  fields: [
    heading,
    {
      apiName: 'label',
      type: 'text',
      name: 'Label',
      required: true,
      max: 40,
      help: 'The words on the button.',
    },
    { apiName: 'target', type: 'reference', name: 'Target', link: true, required: true },
  ],
}

/** The components of pages, in the order in which editors find them. */
const pageComponents = [hero, text, gallery, quote, callToAction]

const sections: Field = {
  ...{ apiName: 'sections', type: 'component', name: 'Sections', many: true },
  of: pageComponents.map(({ apiName }) => apiName),
}

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
    {
      ...sections,
      name: 'Below the text',
      of: [gallery, quote, callToAction].map(({ apiName }) => apiName),
    },
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
  fields: [title, { apiName: 'summary', type: 'text', name: 'Summary', multiline: true, max: 300 }, sections],
}

export const templates: readonly Template[] = [
  {
    ...{ id: 'blog', name: 'Blog', about: 'Posts with a cover, by authors, in categories' },
    ...{ components: [gallery, quote, callToAction], collections: [authors, categories, posts] },
    main: 'posts',
  },
  {
    ...{ id: 'products', name: 'Products', about: 'Products with prices and images, in categories' },
    ...{ components: [], collections: [categories, products], main: 'products' },
  },
  {
    ...{ id: 'pages', name: 'Pages', about: 'Pages of a site, which editors build from blocks' },
    ...{ components: pageComponents, collections: [pages], main: 'pages' },
  },
]
