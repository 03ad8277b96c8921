// The type `date`: a day without a time, such as 2026-01-31.
import { parsePlainDate } from '../../base/clock.ts'
import type { FieldTypeDefinition, LimitWords } from './field-type.ts'
import { orderOperators } from './query-facts.ts'
import { parseDaySpan, toSpanRange } from './time-span.ts'

export const date: FieldTypeDefinition = {
  properties: ['min', 'max'],
  limit: {
    meaning: 'day',
    expectation: 'an existing day, such as 2026-01-31',
    toNumber: limit => (typeof limit === 'string' ? parsePlainDate(limit) : null),
  },
  expectation: () => 'an existing day of the years 0001 to 9999, such as 2026-01-31',
  read: value => (typeof value === 'string' && parsePlainDate(value) !== null ? value : undefined),
  checkRules(value, field, path, checker) {
    if (typeof value === 'string' && value !== '') checker.checkLimits(field, value, path, timeWords)
  },
  query: {
    operators: orderOperators,
    isSortable: true,
    toScalar: value => (typeof value === 'string' ? parsePlainDate(value) : null),
    parse: (operator, text) => toSpanRange(operator, parseDaySpan(text)),
  },
  convert(item, { from }) {
    if (from.type === 'json') return item
    if (typeof item !== 'string') return undefined
    if (from.type === 'dateTime') return item.endsWith(midnight) ? item.slice(0, -midnight.length) : undefined
    return from.type === 'text' && parsePlainDate(item) !== null ? item : undefined
  },
}

export const timeWords: LimitWords = { min: 'not be before', max: 'not be after' }

/** The time of a day's beginning, as stored times end with it. */
export const midnight = 'T00:00:00.000Z'
