// What a change of one field does to each selected entry, and what takes it back.
import { describe, expect, test } from 'bun:test'
import {
  type FieldChange,
  planEdits,
  toEditOperations,
  toUndoOperations,
} from '../../dashboard/pages/collection/edit/edit-plan.ts'
import type { EntryItemView } from '../../src/authoring/entries/entries.schema.ts'
import type { Field } from '../../src/content/values/model.ts'

const entry = (id: string, data: object, overlay?: object) =>
  ({ id, state: 'draft', draftVersion: 3, data, variants: { de: overlay ?? {} } }) as unknown as EntryItemView
const price = { apiName: 'price', type: 'number' } as Field
const tags = { apiName: 'tags', type: 'text', many: true } as Field
const author = { apiName: 'author', type: 'reference' } as Field
const change = (field: Field, kind: FieldChange['kind'], value: unknown = null, variant = '') =>
  ({ field, kind, value, variant }) as FieldChange

const nextOf = (entries: readonly EntryItemView[], wanted: FieldChange) => {
  const { edits, same } = planEdits(entries, wanted)
  return [edits.map(({ entry: { id }, next }) => [id, next]), same.map(({ id }) => id)]
}

describe('an edit of several entries', () => {
  test('changes those that have another value, and no others', () => {
    const entries = [entry('a', { price: 5 }), entry('b', { price: 7 }), entry('c', { price: null })]
    expect(nextOf(entries, change(price, 'set', 5))).toEqual([
      [
        ['b', 5],
        ['c', 5],
      ],
      ['a'],
    ])
    expect(nextOf(entries, change(price, 'clear'))).toEqual([
      [
        ['a', null],
        ['b', null],
      ],
      ['c'],
    ])
  })

  test('compares references by their id, and sends the id alone', () => {
    const titled = { slug: 's', id: 'x', title: 'X', collection: 'authors' }
    const entries = [entry('a', { author: titled }), entry('b', { author: { ...titled, id: 'y' } })]
    const wanted = change(author, 'set', { id: 'x' })
    expect(nextOf(entries, wanted)).toEqual([[['b', { id: 'x' }]], ['a']])
    const { edits } = planEdits(entries, wanted)
    expect(toUndoOperations(edits, wanted, new Map([['b', 4]]))).toEqual([
      { op: 'patch', id: 'b', draftVersion: 4, data: { author: { id: 'y' } } },
    ])
  })

  test('shortens references to their id in references and rich text, and nothing in JSON', () => {
    const titled = { id: 'x', collection: 'authors', slug: 's', title: 'X' }
    const undone = (field: Field, value: unknown) => {
      const wanted = change(field, 'clear')
      const { edits } = planEdits([entry('a', { [field.apiName]: value })], wanted)
      return toUndoOperations(edits, wanted, new Map([['a', 4]]))[0]?.data
    }
    const body = { apiName: 'body', type: 'richText', format: 'portableText' } as Field
    const text = [{ _type: 'entry', _key: 'k', entry: titled }]
    expect(undone(body, text)).toEqual({ body: [{ _type: 'entry', _key: 'k', entry: { id: 'x' } }] })
    const other = { apiName: 'other', type: 'richText' } as Field
    expect(undone(other, text)).toEqual({ other: text })
    const facts = { apiName: 'facts', type: 'json' } as Field
    expect(undone(facts, { place: titled })).toEqual({ facts: { place: titled } })
  })

  test('adds items that a list lacks, once each, and removes all equal ones', () => {
    const entries = [entry('a', { tags: ['x', 'y', 'x'] }), entry('b', { tags: [] })]
    expect(nextOf(entries, change(tags, 'add', ['x', 'z', 'z']))).toEqual([
      [
        ['a', ['x', 'y', 'x', 'z']],
        ['b', ['x', 'z']],
      ],
      [],
    ])
    expect(nextOf(entries, change(tags, 'remove', ['x']))).toEqual([[['a', ['y']]], ['b']])
    expect(nextOf(entries, change(tags, 'clear'))).toEqual([[['a', []]], ['b']])
  })

  test('of a variant begins with the base where nothing is overridden, and clears the override alone', () => {
    const entries = [entry('a', { tags: ['x'] }), entry('b', { tags: ['x'] }, { tags: ['y'] })]
    const add = change(tags, 'add', ['z'], 'de')
    expect(nextOf(entries, add)).toEqual([
      [
        ['a', ['x', 'z']],
        ['b', ['y', 'z']],
      ],
      [],
    ])
    expect(toEditOperations(planEdits(entries, add).edits, add)[0]).toEqual({
      ...{ op: 'patch', id: 'a', draftVersion: 3 },
      variants: { de: { tags: ['x', 'z'] } },
    })
    expect(nextOf(entries, change(tags, 'clear', null, 'de'))).toEqual([[['b', null]], ['a']])
    expect(toUndoOperations(planEdits(entries, add).edits, add, new Map([['a', 4]]))).toEqual([
      { op: 'patch', id: 'a', draftVersion: 4, variants: { de: { tags: null } } },
    ])
  })
})
