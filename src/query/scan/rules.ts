// The conditions of a selection as rules that are applied to one entry at a time. Conditions on referenced entries are
// applied to each target once, and remembered.
import { findAtJsonPath } from '../../content/model/block-values.ts'
import { factsOf, ownIndexField, splitJsonPath } from '../../content/model/query-model.ts'
import { replaceAssetNames } from '../../content/values/asset-value.ts'
import type { Json } from '../../content/values/model.ts'
import type { Condition, Path, ReferenceStep, Selection } from '../bound-query.ts'
import { type ConditionGroup, groupFilter, isBeyond, partsOf, targetIdsOf } from '../condition-groups.ts'
import type { EntryValues } from './scanned-entry.ts'
import { type ScalarTest, toScalarTest } from './value-tests.ts'

/** The entries and assets that scanned entries name. */
export interface KnownTargets {
  /** Returns null if a reference to the entry is served as `null`. */
  find(id: string): EntryValues | null
  hasAsset(id: string): boolean
}

/** A condition on the values of an entry itself. */
interface ValueNode {
  readonly kind: 'values'
  readonly path: Path
  /** True if the result depends on which assets exist. */
  readonly needsAssets: boolean
  holds(entry: EntryValues, known: KnownTargets): boolean
}

/** Conditions on the targets of one reference of an entry. */
export interface ReferenceNode {
  readonly kind: 'reference'
  readonly step: ReferenceStep
  /** The only ids that the target may have; null means any. */
  readonly wanted: ReadonlySet<string> | null
  /** The conditions on the target, which must all hold for the same one. */
  readonly beyond: readonly Node[]
  /** Remembers for each target whether the conditions hold. */
  readonly outcomes: Map<string, boolean>
}

export type Node = ValueNode | ReferenceNode

/** Conditions that are evaluated together, as parameters name them. */
export interface Rule {
  readonly parameters: readonly string[]
  /** All must hold. */
  readonly nodes: readonly Node[]
  readonly isNegated: boolean
}

/** The rules of a selection: all of `filter`, one of each group of `any`, and none of `not`. */
export interface Rules {
  readonly filter: readonly Rule[]
  readonly any: readonly (readonly Rule[])[]
  readonly not: readonly Rule[]
}

export function toRules({ filter, any, not }: Pick<Selection, 'filter' | 'any' | 'not'>): Rules {
  const single = (condition: Condition) => toRule([condition])
  return {
    filter: groupFilter(filter).map(toRule),
    any: any.map(group => group.map(single)),
    not: not.map(single),
  }
}

export function listRules({ filter, any, not }: Rules): readonly Rule[] {
  return [...filter, ...any.flat(), ...not]
}

function toRule(group: ConditionGroup): Rule {
  const [first] = group as readonly [Condition]
  const { test } = first
  const nodes =
    test.kind === 'all'
      ? test.ranges.flatMap(range => toNodes([{ ...first, test: { kind: 'any', ranges: [range] } }], 0))
      : toNodes(group, 0)
  return { parameters: group.map(({ parameter }) => parameter), nodes, isNegated: first.isNegated }
}

/** Returns the nodes for entries that are `level` references away from the list. */
function toNodes(group: ConditionGroup, level: number): Node[] {
  return partsOf(group, level).map(({ step, conditions }) => {
    if (step !== null) return toReferenceNode(step, conditions, level)
    const [{ path, test }] = conditions as readonly [Condition]
    if (!factsOf(path.type).refers) return toValueNode(conditions)
    const { collections, indexField: field, isMany } = path
    const wanted = test.kind === 'present' ? null : targetIdsOf(conditions)
    return {
      kind: 'reference',
      step: { collections, field, isMany },
      wanted,
      beyond: [],
      outcomes: new Map(),
    }
  })
}

function toReferenceNode(step: ReferenceStep, conditions: ConditionGroup, level: number): ReferenceNode {
  const beyond = conditions.filter(condition => isBeyond(condition, level))
  const named = conditions.filter(condition => !isBeyond(condition, level))
  return {
    kind: 'reference',
    step,
    wanted: named.length === 0 ? null : targetIdsOf(named),
    beyond: toNodes(beyond, level + 1),
    outcomes: new Map(),
  }
}

function toValueNode(conditions: ConditionGroup): ValueNode {
  const [{ path }] = conditions as readonly [Condition]
  const tests = conditions.flatMap(({ test }) => (test.kind === 'present' ? [] : [toTest(path, test.ranges)]))
  // Values such as files are not compared.
  const { operators, namesAsset: needsAssets = false } = factsOf(path.type)
  const isPresenceOnly = operators.every(operator => operator === 'exists')
  return {
    kind: 'values',
    path,
    needsAssets,
    holds(entry, known) {
      if (!path.collections.includes(entry.entry.collection)) return false
      if (needsAssets) return hasAsset(entry, path, known)
      if (isPresenceOnly) return entry.valuesOf(path.indexField).length > 0
      return scalarsOf(entry, path).some(value => tests.every(test => test(value)))
    },
  }
}

type Ranges = Extract<Condition['test'], { ranges: unknown }>['ranges']

function toTest({ type }: Path, ranges: Ranges): ScalarTest {
  const tests = ranges.map(range => toScalarTest(type, range))
  return value => tests.some(test => test(value))
}

/** Checks whether a field names an asset that exists, or a file elsewhere. */
function hasAsset(entry: EntryValues, { indexField }: Path, known: KnownTargets): boolean {
  return entry
    .valuesOf(indexField)
    .some(value => replaceAssetNames(value, ({ id }) => known.hasAsset(id)) !== false)
}

type ScalarList = readonly (string | number | boolean)[]

/** Returns the values at the end of a path, without those that do not have its type. */
export function scalarsOf(
  values: EntryValues,
  { indexField, type }: Pick<Path, 'indexField' | 'type'>,
): ScalarList {
  const { entry } = values
  switch (indexField) {
    case ownIndexField('id'):
      return [entry.id]
    case ownIndexField('slug'):
      return [entry.slug]
    case ownIndexField('publishedAt'):
      return entry.publishedAt === null ? [] : [entry.publishedAt]
    case ownIndexField('firstPublishedAt'):
      return entry.firstPublishedAt === null ? [] : [entry.firstPublishedAt]
  }
  if (type === 'collection') return [entry.collection]
  if (type === 'componentName') return values.valuesOf(indexField) as readonly string[]
  const toScalar = factsOf(type).toScalar!
  return valuesAt(values, indexField).flatMap(value => toScalar(value) ?? [])
}

function valuesAt(values: EntryValues, indexField: string): readonly Json[] {
  const [name, jsonPath] = splitJsonPath(indexField)
  if (jsonPath === null) return values.valuesOf(name)
  return values.heldBy(name).flatMap(({ field, values: own }) => {
    const path = field?.paths?.find(each => each.path === jsonPath)
    return path === undefined ? [] : findAtJsonPath(own, path)
  })
}

/** Returns the ids that a node has to look at, which its entry refers to. */
export function targetsOf({ step, wanted }: ReferenceNode, values: EntryValues): readonly string[] {
  if (!step.collections.includes(values.entry.collection)) return []
  const ids = values.targetsOf(step.field).flatMap(held => held.ids)
  return wanted === null ? ids : ids.filter(id => wanted.has(id))
}

export function ruleHolds({ nodes, isNegated }: Rule, entry: EntryValues, known: KnownTargets): boolean {
  return nodes.every(node => nodeHolds(node, entry, known)) !== isNegated
}

function nodeHolds(node: Node, entry: EntryValues, known: KnownTargets): boolean {
  if (node.kind === 'values') return node.holds(entry, known)
  const { step, wanted, beyond, outcomes } = node
  if (!step.collections.includes(entry.entry.collection)) return false
  const leads = (id: string, to: readonly string[] | null): boolean => {
    const target = wanted === null || wanted.has(id) ? known.find(id) : null
    if (target === null || (to !== null && !to.includes(target.entry.collection))) return false
    const before = outcomes.get(id)
    if (before !== undefined) return before
    const holds = beyond.every(next => nodeHolds(next, target, known))
    outcomes.set(id, holds)
    return holds
  }
  return entry.targetsOf(step.field).some(({ to, ids }) => ids.some(id => leads(id, to)))
}
