// The quick look at an entry's record, against the schema that has the sentences.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { slugLengthMax } from '../../src/content/values/model.ts'
import { entryRecord, isGoodEntry } from '../../src/import-export/read/record-check.ts'

const odd = fc.constantFrom(null, true, 7, '', 'e1', '-e1', ' ', [], {}, { a: 1 }, { a: {} }, { '-': {} })

const slugs = fc.constantFrom(
  'hello',
  '/a b',
  'x'.repeat(slugLengthMax),
  'x'.repeat(slugLengthMax + 1),
  '😀'.repeat(slugLengthMax),
  '😀'.repeat(slugLengthMax + 1),
)

const times = fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00+02:00', '2026-02-30T00:00:00Z')

const ids = fc.constantFrom('e1', 'a.b_c:d-e', 'x'.repeat(128), 'x'.repeat(129))
const values = fc.constantFrom({}, { title: 'Hello', tags: [1] })
const variants = fc.constantFrom({}, { vip: {} }, { vip: { title: 'Hello' }, 'a b': {} }, { vip: [] })

/** Mostly as it should be, so that one fault alone decides. */
const usually = (good: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 8, arbitrary: good }, { weight: 1, arbitrary: odd })

const records = fc.record(
  {
    type: usually(fc.constant('entry')),
    collection: usually(fc.constant('posts')),
    id: usually(ids),
    slug: usually(slugs),
    publishedAt: usually(times),
    data: usually(values),
    liveData: usually(values),
    variants: usually(variants),
    __proto__x: fc.constant(1),
  },
  { requiredKeys: ['type', 'collection'] },
)

/** As a line has it: `__proto__` is a key like others there. */
function toRecord(record: object): Parameters<typeof isGoodEntry>[0] {
  return JSON.parse(JSON.stringify(record).replace('__proto__x', '__proto__'))
}

test('the quick check accepts an entry if and only if the schema finds no error in it', () => {
  const verdicts = new Set<boolean>()
  fc.assert(
    fc.property(records, made => {
      const record = toRecord(made)
      const verdict = isGoodEntry(record)
      verdicts.add(verdict)
      expect(verdict).toBe(entryRecord.safeParse(record).success)
    }),
    { numRuns: 5000 },
  )
  expect(verdicts).toEqual(new Set([true, false]))
})
