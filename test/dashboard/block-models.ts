// Components and a collection of pages made of them, for the tests of blocks.
export const hero = {
  kind: 'component',
  apiName: 'opener',
  name: 'Hero',
  description: 'A large heading at the top',
  icon: 'heading',
  titleField: 'heading',
  fields: [
    { apiName: 'heading', type: 'text', name: 'Heading', required: true, help: 'A few words.' },
    { apiName: 'picture', type: 'asset', name: 'Picture' },
    { apiName: 'book', type: 'reference', name: 'Book', to: ['books'] },
    { apiName: 'height', type: 'integer', name: 'Height', default: 400 },
  ],
} as const

export const quote = {
  kind: 'component',
  apiName: 'saying',
  name: 'Quote',
  description: 'Words of somebody else',
  icon: 'quote',
  fields: [
    { apiName: 'text', type: 'text', name: 'Text', multiline: true },
    { apiName: 'body', type: 'richText', format: 'portableText', name: 'Body' },
  ],
} as const

export const section = {
  kind: 'component',
  apiName: 'section',
  name: 'Section',
  icon: 'layout',
  fields: [
    { apiName: 'title', type: 'text', name: 'Title' },
    { apiName: 'items', type: 'component', name: 'Items', of: ['opener', 'saying'], many: true },
  ],
} as const

export const seo = {
  kind: 'component',
  apiName: 'seo',
  name: 'Search engines',
  fields: [{ apiName: 'summary', type: 'text', name: 'Summary', max: 20 }],
} as const

export const components = [hero, quote, section, seo]

export const landings = {
  apiName: 'landings',
  name: 'Landings',
  titleField: 'title',
  slugFrom: 'title',
  fields: [
    { apiName: 'title', type: 'text', name: 'Title', required: true },
    {
      apiName: 'sections',
      type: 'component',
      name: 'Sections',
      of: ['opener', 'saying', 'section'],
      many: true,
    },
    { apiName: 'seo', type: 'component', name: 'SEO', of: ['seo'] },
  ],
} as const
