// The type `dateTime`: a point in time with a precision of milliseconds, stored in UTC.
import { parseTimestamp, toTimestamp } from '../../base/clock.ts'
import { midnight, timeWords } from './date.ts'
import type { FieldTypeDefinition, StoredValue } from './field-type.ts'
import { orderOperators } from './query-facts.ts'
import { parseTimeSpan, tooPrecise, toSpanRange } from './time-span.ts'

const example = 'an RFC 3339 time, such as 2026-01-31T09:00:00Z'

export const dateTime: FieldTypeDefinition = {
  properties: ['min', 'max'],
  limit: {
    meaning: 'time',
    expectation: example,
    toNumber: limit => (typeof limit === 'string' ? parseTimestamp(limit) : null),
    toStored: limit => toTimestamp(parseTimestamp(limit as string)!),
  },
  expectation: () => example,
  read: value => (typeof value === 'string' ? readTime(value) : undefined),
  checkRules(value, field, path, checker) {
    if (typeof value === 'string' && value !== '') checker.checkLimits(field, value, path, timeWords)
  },
  query: {
    operators: orderOperators,
    isSortable: true,
    toScalar: value => (typeof value === 'string' ? parseTimestamp(value) : null),
    parse: (operator, text) => toSpanRange(operator, parseTimeSpan(text)),
  },
  convert(item, { from }) {
    if (from.type === 'json') return typeof item === 'string' && tooPrecise.test(item) ? undefined : item
    if (typeof item !== 'string') return undefined
    if (from.type === 'date') return item + midnight
    return from.type === 'text' && !tooPrecise.test(item) ? readTime(item) : undefined
  },
}

function readTime(text: string): StoredValue {
  const time = parseTimestamp(text)
  return time === null ? undefined : toTimestamp(time)
}
