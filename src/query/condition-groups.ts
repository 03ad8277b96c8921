// Groups the conditions of `filter` that apply to the same target or value, to evaluate them together. No I/O here.

import type { Operator } from '../content/fields/query-facts.ts'
import { type KeyInterval, keyIntervalOf } from '../content/index/query-keys.ts'
import { factsOf } from '../content/model/query-model.ts'
import type { Condition, ReferenceStep } from './bound-query.ts'

const rangeOperators: ReadonlySet<Operator> = new Set(['lt', 'lte', 'gt', 'gte'])

/** Conditions that are evaluated together. A complement or an `all` is a group of its own. */
export type ConditionGroup = readonly Condition[]

/** Returns the groups of conditions, which must all hold. */
export function groupFilter(conditions: readonly Condition[]): ConditionGroup[] {
  const alone = conditions.filter(standsAlone).map(condition => [condition])
  const others = conditions.filter(condition => !standsAlone(condition))
  return [...alone, ...Map.groupBy(others, groupName(0)).values()]
}

/** The conditions of a group that share a reference or a field, `level` references away from the list. */
interface GroupPart {
  /** The reference that conditions pass; null if none of them passes one. */
  readonly step: ReferenceStep | null
  readonly conditions: ConditionGroup
}

export function partsOf(group: ConditionGroup, level: number): GroupPart[] {
  return [...Map.groupBy(group, groupName(level)).values()].map(conditions => ({
    step: conditions.find(condition => isBeyond(condition, level))?.path.references[level] ?? null,
    conditions,
  }))
}

/** Checks whether a condition applies to a value behind the reference at this level, rather than to which target it has. */
export function isBeyond({ path }: Condition, level: number): boolean {
  return path.references.length > level
}

function standsAlone({ isNegated, test }: Condition): boolean {
  return isNegated || test.kind === 'all'
}

/** Returns the same name for conditions that belong together. The index separates all others. */
function groupName(level: number): (condition: Condition, index: number) => string {
  return ({ path, operator, test }, index) => {
    const step = path.references[level]
    if (step !== undefined) return `through ${step.field}`
    // The id of a target is written as the reference itself. Whether a target is present concerns the whole list of them.
    if (factsOf(path.type).refers && test.kind !== 'present') return `through ${path.indexField}`
    return rangeOperators.has(operator) ? `range ${path.indexField}` : `alone ${index}`
  }
}

/** Returns the ids that all of these conditions on one reference allow its target to have. */
export function targetIdsOf(conditions: ConditionGroup): ReadonlySet<string> {
  return conditions.map(idsOf).reduce((common, ids) => common.intersection(ids))
}

function idsOf({ test }: Condition): ReadonlySet<string> {
  const ranges = test.kind === 'present' ? [] : test.ranges
  return new Set(ranges.flatMap(range => (range.kind === 'value' ? [String(range.value)] : [])))
}

/** Returns the intervals of keys that satisfy a group of conditions on one field. They do not overlap. */
export function intervalsOf(conditions: ConditionGroup): KeyInterval[] {
  const [first] = conditions
  if (conditions.length === 1) return merge(allIntervals(first!))
  return conditions
    .flatMap(allIntervals)
    .reduce<KeyInterval[]>(([common], interval) => {
      const both = common === undefined ? interval : intersect(common, interval)
      return [both]
    }, [])
    .filter(isNotEmpty)
}

function allIntervals({ path, test }: Condition): KeyInterval[] {
  if (test.kind === 'present') return []
  return test.ranges.map(range => keyIntervalOf(path.type, range))
}

const compare = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b)
const later = (a: Uint8Array, b: Uint8Array) => (compare(a, b) >= 0 ? a : b)
const earlier = (a: Uint8Array, b: Uint8Array) => (compare(a, b) <= 0 ? a : b)

function intersect(a: KeyInterval, b: KeyInterval): KeyInterval {
  return { from: later(a.from, b.from), to: earlier(a.to, b.to) }
}

function isNotEmpty({ from, to }: KeyInterval): boolean {
  return compare(from, to) < 0
}

/** Merges overlapping intervals. */
function merge(intervals: readonly KeyInterval[]): KeyInterval[] {
  const merged: KeyInterval[] = []
  for (const interval of intervals.filter(isNotEmpty).sort((a, b) => compare(a.from, b.from))) {
    const last = merged.at(-1)
    if (last === undefined || compare(interval.from, last.to) > 0) merged.push(interval)
    else merged[merged.length - 1] = { from: last.from, to: later(last.to, interval.to) }
  }
  return merged
}
