// The selected entries of a list.
import { expect, test } from 'bun:test'
import { withNewest } from '../../dashboard/pages/collection/bulk/selection.ts'
import type { EntryItemView } from '../../src/authoring/entries/entries.schema.ts'

const entry = (id: string, draftVersion: number) => ({ id, draftVersion }) as EntryItemView

test('a selected entry has the version that the page shows, so that it can be tried again after a conflict', () => {
  const entries = new Map(['a', 'b'].map(id => [id, entry(id, 1)]))
  const newest = withNewest({ all: false, entries }, [entry('b', 2), entry('c', 5)])
  expect(newest).toEqual({
    all: false,
    entries: new Map([
      ['a', entry('a', 1)],
      ['b', entry('b', 2)],
    ]),
  })
})
