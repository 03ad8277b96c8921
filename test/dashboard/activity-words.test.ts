// What the activity page says of its records.
import { describe, expect, test } from 'bun:test'
import { groupByDay, joinMany, toDay, toSentence } from '../../dashboard/parts/activity/activity-words.ts'
import type { ActivityItemView } from '../../src/authoring/activity/activity-list.schema.ts'

const item = (rest: Partial<ActivityItemView>) =>
  ({
    id: '1',
    at: '2026-11-23T12:00:00Z',
    by: null,
    action: 'edit',
    entry: 'e',
    collection: 'c',
    ...rest,
  }) as ActivityItemView

describe('a record of the activity', () => {
  test.each<[Partial<ActivityItemView>, string]>([
    [{ action: 'publish' }, 'published | '],
    [{ action: 'unarchive' }, 'unarchived | '],
    [{ action: 'schedule', detail: { publishAt: null, unpublishAt: null } }, 'cancelled the schedule of | '],
    [
      { action: 'import', detail: { created: 20, changed: 0, removed: 1 } },
      'changed content | (20 created, 1 removed)',
    ],
    [{ action: 'import', detail: null }, 'changed content | '],
    [{ action: 'model', detail: { operations: ['create'] } }, 'created the collection | '],
    [{ action: 'model', detail: { operations: ['addField', 'addField'] } }, 'added a field to | '],
    [{ action: 'model', detail: { operations: ['addField', 'set'] } }, 'changed the fields of | '],
    [{ action: 'model', detail: { variant: 'vip', operations: ['create'] } }, 'created the variant | '],
    [{ action: 'key.create', detail: { key: 'k', name: 'Website' } }, 'created the API key | '],
    [{ action: 'member.invite', detail: { email: 'a@b.example', role: 'editor' } }, 'invited | as editor'],
    [
      { action: 'member.update', detail: { email: 'a@b.example', role: 'admin' } },
      'changed the role of | to admin',
    ],
    [
      {
        action: 'member.join',
        by: { kind: 'user', name: 'a@b.example' },
        detail: { email: 'a@b.example', role: 'author' },
      },
      'joined the space as author | ',
    ],
    [{ action: 'publish', by: { kind: 'schedule', name: 'a@b.example' } }, 'Published on schedule: | '],
  ])('%j is said as %j', (rest, text) => {
    const { before, after } = toSentence(item(rest))
    expect(`${before} | ${after}`).toBe(text)
  })

  test('names who did it, unless a schedule did', () => {
    const by = (kind: 'user' | 'schedule') =>
      toSentence(item({ action: 'unpublish', by: { kind, name: 'ada@b.example' } }))
    expect(by('user').who).toBe('Ada')
    expect(by('schedule')).toEqual({ who: null, before: 'Unpublished on schedule:', after: '' })
  })

  test('of a schedule has its times', () => {
    const detail = { publishAt: '2026-12-01T12:00:00Z', unpublishAt: '2027-01-01T12:00:00Z' }
    expect(toSentence(item({ action: 'schedule', detail })).after).toMatch(
      /^to go live on 1 Dec 2026, .* and to be unpublished on 1 Jan 2027, /,
    )
  })

  test('is joined with its neighbours where one request did the same to many', () => {
    const rows = joinMany([
      item({ id: '5', entry: 'a' }),
      item({ id: '4', entry: 'b' }),
      item({ id: '3', entry: 'b', action: 'publish' }),
      item({ id: '2', entry: null, action: 'import' }),
      item({ id: '1', entry: null, action: 'import' }),
    ])
    expect(rows.map(row => row.map(({ id }) => id))).toEqual([['5', '4'], ['3'], ['2'], ['1']])
  })

  test('is one row with other saves of the entry by the same person, until something else was done with it', () => {
    const by = (name: string) => ({ kind: 'user', name }) as const
    const rows = joinMany([
      item({ id: '6', by: by('ada') }),
      item({ id: '5', by: by('bo'), entry: 'other' }),
      item({ id: '4', by: by('ada') }),
      item({ id: '3', by: by('ada'), action: 'publish' }),
      item({ id: '2', by: by('ada'), at: '2026-11-23T11:00:00Z' }),
      item({ id: '1', by: by('bo'), at: '2026-11-23T10:00:00Z' }),
    ])
    expect(rows.map(row => row.map(({ id }) => id))).toEqual([['6', '4'], ['5'], ['3'], ['2'], ['1']])
  })

  test('stands under its day', () => {
    const now = Date.parse('2026-11-23T12:00:00Z')
    const days = [0, 1, 1.1, 11].map(ago => ({ at: new Date(now - ago * 86_400_000).toISOString() }))
    expect(groupByDay(days, now).map(({ day, items }) => [day, items.length])).toEqual([
      ['Today', 1],
      ['Yesterday', 2],
      ['Thu 12 Nov 2026', 1],
    ])
    expect(toDay('2026-11-23T12:00:00Z', now)).toBe('Today')
  })
})
