// Resolves a name of `fields` in the model. Behind a reference it names a field of the target's data, in a field of blocks one of
// their data.
import { factsOf } from '../../content/model/query-model.ts'
import { type QueryError, shown } from '../parse/query-errors.ts'
import { describeMissing, type PathStep, type StepPlace, suggestPath, takeStep } from './path-steps.ts'
import { withArticle } from './resolve-path.ts'
import type { CollectionModel, NamedFields, SpaceModel } from './space-model.ts'

const fieldReferencesMax = 3

interface NameStep {
  readonly name: string
  readonly isOwnKey: boolean
  /** The collections or components in which the next step is taken; null at the end. */
  readonly inside: readonly NamedFields[] | null
  /** True if the next step is taken in blocks. */
  readonly entersBlocks: boolean
}

export interface ResolvedName {
  readonly steps: readonly NameStep[]
}

interface Position {
  readonly space: SpaceModel
  readonly models: readonly NamedFields[]
  readonly place: StepPlace
  /** The number of references passed so far. */
  readonly passed: number
  /** True if an error may have a suggestion: not while a suggestion is checked, and not if there are many errors. */
  readonly suggests: boolean
}

/** Keys that entries, or blocks, have beside `data`. A field with such a name takes precedence. */
const keysOfEntries: readonly string[] = ['collection', 'version', 'variantsApplied']
const otherKeys: Readonly<Record<StepPlace, readonly string[]>> = {
  list: keysOfEntries,
  target: keysOfEntries,
  block: ['key'],
}

export function resolveName(
  space: SpaceModel,
  collection: CollectionModel,
  name: string,
  suggests: boolean,
): ResolvedName | QueryError {
  return resolveFrom({ space, models: [collection], place: 'list', passed: 0, suggests }, name)
}

function resolveFrom(position: Position, name: string): ResolvedName | QueryError {
  const { models, place, suggests } = position
  if (name === '*') return { steps: [lastStep('*')] }
  const step = takeStep(models, name, place)
  if (step === null && otherKeys[place].includes(name)) return ownKey(name)
  if (step === null) {
    const isValid = (path: string) => !('message' in resolveFrom({ ...position, suggests: false }, path))
    return missingField(models, name, suggests ? suggestPath(models, name, place, isValid) : null, '')
  }
  const { rest } = step
  if (step.kind === 'own') return rest === null ? ownKey(step.key) : noInside(name, step.key)
  if (rest === null) return { steps: [lastStep(step.name)] }
  return step.holders.every(({ field }) => factsOf(field.type).hasBlocks)
    ? enterBlocks(position, step, name, rest)
    : passReference(position, step, name, rest)
}

function lastStep(name: string, isOwnKey = false): NameStep {
  return { name, isOwnKey, inside: null, entersBlocks: false }
}

const ownKey = (name: string): ResolvedName => ({ steps: [lastStep(`@${name}`, true)] })

function noInside(name: string, step: string): QueryError {
  return { message: `${shown(name)}: a path cannot go into ${shown(step)}` }
}

function passReference(
  position: Position,
  { name: field, holders }: Extract<PathStep, { kind: 'field' }>,
  name: string,
  rest: string,
): ResolvedName | QueryError {
  const { space, passed } = position
  const other = holders.find(holder => !factsOf(holder.field.type).refers)
  if (other !== undefined) {
    return noInside(name, `${field}, ${withArticle(other.field.type)} field in ${other.model}`)
  }
  const tooDeep = {
    message: `${shown(name)}: is behind more than ${fieldReferencesMax} references`,
    max: fieldReferencesMax,
  }
  if (passed > fieldReferencesMax) return tooDeep
  const targets = space.targetsOf(holders.map(holder => holder.field))
  const next: Position = { ...position, models: targets, place: 'target', passed: passed + 1 }
  const found = resolveFrom(next, rest)
  if ('message' in found) return withWritten(name.slice(0, -rest.length), found)
  // The target's own keys resolve nothing: unresolved references have them, and the others come with the depth.
  if (found.steps[0]!.isOwnKey) return { steps: [lastStep(field)] }
  if (passed === fieldReferencesMax) return tooDeep
  const link = holders.find(holder => holder.field.link)
  if (link !== undefined) return noInside(name, `${field}, a link in ${link.model}, which is never resolved`)
  const step = { name: field, isOwnKey: false, inside: targets, entersBlocks: false }
  return { steps: [step, ...found.steps] }
}

/** The keys of blocks are always there, so their names keep the blocks without `data`. */
function enterBlocks(
  position: Position,
  { name: field, holders }: Extract<PathStep, { kind: 'field' }>,
  name: string,
  rest: string,
): ResolvedName | QueryError {
  const models = position.space.componentsOf(holders.map(holder => holder.field))
  const found = resolveFrom({ ...position, models, place: 'block' }, rest)
  if ('message' in found) return withWritten(name.slice(0, -rest.length), found)
  const step = { name: field, isOwnKey: false, inside: models, entersBlocks: true }
  return { steps: [step, ...found.steps] }
}

function withWritten(written: string, { message, didYouMean, max }: QueryError): QueryError {
  return {
    message: shown(written) + message,
    ...(didYouMean !== undefined && { didYouMean: written + didYouMean }),
    ...(max !== undefined && { max }),
  }
}

export function missingField(
  models: readonly NamedFields[],
  name: string,
  suggestion: string | null,
  sign: '-' | '',
): QueryError {
  return {
    message: `${shown(name)}: ${describeMissing(models, null)}`,
    ...(suggestion !== null && { didYouMean: sign + suggestion }),
  }
}
