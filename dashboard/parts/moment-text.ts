// A time in words: how far away it is, and exactly. No React here.

const second = 1000
const day = 86_400 * second
const year = 365.2425 * day

/**
 * Each unit with the number of it at which the next one takes over, so that little is lost by rounding: "36 hours" and
 * "45 days" say more than "2 days" and "1 month".
 */
const units = [
  ['minute', 60 * second, 60],
  ['hour', 3600 * second, 48],
  ['day', day, 61],
  ['month', year / 12, 24],
  ['year', year, Number.POSITIVE_INFINITY],
] as const

// Not "tomorrow" nor "next month": those are days of a calendar, and not distances.
const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** `in 3 days`, `2 hours ago`; `now` in milliseconds since 1970. */
export function toRelativeText(at: string, now: number): string {
  const distance = Date.parse(at) - now
  const length = Math.abs(distance)
  if (Math.round(length / second) < 60) return distance > 0 ? 'in less than a minute' : 'just now'
  for (const [unit, size, limit] of units) {
    const count = Math.round(length / size)
    if (count < limit) return words.format(Math.sign(distance) * count, unit)
  }
  return toExactText(at)
}

/** `28 Nov 2026, 16:40`, where the person is if no time zone is named. */
export function toExactText(at: string, timeZone?: string): string {
  return new Date(at).toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone !== undefined && { timeZone }),
  })
}
