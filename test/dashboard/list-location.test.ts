// The list of a collection as parameters of its URL, and as the content of a view.
import { describe, expect, test } from 'bun:test'
import {
  fromView,
  parseListParameters,
  toListSearch,
  toViewContent,
} from '../../dashboard/pages/collection/list-location.ts'
import type { View } from '../../src/authoring/views/views.schema.ts'

describe('the URL of a list', () => {
  test('keeps repeated and excess conditions, which the server refuses', () => {
    const repeated = '?filter[data.tags]=a&filter[data.tags]=b'
    const many = `?${Array.from({ length: 21 }, (_, at) => `filter[data.f${at}]=1`).join('&')}`
    for (const search of [repeated, many]) {
      expect(toListSearch(parseListParameters(new URLSearchParams(search)))).toBe(search)
    }
  })
})

describe('a view that stores more than the page can show', () => {
  const view = {
    id: 'v1',
    query: { state: 'live,changed', sort: 'data.price', search: 'a', 'filter[data.price][lt]': '5' },
    columns: ['data.price', 'state', 'updated'],
  } as unknown as View

  test('keeps it if the list is not changed', () => {
    expect(toViewContent(fromView(view), view)).toEqual({ query: view.query, columns: view.columns })
  })

  test('keeps it beside what is changed, and loses what is removed', () => {
    const changed = { ...fromView(view), search: '', columns: ['state', 'version'] } as const
    const conditions = [{ name: 'filter[data.price][lt]', value: '9' }]
    expect(toViewContent({ ...changed, conditions }, view)).toEqual({
      query: { state: 'live,changed', sort: 'data.price', 'filter[data.price][lt]': '9' },
      columns: ['data.price', 'state', 'version'],
    })
    expect(toViewContent({ ...changed, sort: 'title', state: 'draft' }, view).query).toMatchObject({
      ...{ state: 'draft', sort: 'title' },
    })
  })
})
