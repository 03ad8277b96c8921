// The limits of a schema in words: bounds, lengths, patterns, choices. Text only, no HTML.
import type { Json } from '../base/model.ts'
import type { SchemaObject } from './open-api-shape.ts'

export interface Limit {
  readonly text: string
  /** Values set as code after the text. */
  readonly values: readonly string[]
}

export function limitsOf(schema: SchemaObject): readonly Limit[] {
  const plain = [
    numberRange(schema),
    range(schema.minLength, schema.maxLength, 'character'),
    range(schema.minItems, schema.maxItems, 'item'),
    range(schema.minProperties, schema.maxProperties, 'key'),
    schema.multipleOf === undefined ? null : `a multiple of ${schema.multipleOf}`,
    schema.uniqueItems === true ? 'no item twice' : null,
    schema.readOnly === true ? 'read only' : null,
    schema.writeOnly === true ? 'write only' : null,
  ]
  const limits: Limit[] = plain.filter(text => text !== null).map(text => ({ text, values: [] }))
  if (schema.pattern !== undefined) limits.push({ text: 'pattern', values: [schema.pattern] })
  if (schema.const !== undefined) limits.push({ text: 'always', values: [valueText(schema.const)] })
  if (schema.enum !== undefined) {
    const text = schema.enum.length === 1 ? 'always' : 'one of'
    limits.push({ text, values: schema.enum.map(valueText) })
  }
  return limits
}

/** The limits, and the default where it has no column of its own. */
export function limitsAndDefaultOf(schema: SchemaObject): readonly Limit[] {
  if (schema.default === undefined) return limitsOf(schema)
  return [...limitsOf(schema), { text: 'default', values: [valueText(schema.default)] }]
}

export function valueText(value: Json): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
}

function numberRange(schema: SchemaObject): string | null {
  // 3.0 says `exclusiveMinimum: true` beside `minimum`; 3.1 gives the number itself.
  const over = schema.exclusiveMinimum === true ? schema.minimum : schema.exclusiveMinimum
  const under = schema.exclusiveMaximum === true ? schema.maximum : schema.exclusiveMaximum
  const low = typeof over === 'number' ? `more than ${over}` : null
  const high = typeof under === 'number' ? `less than ${under}` : null
  const atLeast = low === null ? finite(schema.minimum) : undefined
  const atMost = high === null ? finite(schema.maximum) : undefined
  if (atLeast !== undefined && atMost !== undefined) {
    return atLeast === atMost ? `exactly ${atLeast}` : `${atLeast} to ${atMost}`
  }
  const parts = [
    low ?? (atLeast === undefined ? null : `at least ${atLeast}`),
    high ?? (atMost === undefined ? null : `at most ${atMost}`),
  ].filter(part => part !== null)
  return parts.length === 0 ? null : parts.join(', ')
}

/** Generators bound every integer by what a double holds; that says nothing to a reader. */
function finite(bound: number | undefined): number | undefined {
  return bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined
}

function range(low: number | undefined, high: number | undefined, noun: string): string | null {
  const nouns = (count: number) => (count === 1 ? noun : `${noun}s`)
  if (low !== undefined && high !== undefined) {
    return low === high ? `exactly ${low} ${nouns(low)}` : `${low} to ${high} ${nouns(high)}`
  }
  if (low !== undefined && low > 0) return `at least ${low} ${nouns(low)}`
  return high === undefined ? null : `at most ${high} ${nouns(high)}`
}
