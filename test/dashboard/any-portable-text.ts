// Generated values of the whole format of Portable Text, in the form that the server stores.
import fc from 'fast-check'
import { blockStyles, decorators, listItems } from '../../src/content/values/portable-text.ts'
import { anyCharacter } from '../kit/any-character.ts'

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('', 'Tide', 'a', ' b ', 'x\ny', '\n', '🌊', 'שלום', '\t', '\r\n') },
  { weight: 1, arbitrary: fc.array(anyCharacter, { maxLength: 5 }).map(characters => characters.join('')) },
)
const href = fc.constantFrom(
  '/',
  '#a',
  'https://a.example',
  'https://a.example',
  'mailto:a@a.example',
  'javascript:x',
)
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })

/** Keys are filled in afterwards, all of them different. */
const link = fc.oneof(
  fc.record({ _type: fc.constant('link'), _key: fc.constant(''), href }),
  fc.record({
    _type: fc.constant('entryLink'),
    _key: fc.constant(''),
    entry: fc.record({ id: fc.constantFrom('tides', 'tides', 'A.b:c') }),
  }),
)
const blockOf = (styles: readonly string[]) =>
  fc
    .record({
      style: fc.constantFrom(...styles),
      list: maybe(
        fc.record({ listItem: fc.constantFrom(...listItems), level: fc.integer({ min: 1, max: 6 }) }),
      ),
      spans: fc.array(
        fc.record({
          text,
          decorators: fc.shuffledSubarray<string>([...decorators], { maxLength: 3 }),
          links: fc.array(fc.nat({ max: 2 }), { maxLength: 2 }),
          linksFirst: fc.boolean(),
        }),
        { maxLength: 4 },
      ),
      markDefs: fc.array(link, { maxLength: 3 }),
    })
    .map(({ style, list, spans, markDefs }) => ({
      _type: 'block',
      _key: '',
      style,
      ...list,
      spans,
      markDefs,
    }))
const block = blockOf(blockStyles)
const entry = fc.record({
  _type: fc.constant('entry'),
  _key: fc.constant(''),
  entry: fc.record({ id: fc.constantFrom('tides', 'ebb') }),
})
const cell = fc.record({
  _key: fc.constant(''),
  content: fc.array(blockOf(['normal']), { maxLength: 3 }),
})
const table = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }), fc.boolean())
  .chain(([rows, columns, header]) =>
    fc.record({
      _type: fc.constant('table'),
      _key: fc.constant(''),
      header: fc.constant(header),
      rows: fc.array(
        fc.record({
          _key: fc.constant(''),
          cells: fc.array(cell, { minLength: columns, maxLength: columns }),
        }),
        { minLength: rows, maxLength: rows },
      ),
    }),
  )
const code = fc.record({
  _type: fc.constant('code'),
  _key: fc.constant(''),
  language: maybe(fc.constant('sh')),
  code: text,
})
const divider = fc.record({ _type: fc.constant('break'), _key: fc.constant('') })
const asset = fc.record({
  url: fc.constantFrom('/a.png', 'https://a.example/b.jpg', 'javascript:x'),
  title: fc.option(text),
  contentType: fc.option(fc.constant('image/png')),
  width: fc.option(fc.nat()),
  height: fc.constant(null),
  size: fc.constant(null),
})
const image = fc.record({ _type: fc.constant('image'), _key: fc.constant(''), asset, caption: maybe(text) })

type Draft = Record<string, unknown> & { spans?: GeneratedSpan[]; markDefs?: { _key: string }[] }
interface GeneratedSpan {
  readonly text: string
  readonly decorators: string[]
  readonly links: number[]
  readonly linksFirst: boolean
}

/** The lists in tables, whose members have keys too. */
const lists = ['rows', 'cells', 'content'] as const

function withKeys(drafts: readonly Draft[], next: () => string): unknown[] {
  return drafts.map(({ spans, markDefs, ...part }) => {
    const keyed: Record<string, unknown> = { ...part, _key: next() }
    for (const name of lists) {
      if (name in part) keyed[name] = withKeys(part[name] as Draft[], next)
    }
    if (!spans) return JSON.parse(JSON.stringify(keyed))
    const definitions = (markDefs ?? []).map(definition => ({ ...definition, _key: next() }))
    const children = spans.map(span => {
      const links = [...new Set(span.links)].flatMap(index => definitions[index]?._key ?? [])
      const marks = span.linksFirst ? [...links, ...span.decorators] : [...span.decorators, ...links]
      return { _type: 'span', _key: next(), text: span.text, marks }
    })
    return { ...keyed, children, markDefs: definitions }
  })
}

export const anyPortableText = fc
  .array(
    fc.oneof({ weight: 5, arbitrary: block }, code, divider, image, entry, { weight: 2, arbitrary: table }),
    { maxLength: 6 },
  )
  .map(drafts => {
    let count = 0
    return withKeys(JSON.parse(JSON.stringify(drafts)), () => `k${count++}`)
  })
