// The conditions of a selection as rules that are applied to one entry at a time. Conditions on referenced entries are
// applied to each target once, and remembered.
import { factsOf, ownIndexField } from '../../content/model/query-model.ts'
import { replaceAssetNames } from '../../content/values/asset-value.ts'
import type { Json, JsonPath, Values } from '../../content/values/model.ts'
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
  const toScalar = factsOf(type).toScalar!
  return valuesAt(values, indexField).flatMap(value => toScalar(value) ?? [])
}

function valuesAt(values: EntryValues, indexField: string): readonly Json[] {
  const at = indexField.indexOf(':')
  if (at < 0) return values.valuesOf(indexField)
  const field = indexField.slice(0, at)
  const path = values.findField(field)?.paths?.find(({ path }) => path === indexField.slice(at + 1))
  return path === undefined ? [] : valuesAtPath(values.valuesOf(field), path)
}

/** Lists on the path and at its end are skipped unless the path has many values. */
function valuesAtPath(values: readonly Json[], { path, many = false }: JsonPath): readonly Json[] {
  const keys = path.split('.')
  const found: Json[] = []
  const open = values.map(value => ({ value, depth: 0 }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    if (Array.isArray(value)) {
      if (many) for (const item of value as readonly Json[]) open.push({ value: item, depth })
    } else if (depth === keys.length) found.push(value)
    else if (typeof value === 'object' && value !== null && Object.hasOwn(value, keys[depth]!)) {
      open.push({ value: (value as Values)[keys[depth]!]!, depth: depth + 1 })
    }
  }
  return found
}

/** Returns the ids that a node has to look at, which its entry refers to. */
export function targetsOf({ step, wanted }: ReferenceNode, values: EntryValues): readonly string[] {
  if (!step.collections.includes(values.entry.collection)) return []
  const ids = values.targetsOf(step.field)
  return wanted === null ? ids : ids.filter(id => wanted.has(id))
}

export function ruleHolds({ nodes, isNegated }: Rule, entry: EntryValues, known: KnownTargets): boolean {
  return nodes.every(node => nodeHolds(node, entry, known)) !== isNegated
}

function nodeHolds(node: Node, entry: EntryValues, known: KnownTargets): boolean {
  if (node.kind === 'values') return node.holds(entry, known)
  const allowed = entry.findField(node.step.field)?.to
  return targetsOf(node, entry).some(id => {
    const target = known.find(id)
    if (target === null || (allowed && !allowed.includes(target.entry.collection))) return false
    const before = node.outcomes.get(id)
    if (before !== undefined) return before
    const holds = node.beyond.every(next => nodeHolds(next, target, known))
    node.outcomes.set(id, holds)
    return holds
  })
}
