// Keys that a JSON text gives twice, held against a parser that is written for nothing but being plain.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { visitJson } from '../../src/base/json.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'

function findRepeatedKeys(json: string): ReadonlySet<string> {
  const repeated = new Set<string>()
  visitJson(json, { onRepeatedKey: key => void repeated.add(key) })
  return repeated
}

describe('keys given twice', () => {
  test.each<[string, string[]]>([
    ['{}', []],
    ['[]', []],
    ['"a:a"', []],
    ['{"a":1,"b":1}', []],
    ['{"a":1,"a":1}', ['a']],
    ['{"a":1,"a":1,"a":1}', ['a']],
    ['{"a":1,"b":2,"b":3,"a":4}', ['b', 'a']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['{"\\u00e9":1,"é":2}', ['é']],
    ['{"é":1,"e\u0301":2}', []],
    ['{"a":1,"A":2}', []],
    ['{"":1,"":2}', ['']],
    ['{"a\\"":1,"a\\\\":2}', []],
    ['{"a\\"":1,"a\\u0022":2}', ['a"']],
    ['{"/":1,"\\/":2}', ['/']],
    ['{"\\ud83c\\udf0a":1,"🌊":2}', ['🌊']],
    ['{"a":{"a":{"a":1}}}', []],
    ['[{"a":1},{"a":2}]', []],
    ['{"a":{"b":1},"b":2}', []],
    ['{"a":{"b":1,"b":2}}', ['b']],
    ['{"x":[{"y":[{"a":1,"a":2}]}]}', ['a']],
    ['{"a":[],"b":{},"a":1}', ['a']],
    ['{"a":"b","b":"a"}', []],
    ['{"a":"{\\"b\\":1,\\"b\\":2}"}', []],
    ['{"a":["a","a"]}', []],
    ['{"a":"\\\\","a":1}', ['a']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
    [' { "a" : 1 ,\n"a"\t: 2 } ', ['a']],
    ['{"a":1e5,"b":-0.1,"c":true,"d":null,"c":false}', ['c']],
  ])('of %s are %j', (text, repeated) => {
    expect(JSON.parse(text)).toBeDefined()
    expect([...findRepeatedKeys(text)]).toEqual(repeated)
  })

  test('are found in 64 KiB of whatever shape in no time', () => {
    const shapes = [
      `{"a":"${'x'.repeat(64_000)}","a":1}`,
      `{"a":"${'\\\\'.repeat(32_000)}","a":1}`,
      `{"a":"${'\\"'.repeat(32_000)}","a":1}`,
      `{"x":${'['.repeat(20_000)}${']'.repeat(20_000)},"a":1,"a":2}`,
      `{${Array.from({ length: 6000 }, (_, place) => `"k${place}":1`).join()},"a":1,"a":2}`,
    ]
    for (const text of shapes) {
      expect([...findRepeatedKeys(text)]).toEqual(['a'])
    }
  })

  test(
    'are those that a plain parser finds, in any JSON text, however it is written',
    () => {
      const keys = fc.oneof(
        fc.constantFrom('a', 'b', 'é', '"', '\\', '', ':', '{', '🌊', '__proto__'),
        fc.string(),
      )
      const { value } = fc.letrec<{ value: unknown }>(tie => ({
        value: fc.oneof(
          { maxDepth: 4 },
          fc.oneof(
            keys,
            fc.double({ noNaN: true, noDefaultInfinity: true }),
            fc.boolean(),
            fc.constant(null),
          ),
          fc.array(tie('value'), { maxLength: 4 }).map(list => ({ list })),
          fc.array(fc.tuple(keys, tie('value')), { maxLength: 5 }).map(pairs => ({ pairs })),
        ),
      }))
      const ways = fc.infiniteStream(fc.nat(3))
      fc.assert(
        fc.property(value, ways, (tree, choices) => {
          const text = write(tree, choices)
          JSON.parse(text)
          expect([...findRepeatedKeys(text)].sort()).toEqual([...repeatedIn(tree)].sort())
        }),
        { numRuns: fuzzRuns(1000) },
      )
    },
    longTestMs,
  )
})

interface Pairs {
  readonly pairs: readonly (readonly [string, unknown])[]
}

/** What the text was made of says it without being parsed. */
function repeatedIn(tree: unknown): Set<string> {
  if (typeof tree !== 'object' || tree === null) return new Set()
  if ('list' in tree) return new Set((tree.list as unknown[]).flatMap(one => [...repeatedIn(one)]))
  const { pairs } = tree as Pairs
  const keys = pairs.map(([key]) => key)
  const own = keys.filter((key, place) => keys.indexOf(key) !== place)
  return new Set([...own, ...pairs.flatMap(([, inner]) => [...repeatedIn(inner)])])
}

/** As JSON, with blanks and escapes as the choices fall. */
function write(tree: unknown, choices: Iterator<number>): string {
  const choose = () => Number(choices.next().value)
  const blank = () => ['', ' ', '\n', '\t\r '][choose()] ?? ''
  const text = (plain: string) => {
    if (choose() > 0) return JSON.stringify(plain)
    const units = Array.from({ length: plain.length }, (_, place) => plain.charCodeAt(place))
    return `"${units.map(unit => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`
  }
  if (typeof tree === 'string') return text(tree)
  if (typeof tree !== 'object' || tree === null) return JSON.stringify(tree)
  const between = (parts: readonly string[]) => parts.map(part => `${blank()}${part}${blank()}`).join(',')
  if ('list' in tree) return `[${between((tree.list as unknown[]).map(one => write(one, choices)))}]`
  const parts = (tree as Pairs).pairs.map(
    ([key, inner]) => `${text(key)}${blank()}:${blank()}${write(inner, choices)}`,
  )
  return `{${between(parts)}}`
}
