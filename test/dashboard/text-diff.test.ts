// What the publish dialog and the history show of changed texts.
import { describe, expect, test } from 'bun:test'
import { toExcerpt } from '../../dashboard/pages/entry/diff/excerpt.ts'
import { listTextAssets, toRichTextLines } from '../../dashboard/pages/entry/diff/rich-text-lines.ts'
import { type DiffLine, diffLines, diffLists, toLines } from '../../dashboard/pages/entry/diff/text-diff.ts'

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

  const linesOf = (value: unknown) => toRichTextLines(value, id => `${id}.png`)

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
    expect([listTextAssets(value), listTextAssets('text'), listTextAssets(undefined)]).toEqual([
      ['dawn'],
      [],
      [],
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
