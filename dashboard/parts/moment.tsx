// A time as people say it, with the exact one behind it.
interface MomentProps {
  /** RFC 3339, or null. */
  readonly at: string | null
  /** What stands for null. */
  readonly none?: string
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `in 3 days`, `2 hours ago`; `now` in milliseconds since 1970. */
export function toRelative(at: string, now: number): string {
  const seconds = Math.round((Date.parse(at) - now) / 1000)
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit)
  }
  return seconds > 0 ? 'in less than a minute' : 'just now'
}

export function Moment({ at, none = 'never' }: MomentProps) {
  if (at === null) return <span>{none}</span>
  return (
    <time dateTime={at} title={new Date(at).toLocaleString('en')}>
      {toRelative(at, Date.now())}
    </time>
  )
}
