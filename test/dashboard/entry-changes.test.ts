// What the button counts and the panel lists: the differences between what is live and the draft.
import { describe, expect, test } from 'bun:test'
import { type Content, listChanges, listDifferences } from '../../dashboard/pages/entry/diff/changes.ts'
import { diffItems } from '../../dashboard/pages/entry/diff/text-diff.ts'

const fields = [
  { apiName: 'title', type: 'text' },
  { apiName: 'tags', type: 'text', many: true },
  { apiName: 'score', type: 'integer' },
] as const
const live: Content = { slug: 'tide', data: { title: 'Tide', tags: [], score: null }, variants: {} }
const pathsOf = (after: Partial<Content>, before: Content | null = live) =>
  listChanges(fields, before, { ...live, ...after }).map(({ path }) => path)

describe('changes', () => {
  test.each([
    ['nothing', {}, []],
    ['no value and an absent value are the same', { data: { title: 'Tide' } }, []],
    ['a value', { data: { title: 'Tides', score: 1 } }, ['/data/title', '/data/score']],
    ['an empty list and none are the same', { data: { title: 'Tide', tags: null } }, []],
    ['the order of a list', { data: { title: 'Tide', tags: ['a'] } }, ['/data/tags']],
    ['the address', { slug: 'tides' }, ['/slug']],
    [
      'a variant',
      { variants: { vip: { title: 'V', score: 2 } } },
      ['/variants/vip/title', '/variants/vip/score'],
    ],
    ['a variant without fields', { variants: { vip: {} } }, []],
    ['a value without a field', { data: { ...live.data, old: 1 } }, ['/data/old']],
  ])('%s', (_, after, paths) => expect(pathsOf(after)).toEqual([...paths]))

  test('an empty list in a variant hides the list of the base', () => {
    expect(pathsOf({ variants: { vip: { tags: [] } } })).toEqual(['/variants/vip/tags'])
  })

  test('of an entry that is not live, every value is new, and its address no change', () => {
    expect(pathsOf({ variants: { vip: { score: 0 } } }, null)).toEqual(['/data/title', '/variants/vip/score'])
  })

  test('a field may have the name of what every object inherits', () => {
    const named = [{ apiName: 'constructor', type: 'text' }] as const
    const before: Content = { slug: 'a', data: {}, variants: { de: {} } }
    const after: Content = {
      slug: 'a',
      data: { constructor: 'Eva' },
      variants: { de: { constructor: 'Ada' } },
    }
    expect(listChanges(named, before, after).map(({ before, after }) => [before, after])).toEqual([
      [undefined, 'Eva'],
      [undefined, 'Ada'],
    ])
    expect(listChanges(named, before, { ...before, variants: { toString: {} } })).toEqual([])
    expect(listDifferences({}, { valueOf: 1 }, 9)).toEqual([{ path: 'valueOf', before: undefined, after: 1 }])
  })
})

describe('lists', () => {
  test.each([
    ['an item more', ['a'], ['a', 'b'], ['added b'], 1, false],
    ['an item less', ['a', 'b'], ['b'], ['removed a'], 1, false],
    ['from nothing', undefined, ['a'], ['added a'], 0, false],
    ['another order', ['a', 'b', 'c'], ['c', 'a', 'b'], [], 2, true],
    ['the same', ['a'], ['a'], [], 1, false],
  ])('%s', (_, before, after, changed, stayed, isReordered) => {
    const found = diffItems(before, after)
    expect({ ...found, changed: found.changed.map(({ kind, item }) => `${kind} ${item}`) }).toEqual({
      changed: [...changed],
      stayed,
      isReordered,
    })
  })
})
