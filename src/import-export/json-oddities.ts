// What JSON.parse would change in a text of a source without a word, gathered for each field: rounded numbers and keys
// given twice. What it means for an import is decided by who knows the model.
import { isInexactInteger, isRounded, type JsonPath, visitJson } from '../base/json-text.ts'
import type { Field } from '../content/model.ts'
import type { Loss } from './losses.ts'

/** One kind of it in one place, with the first example. */
export interface Oddity {
  readonly kind: 'rounded_number' | 'inexact_integer' | 'repeated_key'
  /** Down to the field, or to where the text is not about a field. */
  readonly path: JsonPath
  /** The number as it is written, or the key. */
  readonly first: string
  readonly count: number
}

/** `depthOf` says how many parts of a path lead to a field; what stands deeper is told together. */
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
      const place = path.slice(0, depthOf(path))
      // Numbers of the value that gives way are in nobody's way.
      if (place.length === path.length) forget(found, path)
      add('repeated_key', place, key)
    },
    onLongNumber(literal, pathOf) {
      const rounded = isRounded(literal)
      const inexact = isInexactInteger(literal)
      if (!rounded && !inexact) return
      const path = pathOf()
      const place = path.slice(0, depthOf(path))
      if (rounded) add('rounded_number', place, literal)
      if (inexact) add('inexact_integer', place, literal)
    },
  })
  return [...found.values()]
}

function forget(found: Map<string, Oddity>, path: JsonPath): void {
  for (const [key, { kind, path: at }] of found) {
    if (kind !== 'repeated_key' && path.every((part, depth) => at[depth] === part)) found.delete(key)
  }
}

/** What it means for a value of the field: a fault, a loss, or nothing. */
export function judgeOddity(
  { kind, first, count }: Oddity,
  field: Pick<Field, 'apiName' | 'type'> | null,
): { readonly fault: string } | Pick<Loss, 'kind' | 'what'> | null {
  const shown = toShown(first)
  if (kind === 'repeated_key') {
    const what =
      count === 1
        ? `The key "${shown}" is given twice in one object: its last value was imported.`
        : `Keys are given twice in one object (${count} times, the first is "${shown}"): their last values were imported.`
    return { kind: 'duplicate_key', what }
  }
  const isInteger = field?.type === 'integer'
  if (kind === 'inexact_integer') {
    const fault = `The field "${field?.apiName}" must be an integer that a double holds exactly, and ${shown} is not.`
    return isInteger ? { fault } : null
  }
  if (isInteger) return null
  const what =
    count === 1
      ? `A double cannot hold the number ${shown}: it became ${Number(first)}.`
      : `A double cannot hold ${count} numbers: they were rounded. The first, ${shown}, became ${Number(first)}.`
  return { kind: 'number_rounded', what }
}

const shownMax = 60

/** As a report shows it. */
function toShown(text: string): string {
  const clean = text.replace(/\p{Cc}/gu, '\uFFFD').toWellFormed()
  return clean.length > shownMax ? `${clean.slice(0, shownMax).toWellFormed()}…` : clean
}
