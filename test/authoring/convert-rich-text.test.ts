// Rich text of Contentful, Slate and ProseMirror becomes Portable Text: the same document in three notations.
import { describe, expect, test } from 'bun:test'
import { convertValue } from '../../src/authoring/models/convert/convert-value.ts'
import { lossReasons } from '../../src/authoring/models/report/loss-reasons.ts'
import type { Field, Json } from '../../src/content/values/model.ts'

const any: Field = { apiName: 'f', type: 'richText' }
const portable: Field = { ...any, format: 'portableText' }

function convert(value: unknown) {
  const { value: blocks, reasons } = convertValue(any, portable, value as Json)
  return { blocks: (blocks as readonly Json[] | undefined)?.map(withoutKeys), reasons: [...reasons] }
}

/** Keys are derived; those of links are named by the place of the link. */
function withoutKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutKeys)
  if (typeof value !== 'object' || value === null) return value
  const { _key, ...rest } = value as { readonly [key: string]: Json }
  const stays = rest._type === 'link' ? { _key: _key!, ...rest } : rest
  return Object.fromEntries(Object.entries(stays).map(([key, each]) => [key, withoutKeys(each)]))
}

const span = (text: string, ...marks: string[]) => ({ _type: 'span', text, marks })
const block = (rest: object, ...children: object[]) => ({
  _type: 'block',
  style: 'normal',
  children,
  markDefs: [],
  ...rest,
})
const item = (listItem: string, level: number, text: string) => block({ listItem, level }, span(text))

const contentful = {
  nodeType: 'document',
  data: {},
  content: [
    node('heading-2', text('Title')),
    node('paragraph', text('A '), text('bold', 'bold'), text(' and '), {
      ...node('hyperlink', text('link', 'italic')),
      data: { uri: 'https://example.org/' },
    }),
    node(
      'unordered-list',
      node(
        'list-item',
        node('paragraph', text('one')),
        node('ordered-list', node('list-item', node('paragraph', text('inner')))),
      ),
      node('list-item', node('paragraph', text('two'))),
    ),
    node('blockquote', node('paragraph', text('quoted'))),
    node('hr'),
    node('paragraph', text('')),
  ],
}
function node(nodeType: string, ...content: object[]) {
  return { nodeType, data: {}, content }
}
function text(value: string, ...marks: string[]) {
  return { nodeType: 'text', value, marks: marks.map(type => ({ type })), data: {} }
}

const slate = [
  { type: 'heading-two', children: [{ text: 'Title' }] },
  {
    type: 'paragraph',
    children: [
      { text: 'A ' },
      { text: 'bold', bold: true },
      { text: ' and ' },
      { type: 'link', url: 'https://example.org/', children: [{ text: 'link', italic: true }] },
    ],
  },
  {
    type: 'bulleted-list',
    children: [
      {
        type: 'list-item',
        children: [
          { text: 'one' },
          { type: 'numbered-list', children: [{ type: 'list-item', children: [{ text: 'inner' }] }] },
        ],
      },
      { type: 'list-item', children: [{ text: 'two' }] },
    ],
  },
  { type: 'block-quote', children: [{ text: 'quoted' }] },
  { type: 'divider', children: [{ text: '' }] },
  { type: 'paragraph', children: [{ text: '' }] },
]

const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const words = (text: string, ...marks: object[]) => ({
  type: 'text',
  text,
  ...(marks.length > 0 && { marks }),
})
const prosemirror = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2, textAlign: null }, content: [words('Title')] },
    paragraph(
      words('A '),
      words('bold', { type: 'bold' }),
      words(' and '),
      words(
        'link',
        { type: 'italic' },
        { type: 'link', attrs: { href: 'https://example.org/', class: null } },
      ),
    ),
    {
      type: 'bulletList',
      content: [
        {
          type: 'listItem',
          content: [
            paragraph(words('one')),
            {
              type: 'orderedList',
              attrs: { start: 1 },
              content: [{ type: 'listItem', content: [paragraph(words('inner'))] }],
            },
          ],
        },
        { type: 'listItem', content: [paragraph(words('two'))] },
      ],
    },
    { type: 'blockquote', content: [paragraph(words('quoted'))] },
    { type: 'horizontalRule' },
    paragraph(),
  ],
}

test.each([
  ['Contentful', contentful],
  ['Slate', slate],
  ['ProseMirror', prosemirror],
])('a document of %s keeps its texts, marks, links, lists and order', (_, document) => {
  expect(convert(document)).toEqual({
    blocks: [
      block({ style: 'h2' }, span('Title')),
      block(
        { markDefs: [{ _type: 'link', _key: 'link1', href: 'https://example.org/' }] },
        span('A '),
        span('bold', 'strong'),
        span(' and '),
        span('link', 'em', 'link1'),
      ),
      item('bullet', 1, 'one'),
      item('number', 2, 'inner'),
      item('bullet', 1, 'two'),
      block({ style: 'blockquote' }, span('quoted')),
      { _type: 'break' },
      block({}, span('')),
    ],
    reasons: [],
  } as never)
})

test.each<[where: string, plain: object, numbered: object]>([
  ['Strapi', { format: 'unordered' }, { format: 'ordered' }],
  ['Lexical', { listType: 'bullet' }, { listType: 'number' }],
  ['Markdown’s syntax tree', { ordered: false }, { ordered: true }],
  ['nothing else', {}, { ordered: true }],
])('a list whose kind is a property, as of %s, keeps it', (_, plain, numbered) => {
  const list = (properties: object, ...children: object[]) => ({ type: 'list', ...properties, children })
  const listItem = (...children: object[]) => ({ type: 'listItem', children })
  const document = [list(plain, listItem({ text: 'one' }, list(numbered, listItem({ text: 'inner' }))))]
  expect(convert(document)).toEqual({
    blocks: [item('bullet', 1, 'one'), item('number', 2, 'inner')],
    reasons: [],
  } as never)
})

describe('what Portable Text does not have', () => {
  const doc = (...content: object[]) => ({ type: 'doc', content })
  test.each<[title: string, document: object, blocks: object[], ...reasons: string[]]>([
    [
      'an embedded entry',
      {
        ...contentful,
        content: [{ ...node('embedded-entry-block'), data: { target: { sys: { id: 'a' } } } }],
      },
      [],
      lossReasons.properties,
      lossReasons.parts,
    ],
    [
      'a table, whose texts stay',
      doc({
        type: 'table',
        content: [
          {
            type: 'tableRow',
            content: [
              { type: 'tableCell', content: [paragraph(words('a'))] },
              { type: 'tableCell', content: [paragraph(words('b'))] },
            ],
          },
        ],
      }),
      [block({}, span('a')), block({}, span('b'))],
      lossReasons.parts,
    ],
    [
      'a colour',
      doc(paragraph(words('a', { type: 'textStyle', attrs: { color: 'red' } }))),
      [block({}, span('a'))],
      lossReasons.properties,
    ],
    [
      'alignment',
      [{ type: 'p', align: 'center', children: [{ text: 'a' }] }] as object,
      [block({}, span('a'))],
      lossReasons.properties,
    ],
    [
      'the target of a link',
      doc(paragraph(words('a', { type: 'link', attrs: { href: '/a', target: '_blank' } }))),
      [block({ markDefs: [{ _type: 'link', _key: 'link1', href: '/a' }] }, span('a', 'link1'))],
      lossReasons.properties,
    ],
    [
      'a second paragraph in an item',
      doc({
        type: 'bulletList',
        content: [{ type: 'listItem', content: [paragraph(words('a')), paragraph(words('b'))] }],
      }),
      [item('bullet', 1, 'a'), item('bullet', 1, 'b')],
      lossReasons.structure,
    ],
    [
      'a node without a meaning',
      doc({ type: 'widget', attrs: { id: 7 } }),
      [],
      lossReasons.properties,
      lossReasons.parts,
    ],
    ['what is no node', doc(7 as never), [], lossReasons.parts],
    [
      'an image at an unsafe address, whose text stays',
      doc({ type: 'image', attrs: { src: 'javascript:alert(1)', alt: 'A cat' } }),
      [block({}, span('A cat'))],
      lossReasons.address,
    ],
  ])('is reported: %s', (_, document, blocks, ...reasons) => {
    expect(convert(document)).toEqual({ blocks, reasons } as never)
  })

  test('images, code and line breaks have their place', () => {
    expect(
      convert(
        doc(
          { type: 'image', attrs: { src: '/a.png', alt: 'A cat', title: 'Cat' } },
          { type: 'codeBlock', attrs: { language: 'js' }, content: [words('x = 1')] },
          paragraph(words('a'), { type: 'hardBreak' }, words('b')),
        ),
      ),
    ).toEqual({
      blocks: [
        {
          _type: 'image',
          asset: { url: '/a.png', title: 'A cat', contentType: null, width: null, height: null, size: null },
          caption: 'Cat',
        },
        { _type: 'code', language: 'js', code: 'x = 1' },
        block({}, span('a'), span('\n'), span('b')),
      ],
      reasons: [],
    } as never)
  })

  test('lists are as deep as Portable Text has levels', () => {
    let list: object = { type: 'listItem', content: [paragraph(words('deep'))] }
    for (let level = 0; level < 7; level++) {
      list = { type: 'listItem', content: [paragraph(words('x')), { type: 'bulletList', content: [list] }] }
    }
    const { blocks, reasons } = convert(doc({ type: 'bulletList', content: [list] }))
    expect(blocks?.map(each => (each as { level: number }).level)).toEqual([1, 2, 3, 4, 5, 6, 6, 6])
    expect(reasons).toContain(lossReasons.structure)
  })
})
