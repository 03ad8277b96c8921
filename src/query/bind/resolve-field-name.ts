// Resolves a name of `fields` in the model. Behind a reference it names a field of the target's data.
import { factsOf } from '../../content/model/query-model.ts'
import { type QueryError, shown } from '../parse/query-errors.ts'
import { describeMissing, type PathStep, suggestPath, takeStep } from './path-steps.ts'
import { withArticle } from './resolve-path.ts'
import type { CollectionModel, SpaceModel } from './space-model.ts'

const fieldReferencesMax = 3

interface NameStep {
  readonly name: string
  readonly isOwnKey: boolean
  /** The collections in which the next step is taken; null at the end. */
  readonly targets: readonly CollectionModel[] | null
}

export interface ResolvedName {
  readonly steps: readonly NameStep[]
}

interface Position {
  readonly space: SpaceModel
  readonly collections: readonly CollectionModel[]
  /** The number of references passed so far. */
  readonly passed: number
  /** True if an error may have a suggestion: not while a suggestion is checked, and not if there are many errors. */
  readonly suggests: boolean
}

/** Keys that entries have beside `data`. A field with such a name takes precedence. */
const otherKeys: readonly string[] = ['collection', 'version', 'variantsApplied']

export function resolveName(
  space: SpaceModel,
  collection: CollectionModel,
  name: string,
  suggests: boolean,
): ResolvedName | QueryError {
  return resolveFrom({ space, collections: [collection], passed: 0, suggests }, name)
}

function resolveFrom(position: Position, name: string): ResolvedName | QueryError {
  const { collections, passed, suggests } = position
  if (name === '*') return { steps: [{ name: '*', isOwnKey: false, targets: null }] }
  const step = takeStep(collections, name, passed > 0)
  if (step === null && otherKeys.includes(name)) return ownKey(name)
  if (step === null) {
    const isValid = (path: string) => !('message' in resolveFrom({ ...position, suggests: false }, path))
    return missingField(
      collections,
      name,
      suggests ? suggestPath(collections, name, passed > 0, isValid) : null,
      '',
    )
  }
  const { rest } = step
  if (step.kind === 'own') return rest === null ? ownKey(step.key) : noInside(name, step.key)
  if (rest === null) return { steps: [{ name: step.name, isOwnKey: false, targets: null }] }
  return passReference(position, step, name, rest)
}

const ownKey = (name: string): ResolvedName => ({
  steps: [{ name: `@${name}`, isOwnKey: true, targets: null }],
})

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
    return noInside(name, `${field}, ${withArticle(other.field.type)} field in ${other.collection}`)
  }
  const tooDeep = {
    message: `${shown(name)}: is behind more than ${fieldReferencesMax} references`,
    max: fieldReferencesMax,
  }
  if (passed > fieldReferencesMax) return tooDeep
  const targets = space.targetsOf(holders.map(holder => holder.field))
  const found = resolveFrom({ ...position, collections: targets, passed: passed + 1 }, rest)
  const written = name.slice(0, -rest.length)
  if ('message' in found) {
    const { message, didYouMean, max } = found
    return {
      message: shown(written) + message,
      ...(didYouMean !== undefined && { didYouMean: written + didYouMean }),
      ...(max !== undefined && { max }),
    }
  }
  // The target's own keys resolve nothing: unresolved references have them, and the others come with the depth.
  if (found.steps[0]!.isOwnKey) return { steps: [{ name: field, isOwnKey: false, targets: null }] }
  if (passed === fieldReferencesMax) return tooDeep
  const link = holders.find(holder => holder.field.link)
  if (link !== undefined)
    return noInside(name, `${field}, a link in ${link.collection}, which is never resolved`)
  return { steps: [{ name: field, isOwnKey: false, targets }, ...found.steps] }
}

export function missingField(
  collections: readonly CollectionModel[],
  name: string,
  suggestion: string | null,
  sign: '-' | '',
): QueryError {
  return {
    message: `${shown(name)}: ${describeMissing(collections, null)}`,
    ...(suggestion !== null && { didYouMean: sign + suggestion }),
  }
}
