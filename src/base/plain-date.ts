// Calendar days without a time or a time zone: the values of `date` fields.

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
