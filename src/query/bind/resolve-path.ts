// Resolves the path of a condition or a sort key in the model: the references that it passes, and its end. A path also goes into
// the blocks of a field, which adds the names in them to the index field.
import {
  blockIndexField,
  factsOf,
  fieldIndexField,
  isOwnKey,
  ownIndexField,
  pathIndexField,
  type QueryType,
  typeOfOwnKey,
} from '../../content/model/query-model.ts'
import { blockLevelsMax, type JsonPath } from '../../content/values/model.ts'
import type { Path, ReferenceStep } from '../bound-query.ts'
import { type QueryError, shown } from '../parse/query-errors.ts'
import {
  describeMissing,
  type FieldHolder,
  type PathStep,
  type StepPlace,
  suggestJsonPath,
  suggestPath,
  takeStep,
} from './path-steps.ts'
import type { CollectionModel, NamedFields, SpaceModel } from './space-model.ts'

export const referencesPerPathMax = 2

/** The end of a path. */
export interface ResolvedPath {
  readonly path: Path
  /** Set if the path ends in the id of a referenced entry: the equivalent path to the reference itself. */
  readonly reference: Path | null
}

interface PathError extends QueryError {
  /** The collections or components in which the field was looked up, if none of them has it. */
  readonly missingIn?: readonly NamedFields[]
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
  return resolveFrom({ space, references: [], models: [collection], blocks: null, suggests }, text)
}

interface Position {
  readonly space: SpaceModel
  readonly references: readonly ReferenceStep[]
  /** The collections, or in blocks the components, in which the next name is looked up. */
  readonly models: readonly NamedFields[]
  /** The blocks that the path is in; null outside of blocks. */
  readonly blocks: BlockPosition | null
  /** True if an error may have a suggestion: not while a suggestion is checked, and not if there are many errors. */
  readonly suggests: boolean
}

interface BlockPosition {
  /** The collections whose field holds the blocks. */
  readonly collections: readonly string[]
  /** The index field of the blocks. */
  readonly indexField: string
  readonly isMany: boolean
  /** The number of components that the path is in. */
  readonly level: number
}

type FieldStep = Extract<PathStep, { kind: 'field' }>

function placeOf({ references, blocks }: Position): StepPlace {
  if (blocks !== null) return 'block'
  return references.length > 0 ? 'target' : 'list'
}

function resolveFrom(position: Position, text: string): PathResult {
  const step = takeStep(position.models, text, placeOf(position))
  if (step === null) return missing(position, text)
  if (step.kind === 'own') return resolveOwnKey(position, step.key, step.rest)
  const error = checkHolders(step)
  if (error !== null) return { error }
  const { type } = step.holders[0]!.field
  if (step.rest === null) return toResult(position, step)
  const written = text.slice(0, text.length - step.rest.length)
  if (factsOf(type).hasPaths) return resolveJsonPath(position, step, written, step.rest)
  if (factsOf(type).hasBlocks) return enterBlocks(position, step, written, step.rest)
  if (!factsOf(type).refers) {
    return { error: { message: `a path cannot go into ${shown(step.name)}, ${withArticle(type)} field` } }
  }
  return passReference(position, step, written, step.rest)
}

function missing(position: Position, text: string): PathResult {
  const { models } = position
  const isValid = (path: string) => !('error' in resolveFrom({ ...position, suggests: false }, path))
  const suggestion = position.suggests ? suggestPath(models, text, placeOf(position), isValid) : null
  return {
    error: {
      message: describeMissing(models, text),
      missingIn: models,
      ...(suggestion !== null && { didYouMean: suggestion }),
    },
  }
}

/** Checks that queries may name the field in all models that have it, and that it has the same type in all. */
function checkHolders({ name, holders }: FieldStep): QueryError | null {
  const closed = holders.filter(({ field }) => field.query === false)
  if (closed.length > 0) {
    return { message: `${shown(name)} cannot be queried in ${listModels(closed)}: its model says so` }
  }
  const types = Map.groupBy(holders, ({ field }) => field.type)
  if (types.size === 1) return null
  const named = [...types].map(([type, having]) => `${type} in ${listModels(having)}`)
  return { message: `${shown(name)} has different types: ${named.join('; ')}` }
}

const listedMax = 5

function listModels(holders: readonly FieldHolder[]): string {
  const names = holders.slice(0, listedMax).map(({ model }) => model)
  return holders.length > listedMax ? `${names.join(', ')}, …` : names.join(', ')
}

function resolveOwnKey(
  { references, models, blocks }: Position,
  key: string,
  rest: string | null,
): PathResult {
  if (rest !== null) return { error: { message: `a path cannot go into ${key}` } }
  if (blocks !== null) {
    const { collections, isMany } = blocks
    const indexField = blockIndexField(blocks.indexField, key)
    const path: Path = { references, collections, indexField, type: 'componentName', isMany }
    return checkLength({ path, reference: null })
  }
  const names = models.map(({ apiName }) => apiName)
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

/** Returns what a step into a field adds to a path, whether entries or blocks have the field. */
function enterField({ blocks }: Position, { name, holders }: FieldStep) {
  const isMany = holders.some(({ field }) => field.many === true)
  return blocks === null
    ? { collections: holders.map(({ model }) => model), indexField: fieldIndexField(name), isMany }
    : {
        collections: blocks.collections,
        indexField: blockIndexField(blocks.indexField, name),
        isMany: isMany || blocks.isMany,
      }
}

function toResult(position: Position, step: FieldStep): PathResult {
  const path: Path = {
    references: position.references,
    ...enterField(position, step),
    type: step.holders[0]!.field.type,
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
function passReference(position: Position, step: FieldStep, written: string, rest: string): PathResult {
  const { space, references } = position
  if (references.length > referencesPerPathMax) return { error: tooLong }
  const { collections, indexField, isMany } = enterField(position, step)
  const passed: ReferenceStep = { collections, field: indexField, isMany }
  const models = space.targetsOf(step.holders.map(({ field }) => field))
  const next = { ...position, references: [...references, passed], models, blocks: null }
  return withWritten(written, resolveFrom(next, rest))
}

/** Resolves the path in the blocks of a field. `written` is the path up to the field, with the dot after it. */
function enterBlocks(position: Position, step: FieldStep, written: string, rest: string): PathResult {
  const level = (position.blocks?.level ?? 0) + 1
  if (level > blockLevelsMax) {
    const message = `goes into more than ${blockLevelsMax} components, and blocks stand at most ${blockLevelsMax} deep`
    return { error: { message, max: blockLevelsMax } }
  }
  const models = position.space.componentsOf(step.holders.map(({ field }) => field))
  const next = { ...position, models, blocks: { ...enterField(position, step), level } }
  return withWritten(written, resolveFrom(next, rest))
}

/** Completes a suggestion by the path before it. */
function withWritten(written: string, result: PathResult): PathResult {
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
    const named = [...types].map(([type, of]) => `${type} in ${listModels(of.map(one => one.holder))}`)
    return { error: { message: `${shown(`${name}.${rest}`)} has different types: ${named.join('; ')}` } }
  }
  const entered = enterField(position, { ...step, holders: declared.map(({ holder }) => holder) })
  const path: Path = {
    references,
    ...entered,
    indexField: pathIndexField(entered.indexField, first.path),
    type: first.path.type,
    isMany: entered.isMany || declared.some(({ isMany }) => isMany),
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
