// Rich text of Contentful, Slate and ProseMirror becomes Portable Text: the same document in three notations.
import { describe, expect, test } from 'bun:test'
import { convertValue } from '../../src/content/fields/convert-value.ts'
import { lossReasons } from '../../src/content/values/loss-reasons.ts'
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
  const stays = ['link', 'entryLink'].includes(rest._type as string) ? { _key: _key!, ...rest } : rest
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
      'an embedded entry of another space',
      {
        ...contentful,
        content: [
          { ...node('embedded-resource-block'), data: { target: { sys: { type: 'ResourceLink' } } } },
        ],
      },
      [],
      lossReasons.properties,
      lossReasons.parts,
    ],
    [
      'an embedded entry without a target',
      {
        ...contentful,
        content: [{ ...node('embedded-entry-block'), data: { target: { sys: { id: 'a' } } } }],
      },
      [],
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

const toTarget = (id: string) => ({ data: { target: { sys: { type: 'Link', linkType: 'Entry', id } } } })
const document = (...content: object[]) => ({ nodeType: 'document', data: {}, content })
const linkBlock = (...children: object[]) =>
  block({ markDefs: [{ _type: 'entryLink', _key: 'link1', entry: { id: 'a' } }] }, ...children)

describe('an entry in rich text of Contentful', () => {
  test('stands in the text if it is embedded, and is a link if words lead to it', () => {
    const linked = { ...node('entry-hyperlink', text('there', 'bold'), text(' or here')), ...toTarget('a') }
    expect(
      convert(
        document(
          { ...node('embedded-entry-block'), ...toTarget('a') },
          node('paragraph', text('Go '), linked),
        ),
      ),
    ).toEqual({
      blocks: [
        { _type: 'entry', entry: { id: 'a' } },
        linkBlock(span('Go '), span('there', 'strong', 'link1'), span(' or here', 'link1')),
      ],
      reasons: [],
    } as never)
  })

  test('inside a paragraph becomes a link, which is reported', () => {
    const inline = { ...node('embedded-entry-inline'), ...toTarget('a') }
    expect(convert(document(node('paragraph', text('See '), inline, text('.'))))).toEqual({
      blocks: [linkBlock(span('See '), span('a', 'link1'), span('.'))],
      reasons: [lossReasons.inlineEntry],
    } as never)
  })
})

describe('a table', () => {
  const cell = (name: string, ...content: object[]) => node(name, ...content)
  const one = (value: string) => cell('table-cell', node('paragraph', text(value)))
  const head = (value: string) => cell('table-header-cell', node('paragraph', text(value)))
  const tableOf = (header: boolean, ...rows: (readonly object[])[][]) => ({
    ...{ _type: 'table', header },
    rows: rows.map(cells => ({ cells: cells.map(content => ({ content })) })),
  })

  test('of Contentful keeps its head, its texts, links and lists', () => {
    const linked = { ...node('entry-hyperlink', text('b')), ...toTarget('a') }
    const list = node('unordered-list', node('list-item', node('paragraph', text('c'))))
    expect(
      convert(
        document(
          node(
            'table',
            node('table-row', head('A'), head('')),
            node('table-row', cell('table-cell', node('paragraph', linked)), cell('table-cell', list)),
          ),
        ),
      ),
    ).toEqual({
      blocks: [
        tableOf(
          true,
          [[block({}, span('A'))], []],
          [[linkBlock(span('b', 'link1'))], [item('bullet', 1, 'c')]],
        ),
      ],
      reasons: [],
    } as never)
  })

  test('of ProseMirror and Slate has the same cells', () => {
    const expected = {
      blocks: [tableOf(false, [[block({}, span('a'))], [block({}, span('b'))]])],
      reasons: [],
    }
    const attrs = { colspan: 1, rowspan: 1, colwidth: null }
    const cells = ['a', 'b'].map(value => ({ type: 'tableCell', attrs, content: [paragraph(words(value))] }))
    const rows = [{ type: 'tableRow', content: cells }]
    expect(convert({ type: 'doc', content: [{ type: 'table', content: rows }] })).toEqual(expected as never)
    const slateCells = ['a', 'b'].map(value => ({ type: 'td', children: [{ text: value }] }))
    const body = { type: 'tbody', children: [{ type: 'tr', children: slateCells }] }
    expect(convert([{ type: 'table', children: [{ text: '' }, body] }])).toEqual(expected as never)
  })

  test('has empty cells where cells span others or are missing, which is reported if they span', () => {
    const wide = { ...one('wide'), data: { colspan: 2, rowspan: 2 } }
    expect(
      convert(
        document(
          node(
            'table',
            node('table-row', wide, one('x')),
            node('table-row', one('y')),
            node('table-row', one('z')),
          ),
        ),
      ),
    ).toEqual({
      blocks: [
        tableOf(
          false,
          [[block({}, span('wide'))], [], [block({}, span('x'))]],
          [[], [], [block({}, span('y'))]],
          [[block({}, span('z'))], [], []],
        ),
      ],
      reasons: [lossReasons.tables],
    } as never)
  })

  test('loses no words of what it cannot hold', () => {
    const odd = cell('table-cell', node('heading-2', text('Title')), node('hr'), {
      ...node('embedded-entry-block'),
      ...toTarget('a'),
    })
    expect(
      convert(document(node('table', node('table-row', odd), node('paragraph', text('beside'))))),
    ).toEqual({
      blocks: [
        tableOf(false, [[block({}, span('Title'))]]),
        { _type: 'break' },
        { _type: 'entry', entry: { id: 'a' } },
        block({}, span('beside')),
      ],
      reasons: [lossReasons.tables],
    } as never)
  })

  test.each([
    ['501 rows', () => Array.from({ length: 501 }, () => node('table-row', one('a'))), 501],
    ['51 columns', () => [node('table-row', ...Array.from({ length: 51 }, () => one('a')))], 51],
    ['a cell as wide as a million', () => [node('table-row', { ...one('a'), data: { colspan: 1e6 } })], 1],
  ])('of %s is too large, and its texts become paragraphs', (_, rows, count) => {
    const { blocks, reasons } = convert(document(node('table', ...rows())))
    expect(blocks).toEqual(Array.from({ length: count }, () => block({}, span('a'))) as never)
    expect(reasons).toContain(lossReasons.tables)
  })

  test('becomes a line for each row in plain text', () => {
    const long = cell('table-cell', node('paragraph', text('a\nb\tc')), node('paragraph', text('d')))
    const rows = [
      [one('A'), one('B')],
      [one('1'), one('')],
      [long, one('e')],
    ].map(row => node('table-row', ...row))
    const plain = convertValue(any, { apiName: 'f', type: 'text' }, document(node('table', ...rows)) as never)
    expect([plain.value, ...plain.reasons]).toEqual(['A\tB\n1\t\na b c d\te', lossReasons.formatting])
  })
})

describe('Portable Text in a field of any JSON', () => {
  const unsafe = { _type: 'link', _key: 'u', href: 'javascript:alert(1)' }
  const toEntry = { _type: 'entryLink', _key: 'e', entry: { id: 'a' } }
  const linked = (...definitions: { readonly _key: string }[]) => ({
    ...{ _type: 'block', _key: 'b', style: 'normal', markDefs: definitions },
    children: [{ _type: 'span', _key: 's', text: 'x', marks: definitions.map(({ _key }) => _key) }],
  })
  const table = (content: object) => ({
    ...{ _type: 'table', _key: 't', header: false },
    rows: [{ _key: 'r', cells: [{ _key: 'c', content: [content] }] }],
  })

  test('keeps links to entries, and loses unsafe links in tables too', () => {
    const convertJson = (value: unknown) =>
      convertValue({ apiName: 'f', type: 'json' }, portable, value as Json)
    const values = [linked(toEntry), { ...table(linked({ ...toEntry, _key: 'f' })), _key: 'k' }]
    const [first, second] = values
    expect(convertJson([first]).value).toEqual([first] as never)
    expect(convertJson([second]).value).toEqual([second] as never)
    const { value, reasons } = convertJson([table(linked(unsafe, toEntry))])
    expect([value, ...reasons]).toEqual([[table(linked(toEntry))], lossReasons.address] as never)
  })
})
