// Finds what JSON.parse would silently change in a source text, per field: rounded numbers and duplicate keys. The
// caller, which knows the model, decides what that means for the import.
import { isInexactInteger, isRounded, type JsonPath, visitJson } from '../../base/json.ts'
import { typeOf } from '../../content/fields/registry.ts'
import type { Field } from '../../content/values/model.ts'
import type { Loss } from './losses.ts'

/** One kind of oddity at one path, with its first example. */
export interface Oddity {
  readonly kind: 'rounded_number' | 'inexact_integer' | 'repeated_key'
  /** The path down to the field, or to the full depth if the text is not inside a field. */
  readonly path: JsonPath
  /** The number as written, or the duplicate key. */
  readonly first: string
  readonly count: number
}

/**
 * Finds oddities. `depthOf` returns how many path segments lead to a field; anything deeper is reported under the field.
 */
export function findOddities(json: string, depthOf: (path: JsonPath) => number): readonly Oddity[] {
  const found = new Map<string, Oddity>()
  const add = (kind: Oddity['kind'], path: JsonPath, first: string) => {
    const key = JSON.stringify([kind, path])
    const known = found.get(key)
    found.set(key, known ? { ...known, count: known.count + 1 } : { kind, path, first, count: 1 })
  }
  visitJson(json, {
    onRepeatedKey(key, pathOf) {
      const path = pathOf()
      const location = path.slice(0, depthOf(path))
      // Numbers inside a value that a later duplicate replaces are irrelevant.
      if (location.length === path.length) removeInside(found, path)
      add('repeated_key', location, key)
    },
    onLongNumber(literal, pathOf) {
      const rounded = isRounded(literal)
      const inexact = isInexactInteger(literal)
      if (!rounded && !inexact) return
      const path = pathOf()
      const location = path.slice(0, depthOf(path))
      if (rounded) add('rounded_number', location, literal)
      if (inexact) add('inexact_integer', location, literal)
    },
  })
  return [...found.values()]
}

function removeInside(found: Map<string, Oddity>, path: JsonPath): void {
  for (const [key, { kind, path: at }] of found) {
    if (kind !== 'repeated_key' && path.every((part, depth) => at[depth] === part)) found.delete(key)
  }
}

/** Returns the consequence for a value of the field: an error, a warning, or null. */
export function classifyOddity(
  { kind, first, count }: Oddity,
  field: Pick<Field, 'apiName' | 'type'> | null,
): { readonly error: string } | Pick<Loss, 'kind' | 'what' | 'count'> | null {
  const shown = toShown(first)
  if (kind === 'repeated_key') {
    const what =
      count === 1
        ? `The key "${shown}" is given twice in one object: its last value was imported.`
        : `Keys are given twice in one object (${count} times, the first is "${shown}"): their last values were imported.`
    return { kind: 'duplicate_key', what, count }
  }
  const isInteger = field !== null && typeOf(field).isExact === true
  if (kind === 'inexact_integer') {
    const error = `The field "${field?.apiName}" must be an integer that a double holds exactly, and ${shown} is not.`
    return isInteger ? { error } : null
  }
  if (isInteger) return null
  const what =
    count === 1
      ? `A double cannot hold the number ${shown}: it became ${Number(first)}.`
      : `A double cannot hold ${count} numbers: they were rounded. The first, ${shown}, became ${Number(first)}.`
  return { kind: 'number_rounded', what, count }
}

/** Checks whether a warning is about the text of a record, independent of the space. */
export function isOfText({ kind }: Loss): boolean {
  return kind === 'duplicate_key' || kind === 'number_rounded'
}

const shownMax = 60

/** Returns the oddity as shown in a report. */
function toShown(text: string): string {
  const clean = text.replace(/\p{Cc}/gu, '\uFFFD').toWellFormed()
  return clean.length > shownMax ? `${clean.slice(0, shownMax).toWellFormed()}…` : clean
}
