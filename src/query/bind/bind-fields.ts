// Binds `fields` to the model: the fields that the `data` of entries contains. Fields that conditions cannot name are
// served, so `fields` may name them.
import type { FieldError } from '../../base/errors.ts'
import type { Projection } from '../bound-query.ts'
import { type QueryError, shown, toFieldError } from '../parse/query-errors.ts'
import { suggestionsMax, suggestPath, takeStep } from './path-steps.ts'
import { missingField, type ResolvedName, resolveName } from './resolve-field-name.ts'
import type { CollectionModel, NamedFields, SpaceModel } from './space-model.ts'

export const fieldNamesMax = 100

interface ProjectionResult {
  /** Null if `data` contains all fields. */
  readonly projection: Projection | null
  readonly errors: readonly FieldError[]
}

/** The combined names of one level. */
interface ProjectionNode {
  readonly models: readonly NamedFields[]
  readonly isOfBlocks: boolean
  hasAll: boolean
  readonly fields: Map<string, ProjectionNode | null>
}

export function bindFields(
  names: readonly string[] | null,
  collection: CollectionModel,
  space: SpaceModel,
): ProjectionResult {
  if (names === null) return { projection: null, errors: [] }
  const unique = [...new Set(names)]
  const excluded = unique.filter(name => name.startsWith('-'))
  if (excluded.length > 0 && excluded.length < unique.length) {
    const message = 'must name either what data holds or, with - before each name, what it leaves out'
    return { projection: null, errors: [toFieldError('fields', { message })] }
  }
  const errors: QueryError[] = []
  const projection =
    excluded.length > 0 ? exclude(excluded, collection, errors) : include(unique, collection, space, errors)
  return { projection, errors: errors.map(error => toFieldError('fields', error)) }
}

const tooMany: QueryError = {
  message: `must have at most ${fieldNamesMax} different names`,
  max: fieldNamesMax,
}

function exclude(
  names: readonly string[],
  collection: CollectionModel,
  errors: QueryError[],
): Projection | null {
  const except = new Set<string>()
  const unknown = new Set<string>()
  for (const name of names) {
    const found = findExcluded(name.slice(1), collection, errors.length < suggestionsMax)
    if (typeof found === 'string') except.add(found)
    else {
      unknown.add(name)
      errors.push(found)
    }
    if (except.size + unknown.size > fieldNamesMax) {
      errors.push(tooMany)
      break
    }
  }
  return except.size === 0 ? null : toProjection(null, except, false)
}

/** Returns the name of the field. */
function findExcluded(name: string, collection: CollectionModel, suggests: boolean): string | QueryError {
  const step = takeStep([collection], name, 'list')
  if (step?.kind === 'field' && step.rest === null) return step.name
  if (step !== null) {
    const message =
      step.kind === 'own' && step.rest === null
        ? 'is always there'
        : 'only fields of the entry itself can be left out'
    return { message: `${shown(name)}: ${message}` }
  }
  const isField = (path: string) => typeof findExcluded(path, collection, false) === 'string'
  return missingField(
    [collection],
    name,
    suggests ? suggestPath([collection], name, 'list', isField) : null,
    '-',
  )
}

function include(
  names: readonly string[],
  collection: CollectionModel,
  space: SpaceModel,
  errors: QueryError[],
): Projection | null {
  const root = toNode([collection], false)
  const different = new Set<string>()
  for (const name of names) {
    const found = resolveName(space, collection, name, errors.length < suggestionsMax)
    if ('message' in found) errors.push(found)
    else add(root, found)
    different.add('message' in found ? name : JSON.stringify(found.steps.map(step => step.name)))
    if (different.size > fieldNamesMax) {
      errors.push(tooMany)
      break
    }
  }
  return root.hasAll && !hasParts(root) ? null : toTree(root)
}

const toNode = (models: readonly NamedFields[], isOfBlocks: boolean): ProjectionNode => ({
  models,
  isOfBlocks,
  hasAll: false,
  fields: new Map(),
})

function add(root: ProjectionNode, { steps }: ResolvedName): void {
  let node = root
  for (const { name, isOwnKey, inside, entersBlocks } of steps) {
    if (name === '*') node.hasAll = true
    else if (inside !== null) {
      const next = node.fields.get(name) ?? toNode(inside, entersBlocks)
      node.fields.set(name, next)
      node = next
    } else if (!isOwnKey && !node.fields.has(name)) node.fields.set(name, null)
  }
}

function hasParts({ fields }: ProjectionNode): boolean {
  return [...fields.values()].some(part => part !== null)
}

/** If a level names all fields and also a part of one of them, all fields are listed and that part applies. */
function toTree(node: ProjectionNode): Projection {
  const { models, isOfBlocks, hasAll, fields } = node
  if (hasAll && !hasParts(node)) return toProjection(null, new Set(), isOfBlocks)
  const only = new Map<string, Projection | null>()
  if (hasAll) {
    for (const { model } of models) {
      for (const { apiName } of model.fields) only.set(apiName, null)
    }
  }
  for (const [name, part] of fields) only.set(name, part && toTree(part))
  return toProjection(only, new Set(), isOfBlocks)
}

function toProjection(
  only: ReadonlyMap<string, Projection | null> | null,
  except: ReadonlySet<string>,
  isOfBlocks: boolean,
): Projection {
  const names = only && [...only].map(([name, part]) => [name, part?.canonicalText ?? null] as const)
  const canonicalText = JSON.stringify([
    names?.sort(([a], [b]) => (a < b ? -1 : 1)) ?? '*',
    [...except].sort(),
  ])
  return { ...(isOfBlocks && { isOfBlocks }), only, except, canonicalText }
}
