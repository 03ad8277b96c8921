// What the publish dialog and the history show of changed texts.
import { describe, expect, test } from 'bun:test'
import {
  listTextEntries,
  listTextFiles,
  toRichTextLines,
} from '../../dashboard/fields/rich-text/rich-text-lines.ts'
import { toPlainText } from '../../dashboard/fields/rich-text/rich-text-words.ts'
import { toLines } from '../../dashboard/fields/text-lines.ts'
import { type DiffLine, diffLines, diffLists, toExcerpt } from '../../dashboard/pages/entry/diff/text-diff.ts'

/** `[-old-]{+new+}`; each line begins with its label, if it has one. */
function write(lines: readonly DiffLine[]): readonly string[] {
  const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const
  return lines.map(({ label, pieces }) => {
    const text = pieces.map(({ kind, text, format }) => {
      const [open, close] = marks[kind]
      return `${open}${format === '' ? text : `${text}(${format})`}${close}`
    })
    return `${label === '' ? '' : `${label}: `}${text.join('')}`
  })
}

describe('texts', () => {
  test.each([
    ['one word', 'the honest record', 'the only record', ['the [-honest-]{+only+} record']],
    ['words in a row', 'a big red hat', 'a tiny blue hat', ['a [-big red-]{+tiny blue+} hat']],
    ['two places of one line', 'a x b y c', 'a 1 b 2 c', ['a [-x-]{+1+} b [-y-]{+2+} c']],
    ['nothing', 'a b', 'a b', ['a b']],
    ['a new line', 'one\nthree', 'one\ntwo\nthree', ['one', '{+two+}', 'three']],
    ['a line that went', 'one\ntwo', 'two', ['[-one-]', 'two']],
    ['lines with nothing in common', 'wave', 'shore', ['[-wave-]', '{+shore+}']],
    ['words without spaces between them', '日本語の本', '日本語の海', ['日本語の[-本-]{+海+}']],
    ['from nothing', '', 'new', ['{+new+}']],
  ])('%s', (_, before, after, expected) => {
    expect(write(diffLines(toLines(before), toLines(after)))).toEqual([...expected])
  })

  const [old, now] = ['o'.repeat(90), 'n'.repeat(200)]
  test.each([
    [
      'from shortly before the change',
      `${'word '.repeat(20)}one end`,
      `${'word '.repeat(20)}two end`,
      '…word word word word [-one-]{+two+} end',
    ],
    ['of the first change only', 'a x\nb', 'a y\nc', 'a [-x-]{+y+}'],
    ['with what took the place of all of it', old, now, `[-${old.slice(0, 80)}…-] {+${now.slice(0, 79)}…+}`],
    ['without what came elsewhere', 'old', '', '[-old-]'],
    ['of which nothing differs', 'same', 'same', ''],
  ])('an excerpt %s', (_, before, after, expected) => {
    const pieces = toExcerpt(diffLines(toLines(before), toLines(after)))
    expect(write([{ kind: 'changed', label: '', pieces }])).toEqual([expected])
  })

  test('two texts of 100,000 different words are compared without filling a table of all pairs', () => {
    const words = (name: string) => Array.from({ length: 100_000 }, (_, index) => `${name}${index}`)
    const steps = diffLists(['same', ...words('a'), 'end'], ['same', ...words('b'), 'end'], text => text)
    expect(steps).toHaveLength(200_002)
    expect([steps[0]?.kind, steps[1]?.kind, steps.at(-2)?.kind, steps.at(-1)?.kind]).toEqual([
      'same',
      'removed',
      'added',
      'same',
    ])
  })

  test('both texts can be read out of their difference, whatever they are', () => {
    let seed = 7
    const random = (max: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % max
    }
    for (let round = 0; round < 300; round++) {
      const text = () => Array.from({ length: random(12) }, () => 'ab c\n'[random(5)]).join('')
      const [before, after] = [text(), text()]
      const lines = diffLines(toLines(before), toLines(after))
      const read = (kind: 'removed' | 'added') =>
        lines
          .filter(line => line.kind !== (kind === 'removed' ? 'added' : 'removed'))
          .map(({ pieces }) =>
            pieces
              .flatMap(piece => (piece.kind === 'same' || piece.kind === kind ? [piece.text] : []))
              .join(''),
          )
          .join('\n')
      expect([read('removed'), read('added')]).toEqual([before, after])
    }
  })
})

describe('rich text', () => {
  const span = (text: string, ...marks: string[]) => ({ _type: 'span', _key: text, text, marks })
  const block = (children: object[], more: object = {}) => ({
    _type: 'block',
    _key: 'b',
    style: 'normal',
    markDefs: [{ _type: 'link', _key: 'l', href: 'https://example.org/' }],
    children,
    ...more,
  })

  const linesOf = (value: unknown) =>
    toRichTextLines(value, { assetOf: id => `${id}.png`, entryOf: id => id.toUpperCase() })

  test('words, formatting, headings, lists, pictures and code are lines with their names', () => {
    const value = [
      block([span('One')], { style: 'h2' }),
      block([span('Two '), span('three', 'strong', 'l')]),
      block([span('Four')], { listItem: 'bullet', level: 2 }),
      { _type: 'code', _key: 'c', language: 'js', code: 'a()\nb()' },
      { _type: 'image', _key: 'i', asset: { url: 'https://example.org/a.png' }, caption: 'Gull' },
      { _type: 'image', _key: 'j', asset: { id: 'dawn', alt: 'Dawn' } },
      { _type: 'image', _key: 'k', asset: { id: 'line', alt: '' }, caption: null },
      { _type: 'break', _key: 'd' },
      { _type: 'other', _key: 'o', count: 1 },
    ]
    expect(write(diffLines(linesOf(value), linesOf(value)))).toEqual([
      'Heading 2: One',
      'Two three(bold, link https://example.org/)',
      'List item, level 2: Four',
      'Code (js): a()',
      'Code (js): b()',
      'Picture: https://example.org/a.png: Gull',
      'Picture: dawn.png: Dawn',
      'Picture: line.png: decorative',
      'Divider: ',
      'other: {"count":1}',
    ])
  })

  test('the files that its pictures show are known, so that they can be named', () => {
    const value = [block([span('One')]), { _type: 'image', asset: { id: 'dawn' } }, { _type: 'image' }]
    expect([listTextFiles(value), listTextFiles('text'), listTextFiles(undefined)]).toEqual([
      [{ path: '/1', value: { id: 'dawn' }, isPicture: true }],
      [],
      [],
    ])
  })

  const linked = block([span('See '), span('it', 'm')], {
    markDefs: [{ _type: 'entryLink', _key: 'm', entry: { id: 'ebb' } }],
  })
  const cell = (...content: object[]) => ({ _key: 'c', content })
  const table = (header: boolean, ...rows: ReturnType<typeof cell>[][]) => ({
    _type: 'table',
    header,
    rows: rows.map(cells => ({ _key: 'r', cells })),
  })

  test('entries, links to entries and tables are named by titles, and rows are lines', () => {
    const item = block([span('Neap')], { listItem: 'bullet', level: 1 })
    const value = [
      { _type: 'entry', entry: { id: 'tides' } },
      table(true, [cell(block([span('Day')])), cell()], [cell(linked), cell(block([span('a')]), item)]),
    ]
    expect(write(diffLines(linesOf(value), linesOf(value)))).toEqual([
      'Entry: TIDES',
      'Header row: Day | ',
      'Table row: See it(link to EBB) | a • Neap',
    ])
    expect(listTextEntries(value)).toEqual(['tides', 'ebb'])
    expect(toPlainText(value)).toBe('Day\nSee it\na\nNeap')
  })

  test('a change in one cell is the change of its row, and a new target is one of the link', () => {
    const row = (...words: string[]) => words.map(word => cell(block([span(word)])))
    const rows = (word: string) => [table(false, row('Day', 'Time'), row(word, '5:12'))]
    expect(write(diffLines(linesOf(rows('Mon')), linesOf(rows('Tue'))))).toEqual([
      'Table row: Day | Time',
      'Table row: [-Mon-]{+Tue+} | 5:12',
    ])
    const other = { ...linked, markDefs: [{ _type: 'entryLink', _key: 'm', entry: { id: 'flood' } }] }
    expect(write(diffLines(linesOf([linked]), linesOf([other])))).toEqual([
      'See [-it(link to EBB)-]{+it(link to FLOOD)+}',
    ])
  })

  test('a word that only becomes bold, and a paragraph that becomes a heading, are changes', () => {
    const before = linesOf([block([span('Two three')])])
    const after = linesOf([block([span('Two '), span('three', 'strong')], { style: 'h3' })])
    expect(write(diffLines(before, after))).toEqual(['Text → Heading 3: Two [-three-]{+three(bold)+}'])
  })

  test('JSON of another editor is compared by its words', () => {
    const of = (...texts: string[]) => ({
      nodeType: 'document',
      content: texts.map(value => ({ nodeType: 'paragraph', content: [{ nodeType: 'text', value }] })),
    })
    const lines = diffLines(linesOf(of('One', 'Two b')), linesOf(of('One', 'Two c')))
    expect(write(lines)).toEqual(['One', 'Two [-b-]{+c+}'])
  })
})
