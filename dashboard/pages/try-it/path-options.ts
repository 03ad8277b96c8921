// What conditions, sort and fields can name in a collection: suggestions for the form, from the models of the space. The
// server decides; a path that is not found here can be sent all the same. No React here.
import type { CollectionView } from '../../../src/authoring/entries.schema.ts'
import {
  allowedOperators,
  isSortable,
  operators,
  operatorsOf,
  ownKeys,
  type QueryType,
  typeOfOwnKey,
} from '../../../src/content/query-model.ts'

export interface PathOption {
  readonly path: string
  readonly type: QueryType
  readonly operators: readonly string[]
}

/** A reference that a path can pass. */
interface Passage {
  readonly path: string
  readonly isMany: boolean
  readonly to: readonly string[] | undefined
}

interface Level {
  readonly options: readonly PathOption[]
  readonly passages: readonly Passage[]
}

type Models = readonly CollectionView[]

const referencesMax = 2
/** Suggestions that a list can have, and paths that are looked through for them. */
const shownMax = 200
const scannedMax = 5000

/** The paths of a collection that contain the text, those through references after those without. */
export function listPaths(models: Models, collection: string, text: string): readonly PathOption[] {
  const wanted = text.toLowerCase()
  const found: PathOption[] = []
  let scanned = 0
  for (const option of walk(models, collection, text)) {
    if (++scanned > scannedMax || found.length === shownMax) break
    if (option.path.toLowerCase().includes(wanted)) found.push(option)
  }
  return found
}

/** The option that the path is; null if it is none that is known. */
export function findPath(models: Models, collection: string, path: string): PathOption | null {
  for (const level of levelsOf(models, collection, path)) {
    const found = level.options.find(option => option.path === path)
    if (found) return found
  }
  return null
}

/** All operators where the path is unknown, and always the one that is chosen. */
export function listOperators(option: PathOption | null, chosen: string): readonly string[] {
  const allowed: readonly string[] = option?.operators ?? operators
  return allowed.includes(chosen) ? allowed : [...allowed, chosen]
}

/** Keys of `sort`, ascending and descending. */
export function listSortKeys(models: Models, collection: string): readonly string[] {
  const fields = models.find(({ apiName }) => apiName === collection)?.fields ?? []
  const own = ownKeys.filter(key => isSortable(typeOfOwnKey(key), false))
  const names = [...own, ...fields.flatMap(({ query }) => (query?.sort ? [query.name] : []))]
  return names.flatMap(name => [name, `-${name}`])
}

/** Names for `fields`: those of the collection, and all of what its references lead to. */
export function listFieldNames(models: Models, collection: string): readonly string[] {
  const fields = models.find(({ apiName }) => apiName === collection)?.fields ?? []
  const named = fields.map(({ apiName, type, query }) => ({ type, name: query?.name ?? apiName }))
  const references = named.filter(({ type }) => type === 'reference')
  return [...named.map(({ name }) => name), ...references.map(({ name }) => `${name}.*`)]
}

/** The levels that the text has reached, and what can be reached from the last one by another reference. */
function* walk(models: Models, collection: string, text: string): Generator<PathOption> {
  const reached = [...levelsOf(models, collection, text)]
  for (const { options } of reached) yield* options
  if (reached.length > referencesMax) return
  for (const passage of reached.at(-1)?.passages ?? []) yield* levelBehind(models, passage).options
}

/** The collection itself, then what each reference at the beginning of the text leads to. */
function* levelsOf(models: Models, collection: string, text: string): Generator<Level> {
  let level = levelBehind(models, { path: '', isMany: false, to: [collection] })
  yield level
  for (let passed = 0; passed < referencesMax; passed++) {
    const fitting = level.passages.filter(({ path }) => text.startsWith(`${path}.`))
    const longest = fitting.sort((a, b) => b.path.length - a.path.length)[0]
    if (longest === undefined) return
    level = levelBehind(models, longest)
    yield level
  }
}

/** With an empty path, the collection itself. Of fields of the same name in several targets, the first counts. */
function levelBehind(models: Models, { path, isMany, to }: Passage): Level {
  const prefix = path === '' ? '' : `${path}.`
  const options = new Map<string, PathOption>()
  const passages: Passage[] = []
  const add = (name: string, type: QueryType, ofOne: readonly string[]) => {
    if (options.has(name)) return
    options.set(name, { path: prefix + name, type, operators: isMany ? allowedOperators(type, true) : ofOne })
  }
  for (const key of ownKeys) add(key, typeOfOwnKey(key), operatorsOf[typeOfOwnKey(key)])
  if (path !== '') add('collection', 'collection', operatorsOf.collection)
  for (const { fields } of models.filter(({ apiName }) => to?.includes(apiName) ?? true)) {
    for (const { type, many = false, to: targets, query } of fields) {
      if (query === null) continue
      add(query.name, type, query.filter)
      for (const inside of query.paths) add(inside.path, inside.type, inside.filter)
      if (type === 'reference')
        passages.push({ path: prefix + query.name, isMany: isMany || many, to: targets })
    }
  }
  return { options: [...options.values()], passages }
}
