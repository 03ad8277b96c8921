// Replaces values in the stored text of an entry without parsing the other lines. Keys name the values: a field, or for a value
// inside of blocks the field and a JSON Pointer, as in `written` (stored-data.ts).
import { partsOfPointer } from '../../base/json.ts'
import type { Json, Values } from './model.ts'

/** Replaces values on the lines of these fields. */
export function withValues(
  data: string,
  values: Values,
  toText: (value: Json, line: number) => string = value => JSON.stringify(value),
): string {
  const changes = Map.groupBy(Object.entries(values), ([key]) => splitKey(key).name)
  const lines = data.slice(1, -1).split(',\n')
  const replaced = lines.map((line, index) => {
    const end = line.indexOf('"', 1)
    const name = line.slice(1, end)
    const changed = changes.get(name)
    if (changed === undefined) return line
    const isWhole = changed.length === 1 && changed[0]![0] === name
    let value = isWhole ? changed[0]![1] : (JSON.parse(line.slice(end + 2)) as Json)
    if (!isWhole) for (const [key, part] of changed) value = setAt(value, splitKey(key).parts, part)
    return `"${name}":${toText(value, index)}`
  })
  return `{${replaced.join(',\n')}}`
}

/** Splits a key of `written`. Names of fields contain no slash. */
function splitKey(key: string): { readonly name: string; readonly parts: readonly string[] } {
  const at = key.indexOf('/')
  return at < 0 ? { name: key, parts: [] } : { name: key.slice(0, at), parts: partsOfPointer(key.slice(at)) }
}

/** Returns a copy of the value with another value at a place that exists. */
function setAt(value: Json, [part, ...rest]: readonly string[], inner: Json): Json {
  if (part === undefined) return inner
  if (Array.isArray(value)) {
    const items = value as readonly Json[]
    return items.with(Number(part), setAt(items[Number(part)]!, rest, inner))
  }
  const object = value as Values
  return { ...object, [part]: setAt(object[part]!, rest, inner) }
}

/** Returns the value for a key of `written`; undefined if there is none. */
export function valueAt(values: Values, key: string): Json | undefined {
  const { name, parts } = splitKey(key)
  let value: Json | undefined = Object.hasOwn(values, name) ? values[name] : undefined
  for (const part of parts) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Values)[part]
  }
  return value
}
