// Statements that are built once and bound for each request.
import { expect, test } from 'bun:test'
import { isIn, prepare, query } from '../../src/database/database.ts'

test('a statement is built once, and each use binds its own values in their places', () => {
  let built = 0
  const pages = prepare((values: { space: string; ids: readonly string[]; limit: number }) => {
    built++
    return query
      .selectFrom('publication')
      .select('entry')
      .where('slug', '!=', 'fixed')
      .where(isIn('entry', values.ids))
      .where('space', '=', values.space)
      .limit(values.limit)
  })
  const first = pages({ space: 'a', ids: ['x', 'y"\''], limit: 3 }).compile()
  const second = pages({ space: 'b', ids: [], limit: 4 }).compile()
  expect(built).toBe(1)
  expect(first.sql).toBe(second.sql)
  expect(first.parameters).toEqual(['fixed', '["x","y\\"\'"]', 'a', 3])
  expect(second.parameters).toEqual(['fixed', '[]', 'b', 4])
})

test('a value that is used twice is bound twice', () => {
  const twice = prepare(({ slug }: { slug: string }) =>
    query.selectFrom('space').select('id').where('slug', '=', slug).where('name', '=', slug),
  )
  expect(twice({ slug: 's' }).compile().parameters).toEqual(['s', 's'])
})
