// Shows a moment relative to now or exactly, in the time zone of this device.

interface MomentProps {
  /** In RFC 3339 format, or null. */
  readonly at: string | null
  /** The text shown for null. */
  readonly none?: string
}

/** Shows a relative time, with the exact time as its title. */
export function Moment({ at, none = 'never' }: MomentProps) {
  if (at === null) return <span>{none}</span>
  return (
    <time dateTime={at} title={toExactText(at)}>
      {toRelativeText(at, Date.now())}
    </time>
  )
}

const second = 1000
const day = 86_400 * second
const year = 365.2425 * day

/**
 * Each unit with the count at which the next unit is used. The counts limit the loss by rounding: "36 hours" and "45 days"
 * are more precise than "2 days" and "1 month".
 */
const units = [
  ['minute', 60 * second, 60],
  ['hour', 3600 * second, 48],
  ['day', day, 61],
  ['month', year / 12, 24],
  ['year', year, Number.POSITIVE_INFINITY],
] as const

// Avoids "tomorrow" and "next month", which are calendar units, not durations.
const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** For example `in 3 days` or `2 hours ago`. `now` is in milliseconds since 1970. */
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

/** For example `28 Nov 2026, 16:40`, in local time unless a time zone is given. */
export function toExactText(at: string, timeZone?: string): string {
  return new Date(at).toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone !== undefined && { timeZone }),
  })
}

/** For example `Tuesday 09:00` within a week, otherwise `28 Nov 2026, 16:40`. */
export function toWeekdayText(at: string, now: number, timeZone?: string): string {
  const isNear = Math.abs(Date.parse(at) - now) < 6 * day
  if (!isNear) return toExactText(at, timeZone)
  const zone = timeZone === undefined ? {} : { timeZone }
  const options = { weekday: 'long', hour: '2-digit', minute: '2-digit', ...zone } as const
  return new Date(at).toLocaleString('en-GB', options).replace(',', '')
}

/** Returns the user's time zone, which applies to all shown times, for example `Europe/Oslo (GMT+1)`. */
export function toTimeZoneName(now = new Date()): string {
  const { timeZone } = new Intl.DateTimeFormat('en-GB').resolvedOptions()
  const parts = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' }).formatToParts(now)
  const short = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return short === '' || short === timeZone ? timeZone : `${timeZone} (${short})`
}

const dayMs = 86_400_000

/** Returns `Tue 09:00` within 6.5 days, `12 Dec 09:00` within 180 days, otherwise `12 Dec 2027`. */
export function toShortTime(at: string, now: number, timeZone?: string): string {
  const distance = Math.abs(Date.parse(at) - now)
  const zone = timeZone === undefined ? {} : { timeZone }
  const time = { hour: '2-digit', minute: '2-digit', ...zone } as const
  const date = new Date(at)
  if (distance < 6.5 * dayMs)
    return date.toLocaleString('en-GB', { weekday: 'short', ...time }).replace(',', '')
  if (distance < 180 * dayMs) {
    return date.toLocaleString('en-GB', { day: 'numeric', month: 'short', ...time }).replace(',', '')
  }
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', ...zone })
}
