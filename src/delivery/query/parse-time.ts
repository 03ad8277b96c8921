// Reads a time, or a part of a date in UTC: a year, a month or a day stands for the time that it covers.
import { parseTimestamp } from '../../base/clock.ts'
import type { QueryError } from './query-errors.ts'

/** Milliseconds since 1970. `to` is the first millisecond that is not part of it; null for a point in time. */
export interface TimeSpan {
  readonly from: number
  readonly to: number | null
}

const part = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/
const offsetWithSpace = /^[0-9-]+[Tt][0-9:.]+ \d{2}:\d{2}$/
const withoutOffset = /^[0-9-]+[Tt][0-9:.]+$/

export function parseTime(text: string): TimeSpan | { readonly error: QueryError } {
  const span = part.test(text) ? parsePart(text) : parsePoint(text)
  return span ?? { error: { message: explain(text) } }
}

function explain(text: string): string {
  if (offsetWithSpace.test(text))
    return 'has a space where the offset begins: + is a space in a query, write %2B'
  if (withoutOffset.test(text)) return 'needs Z or an offset after the time'
  return 'must be an existing time, such as 2026-03-07T09:00:00Z, or a part of a date: 2026, 2026-03 or 2026-03-07'
}

function parsePart(text: string): TimeSpan | null {
  const [, yearText, monthText, dayText] = part.exec(text)!
  const [year, month, day] = [Number(yearText), Number(monthText ?? 1), Number(dayText ?? 1)]
  const from = toTime(year, month, day)
  const isDate = new Date(from).getUTCMonth() === month - 1 && new Date(from).getUTCDate() === day
  if (!isDate) return null
  if (dayText !== undefined) return { from, to: toTime(year, month, day + 1) }
  return { from, to: monthText === undefined ? toTime(year + 1, 1, 1) : toTime(year, month + 1, 1) }
}

/** `Date.UTC` would take the years 0 to 99 for 1900 to 1999. */
function toTime(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day)
}

function parsePoint(text: string): TimeSpan | null {
  const from = parseTimestamp(text)
  if (from === null) return null
  // Stored times are whole milliseconds, so anything between two of them compares as the middle does.
  const isBetween = /\.\d{3}\d*[1-9]/.test(text)
  return { from: isBetween ? from + 0.5 : from, to: null }
}
