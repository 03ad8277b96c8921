// Parameters whose names are made of the model's: an endpoint leaves them, and the errors of all others, to its handler.
import { describe, expect, test } from 'bun:test'
import { Problem } from '../../src/base/errors.ts'
import { parseQuery } from '../../src/http/request-url.ts'
import { listQuerySchema } from '../../src/query/content-parameters.schema.ts'
import { parseListParameters } from '../../src/query/parse/parse-parameters.ts'

const parse = (search: string, strict = false) =>
  parseQuery(listQuerySchema(1000), search, strict, sent => parseListParameters(sent, () => []))

function problemOf(run: () => unknown): Problem {
  try {
    run()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('without any of them', () => {
  test('errors are thrown, in the words that they always had', () => {
    for (const search of ['page=0&depth=x&a=1', 'page=1&page=2', 'variants=!', 'perPage=%ff']) {
      const before = problemOf(() => parseQuery(listQuerySchema(1000), search, false))
      const problem = problemOf(() => parse(search))
      expect([problem.detail, problem.errors, problem.code]).toEqual([
        before.detail,
        before.errors,
        before.code,
      ])
    }
    expect(problemOf(() => parse('page=0')).detail).toStartWith('page must be an integer from 1')
    expect(problemOf(() => parse('x=1&price=2', true)).errors?.map(({ name }) => name)).toEqual([
      'x',
      'price',
    ])
  })

  test('other names are ignored, each once', () => {
    expect(parse('price=1&utm=2&price=3')).toEqual({
      values: { page: 1, perPage: 20, depth: 0, variants: [] },
      ignored: ['price', 'utm'],
      modelParameters: null,
    })
  })
})

describe('with one of them', () => {
  test('the errors of all parameters are left to the handler, which gets the defaults of faulty ones', () => {
    const { values, modelParameters, ignored } = parse('page=0&filter[x&sort=title&depth=2&utm=1')
    expect(values).toEqual({ page: 1, perPage: 20, depth: 2, variants: [] })
    expect(ignored).toEqual(['utm'])
    expect(modelParameters?.errors.map(({ name }) => name)).toEqual(['page', 'filter[x'])
    expect(modelParameters?.sort).toEqual(['title'])
  })

  test('and so are ignored names where the client asked for strictness', () => {
    const { modelParameters } = parse('filter[price]=1&utm=1&other', true)
    expect(modelParameters?.errors.map(({ name }) => name)).toEqual(['utm', 'other'])
    expect(modelParameters?.conditions).toHaveLength(1)
  })
})
