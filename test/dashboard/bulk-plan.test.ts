// What a change of selected entries is announced to do, by the states that the list shows.
import { describe, expect, test } from 'bun:test'
import { planBulk, toOperations } from '../../dashboard/pages/collection/bulk/bulk-plan.ts'
import {
  describeDone,
  describePlan,
  describeReasons,
  nameEntries,
} from '../../dashboard/pages/collection/bulk/bulk-words.ts'
import { toSingular } from '../../dashboard/parts/entries/new-entry-button.tsx'
import { toShortTime } from '../../dashboard/parts/time/moment.tsx'
import type { EntryItemView } from '../../src/authoring/entries/entries.schema.ts'

const entry = (id: string, rest: Partial<EntryItemView> = {}) =>
  ({ id, state: 'draft', problems: 0, draftVersion: 3, schedule: null, ...rest }) as EntryItemView
const pending = (times: object) =>
  ({ publishAt: null, unpublishAt: null, state: 'pending', ...times }) as EntryItemView['schedule']

const entries = [
  entry('draft'),
  entry('broken', { problems: 2 }),
  entry('live', { state: 'live' }),
  entry('changed', { state: 'changed', schedule: pending({ publishAt: '2026-12-01T09:00:00Z' }) }),
  entry('archived', { state: 'archived' }),
]
const later = { publishAt: '2027-01-01T00:00:00Z', unpublishAt: '' }
const end = { publishAt: '', unpublishAt: '2027-01-01T00:00:00Z' }

describe('a bulk change', () => {
  test('to archive, by somebody who may not publish, leaves what is scheduled', () => {
    const scheduled = entry('scheduled', { schedule: pending({ publishAt: '2026-12-01T09:00:00Z' }) })
    const failed = entry('failed', {
      schedule: pending({ publishAt: '2026-12-01T09:00:00Z', state: 'failed' }),
    })
    const { able, refused } = planBulk('archive', [scheduled, failed], { mayPublish: false })
    expect([able.map(({ id }) => id), refused.map(({ reason }) => reason)]).toEqual([
      ['failed'],
      ['is scheduled, and your role cannot cancel that'],
    ])
  })

  test.each([
    [
      'publish',
      true,
      undefined,
      ['draft', 'changed'],
      ['live'],
      ['broken has 2 problems', 'archived is archived'],
    ],
    ['unpublish', true, undefined, ['live', 'changed'], ['draft', 'broken'], ['archived is archived']],
    ['archive', true, undefined, ['draft', 'broken', 'live', 'changed'], ['archived'], []],
    [
      'archive',
      false,
      undefined,
      ['draft', 'broken'],
      ['archived'],
      [
        'live is published, and your role cannot unpublish',
        'changed is published, and your role cannot unpublish',
      ],
    ],
    [
      'schedule',
      true,
      later,
      ['draft', 'changed'],
      ['live'],
      ['broken has 2 problems', 'archived is archived'],
    ],
    [
      'schedule',
      true,
      end,
      ['live', 'changed'],
      [],
      ['draft is not published', 'broken is not published', 'archived is archived'],
    ],
  ] as const)(
    'to %s (may publish: %p, %j) concerns whom it should',
    (action, mayPublish, times, ...wanted) => {
      const { able, same, refused } = planBulk(action, entries, { mayPublish, ...(times && { times }) })
      const ids = (list: readonly EntryItemView[]) => list.map(({ id }) => id)
      expect([ids(able), ids(same), refused.map(({ entry, reason }) => `${entry.id} ${reason}`)]).toEqual([
        ...wanted,
      ] as never)
    },
  )

  test('names the versions of drafts that were seen, where one goes live or away', () => {
    const [first] = entries
    expect(toOperations('publish', [first!])).toEqual([{ op: 'publish', id: 'draft', draftVersion: 3 }])
    expect(toOperations('unpublish', [first!])).toEqual([{ op: 'unpublish', id: 'draft' }])
    expect(toOperations('schedule', [first!], later)).toEqual([
      { op: 'schedule', id: 'draft', draftVersion: 3, publishAt: later.publishAt },
    ])
  })

  test('names the first ten entries, and counts the others', () => {
    const many = Array.from({ length: 1012 }, (_, index) =>
      entry(`id-${index}`, { title: index === 0 ? null : `Title ${index}`, slug: 'a-slug' }),
    )
    expect(nameEntries(many.slice(0, 2))).toEqual(['a-slug', 'Title 1'])
    expect(nameEntries(many).slice(8)).toEqual(['Title 8', 'Title 9', 'and 1,002 more'])
  })

  test('is described in sentences', () => {
    const said = (action: 'publish' | 'unpublish' | 'archive') =>
      describePlan(action, planBulk(action, entries, { mayPublish: true }))
    expect(said('publish')).toEqual([
      '2 entries go live, as the drafts are now.',
      '1 is published already and stays as it is.',
      '1 earlier schedule is cancelled.',
    ])
    expect(said('archive')).toEqual([
      '4 entries go to the archive, out of lists and pickers.',
      '2 of them are published and will disappear from your site (404).',
      'Other entries that refer to them will show nothing in their place.',
      '1 is archived already.',
      '1 earlier schedule is cancelled.',
    ])
    expect(said('unpublish')).toContain('Other entries that refer to them will show nothing in their place.')
    expect([describeDone('publish', 1), describeDone('archive', 1200)]).toEqual([
      '1 entry is published.',
      '1,200 entries are archived.',
    ])
    const reasons = [
      { path: '/data/sku', message: 'is taken.' },
      { path: '/slug', message: 'is bad.' },
      { path: '', message: 'Ada changed it.' },
    ]
    expect(describeReasons(reasons, () => 'Article number')).toBe(
      'Article number is taken.; slug is bad.; Ada changed it.',
    )
  })
})

describe('a short form', () => {
  test.each([
    ['Books', 'book'],
    ['Categories', 'category'],
    ['Boxes', 'box'],
    ['Series', 'Series'],
    ['News', 'News'],
    ['Press releases', 'press release'],
    ['FAQs', 'FAQ'],
    ['Artikel', 'Artikel'],
    ['日本語', '日本語'],
    ['Cafés', 'café'],
    [`everything "quoted" <b>bold</b> it's`, `everything "quoted" <b>bold</b> it's`],
    ['The books’', 'The books’'],
    ['Top 10s', 'Top 10s'],
    ['', ''],
  ])('one of %j is called %j', (name, singular) => {
    expect(toSingular(name)).toBe(singular)
  })

  test.each([
    ['2026-11-24T08:00:00Z', 'Tue 09:00'],
    ['2026-12-24T08:00:00Z', '24 Dec 09:00'],
    ['2028-12-24T08:00:00Z', '24 Dec 2028'],
  ])('the time %j is %j', (at, text) => {
    expect(toShortTime(at, Date.parse('2026-11-23T20:00:00Z'), 'Europe/Oslo')).toBe(text)
  })
})
