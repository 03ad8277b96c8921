// Passes time as an argument: code that needs the current time takes a Clock. Parses and formats times and days.

/** Milliseconds since 1970 in UTC. */
export type Clock = () => number

export const systemClock: Clock = Date.now

/** Formats RFC 3339 in UTC with milliseconds, the only format in which the API writes a time. */
export function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

const rfc3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/

/**
 * Parses an RFC 3339 date-time to milliseconds since 1970. Returns null for any other text, including a day that the
 * month does not have, a missing offset and a leap second. Digits beyond the millisecond are cut off.
 */
export function parseTimestamp(text: string): number | null {
  return parseOwn(text) ?? parseAny(text)
}

const ownLength = '2026-01-31T09:00:00.000Z'.length

/** Parses the format of {@link toTimestamp}. This fast path exists because an import reads millions of them. */
function parseOwn(text: string): number | null {
  if (text.length !== ownLength) return null
  const time = Date.parse(text)
  return !Number.isNaN(time) && toTimestamp(time) === text ? time : null
}

function parseAny(text: string): number | null {
  const match = rfc3339.exec(text)
  if (!match) return null
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHour, offsetMinute] = match
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  if (Number(offsetHour ?? 0) > 23 || Number(offsetMinute ?? 0) > 59) return null
  const utc = new Date(0)
  utc.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  if (utc.getUTCMonth() !== Number(month) - 1 || utc.getUTCDate() !== Number(day)) return null
  utc.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.slice(0, 3).padEnd(3, '0')))
  const offset = (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0)) * 60_000
  const time = utc.getTime() - (sign === '-' ? -offset : offset)
  return time >= earliest && time <= latest ? time : null
}

// RFC 3339 allows the years 0000 to 9999; an offset can push a time past either end.
const earliest = Date.parse('0000-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

const plainDate = /^(\d{4})-(\d{2})-(\d{2})$/

/**
 * Returns the milliseconds at which the day begins in UTC, or null if the text is not a day of the years 0001 to 9999,
 * written as `2026-01-31`.
 */
export function parsePlainDate(text: string): number | null {
  const match = plainDate.exec(text)
  if (!match) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const time = startOfDay(year, month, day)
  const date = new Date(time)
  const exists = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? time : null
}

/** Returns the start of a day in UTC. `Date.UTC` would interpret the years 0 to 99 as 1900 to 1999. */
export function startOfDay(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day)
}
