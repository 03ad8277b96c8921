// The conditions of the filter bar: as parameters of the management API, and in words.
import { describe, expect, test } from 'bun:test'
import { readConditions } from '../../dashboard/pages/collection/conditions.ts'
import {
  describeCondition,
  nameOperator,
  operatorsOf,
  toComparedField,
  toCondition,
  toShownValue,
} from '../../dashboard/pages/collection/filter/condition-words.ts'
import { toExactText } from '../../dashboard/parts/time/moment.tsx'
import type { Field } from '../../src/content/values/model.ts'

const price = { apiName: 'price', type: 'number' } as Field
const tags = { apiName: 'tags', type: 'text', many: true } as Field
const author = { apiName: 'author', type: 'reference', name: 'Written by' } as Field
const born = { apiName: 'born', type: 'date' } as Field

describe('a condition of a list', () => {
  test('becomes the parameter and the value that the management API reads', () => {
    expect(toCondition(price, 'lt', 5)).toEqual({ name: 'filter[data.price][lt]', value: '5' })
    expect(toCondition(author, 'eq', { id: 'a1' })).toEqual({ name: 'filter[data.author]', value: 'a1' })
    expect(toCondition(tags, 'in', ['a,b', 'c\\d'])).toEqual({
      name: 'filter[data.tags][in]',
      value: 'a\\,b,c\\\\d',
    })
    expect(toCondition(born, 'missing', null)).toEqual({ name: 'filter[data.born][exists]', value: 'false' })
  })

  test('has a value that no rule of the field refuses', () => {
    const rules = { required: true, min: 10, max: 20, minItems: 1, maxItems: 2, pattern: '[a-z]' }
    const options = [{ value: 1, name: 'One' }]
    const strict = { ...price, many: true, options, ...rules } as Field
    expect(toComparedField(strict, 'in')).toEqual({ ...price, many: true, options })
    expect(toComparedField(strict, 'lt')).toEqual({ ...price, many: false, options })
  })

  test('is described by the name of its field and an operator in words', () => {
    const described = (name: string, value: string) => {
      const { text, values } = describeCondition({ name, value }, [price, tags, author, born])
      return [text, ...values]
    }
    expect(described('filter[data.price][lt]', '5')).toEqual(['Price is less than', '5'])
    expect(described('filter[author]', 'a1')).toEqual(['Written by is', 'a1'])
    expect(described('filter[data.tags][in]', 'a,b')).toEqual(['Tags contains one of', 'a', 'b'])
    expect(described('filter[data.tags][in]', 'a\\,b,c\\\\d')).toEqual([
      'Tags contains one of',
      'a,b',
      'c\\d',
    ])
    expect(described('filter[born][exists]', 'false')).toEqual(['Born is empty'])
    expect(described('not[author.name]', 'Ada')).toEqual(['not[author.name]', 'Ada'])
    expect(operatorsOf(born).map(one => nameOperator(one, born))).toContain('is before')
  })

  test('shows the names of options, yes or no, and times in local time', () => {
    const field = (type: string, others: object = {}) => ({ apiName: 'a', type, ...others }) as Field
    const options = [{ value: 2, name: 'Two' }]
    const at = '2026-03-07T09:00:00Z'
    const shown: readonly (readonly [Field, string, string])[] = [
      [field('integer', { options }), '2', 'Two'],
      [field('integer', { options }), '3', '3'],
      [field('boolean'), 'false', 'No'],
      [field('dateTime'), at, toExactText(at)],
      [field('dateTime'), '2026-03', '2026-03'],
      [field('reference'), 'a1', 'a1'],
    ]
    for (const [of, text, expected] of shown) expect(toShownValue(of, text)).toBe(expected)
  })

  test('is read from the URL if it has the form of one, and nothing else is', () => {
    const query = new URLSearchParams('filter[a]=1&state=live&any.2[b.c][lt]=2&any.9[b]=3&filter=4')
    expect(readConditions(query)).toEqual([
      { name: 'filter[a]', value: '1' },
      { name: 'any.2[b.c][lt]', value: '2' },
    ])
  })
})
