// Compares single values with the ranges of conditions, as the keys of the query index compare them.
import type { RangeEnd, Scalar, ValueRange } from '../../content/fields/query-facts.ts'
import { foldLengthMax } from '../../content/index/query-keys.ts'
import { factsOf, type QueryType } from '../../content/model/query-model.ts'
import { cutAt, fold, foldBeginning } from '../../content/values/query-text.ts'

export type ScalarTest = (value: Scalar) => boolean

/** Normalization joins up to four characters to one, so a text that is longer by more is another text. */
const joinedMax = 4

export function toScalarTest(type: QueryType, range: ValueRange): ScalarTest {
  const isFolded = factsOf(type).isFolded === true
  switch (range.kind) {
    case 'value':
      return isFolded ? equalsText(String(range.value)) : value => value === range.value
    case 'fold':
      return equalsFold(fold(range.text))
    case 'prefix':
      return isFolded ? beginsWithFold(range.text) : value => String(value).startsWith(range.text)
    case 'range':
      return value => isAbove(value, range.from) && isBelow(value, range.to)
  }
}

function equalsText(wanted: string): ScalarTest {
  const lengthMax = joinedMax * wanted.length
  return value => {
    const text = String(value)
    return text === wanted || (text.length <= lengthMax && text.normalize('NFC') === wanted)
  }
}

function equalsFold(wanted: string): ScalarTest {
  // Code units are at least as many as code points, and one more shows that a fold is longer.
  const length = wanted.length + 1
  return value => foldBeginning(String(value), length) === wanted
}

function beginsWithFold(prefix: string): ScalarTest {
  const wanted = cutAt(fold(prefix), foldLengthMax)
  return value => foldBeginning(String(value), foldLengthMax).startsWith(wanted)
}

function isAbove(value: Scalar, from: RangeEnd | null): boolean {
  return from === null || value > from.value || (from.isInclusive && value === from.value)
}

function isBelow(value: Scalar, to: RangeEnd | null): boolean {
  return to === null || value < to.value || (to.isInclusive && value === to.value)
}
