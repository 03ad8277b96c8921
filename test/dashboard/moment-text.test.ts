// How the dashboard says a time: the unit that is right on both sides of each boundary, and one form for the exact one.
import { describe, expect, test } from 'bun:test'
import { toExactText, toRelativeText } from '../../dashboard/parts/time/moment.tsx'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const now = Date.parse('2026-11-28T12:00:00.000Z')

const relative = (distance: number) => toRelativeText(new Date(now + distance).toISOString(), now)

describe('a distance', () => {
  test.each([
    [0, 'just now', 'just now'],
    [59.4 * second, 'less than a minute', 'just now'],
    [59.5 * second, '1 minute', '1 minute ago'],
    [89 * second, '1 minute', '1 minute ago'],
    [90 * second, '2 minutes', '2 minutes ago'],
    [59 * minute + 29 * second, '59 minutes', '59 minutes ago'],
    [59 * minute + 31 * second, '1 hour', '1 hour ago'],
    [hour, '1 hour', '1 hour ago'],
    [2 * hour, '2 hours', '2 hours ago'],
    [23 * hour + 31 * minute, '24 hours', '24 hours ago'],
    [36 * hour, '36 hours', '36 hours ago'],
    [47 * hour + 29 * minute, '47 hours', '47 hours ago'],
    [47 * hour + 31 * minute, '2 days', '2 days ago'],
    [3 * day - second, '3 days', '3 days ago'],
    [3 * day, '3 days', '3 days ago'],
    [7 * day - 5 * minute, '7 days', '7 days ago'],
    [30 * day, '30 days', '30 days ago'],
    [60 * day, '60 days', '60 days ago'],
    [61 * day, '2 months', '2 months ago'],
    [90 * day, '3 months', '3 months ago'],
    [365 * day, '12 months', '12 months ago'],
    [545 * day, '18 months', '18 months ago'],
    [731 * day, '2 years', '2 years ago'],
    [3652 * day, '10 years', '10 years ago'],
  ])('of %d ms is "in %s", or "%s"', (distance, ahead, past) => {
    expect(relative(-distance)).toBe(past)
    expect(relative(distance)).toBe(distance === 0 ? ahead : `in ${ahead}`)
  })

  test('never needs 60 minutes or 13 months of 30 days, and never leads back in time', () => {
    const seen: string[] = []
    for (let distance = 0; distance < 1100 * day; distance += 7 * minute + 13 * second) {
      const text = relative(-distance)
      if (seen.at(-1) !== text) seen.push(text)
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).not.toContain('60 minutes ago')
    expect(seen).not.toContain('48 hours ago')
    expect(seen).not.toContain('24 months ago')
  })
})

test('the exact time is written in one form, in the time zone that is asked for', () => {
  expect(toExactText('2026-11-28T15:40:10.000Z', 'Europe/Oslo')).toBe('28 Nov 2026, 16:40')
  expect(toExactText('2026-01-02T23:05:00.000Z', 'UTC')).toBe('2 Jan 2026, 23:05')
})
