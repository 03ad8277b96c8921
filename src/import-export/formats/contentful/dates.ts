// Converts Contentful's dates, which may lack the time, the seconds and the offset, to UTC.
import { parseTimestamp, toTimestamp } from '../../../base/clock.ts'

interface ReadDate {
  readonly timestamp: string
  readonly lacks: 'time' | 'offset' | null
  /** The offset chosen by the editor, if not UTC. The instant is kept; the offset is not imported. */
  readonly movedFrom: string | null
}

const pattern = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/

/** Returns null for an invalid date, including a day that the month does not have. */
export function readDate(text: string): ReadDate | null {
  const match = pattern.exec(text)
  if (!match) return null
  const [, day, time, seconds = ':00', offset] = match
  const fullOffset = (offset ?? 'Z').replace(
    /^([+-]\d{2}):?(\d{2})?$/,
    (_, hours, minutes = '00') => `${hours}:${minutes}`,
  )
  const milliseconds = parseTimestamp(`${day}T${time ?? '00:00'}${seconds}${fullOffset}`)
  if (milliseconds === null) return null
  const lacks = time === undefined ? 'time' : offset === undefined ? 'offset' : null
  const movedFrom = /^[Zz]$|^[+-]00:00$/.test(fullOffset) ? null : fullOffset
  return { timestamp: toTimestamp(milliseconds), lacks, movedFrom }
}
