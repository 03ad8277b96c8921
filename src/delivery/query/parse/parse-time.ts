// Parses a time or a partial date in UTC. A year, a month or a day stands for the time span that it covers.
import { parseTimestamp } from '../../../base/clock.ts'
import { startOfDay } from '../../../base/plain-date.ts'
import type { QueryError } from './query-errors.ts'

/** A time span in milliseconds since 1970. `to` is the first millisecond after it; null for a point in time. */
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

/** Parses a date like `parseTime`, but without points in time, because days have no time. */
export function parseDate(text: string): TimeSpan | { readonly error: QueryError } {
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
  const isBetween = /\.\d{3}\d*[1-9]/.test(text)
  return { from: isBetween ? from + 0.5 : from, to: null }
}
