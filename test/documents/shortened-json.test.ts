// The comparison that holds the documents' answers to the real ones, held itself: it can fail.
import { describe, expect, test } from 'bun:test'
import { findDifference, parseShortened } from './shortened-json.ts'

const response = {
  doc: { id: 'a', slug: 'b', data: { title: 'Tide Tables', tags: ['x', 'y', 'z'], n: null } },
}

describe('a response is as shown', () => {
  test.each([
    JSON.stringify(response),
    '{ "doc": { "id": "a", …, "data": { "title": "Tide Tables", … } } }',
    '{ "doc": {\n  …\n  "slug": "b",\n  "data": { …, "n": null }\n} }',
    '{ "doc": { "id": "a", "slug": "…", "data": { "title": "Tide …", "tags": ["x", …], "n": null } } }',
    '{ … }',
  ])('%s', shown => {
    expect(findDifference(parseShortened(shown), response)).toBeNull()
  })
})

describe('a response is not as shown', () => {
  test.each([
    ['another value', '{ "doc": { "id": "b", … } }'],
    ['a key too many', '{ "doc": { "id": "a", "name": "x", … } }'],
    ['a key too few', '{ "doc": { "id": "a", "slug": "b" } }'],
    ['another order', '{ "doc": { "slug": "b", "id": "a", … } }'],
    ['an item too few', '{ "doc": { …, "data": { …, "tags": ["x", "y"], … } } }'],
    ['another item', '{ "doc": { …, "data": { …, "tags": ["x", "q", "z"], … } } }'],
    ['another type', '{ "doc": [] }'],
    ['null for a value', '{ "doc": null }'],
    ['a text cut elsewhere', '{ "doc": { …, "data": { "title": "Time …", … } } }'],
    ['… for nothing', '{ "doc": { "id": "a", "slug": "b", "data": { … }, … } }'],
  ])('%s', (_, shown) => {
    expect(findDifference(parseShortened(shown), response)).toBeString()
  })

  test('what is no JSON is not compared', () => {
    expect(() => parseShortened('{ "doc": ')).toThrow()
  })
})
