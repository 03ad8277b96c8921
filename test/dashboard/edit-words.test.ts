// The texts of the dialog that changes one field of several entries.
import { describe, expect, test } from 'bun:test'
import { describeReasons, describeRest } from '../../dashboard/pages/collection/bulk/bulk-words.ts'
import { describeEdits } from '../../dashboard/pages/collection/edit/edit-words.ts'
import type { EntryItemView } from '../../src/authoring/entries/entries.schema.ts'

const entry = (id: string, state: string) => ({ id, state }) as EntryItemView

describe('the summary of an edit', () => {
  test('counts entries with unpublished changes as published too', () => {
    const states = ['live', 'changed', 'draft', 'changed']
    const edits = states.map((state, at) => ({ entry: entry(`e${at}`, state), next: 1, previous: 2 }))
    expect(describeEdits({ edits, same: [] }, new Set(['e0', 'e1', 'e2']))).toEqual([
      '3 entries will change.',
      '2 of them are published. Readers see no difference until you publish the changes.',
    ])
  })

  test('says which entries have no known result, and which were not tried', () => {
    const progress = { done: ['a'], refused: new Map([['b', []]]), unknown: ['c'] }
    expect(describeRest(progress, 3)).toEqual([
      'The result is unknown for 1 entry: the connection was lost before the server responded.',
    ])
    expect(describeRest({ ...progress, unknown: [] }, 3)).toEqual(['1 entry was not tried.'])
    expect(describeRest({ ...progress, unknown: [] }, 2)).toEqual([])
  })

  test('explains a conflict by its code, once for each entry', () => {
    const reason = { path: '/data/price', message: 'any text', code: 'draft_conflict' }
    const other = { path: '/data/price', message: 'is required' }
    expect(describeReasons([reason, reason, other], () => 'Price')).toBe(
      'was changed in the meantime: open it to see how, then try again; Price is required',
    )
  })
})
