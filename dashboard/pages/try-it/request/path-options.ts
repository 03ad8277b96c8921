// Suggests the paths that conditions of a collection can use, from the models of the space. Other paths can be sent too,
// because the server validates them.

import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { operators } from '../../../../src/content/fields/query-facts.ts'
import {
  allowedOperators,
  describeQuery,
  ownKeys,
  type QueryType,
  typeOfOwnKey,
} from '../../../../src/content/model/query-model.ts'
import type { Collection, Field } from '../../../../src/content/values/model.ts'
import { queryValuesOf } from './query-values.ts'

export interface PathOption {
  readonly path: string
  readonly type: QueryType
  readonly operators: readonly string[]
}

/** A reference that a path can follow. */
interface Passage {
  readonly path: string
  readonly isMany: boolean
  readonly to: readonly string[] | undefined
}

interface Level {
  readonly options: readonly PathOption[]
  readonly passages: readonly Passage[]
}

type Models = readonly QueryModel[]

const referencesMax = 2
/** The maximum number of suggestions, and of paths that are searched for them. */
const shownMax = 200
const scannedMax = 5000

/** Returns the paths of a collection that contain the text. Paths through references come last. */
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

/** Returns the option of the path; null if the path is unknown. */
export function findPath(models: Models, collection: string, path: string): PathOption | null {
  for (const level of levelsOf(models, collection, path)) {
    const found = level.options.find(option => option.path === path)
    if (found) return found
  }
  return null
}

/**
 * Returns the operators of the option, or all operators if the path is unknown. The chosen operator is always included.
 */
export function listOperators(option: PathOption | null, chosen: string): readonly string[] {
  const allowed: readonly string[] = option?.operators ?? operators
  return allowed.includes(chosen) ? allowed : [...allowed, chosen]
}

/** Yields the options of all levels that the text has reached, and of those behind one more reference. */
function* walk(models: Models, collection: string, text: string): Generator<PathOption> {
  const reached = [...levelsOf(models, collection, text)]
  for (const { options } of reached) yield* options
  if (reached.length > referencesMax) return
  for (const passage of reached.at(-1)?.passages ?? []) yield* levelBehind(models, passage).options
}

/** Yields the collection itself, then the targets of each reference at the beginning of the text. */
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

/** The common properties of a name in the collections of a level. */
interface NamedPart {
  readonly type: QueryType
  readonly isMany: boolean
  readonly operators: readonly string[]
  readonly to: readonly string[] | undefined
}

/** Returns the options behind a reference. An empty path stands for the collection itself. */
function levelBehind(models: Models, { path, isMany, to }: Passage): Level {
  const parts = new Map<string, NamedPart | null>()
  for (const key of ownKeys) parts.set(key, toOwnPart(typeOfOwnKey(key)))
  if (path !== '') parts.set('collection', toOwnPart('collection'))
  const own = new Set(parts.keys())
  for (const { fields } of models.filter(({ apiName }) => to?.includes(apiName) ?? true)) {
    for (const [name, part] of fields.flatMap(partsOf)) {
      if (!own.has(name)) parts.set(name, parts.has(name) ? merge(parts.get(name)!, part) : part)
    }
  }
  const known = [...parts].flatMap(([name, part]) =>
    part === null ? [] : [{ ...part, path: path === '' ? name : `${path}.${name}` }],
  )
  return {
    options: known.map(part => ({
      path: part.path,
      type: part.type,
      operators: isMany ? allowedOperators(part.type, true) : part.operators,
    })),
    passages: known
      .filter(({ type }) => queryValuesOf(type).isFollowed)
      .map(part => ({ path: part.path, isMany: isMany || part.isMany, to: part.to })),
  }
}

function toOwnPart(type: QueryType): NamedPart {
  return { type, isMany: false, operators: allowedOperators(type, false), to: undefined }
}

/** Returns a field and the queryable paths inside it; null for a field that queries cannot use. */
function partsOf({ apiName, type, many = false, to, query }: QueryField): [string, NamedPart | null][] {
  if (query === null) return [[apiName, null]]
  return [
    [query.name, { type, isMany: many, operators: query.filter, to }],
    ...query.paths.map(({ path, type: inside, filter }): [string, NamedPart] => [
      path,
      { type: inside, isMany: filter.includes('all'), operators: filter, to: undefined },
    ]),
  ]
}

/**
 * Merges the same name of two collections. Returns null if the types differ or one is not queryable, so that the path is
 * not offered.
 */
function merge(one: NamedPart | null, other: NamedPart | null): NamedPart | null {
  if (one === null || other === null || one.type !== other.type) return null
  const isMany = one.isMany || other.isMany
  const to = one.to && other.to && [...new Set([...one.to, ...other.to])]
  return { type: one.type, isMany, operators: isMany ? allowedOperators(one.type, true) : one.operators, to }
}

export interface QueryField extends Pick<Field, 'apiName' | 'name' | 'type' | 'many' | 'to'> {
  /** Null if queries cannot use the field. */
  readonly query: ReturnType<typeof describeQuery>
}

export interface QueryModel {
  readonly apiName: string
  readonly name: string
  readonly singleton?: boolean | undefined
  readonly fields: readonly QueryField[]
}

/**
 * Reduces collections to the properties that the form needs: their fields, and the queries that each field supports.
 */
export function toQueryModel(
  view: Pick<CollectionModelView, 'apiName' | 'name' | 'singleton' | 'fields'>,
): QueryModel {
  const collection = view as Collection
  const { apiName, name, singleton, fields } = collection
  return {
    apiName,
    name,
    ...(singleton && { singleton }),
    fields: fields.map(field => ({ ...field, query: describeQuery(collection, field) })),
  }
}
