// Addresses that are not safe: an import leaves them as its source has them, and reports them.
import { describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'

const pages: ImportRecord = {
  ...{ type: 'collection', apiName: 'pages', name: 'Pages' },
  fields: [
    { apiName: 'url', type: 'text', format: 'url' },
    { apiName: 'urls', type: 'text', format: 'url', many: true },
    { apiName: 'pic', type: 'asset' },
    { apiName: 'body', type: 'richText', format: 'portableText' },
    { apiName: 'any', type: 'richText' },
    { apiName: 'plain', type: 'text' },
  ],
}
const script = 'javascript:alert(1)'
const link = (href: string, key: string) => ({ _type: 'link', _key: key, href })
const block = (name: string, ...hrefs: string[]) => ({
  ...{ _type: 'block', style: 'normal' },
  children: hrefs.map((_, index) => ({ _type: 'span', text: 'x', marks: [`${name}${index}`] })),
  markDefs: hrefs.map((href, index) => link(href, `${name}${index}`)),
})
const image = (url: string) => ({ _type: 'image', asset: { url } })
const document = (uri: string) => ({
  nodeType: 'document',
  content: [{ nodeType: 'hyperlink', data: { uri }, content: [] }],
})

async function read(space: TestSpace, query = ''): Promise<Record<string, unknown>> {
  const response = await space.get(`/content/pages/p${query}`)
  return ((await response.json()) as { doc: { data: Record<string, unknown> } }).doc.data
}

const entry = (liveData: object, more: object = {}) =>
  ({ type: 'entry', collection: 'pages', id: 'p', liveData, ...more }) as ImportRecord

describe('an unsafe address', () => {
  test.each<[string, string, unknown, number]>([
    ['in a text of the format url', 'url', script, 1],
    ['in a list of such texts', 'urls', [script, 'https://example.org/', '//evil.example'], 2],
    ['of an asset', 'pic', { url: 'data:text/html,x' }, 1],
    [
      'of links of Portable Text',
      'body',
      [block('a', script, 'https://a.example/', 'vbscript:x'), block('b', script)],
      3,
    ],
    ['of an image of Portable Text', 'body', [image('javascript:x')], 1],
    ['of a link in a document of Contentful', 'any', document(script), 1],
    ['of a link of Portable Text in a field of any rich text', 'any', [block('a', script)], 1],
    [
      'of links and pictures in the JSON of other editors',
      'any',
      {
        type: 'doc',
        content: [{ attrs: { href: script } }, { url: 'vbscript:x' }, { src: 'data:text/html,x' }],
      },
      3,
    ],
    ['of a link in a string of HTML', 'any', `<p><a href="${script}">x</a> <a href="/here">y</a></p>`, 1],
    ['of a link in a string of Markdown', 'any', '[x](javascript:x) [y](https://example.org/)', 1],
  ])(
    '%s is imported as it is, and is one loss of its field with its number',
    async (_, field, value, count) => {
      const space = await createTestSpace()
      const { losses } = await space.import([pages, entry({ [field]: value })])
      expect(losses).toEqual([
        {
          ...{ kind: 'unsafe_address', where: 'line 2', collection: 'pages', entry: 'p', field, count },
          what: expect.stringContaining(
            count === 1 ? 'is not safe' : `${count} addresses are not safe`,
          ) as string,
        },
      ])
      const written = JSON.stringify(value).match(/(?:javascript|vbscript|data):[^"]*|"\/\/[^"]*/g)!
      const served = JSON.stringify((await read(space))[field])
      for (const address of written) expect(served).toContain(address)
    },
  )

  test('of variants counts too, and one that stands in the draft and in what is live counts once', async () => {
    const space = await createTestSpace()
    const page = entry(
      { url: script },
      { data: { url: script }, variants: { vip: { url: 'javascript:vip()' } } },
    )
    expect((await space.import([pages, page], { dryRun: true })).losses).toMatchObject([
      { kind: 'unsafe_address', field: 'url', count: 2 },
    ])
    expect((await space.import([pages, page])).losses).toMatchObject([{ field: 'url', count: 2 }])
    expect(await read(space, '?variants=vip')).toMatchObject({ url: 'javascript:vip()' })
    // As references that are not allowed, they are not reported by every later import.
    expect((await space.import([pages, page])).losses).toEqual([])
  })

  test('of a draft is reported like one that is live', async () => {
    const space = await createTestSpace()
    const draft = { type: 'entry', collection: 'pages', id: 'p', data: { url: script } } as ImportRecord
    expect((await space.import([pages, draft])).losses).toMatchObject([{ kind: 'unsafe_address', count: 1 }])
  })
})

describe('an address without a scheme, which would lead to a path of the site,', () => {
  const address = 'www.example.org/a'
  test.each<[string, string, unknown, number]>([
    ['of an asset', 'pic', { url: address }, 1],
    [
      'of links of Portable Text',
      'body',
      [block('a', address, '//example.org/a', 'ada@example.org', '/a')],
      3,
    ],
    ['of a link in a document of Contentful', 'any', document(address), 1],
    ['of links and pictures in the JSON of other editors', 'any', [{ href: address }, { src: address }], 2],
    ['of a link in a string of HTML', 'any', `<a href="${address}">x</a> <a href="a.html">y</a>`, 1],
    ['of a link in a string of Markdown', 'any', `[x](${address}) www.example.org`, 1],
  ])('%s is imported as it is and counts as not safe', async (_, field, value, count) => {
    const space = await createTestSpace()
    const { losses } = await space.import([pages, entry({ [field]: value })])
    const what = count === 1 ? 'has no scheme' : `${count} addresses `
    expect(losses).toMatchObject([
      { kind: 'unsafe_address', field, count, what: expect.stringContaining(what) },
    ])
    expect(JSON.stringify((await read(space))[field])).toContain(address)
  })
})

test('addresses that are safe, unfinished ones and other texts are no losses', async () => {
  const space = await createTestSpace()
  const page = entry({
    ...{ url: 'www.example.org', urls: ['/about', 'mailto:ada@example.org'], plain: script },
    ...{ pic: { url: 'https://example.org/a.png' }, body: [block('a', '#top')], any: { note: script } },
  })
  expect((await space.import([pages, page])).losses).toEqual([])
})
