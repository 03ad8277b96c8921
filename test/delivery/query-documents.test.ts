// The OpenAPI document, docs/errors.md and the validator of queries say the same.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { operatorsOf } from '../../src/api-docs/querying-text.ts'
import { operators } from '../../src/content/fields/query-facts.ts'
import { allowedOperators, type QueryType } from '../../src/content/model/query-model.ts'
import { openApi } from '../kit/app/open-api.ts'
import { bindList } from './query-bookshop-model.ts'

const errorsPage = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')

/** A path of each type, and a value that the type has. */
const samples: Readonly<Record<QueryType, readonly [path: string, value: string]>> = {
  text: ['title', 'x'],
  id: ['id', 'x'],
  slug: ['slug', 'x'],
  collection: ['author.collection', 'x'],
  integer: ['pages', '1'],
  number: ['price', '1'],
  boolean: ['inPrint', 'true'],
  date: ['boughtOn', '2026'],
  dateTime: ['releasedOn', '2026'],
  reference: ['author', 'x'],
  asset: ['cover', 'x'],
  richText: ['blurb', 'x'],
  json: ['extra', 'x'],
  component: ['parts', 'x'],
  componentName: ['parts.component', 'part'],
}

const documented = (openApi as unknown as { 'x-query-operators': Record<string, string[]> })[
  'x-query-operators'
]
const types = Object.keys(samples) as QueryType[]

describe('the operators of a type', () => {
  test.each(types)('%s are those of the document, of the page of errors and of the validator', type => {
    const [path, value] = samples[type]
    const isAccepted = (operator: string) =>
      bindList(`books?filter[${path}][${operator}]=${operator === 'exists' ? 'true' : value}`).errors
        .length === 0
    const accepted = operators.filter(isAccepted)
    expect(documented[type]?.toSorted()).toEqual(accepted.toSorted())
    const row = new RegExp(`^\\| ${type} \\| (.*) \\|$`, 'm').exec(errorsPage)?.[1] ?? ''
    expect(row.split(' ')).toEqual((documented[type] ?? []).map(name => `\`${name}\``))
    const refused = operators.find(operator => !accepted.includes(operator))!
    expect(bindList(`books?filter[${path}][${refused}]=${value}`).errors[0]?.allowed).toEqual(
      allowedOperators(type, false),
    )
  })

  test('and of no other type', () => {
    expect(Object.keys(documented)).toEqual(Object.keys(operatorsOf))
    expect(Object.keys(documented).toSorted()).toEqual(types.toSorted())
  })
})

test('every operator is a property of conditions in the document', () => {
  const { Conditions: conditions } = openApi.components.schemas as {
    Conditions: { additionalProperties: { anyOf: { properties?: object }[] } }
  }
  const [, byOperator] = conditions.additionalProperties.anyOf
  expect(Object.keys(byOperator?.properties ?? {})).toEqual([...operators])
})

test('conditions are deep objects, whose examples are accepted', () => {
  const { parameters = [] } = openApi.paths['/api/v1/public/content/{collection}']!.get!
  const conditions = parameters.filter(({ name }) => ['filter', 'any', 'not'].includes(name)) as unknown as {
    name: string
    style: string
    explode: boolean
    description: string
    examples: Record<string, { value: object }>
  }[]
  expect(conditions).toHaveLength(3)
  for (const { name, style, explode, description, examples } of conditions) {
    expect([style, explode]).toEqual(['deepObject', true])
    expect(description).toContain('OpenAPI does not define the second pair of brackets')
    const [none, ...others] = Object.entries(examples)
    expect(none![1].value).toEqual({})
    for (const [search, { value }] of others) {
      const { errors, selection } = bindList(`books?${search}`)
      expect(errors).toEqual([])
      const names = Object.entries(value).flatMap(([path, of]) =>
        typeof of === 'string'
          ? [`${name}[${path}]`]
          : Object.keys(of).map(operator => `${name}[${path}][${operator}]`),
      )
      const { filter, any, not } = selection!
      expect([...filter, ...any.flat(), ...not].map(({ parameter }) => parameter).toSorted()).toEqual(
        names.toSorted(),
      )
    }
  }
})

test('a query that costs too much has a code of its own, and only lists can have it', () => {
  const codesOf = (path: string) => JSON.stringify(openApi.paths[path]?.get?.responses['400'])
  expect(codesOf('/api/v1/public/content/{collection}')).toContain('query_too_costly')
  expect(codesOf('/api/v1/public/content/{collection}/{slug}')).not.toContain('query_too_costly')
  expect(errorsPage).toContain('\n## query_too_costly\n')
})
