// Converts between the stored time, in UTC, and the text of a local time input. No React here.
import { parseTimestamp } from '../../../src/base/clock.ts'

const pad = (number: number, length = 2) => String(number).padStart(length, '0')

/** The text of a `datetime-local` input. A time that cannot be stored keeps this form. */
const localText = /^\d{4,}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/

/**
 * Returns the text for a `datetime-local` input: `2026-03-04T09:30`, with seconds only if they are not zero. Empty for an
 * invalid time.
 */
export function toLocalText(value: unknown): string {
  if (typeof value === 'string' && localText.test(value)) return value
  const date = new Date(typeof value === 'string' ? value : Number.NaN)
  return Number.isNaN(date.getTime()) ? '' : toText(date)
}

function toText(date: Date): string {
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  const [seconds, milliseconds] = [date.getSeconds(), date.getMilliseconds()]
  const fraction = milliseconds === 0 ? '' : `.${pad(milliseconds, 3)}`
  const exact = seconds === 0 && fraction === '' ? '' : `:${pad(seconds)}${fraction}`
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}${exact}`
}

/** Returns the stored form; the text itself if the time cannot be stored; null for an incomplete date or time. */
export function toStoredTime(local: string): string | null {
  const date = new Date(local)
  if (local === '' || Number.isNaN(date.getTime())) return null
  return localText.test(local) && findLocalError(local, date) !== null ? local : date.toISOString()
}

/** Returns why the value cannot be saved, as the end of a sentence that begins with the field's name; null if it can. */
export function findTimeError(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a day and a time'
  const error = localText.test(value) ? findLocalError(value, new Date(value)) : null
  return error ?? (parseTimestamp(value) === null ? 'must be a day and a time' : null)
}

function findLocalError(local: string, date: Date): string | null {
  const year = date.getUTCFullYear()
  if (!(year >= 1 && year <= 9999)) return 'must be a time of the years 0001 to 9999 in UTC'
  // Browsers move a local time that the clock change skips to a later one.
  const isSkipped = toText(date).slice(0, minuteLength) !== local.slice(0, minuteLength)
  return isSkipped ? 'must be another time: clocks were put forward over this one' : null
}

const minuteLength = '2026-03-04T09:30'.length
