// Example values: those that the document gives, and those made up from a schema where it gives none.
// Made up means valid as far as types and bounds go; a pattern cannot be met by guessing.
import type { Json } from '../base/model.ts'
import type {
  ByName,
  Example,
  Header,
  MediaType,
  OpenApiDocument,
  Schema,
  SchemaObject,
} from './open-api-shape.ts'
import { follow } from './references.ts'
import { factsOf, otherKeysOf, propertiesOf } from './schema-facts.ts'

/** Deeper components are left out: an example is there to be read. */
const nestingMax = 6

const byFormat: ByName<string> = {
  'date-time': '2026-01-01T00:00:00.000Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  email: 'reader@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uuid: '00000000-0000-4000-8000-000000000000',
}

/** The example that the author gave, or undefined. */
export function givenExample(document: OpenApiDocument, holder: MediaType | Header): Json | undefined {
  if (holder.example !== undefined) return holder.example
  for (const item of Object.values(holder.examples ?? {})) {
    const value = follow<Example>(document, item)?.value.value
    if (value !== undefined) return value
  }
  if (holder.schema === undefined) return undefined
  const { schema } = factsOf(document, holder.schema)
  return schema.example ?? schema.examples?.[0]
}

/** The given example, else one made from the schema, else undefined. */
export function exampleFor(document: OpenApiDocument, holder: MediaType | Header): Json | undefined {
  const given = givenExample(document, holder)
  if (given !== undefined || holder.schema === undefined) return given
  return exampleOf(document, holder.schema)
}

export function exampleOf(document: OpenApiDocument, schema: Schema): Json {
  return build(document, schema, []) ?? null
}

/** Undefined where the value is left out: a component inside itself, or one that is too deep. */
function build(document: OpenApiDocument, schema: Schema, trail: readonly string[]): Json | undefined {
  const facts = factsOf(document, schema)
  const { name } = facts
  const known = knownValue(facts.schema)
  if (known !== undefined) return known
  if (name !== null && (trail.includes(name) || trail.length >= nestingMax)) {
    return facts.nullable ? null : undefined
  }
  const inside = name === null ? trail : [...trail, name]
  const first = facts.alternatives[0]
  if (first !== undefined) return build(document, first, inside)
  switch (facts.types[0]) {
    case 'object':
      return buildObject(document, facts.schema, inside)
    case 'array':
      return buildArray(document, facts.schema, inside)
    case 'string':
      return buildString(facts.schema)
    case 'integer':
    case 'number':
      return buildNumber(facts.schema, facts.types[0] === 'integer')
    case 'boolean':
      return true
    default:
      return null
  }
}

function knownValue(schema: SchemaObject): Json | undefined {
  return schema.example ?? schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0]
}

function buildObject(document: OpenApiDocument, schema: SchemaObject, trail: readonly string[]): Json {
  const values: [string, Json][] = []
  for (const [key, property] of propertiesOf(schema)) {
    const value = build(document, property, trail)
    if (value !== undefined) values.push([key, value])
    else if (schema.required?.includes(key)) values.push([key, {}])
  }
  const other = otherKeysOf(schema)
  if (values.length === 0 && other !== null && Object.keys(other).length > 0) {
    const value = build(document, other, trail)
    if (value !== undefined) values.push(['key', value])
  }
  return Object.fromEntries(values)
}

function buildArray(document: OpenApiDocument, schema: SchemaObject, trail: readonly string[]): Json {
  const tuple = (schema.prefixItems ?? []).map(item => build(document, item, trail) ?? null)
  if (tuple.length > 0) return tuple
  if (schema.items === undefined || schema.items === false || schema.maxItems === 0) return []
  const item = build(document, schema.items, trail)
  if (item === undefined) return []
  return Array.from({ length: Math.min(Math.max(schema.minItems ?? 1, 1), 5) }, () => item)
}

function buildString(schema: SchemaObject): string {
  const text = byFormat[schema.format ?? ''] ?? 'string'
  if (schema.format !== undefined && schema.format in byFormat) return text
  return text.padEnd(Math.min(schema.minLength ?? 0, 64), 'x').slice(0, schema.maxLength)
}

function buildNumber(schema: SchemaObject, whole: boolean): number {
  const step = schema.multipleOf ?? (whole ? 1 : 0.5)
  const { minimum, maximum, exclusiveMinimum: over, exclusiveMaximum: under } = schema
  const low = typeof over === 'number' ? over + step : over === true ? (minimum ?? 0) + step : minimum
  const high = typeof under === 'number' ? under - step : under === true ? (maximum ?? 0) - step : maximum
  const wanted = Math.min(Math.max(schema.multipleOf ?? 1, low ?? -Infinity), high ?? Infinity)
  return schema.multipleOf === undefined ? wanted : Math.ceil(wanted / step) * step
}
