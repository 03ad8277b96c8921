// Takes one step of a path: the longest name that matches an own key or a field of the collections, or of the components, that
// the path has reached. Names may contain dots, and there is no backtracking.
import { nearestName } from '../../base/nearest-name.ts'
import { componentName, fieldPrefix, ownKeys } from '../../content/model/query-model.ts'
import { isComponent } from '../../content/model/stored-models.ts'
import type { Field } from '../../content/values/model.ts'
import { shown } from '../parse/query-errors.ts'
import type { NamedFields } from './space-model.ts'

/** A field, and the name of a collection or component that has it. */
export interface FieldHolder {
  readonly model: string
  readonly field: Field
}

/** Where a step is taken: in the collection of the list, in the target of a reference, or in a block. */
export type StepPlace = 'list' | 'target' | 'block'

export type PathStep =
  | { readonly kind: 'own'; readonly key: string; readonly rest: string | null }
  | {
      readonly kind: 'field'
      readonly name: string
      readonly holders: readonly FieldHolder[]
      /** The rest of the path after the dot; null at its end. */
      readonly rest: string | null
    }

const keysAt: Readonly<Record<StepPlace, readonly string[]>> = {
  list: ownKeys,
  target: [...ownKeys, 'collection'],
  block: [componentName],
}
/** The maximum length of a name: 64 characters after `data.`. */
const headLengthMax = 64 + fieldPrefix.length

/** Returns null if no name matches. */
export function takeStep(models: readonly NamedFields[], path: string, place: StepPlace): PathStep | null {
  const own = keysAt[place]
  for (const [head, rest] of headsOf(path)) {
    if (own.includes(head)) return { kind: 'own', key: head, rest }
    const isEscaped = head.startsWith(fieldPrefix)
    for (const name of isEscaped ? [head.slice(fieldPrefix.length), head] : [head]) {
      const holders = holdersOf(models, name)
      if (holders.length > 0) return { kind: 'field', name, holders, rest }
    }
  }
  return null
}

/** Yields the beginnings of a path that end before a dot or at its end, the longest first. */
function* headsOf(path: string): Generator<readonly [head: string, rest: string | null]> {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    if (end > headLengthMax) continue
    yield [path.slice(0, end), end === path.length ? null : path.slice(end + 1)]
  }
}

function holdersOf(models: readonly NamedFields[], name: string): FieldHolder[] {
  return models.flatMap(model => {
    const field = model.fields.get(name)
    return field ? [{ model: model.apiName, field }] : []
  })
}

/**
 * The limits of suggestions: unknown names per request that get one, names to compare with, and beginnings of a path to
 * replace.
 */
export const suggestionsMax = 10
const suggestedNamesMax = 2000
const suggestedHeadsMax = 3

/**
 * Returns the path with its first name replaced by a similar one, if that path is valid; null if there is none. A
 * suggestion replaces one name, never two.
 */
export function suggestPath(
  models: readonly NamedFields[],
  path: string,
  place: StepPlace,
  isValid: (path: string) => boolean,
): string | null {
  for (const [head, rest] of [...headsOf(path)].slice(-suggestedHeadsMax)) {
    const hasPrefix = head.startsWith(fieldPrefix)
    const near = nearestName(hasPrefix ? head.slice(fieldPrefix.length) : head, namesOf(models, place))
    if (near === null) continue
    const fixed = hasPrefix ? fieldPrefix + near : near
    const whole = rest === null ? fixed : `${fixed}.${rest}`
    if (isValid(whole)) return whole
  }
  return null
}

function* namesOf(models: readonly NamedFields[], place: StepPlace): Generator<string> {
  yield* keysAt[place]
  let left = suggestedNamesMax
  for (const { model } of models) {
    for (const { apiName } of model.fields) {
      if (left-- === 0) return
      yield apiName
    }
  }
}

/** Returns the declared path that is similar to the rest behind a `json` field, if it is valid; null if there is none. */
export function suggestJsonPath(
  holders: readonly FieldHolder[],
  rest: string,
  isValid: (path: string) => boolean,
): string | null {
  const near = nearestName(rest, declaredPaths(holders))
  return near !== null && isValid(near) ? near : null
}

function* declaredPaths(holders: readonly FieldHolder[]): Generator<string> {
  let left = suggestedNamesMax
  for (const { field } of holders) {
    for (const { path } of field.paths ?? []) {
      if (left-- === 0) return
      yield path
    }
  }
}

/** Returns the message that no model has the field. `name` is null if the message already contains it. */
export function describeMissing(models: readonly NamedFields[], name: string | null): string {
  const names = models.map(({ apiName }) => apiName)
  const [quoted, such] =
    name === null ? ['such field', 'such a field'] : Array(2).fill(`field "${shown(name)}"`)
  if (names.length === 1) return `${names[0]} has no ${quoted}`
  const kind = models.some(({ model }) => isComponent(model)) ? 'components' : 'collections'
  const all = names.length <= 3 ? names.join(', ') : `${names.length} ${kind}`
  return name === null ? `none of ${all} has ${such}` : `none of ${all} has a ${such}`
}
