// Resolves the path of a condition or a sort key in the model: the references that it passes, and its end.
import {
  factsOf,
  fieldIndexField,
  isOwnKey,
  ownIndexField,
  pathIndexField,
  type QueryType,
  typeOfOwnKey,
} from '../../content/model/query-model.ts'
import type { JsonPath } from '../../content/values/model.ts'
import type { Path, ReferenceStep } from '../bound-query.ts'
import { type QueryError, shown } from '../parse/query-errors.ts'
import {
  describeMissing,
  type FieldHolder,
  type PathStep,
  suggestJsonPath,
  suggestPath,
  takeStep,
} from './path-steps.ts'
import type { CollectionModel, SpaceModel } from './space-model.ts'

export const referencesPerPathMax = 2

/** The end of a path. */
export interface ResolvedPath {
  readonly path: Path
  /** Set if the path ends in the id of a referenced entry: the equivalent path to the reference itself. */
  readonly reference: Path | null
}

interface PathError extends QueryError {
  /** The collections in which the field was looked up, if none of them has it. */
  readonly missingIn?: readonly CollectionModel[]
}

type PathResult = ResolvedPath | { readonly error: PathError }

/**
 * Resolves a path. It follows up to three references: the id of a third target means the third reference itself, which the
 * path then does not pass.
 */
export function resolvePath(
  space: SpaceModel,
  collection: CollectionModel,
  text: string,
  suggests: boolean,
): PathResult {
  return resolveFrom({ space, references: [], collections: [collection], suggests }, text)
}

interface Position {
  readonly space: SpaceModel
  readonly references: readonly ReferenceStep[]
  readonly collections: readonly CollectionModel[]
  /** True if an error may have a suggestion: not while a suggestion is checked, and not if there are many errors. */
  readonly suggests: boolean
}

type FieldStep = Extract<PathStep, { kind: 'field' }>

function resolveFrom(position: Position, text: string): PathResult {
  const { collections, references } = position
  const isTarget = references.length > 0
  const step = takeStep(collections, text, isTarget)
  if (step === null) return missing(position, text)
  if (step.kind === 'own') return resolveOwnKey(position, step.key, step.rest)
  const error = checkHolders(step)
  if (error !== null) return { error }
  const { type } = step.holders[0]!.field
  if (step.rest === null) return toResult(position, step)
  const written = text.slice(0, text.length - step.rest.length)
  if (factsOf(type).hasPaths) return resolveJsonPath(position, step, written, step.rest)
  if (!factsOf(type).refers) {
    return { error: { message: `a path cannot go into ${shown(step.name)}, ${withArticle(type)} field` } }
  }
  return passReference(position, step, written, step.rest)
}

function missing(position: Position, text: string): PathResult {
  const { collections, references } = position
  const isTarget = references.length > 0
  const isValid = (path: string) => !('error' in resolveFrom({ ...position, suggests: false }, path))
  const suggestion = position.suggests ? suggestPath(collections, text, isTarget, isValid) : null
  return {
    error: {
      message: describeMissing(collections, text),
      missingIn: collections,
      ...(suggestion !== null && { didYouMean: suggestion }),
    },
  }
}

/** Checks that queries may name the field in all collections that have it, and that it has the same type in all. */
function checkHolders({ name, holders }: FieldStep): QueryError | null {
  const closed = holders.filter(({ field }) => field.query === false)
  if (closed.length > 0) {
    return { message: `${shown(name)} cannot be queried in ${listCollections(closed)}: its model says so` }
  }
  const types = Map.groupBy(holders, ({ field }) => field.type)
  if (types.size === 1) return null
  const named = [...types].map(([type, having]) => `${type} in ${listCollections(having)}`)
  return { message: `${shown(name)} has different types: ${named.join('; ')}` }
}

const listedCollectionsMax = 5

function listCollections(holders: readonly FieldHolder[]): string {
  const names = holders.slice(0, listedCollectionsMax).map(({ collection }) => collection)
  return holders.length > listedCollectionsMax ? `${names.join(', ')}, …` : names.join(', ')
}

function resolveOwnKey({ references, collections }: Position, key: string, rest: string | null): PathResult {
  if (rest !== null) return { error: { message: `a path cannot go into ${key}` } }
  const names = collections.map(({ apiName }) => apiName)
  const base = { references, collections: names, isMany: false }
  const path: Path = isOwnKey(key)
    ? { ...base, indexField: ownIndexField(key), type: typeOfOwnKey(key) }
    : { ...base, indexField: 'collection', type: 'collection' }
  const last = references.at(-1)
  const reference: Path | null =
    key === 'id' && last !== undefined
      ? {
          references: references.slice(0, -1),
          collections: last.collections,
          indexField: fieldIndexField(last.field),
          type: 'reference',
          isMany: last.isMany,
        }
      : null
  return checkLength({ path, reference })
}

function toResult({ references }: Position, { name, holders }: FieldStep): PathResult {
  const path: Path = {
    references,
    collections: holders.map(({ collection }) => collection),
    indexField: fieldIndexField(name),
    type: holders[0]!.field.type,
    isMany: holders.some(({ field }) => field.many === true),
  }
  return checkLength({ path, reference: null })
}

function checkLength(result: ResolvedPath): PathResult {
  const passed = (result.reference ?? result.path).references.length
  return passed > referencesPerPathMax ? { error: tooLong } : result
}

const tooLong: QueryError = {
  message: `passes more than ${referencesPerPathMax} references`,
  max: referencesPerPathMax,
}

/** Resolves the path behind a reference. `written` is the path up to the reference, with the dot after it. */
function passReference(
  position: Position,
  { name, holders }: FieldStep,
  written: string,
  rest: string,
): PathResult {
  const { space, references } = position
  if (references.length > referencesPerPathMax) return { error: tooLong }
  const passed: ReferenceStep = {
    collections: holders.map(({ collection }) => collection),
    field: name,
    isMany: holders.some(({ field }) => field.many === true),
  }
  const collections = space.targetsOf(holders.map(({ field }) => field))
  const result = resolveFrom({ ...position, references: [...references, passed], collections }, rest)
  if (!('error' in result) || result.error.didYouMean === undefined) return result
  return { error: { ...result.error, didYouMean: written + result.error.didYouMean } }
}

/** Resolves a path inside a `json` field. `written` is the path up to the field, with the dot after it. */
function resolveJsonPath(position: Position, step: FieldStep, written: string, rest: string): PathResult {
  const { references, suggests } = position
  const { name, holders } = step
  const declared = holders.flatMap(holder =>
    (holder.field.paths ?? [])
      .filter(({ path }) => path === rest)
      .map(path => ({ holder, path, isMany: path.many === true || holder.field.many === true })),
  )
  const first = declared[0]
  if (first === undefined) {
    const isValid = (path: string) =>
      !('error' in resolveJsonPath({ ...position, suggests: false }, step, written, path))
    const near = suggests ? suggestJsonPath(holders, rest, isValid) : null
    const message = describeUndeclared(name, rest, holders)
    return { error: { message, ...(near !== null && { didYouMean: written + near }) } }
  }
  const types = Map.groupBy(declared, ({ path }) => path.type)
  if (types.size > 1) {
    const named = [...types].map(([type, of]) => `${type} in ${listCollections(of.map(one => one.holder))}`)
    return { error: { message: `${shown(`${name}.${rest}`)} has different types: ${named.join('; ')}` } }
  }
  const path: Path = {
    references,
    collections: declared.map(({ holder }) => holder.collection),
    indexField: pathIndexField(name, first.path),
    type: first.path.type,
    isMany: declared.some(({ isMany }) => isMany),
  }
  return checkLength({ path, reference: null })
}

function describeUndeclared(name: string, rest: string, holders: readonly FieldHolder[]): string {
  const paths = new Set(holders.flatMap(({ field }) => (field.paths ?? []).map(({ path }: JsonPath) => path)))
  const message = `the model declares no path "${shown(rest)}" in ${name}`
  return paths.size === 0 ? message : `${message}, only ${[...paths].slice(0, 10).join(', ')}`
}

export function withArticle(type: QueryType): string {
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`
}
