// Parses the times of conditions: a point in time, or a partial date in UTC. A year, a month or a day stands for the time
// span that it covers.
import { parseTimestamp, startOfDay } from '../../base/clock.ts'
import { type Operator, type ParsedRange, toRange } from './query-facts.ts'

/** A time span in milliseconds since 1970. `to` is the first millisecond after it; null for a point in time. */
interface TimeSpan {
  readonly from: number
  readonly to: number | null
}

const part = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/
const offsetWithSpace = /^[0-9-]+[Tt][0-9:.]+ \d{2}:\d{2}$/
const withoutOffset = /^[0-9-]+[Tt][0-9:.]+$/
/** Matches times with a precision beyond milliseconds, which stored times do not have. */
export const tooPrecise = /\.\d{3}\d*[1-9]/

type ParsedSpan = TimeSpan | { readonly error: { readonly message: string } }

export function parseTimeSpan(text: string): ParsedSpan {
  const span = part.test(text) ? parsePart(text) : parsePoint(text)
  return span ?? { error: { message: explain(text) } }
}

/** Parses a date like {@link parseTimeSpan}, but without points in time, because days have no time. */
export function parseDaySpan(text: string): ParsedSpan {
  const span = part.test(text) ? parsePart(text) : null
  return span ?? { error: { message: notDate } }
}

const notDate = 'must be an existing day or a part of a date, without a time: 2026, 2026-03 or 2026-03-07'

function explain(text: string): string {
  if (offsetWithSpace.test(text))
    return 'has a space where the offset begins: + is a space in a query, write %2B'
  if (withoutOffset.test(text)) return 'needs Z or an offset after the time'
  return 'must be an existing time, such as 2026-03-07T09:00:00Z, or a part of a date: 2026, 2026-03 or 2026-03-07'
}

function parsePart(text: string): TimeSpan | null {
  const [, yearText, monthText, dayText] = part.exec(text)!
  const [year, month, day] = [Number(yearText), Number(monthText ?? 1), Number(dayText ?? 1)]
  const from = startOfDay(year, month, day)
  const isDate = new Date(from).getUTCMonth() === month - 1 && new Date(from).getUTCDate() === day
  if (!isDate) return null
  if (dayText !== undefined) return { from, to: startOfDay(year, month, day + 1) }
  return { from, to: monthText === undefined ? startOfDay(year + 1, 1, 1) : startOfDay(year, month + 1, 1) }
}

function parsePoint(text: string): TimeSpan | null {
  const from = parseTimestamp(text)
  if (from === null) return null
  // Stored times are whole milliseconds, so any time between two of them compares like their middle.
  const isBetween = tooPrecise.test(text)
  return { from: isBetween ? from + 0.5 : from, to: null }
}

/** Returns the range of a time span: `lt` ends before it, `lte` includes it up to its end. */
export function toSpanRange(operator: Operator, span: ParsedSpan): ParsedRange {
  if ('error' in span) return span
  const { from, to } = span
  if (to === null) return toRange(operator, from)
  const start = { value: from, isInclusive: true }
  const end = { value: to, isInclusive: false }
  switch (operator) {
    case 'lt':
      return { kind: 'range', from: null, to: { value: from, isInclusive: false } }
    case 'lte':
      return { kind: 'range', from: null, to: end }
    case 'gt':
      return { kind: 'range', from: { value: to, isInclusive: true }, to: null }
    case 'gte':
      return { kind: 'range', from: start, to: null }
    default:
      return { kind: 'range', from: start, to: end }
  }
}
