// Shows a relative time, with the exact time as its title.
import { toExactText, toRelativeText } from './moment-text.ts'

interface MomentProps {
  /** In RFC 3339 format, or null. */
  readonly at: string | null
  /** The text shown for null. */
  readonly none?: string
}

export function Moment({ at, none = 'never' }: MomentProps) {
  if (at === null) return <span>{none}</span>
  return (
    <time dateTime={at} title={toExactText(at)}>
      {toRelativeText(at, Date.now())}
    </time>
  )
}
