// Rich text between Portable Text and the editor: nothing is lost or made on the way, and an edit costs what it touches.
import { describe, expect, test } from 'bun:test'
import { splitBlock } from '@tiptap/pm/commands'
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import { getSchema } from '@tiptap/react'
import fc from 'fast-check'
import { Converter } from '../../dashboard/rich-text/document/converter.ts'
import {
  isPortableText,
  type PortableText,
  type TextBlock,
} from '../../dashboard/rich-text/document/portable-text.ts'
import { schemaExtensions } from '../../dashboard/rich-text/document/schema.ts'
import { uniqueKeys } from '../../dashboard/rich-text/document/unique-keys.ts'
import { tables } from '../../dashboard/rich-text/tables/table-editing.ts'
import type { Json } from '../../src/content/values/model.ts'
import { readPortableText } from '../../src/content/values/portable-text.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { anyPortableText } from './any-portable-text.ts'

const schema = getSchema(schemaExtensions)

function open(value: PortableText | null) {
  const converter = new Converter(schema)
  const doc = converter.toDocument(value)
  doc.check()
  return {
    converter,
    state: EditorState.create({ doc, plugins: [...tables(() => undefined), uniqueKeys()] }),
  }
}

const span = (_key: string, text: string, ...marks: string[]) =>
  ({ _type: 'span', _key, text, marks }) as const
const paragraph = (_key: string, ...children: TextBlock['children']): TextBlock => ({
  _type: 'block',
  _key,
  style: 'normal',
  children,
  markDefs: [],
})
const parts = (count: number) =>
  Array.from({ length: count }, (_, at) => paragraph(`b${at}`, span(`s${at}`, 'Tide')))

describe('what is opened and not edited is given back as it was, keys included', () => {
  test(
    'whatever the format allows',
    () => {
      fc.assert(
        fc.property(anyPortableText, given => {
          const value = given as PortableText
          expect(readPortableText(value as unknown as Json)).toEqual({ value: value as never })
          const { converter, state } = open(value)
          expect(JSON.stringify(converter.toValue(state.doc))).toBe(JSON.stringify(value))
          // Also after the document was taken apart and put together again.
          const again = schema.nodeFromJSON(JSON.parse(JSON.stringify(state.doc)))
          expect(JSON.stringify(converter.toValue(again))).toBe(JSON.stringify(value))
        }),
        { numRuns: fuzzRuns(500) },
      )
    },
    longTestMs,
  )

  test('no value and an empty list', () => {
    for (const value of [null, []]) {
      const { converter, state } = open(value)
      expect(converter.toValue(state.doc)).toEqual(value)
    }
  })

  test('a value without keys and defaults, of which only an edited part gets them', () => {
    const value = [
      { _type: 'block', children: [{ _type: 'span', text: 'Ebb' }] },
      { _type: 'block', children: [{ _type: 'span', text: 'Flood' }] },
    ] as const
    const { converter, state } = open(value)
    expect(converter.toValue(state.doc)).toEqual(value)
    const edited = converter.toValue(state.apply(state.tr.insertText('!', 4)).doc)
    expect(edited?.[0]).toMatchObject({
      style: 'normal',
      children: [{ text: 'Ebb!', marks: [] }],
      markDefs: [],
    })
    expect(edited?.[1]).toBe(value[1])
  })
})

describe('a part alone has all that it says: without what it was before, a document means the same', () => {
  test('blocks, lists, marks, links, code, rules, images, entries and tables', () => {
    const linked = {
      ...paragraph('t', span('u', 'Ebb', 'v')),
      markDefs: [{ _type: 'entryLink', _key: 'v', entry: { id: 'ebb' } }],
    }
    const item = { ...paragraph('w', span('x', 'One')), listItem: 'bullet', level: 1 }
    const value = [
      {
        ...paragraph('a', span('b', 'Ebb', 'strong', 'c'), span('d', ' tide')),
        markDefs: [link('c', '/ebb')],
      },
      { ...paragraph('e', span('f', 'One')), listItem: 'number', level: 3 },
      { ...paragraph('g', span('h', 'Said')), style: 'blockquote' },
      { _type: 'code', _key: 'i', language: 'sh', code: 'ls\n' },
      { _type: 'break', _key: 'j' },
      { _type: 'image', _key: 'k', asset: { url: '/a.png', title: 'A' }, caption: 'Of it' },
      { _type: 'entry', _key: 'l', entry: { id: 'tides' } },
      {
        _type: 'table',
        _key: 'm',
        header: true,
        rows: [
          {
            _key: 'n',
            cells: [
              { _key: 'o', content: [linked] },
              { _key: 'p', content: [] },
            ],
          },
          {
            _key: 'q',
            cells: [
              { _key: 'r', content: [] },
              { _key: 's', content: [item] },
            ],
          },
        ],
      },
    ] as PortableText
    const { state } = open(value)
    const fresh = new Converter(schema).toValue(schema.nodeFromJSON(state.doc.toJSON()))
    expect(withoutInnerKeys(fresh)).toEqual(withoutInnerKeys(value))
  })
})

describe('empty lines at the end', () => {
  const image = { _type: 'image', _key: 'i', asset: { id: 'a' } } as const
  const blank = () => schema.nodes.block!.create()
  const shown = (doc: EditorState['doc']) => doc.children.map(node => node.type.name)

  test('are there to write in behind whatever has no text to go on from, and are not stored', () => {
    const last = [image, { _type: 'break', _key: 'r' }, { _type: 'code', _key: 'c', code: 'ls' }] as const
    for (const part of last) {
      const value = [...parts(1), part] as PortableText
      const { converter, state } = open(value)
      expect(shown(state.doc).at(-1)).toBe('block')
      expect(state.doc.childCount).toBe(3)
      expect(converter.toValue(state.doc)).toEqual(value)
    }
    expect(open(parts(2)).state.doc.childCount).toBe(2)
  })

  test('that were made here are not stored, and those above a text are', () => {
    const { converter, state } = open(parts(1))
    const end = state.doc.content.size
    const made = state.apply(state.tr.insert(end, [blank(), blank()]))
    expect(converter.toValue(made.doc)).toEqual(parts(1))
    const written = made.apply(made.tr.insertText('x', made.doc.content.size - 1))
    expect(converter.toValue(written.doc)?.map(part => (part as TextBlock).children[0]?.text)).toEqual([
      ...['Tide', '', 'x'],
    ])
  })

  test('stay on the screen, with the caret in them, while a value comes from outside', () => {
    const { converter, state } = open([...parts(1), image])
    const more = state.apply(state.tr.insert(state.doc.content.size, blank()))
    converter.toValue(more.doc)
    const changed = [paragraph('b0', span('s0', 'Ebb')), image]
    const next = converter.toDocument(changed)
    expect(next.children.slice(1)).toEqual(more.doc.children.slice(1))
    expect(converter.toValue(next)).toEqual(changed)
    expect(shown(converter.toDocument(null))).toEqual(['block'])
  })

  test('that came with the value stay in it', () => {
    const value = [...parts(1), paragraph('e', span('f', ''))]
    const { converter, state } = open(value)
    expect(converter.toValue(state.doc)).toEqual(value)
    expect(converter.toValue(state.apply(state.tr.insertText('!', 2)).doc)?.[1]).toBe(value[1]!)
  })
})

describe('an edit', () => {
  test('converts the part that it touches, and no other of 200', () => {
    const { converter, state } = open(parts(200))
    const value = converter.toValue(state.doc)!
    const before = converter.conversions
    const edited = converter.toValue(state.apply(state.tr.insertText('s', 5)).doc)!
    expect(converter.conversions - before).toBe(1)
    expect(edited[0]).toMatchObject({ _key: 'b0', children: [{ _key: 's0', text: 'Tides' }] })
    expect(edited.slice(1).every((part, index) => part === value[index + 1])).toBe(true)
  })

  test('that is undone leads back to what was there', () => {
    const value = [paragraph('a', span('b', 'Ti'), span('c', 'de'))]
    const { converter, state } = open(value)
    const bold = state.apply(state.tr.addMark(1, 3, schema.marks.strong!.create()))
    expect(converter.toValue(bold.doc)).toEqual([paragraph('a', span('b', 'Ti', 'strong'), span('c', 'de'))])
    const plain = bold.apply(bold.tr.removeMark(1, 3, schema.marks.strong!))
    expect(converter.toValue(plain.doc)).toEqual(value)
  })

  test('keeps the key of a link and of the spans around', () => {
    const value = [
      {
        ...paragraph('a', span('b', 'Ebb '), span('c', 'tide', 'd'), span('e', ' now')),
        markDefs: [link('d', '/')],
      },
    ]
    const { converter, state } = open(value)
    expect(converter.toValue(state.apply(state.tr.insertText('!', 2)).doc)).toEqual([
      { ...value[0]!, children: [span('b', 'E!bb '), ...value[0]!.children.slice(1)] },
    ])
  })

  test('gives the new half of a part that was split a key, also in front', () => {
    for (const [at, keys] of [
      [3, ['b0', expect.not.stringMatching(/^b0$/)]],
      [1, [expect.not.stringMatching(/^b0$/), 'b0']],
    ] as const) {
      const { converter, state } = open(parts(1))
      let next = state.apply(state.tr.setSelection(TextSelection.create(state.doc, at)))
      splitBlock(next, (transaction: Transaction) => (next = next.apply(transaction)))
      expect(converter.toValue(next.doc)?.map(({ _key }) => _key)).toEqual([...keys])
    }
  })

  test('of a cell leaves every other part of its table as it was', () => {
    const cells = (row: number) =>
      [0, 1].map(at => ({
        _key: `c${row}${at}`,
        content: [paragraph(`b${row}${at}`, span(`s${row}${at}`, 'Tide'))],
      }))
    const rows = [0, 1].map(at => ({ _key: `r${at}`, cells: cells(at) }))
    const blank = {
      _key: 'r2',
      cells: [
        { _key: 'c20', content: [] },
        { _key: 'c21', content: [paragraph('b21', span('s21', ''))] },
      ],
    }
    const value = [{ _type: 'table', _key: 't', header: true, rows: [...rows, blank] }] as PortableText
    const { converter, state } = open(value)
    // The caret is in the first cell, below the table, its row, the cell and its block.
    const edited = converter.toValue(state.apply(state.tr.insertText('s', 8)).doc)
    const expected = JSON.stringify(value).replace('Tide', 'Tides')
    expect(JSON.stringify(edited)).toBe(expected)
    expect(converter.conversions).toBe(8)
  })

  test('that copies a table gives each part of the copy a key of its own', () => {
    fc.assert(
      fc.property(anyPortableText, given => {
        const { converter, state } = open(given as PortableText)
        const copied = state.apply(state.tr.insert(0, state.doc.content))
        expect(isPortableText(converter.toValue(copied.doc))).toBe(true)
      }),
      { numRuns: fuzzRuns(100) },
    )
  })

  test('of a value from outside leaves equal parts as they are', () => {
    const { converter, state } = open(parts(3))
    const changed = parts(3).with(1, paragraph('b1', span('s1', 'Ebb')))
    const next = converter.toDocument(changed)
    expect([0, 1, 2].map(at => next.child(at) === state.doc.child(at))).toEqual([true, false, true])
  })

  test(
    'any number of them leaves a value that the server accepts, and other parts untouched',
    () => {
      fc.assert(
        fc.property(anyPortableText, fc.array(anyEdit, { maxLength: 8 }), (given, edits) => {
          const { converter, state } = open(given as PortableText)
          const opened = converter.toValue(state.doc) ?? []
          let next = state
          for (const edit of edits) next = edit(next)
          const value = converter.toValue(next.doc) ?? []
          expect(isPortableText(value)).toBe(true)
          for (const node of next.doc.children.filter(one => state.doc.children.includes(one))) {
            const key = node.attrs.key
            const part = opened.find(({ _key }) => _key === key)
            if (part) expect(value.find(({ _key }) => _key === key)).toBe(part)
          }
        }),
        { numRuns: fuzzRuns(300) },
      )
    },
    longTestMs,
  )
})

test('what is not in the format is no Portable Text', () => {
  const bad = [
    'Tide',
    {},
    [{ _type: 'gallery', _key: 'a', entry: { id: 'x' } }],
    [paragraph('a', span('a', 'Twice'))],
  ]
  expect(bad.map(isPortableText)).toEqual([false, false, false, false])
})

function link(_key: string, href: string) {
  return { _type: 'link', _key, href } as const
}

function withoutInnerKeys(value: PortableText | null): unknown {
  const links = new Map<string, unknown>()
  JSON.stringify(value, (name, inner) => {
    if (name === 'markDefs') for (const { _key, ...target } of inner) links.set(_key, target)
    return inner
  })
  return JSON.parse(
    JSON.stringify(value, (name, inner) => {
      if (name === 'children') return inner.map(({ _key, ...rest }: { _key: string }) => rest)
      if (name === 'markDefs') return inner.map(({ _key, ...target }: { _key: string }) => target)
      return name === 'marks' ? inner.map((mark: string) => links.get(mark) ?? mark) : inner
    }),
  )
}

type Edit = (state: EditorState) => EditorState

const anyEdit: fc.Arbitrary<Edit> = fc
  .tuple(fc.constantFrom('type', 'delete', 'split', 'mark', 'link', 'copy'), fc.nat(), fc.nat())
  .map(([kind, one, other]) => state => {
    const size = state.doc.content.size
    const [from, to] = [one % (size + 1), other % (size + 1)].sort((a, b) => a - b) as [number, number]
    const selection = TextSelection.between(state.doc.resolve(from), state.doc.resolve(to))
    let next = state.apply(state.tr.setSelection(selection))
    const { tr } = next
    if (kind === 'type') return next.apply(tr.insertText('tide'))
    if (kind === 'delete') return next.apply(tr.deleteSelection())
    if (kind === 'mark') return next.apply(tr.addMark(from, to, schema.marks.em!.create()))
    if (kind === 'link') return next.apply(tr.addMark(from, to, schema.marks.link!.create({ href: '/new' })))
    if (kind === 'copy') return next.apply(tr.insert(0, state.doc.child(one % state.doc.childCount)))
    splitBlock(next, (transaction: Transaction) => (next = next.apply(transaction)))
    return next
  })
