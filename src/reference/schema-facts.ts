// One schema made plain: references followed, allOf merged, null told apart. What a reader would want to know of it.
// No text and no HTML here.
import type { Json } from '../base/model.ts'
import type { ByName, OpenApiDocument, Schema, SchemaObject } from './open-api-shape.ts'
import { follow } from './references.ts'

export interface SchemaFacts {
  /** The component that the schema stands for, if it is one. */
  readonly name: string | null
  readonly schema: SchemaObject
  /** Type names without `null`; empty where anything goes. */
  readonly types: readonly string[]
  readonly nullable: boolean
  /** What it may be, where there is more than one choice. */
  readonly alternatives: readonly Schema[]
}

/** Keys that say something about a schema without changing what it accepts. */
const annotations = new Set([
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
  'nullable',
])

/** `seen` holds the components being made plain just now: one met again inside itself is cut. */
export function factsOf(
  document: OpenApiDocument,
  schema: Schema,
  seen: readonly string[] = [],
): SchemaFacts {
  if (typeof schema === 'boolean') return { ...unknownFacts, types: schema ? [] : ['never'] }
  const followed = follow<SchemaObject>(document, schema as SchemaObject)
  if (followed === null) return unknownFacts
  if (followed.name !== null && seen.includes(followed.name)) return { ...unknownFacts, name: followed.name }
  const trail = followed.name === null ? seen : [...seen, followed.name]
  const merged = mergeAllOf(document, followed.value, trail)
  const facts = withoutNull(document, merged.schema, merged.nullable, trail)
  return { ...facts, name: followed.name ?? merged.name ?? facts.name }
}

const unknownFacts: SchemaFacts = { name: null, schema: {}, types: [], nullable: false, alternatives: [] }

interface Merged {
  readonly name: string | null
  readonly schema: SchemaObject
  readonly nullable: boolean
}

function mergeAllOf(document: OpenApiDocument, schema: SchemaObject, seen: readonly string[]): Merged {
  const { allOf, ...own } = schema
  if (allOf === undefined) return { name: null, schema, nullable: false }
  const parts = allOf.map(part => factsOf(document, part, seen))
  const telling = parts.filter(part => part.name !== null || !onlyAnnotates(part.schema))
  const all = [...parts.map(part => part.schema), own]
  return {
    // A single component with remarks beside it is still that component.
    name: telling.length === 1 && onlyAnnotates(own) ? (telling[0]?.name ?? null) : null,
    schema: all.reduce(mergeTwo, {}),
    nullable: telling.length > 0 && telling.every(part => part.nullable),
  }
}

function mergeTwo(left: SchemaObject, right: SchemaObject): SchemaObject {
  const merged = { ...left, ...right }
  const properties = { ...left.properties, ...right.properties }
  const required = [...new Set([...(left.required ?? []), ...(right.required ?? [])])]
  return {
    ...merged,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}

function onlyAnnotates(schema: SchemaObject): boolean {
  return Object.keys(schema).every(key => annotations.has(key))
}

function withoutNull(
  document: OpenApiDocument,
  schema: SchemaObject,
  nullableAbove: boolean,
  seen: readonly string[],
): SchemaFacts {
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const alternatives = choices.filter(choice => !isNull(choice))
  const types = typesOf(schema)
  const nullable =
    nullableAbove ||
    schema.nullable === true ||
    types.includes('null') ||
    alternatives.length < choices.length
  const own = { name: null, schema, types: types.filter(type => type !== 'null'), nullable }
  const only = alternatives[0]
  if (alternatives.length !== 1 || only === undefined) return { ...own, alternatives }
  const { anyOf: _anyOf, oneOf: _oneOf, ...beside } = schema
  const inner = factsOf(document, only, seen)
  return { ...inner, schema: mergeTwo(inner.schema, beside), nullable: nullable || inner.nullable }
}

function isNull(schema: Schema): boolean {
  return typeof schema === 'object' && (schema.type === 'null' || schema.const === null)
}

function typesOf(schema: SchemaObject): readonly string[] {
  if (typeof schema.type === 'string') return [schema.type]
  if (schema.type !== undefined) return schema.type
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) return ['object']
  if (schema.items !== undefined || schema.prefixItems !== undefined) return ['array']
  const values = schema.const === undefined ? (schema.enum ?? []) : [schema.const]
  return [...new Set(values.map(typeOfValue))]
}

function typeOfValue(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

/** The schema that the keys beside `properties` have to meet, if any may stand there and something is said of them. */
export function otherKeysOf(schema: SchemaObject): SchemaObject | null {
  const other = schema.additionalProperties
  return typeof other === 'object' ? other : null
}

export function propertiesOf(schema: SchemaObject): readonly (readonly [string, Schema])[] {
  return Object.entries(schema.properties ?? ({} as ByName<Schema>))
}
