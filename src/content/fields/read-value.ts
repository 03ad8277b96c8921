// Reads the value of a field: a single value, or a list of them.
import type { Field, Json } from '../values/model.ts'
import type { FieldTypeDefinition, StoredValue, ValueReader } from './field-type.ts'

/** Returns the value in its stored form; undefined only if an error was reported. */
export function readValue(
  type: FieldTypeDefinition,
  field: Field,
  value: Json,
  pointer: string,
  reader: ValueReader,
): StoredValue {
  if (reader.isOverlay && type.readInside) {
    const inside = type.readInside(value, field, pointer, reader)
    if (inside !== null) return inside
  }
  if (!field.many) return readOne(type, field, value, pointer, reader)
  if (!Array.isArray(value)) {
    reader.fail(pointer, 'has many values and must be a list')
    return undefined
  }
  const items = value as readonly Json[]
  const error = type.findListError?.(items) ?? null
  if (error !== null) {
    reader.fail(pointer, error)
    return undefined
  }
  const read = items.map((item, index) => {
    const at = `${pointer}/${index}`
    if (item !== null || type.mayBeNull) return readOne(type, field, item, at, reader) ?? null
    reader.fail(at, `must be ${type.expectation(field)}, not null`)
    return null
  })
  return type.finishList?.(read, pointer, reader) ?? read
}

function readOne(
  type: FieldTypeDefinition,
  field: Field,
  value: Json,
  pointer: string,
  reader: ValueReader,
): StoredValue {
  const before = reader.errors
  const stored = type.read(value, field, pointer, reader)
  if (stored === undefined && reader.errors === before)
    reader.fail(pointer, `must be ${type.expectation(field)}`)
  return stored
}
