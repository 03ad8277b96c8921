// The input of a date and time in the user's time zone, which also shows the time in UTC, and a display of both times.
// Checks the times of a schedule.
import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { usePointerHeld } from '../forms/pointer-hold.ts'
import { toExactText } from './moment.tsx'

export type LocalTime = string | null | undefined

interface LocalTimeInputProps {
  readonly label: string
  /** In RFC 3339 format in UTC, null for no time, `undefined` while it is incomplete. */
  readonly value: LocalTime
  readonly onChange: (value: LocalTime) => void
  readonly error: ReactNode
  readonly about?: string
}

export function LocalTimeInput({ label, value, onChange, error, about }: LocalTimeInputProps) {
  const [text, setText] = useState(() => (value ? toLocalText(value) : ''))
  const shownError = usePointerHeld(
    value === undefined ? 'Enter the whole date and time, or clear it.' : error,
  )
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={text}
      onChange={event => {
        setText(event.currentTarget.value)
        onChange(fromLocalText(event.currentTarget.value))
      }}
      // An incomplete input has no value and causes no change event.
      onBlur={event => {
        if (event.currentTarget.validity.badInput) onChange(undefined)
        else if (value === undefined) onChange(fromLocalText(event.currentTarget.value))
      }}
      error={shownError}
      description={
        !value ? (
          (about ?? (isUtc() ? 'The time is in UTC.' : `In local time: ${zoneOf(new Date())}.`))
        ) : (
          <ZoneAndUtc at={value} />
        )
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}

/** Shows below the input the time zone of the typed time, and the time in UTC. */
function ZoneAndUtc({ at }: { readonly at: string }) {
  const local = toLocalText(at)
  if (isUtc()) return 'The time is in UTC.'
  const day = (text: string) => Date.parse(text.slice(0, 10))
  const shift = day(new Date(at).toISOString()) - day(local)
  const utcDay = shift === 0 ? '' : shift < 0 ? ' the day before' : ' the day after'
  const time = local.slice(11)
  return `${time} in ${zoneOf(new Date(at))}, ${new Date(at).toISOString().slice(11, 16)} UTC${utcDay}`
}

/** Shows one time in local time and in UTC. */
export function BothTimes({ at }: { readonly at: string }) {
  return (
    <span className="both-times">
      <time dateTime={at}>{isUtc() ? `${toExactText(at)} UTC` : toExactText(at)}</time>
      {isUtc() ? null : <small>{`${zoneOf(new Date(at))} · ${toExactText(at, 'UTC')} UTC`}</small>}
    </span>
  )
}

/** Checks whether the local time zone is UTC, in which case only one time is shown. */
function isUtc(): boolean {
  return /^(?:Etc\/)?(?:UTC|UCT|Universal|Zulu)$/.test(new Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** For example `Europe/Oslo (GMT+1)`, with the offset from UTC on that day. */
function zoneOf(at: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'shortOffset' })
  const offset = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${format.resolvedOptions().timeZone} (${offset})`
}

/** Returns the text for an input of type `datetime-local`. */
function toLocalText(at: string): string {
  const time = new Date(at)
  const minutes = time.getTime() - time.getTimezoneOffset() * 60_000
  return new Date(minutes).toISOString().slice(0, 16)
}

/** Returns null for an incomplete time. */
function fromLocalText(text: string): string | null {
  const time = new Date(text)
  return text === '' || Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/** The times of a schedule, in RFC 3339 format in UTC. */
export interface ScheduleTimes {
  readonly publishAt: LocalTime
  readonly unpublishAt: LocalTime
}

/** Returns the error for each input; null for a valid one. */
export function findTimeErrors(
  { publishAt, unpublishAt }: ScheduleTimes,
  now: number,
): { readonly publishAt: string | null; readonly unpublishAt: string | null } {
  const toError = (at: LocalTime) =>
    at && Date.parse(at) <= now ? 'This time has passed. Choose a later one.' : null
  const isBefore = publishAt && unpublishAt && Date.parse(unpublishAt) <= Date.parse(publishAt)
  return {
    publishAt: toError(publishAt),
    unpublishAt: toError(unpublishAt) ?? (isBefore ? 'Unpublishing has to come after publishing.' : null),
  }
}
