// The words of the home page: the greeting, who changed what is not published, and times of schedules.
import { describe, expect, test } from 'bun:test'
import { countByCollection, toNames } from '../../dashboard/pages/home/editing-cards.tsx'
import { toGreeting } from '../../dashboard/pages/home/home-page.tsx'
import { describeBy, toPersonName } from '../../dashboard/parts/people/person.tsx'
import { toWeekdayText } from '../../dashboard/parts/time/moment.tsx'

describe('a greeting', () => {
  const rows: readonly (readonly [email: string, hour: number, greeting: string])[] = [
    ['ada.lovelace@example.com', 9, 'Good morning, Ada'],
    ['ada@example.com', 12, 'Good afternoon, Ada'],
    ['øyvind-berg+press@example.com', 18, 'Good evening, Øyvind'],
    ['ada@example.com', 3, 'Good evening, Ada'],
    ['info@example.com', 9, 'Good morning'],
    ['a.lovelace@example.com', 9, 'Good morning'],
    ['x1234@example.com', 9, 'Good morning'],
  ]
  test.each(rows)('of %s at %d o’clock is %s', (email, hour, greeting) => {
    expect(toGreeting(toPersonName(email), new Date(2026, 4, 4, hour))).toBe(greeting)
  })
})

describe('a name', () => {
  test('is made of an e-mail, and every other stays as it is', () => {
    const names = ['ada.lovelace@example.com', 'mira_k@x.org', '@x', 'Website', 'frontlist import', '._@x']
    expect(names.map(toPersonName)).toEqual([
      ...['Ada Lovelace', 'Mira K', '@x', 'Website', 'frontlist import', '._@x'],
    ])
  })
})

describe('what is not published', () => {
  const by = (collection: string, name: string | null) => ({
    collection,
    updatedBy: name === null ? null : ({ kind: 'user', name } as const),
  })

  test('is counted by collection, the most first', () => {
    const entries = [by('posts', 'a'), by('books', 'a'), by('authors', null), by('posts', 'b')]
    expect(countByCollection(entries)).toEqual([
      { collection: 'posts', count: 2 },
      { collection: 'authors', count: 1 },
      { collection: 'books', count: 1 },
    ])
  })

  test('names who changed it, at most three of them', () => {
    const namesOf = (...names: readonly (string | null)[]) =>
      toNames(
        names.map(name => by('posts', name)),
        'me@example.com',
        describeBy,
      )
    expect(namesOf(null)).toBe('')
    expect(namesOf('ada@example.com', 'me@example.com', 'ada@example.com')).toBe('Ada and you')
    expect(namesOf('a', 'b', 'c')).toBe('a, b and c')
    expect(namesOf('a', 'b', 'c', 'd')).toBe('a, b, c and 1 other')
    expect(namesOf('a', 'b', 'c', 'd', 'e')).toBe('a, b, c and 2 others')
  })
})

test('a time within a week has its weekday, a later one its date', () => {
  const now = Date.parse('2026-05-04T08:00:00Z')
  const text = (at: string) => toWeekdayText(at, now, 'UTC')
  expect(text('2026-05-05T07:00:00Z')).toBe('Tuesday 07:00')
  expect(text('2026-05-10T07:59:00Z')).toBe('Sunday 07:59')
  expect(text('2026-05-11T08:00:00Z')).toBe('11 May 2026, 08:00')
})
