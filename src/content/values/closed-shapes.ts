// Validators for JSON with a closed set of keys. Each reads a value, and has an equivalent JSON Schema.
import { toPointer } from '../../base/json.ts'
import { isJsonObject, type Json } from './model.ts'
import { cutAt } from './query-text.ts'

export type JsonSchema = { readonly [key: string]: unknown }

/** Receives the errors of a shape. A message continues a sentence that begins with the value. */
interface ShapeReader {
  onError(pointer: string, message: string): void
}

export interface Shape {
  /** Returns the value in its normal form; undefined if an error was reported. */
  readonly read: (value: Json, pointer: string, reader: ShapeReader) => Json | undefined
  readonly schema: JsonSchema
}

export interface Member {
  readonly shape: Shape
  readonly isRequired?: true
  /** The value that replaces an absent key. */
  readonly absent?: Json
}

function shapeOf(schema: JsonSchema, message: string, isGood: (value: Json) => boolean): Shape {
  return {
    schema,
    read(value, pointer, reader) {
      if (isGood(value)) return value
      reader.onError(pointer, message)
      return undefined
    },
  }
}

export const text: Shape = shapeOf({ type: 'string' }, 'must be a string', value => typeof value === 'string')

export function textUpTo(lengthMax: number): Shape {
  const isGood = (value: Json) =>
    typeof value === 'string' && value !== '' && cutAt(value, lengthMax) === value
  return shapeOf(
    { type: 'string', minLength: 1, maxLength: lengthMax },
    `must be a string of 1 to ${lengthMax} characters`,
    isGood,
  )
}

export function integerIn(min: number, max: number): Shape {
  return shapeOf(
    { type: 'integer', minimum: min, maximum: max },
    `must be an integer from ${min} to ${max}`,
    value => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
  )
}

export const trueOrFalse: Shape = shapeOf(
  { type: 'boolean' },
  'must be true or false',
  value => typeof value === 'boolean',
)

export function oneOf(values: readonly string[]): Shape {
  return shapeOf({ enum: values }, `must be one of ${values.join(', ')}`, value =>
    values.includes(value as string),
  )
}

export function listOf(item: Shape, itemsMax?: number, itemsMin = 0): Shape {
  return {
    schema: {
      type: 'array',
      items: item.schema,
      ...(itemsMin > 0 && { minItems: itemsMin }),
      ...(itemsMax !== undefined && { maxItems: itemsMax }),
    },
    read(value, pointer, reader) {
      if (!Array.isArray(value)) return fail(reader, pointer, 'must be a list')
      if (value.length < itemsMin) return fail(reader, pointer, `must have at least ${itemsMin} item`)
      if (itemsMax !== undefined && value.length > itemsMax) {
        return fail(reader, pointer, `has ${value.length} items; ${itemsMax} is the maximum`)
      }
      const items = (value as readonly Json[]).map((one, index) =>
        item.read(one, `${pointer}/${index}`, reader),
      )
      return items.some(one => one === undefined) ? undefined : (items as Json[])
    },
  }
}

/** An object with no other keys than these. The result has them in this order. */
export function objectOf(members: { readonly [key: string]: Member }, rest: JsonSchema = {}): Shape {
  const names = Object.keys(members)
  const places = names.map(name => toPointer(name))
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(names.map(name => [name, members[name]!.shape.schema])),
      required: names.filter(name => members[name]!.isRequired),
      additionalProperties: false,
      ...rest,
    },
    read(value, pointer, reader) {
      if (!isJsonObject(value)) return fail(reader, pointer, 'must be an object')
      let isGood = true
      for (const name of Object.keys(value)) {
        if (Object.hasOwn(members, name)) continue
        isGood = false
        reader.onError(pointer + toPointer(name), 'is unknown')
      }
      const read: Record<string, Json> = {}
      for (const [index, name] of names.entries()) {
        const { shape, isRequired, absent } = members[name]!
        const place = pointer + places[index]
        if (!Object.hasOwn(value, name)) {
          if (isRequired) reader.onError(place, 'is missing')
          if (isRequired) isGood = false
          if (absent !== undefined) read[name] = absent
          continue
        }
        const one = shape.read(value[name]!, place, reader)
        if (one === undefined) isGood = false
        else read[name] = one
      }
      return isGood ? read : undefined
    },
  }
}

/** A union of objects that are distinguished by their `_type`. */
export function byType(shapes: { readonly [type: string]: Shape }): Shape {
  const types = Object.keys(shapes)
  return {
    schema: { anyOf: types.map(type => shapes[type]!.schema) },
    read(value, pointer, reader) {
      if (!isJsonObject(value)) return fail(reader, pointer, 'must be an object')
      const type = Object.hasOwn(value, '_type') ? value._type : undefined
      if (typeof type === 'string' && Object.hasOwn(shapes, type)) {
        return shapes[type]!.read(value, pointer, reader)
      }
      const message = `must be ${types.length === 1 ? types[0] : `one of ${types.join(', ')}`}`
      return fail(reader, `${pointer}/_type`, message)
    },
  }
}

/** The shape of a constant, such as the `_type` of an object. */
export function constant(value: string): Shape {
  return shapeOf({ const: value }, `must be ${value}`, given => given === value)
}

/** Adds a check that JSON Schema cannot express. */
export function refine(
  shape: Shape,
  check: (value: Json, pointer: string, reader: ShapeReader) => boolean,
): Shape {
  return {
    schema: shape.schema,
    read(value, pointer, reader) {
      const read = shape.read(value, pointer, reader)
      return read === undefined || !check(read, pointer, reader) ? undefined : read
    },
  }
}

function fail(reader: ShapeReader, pointer: string, message: string): undefined {
  reader.onError(pointer, message)
  return undefined
}
