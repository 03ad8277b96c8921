// Finds the entries for which conditions hold. Conditions on referenced entries are evaluated for the targets first, and
// mapped back by the ids of the targets. The index contains the ids of all targets, so those that are not published are
// excluded here.
import type { Problem } from '../../base/errors.ts'
import type { ValueRange } from '../../content/fields/query-facts.ts'
import { keyOf } from '../../content/index/query-keys.ts'
import { factsOf } from '../../content/model/query-model.ts'
import type { Condition, Path, ReferenceStep } from '../../query/bound-query.ts'
import {
  type ConditionGroup,
  intervalsOf,
  isBeyond,
  partsOf,
  targetIdsOf,
} from '../../query/condition-groups.ts'
import { readIdsOfNumbers, readLiveIds } from '../store/query-index.store.ts'
import { type CostMeter, refuseTargets, TooCostly } from './costs.ts'
import { EntrySet } from './entry-set.ts'
import { type IndexReader, type Matches, type MatchLimit, TooManyMatches } from './index-reader.ts'
import { matchRange } from './value-ranges.ts'

const idsPerRead = 500

const none: Matches = { set: new EntrySet(), pairs: 0 }

export class ConditionEvaluator {
  readonly #reader: IndexReader
  readonly #costs: CostMeter

  constructor(reader: IndexReader, costs: CostMeter) {
    this.#reader = reader
    this.#costs = costs
  }

  /** Returns the entries for which the group holds. The negation of a complement is ignored: the caller must apply it. */
  async evaluate(group: ConditionGroup): Promise<EntrySet> {
    const { set, pairs } = await this.#match(group)
    this.#costs.add(pairs)
    return set
  }

  async #match(group: ConditionGroup): Promise<Matches> {
    try {
      const [first] = group
      return first!.test.kind === 'all' ? await this.#matchAll(first!) : await this.#together(group, 0)
    } catch (error) {
      if (error instanceof TooManyMatches) throw new TooCostly()
      throw error
    }
  }

  /** Matches each value separately, not necessarily in the same target. */
  async #matchAll(condition: Condition): Promise<Matches> {
    if (condition.test.kind === 'present') return none
    let common: Matches | null = null
    for (const range of condition.test.ranges) {
      const one = await this.#together([{ ...condition, test: { kind: 'any', ranges: [range] } }], 0)
      common = intersect(common, one)
    }
    return common ?? none
  }

  /** Returns the entries `level` references away from the list for which the whole group holds. */
  async #together(group: ConditionGroup, level: number): Promise<Matches> {
    let common: Matches | null = null
    for (const { step, conditions } of partsOf(group, level)) {
      const matches = await (step === null
        ? this.#matchValues(conditions, level)
        : this.#through(step, conditions, level)
      ).catch(error => {
        throw level > 0 && error instanceof TooManyMatches ? this.#refuse(conditions, level) : error
      })
      common = intersect(common, matches)
    }
    return common ?? none
  }

  /**
   * Returns the entries that refer, by one field, to a target for which the conditions hold. Some conditions may name its
   * id.
   */
  async #through(step: ReferenceStep, conditions: ConditionGroup, level: number): Promise<Matches> {
    const beyond = conditions.filter(condition => isBeyond(condition, level))
    const named = conditions.filter(condition => !isBeyond(condition, level))
    const targets = await this.#together(beyond, level + 1)
    if (targets.set.count > this.#costs.limits.targets) throw this.#refuse(beyond, level + 1)
    if (targets.set.count === 0) return none
    const ids = await this.#idsOf(targets.set)
    const wanted = named.length === 0 ? null : targetIdsOf(named)
    const chosen = wanted === null ? ids : ids.filter(id => wanted.has(id))
    return chosen.length === 0 ? none : this.#referring(step.collections, step.field, chosen, level)
  }

  async #idsOf(targets: EntrySet): Promise<readonly string[]> {
    const { reads, space, pace } = this.#reader
    const numbers = [...targets]
    const ids: string[] = []
    for (let from = 0; from < numbers.length; from += idsPerRead) {
      const found = await readIdsOfNumbers(reads, space, numbers.slice(from, from + idsPerRead))
      ids.push(...found.values())
      await pace.count(found.size)
    }
    return ids
  }

  /**
   * Returns the error of conditions that hold for too many targets of a reference, `level` references away from the list.
   */
  #refuse(conditions: ConditionGroup, level: number): Problem {
    const names = conditions.map(({ parameter }) => parameter)
    return refuseTargets(names, conditions[0]!.path.references[level - 1]!.field, this.#costs.limits)
  }

  async #referring(
    collections: readonly string[],
    field: string,
    ids: readonly string[],
    level: number,
  ): Promise<Matches> {
    const keys = ids.map(id => keyOf('reference', id))
    return this.#inEach(collections, collection =>
      this.#reader.findKeys(collection, field, keys, this.#limitAt(level)),
    )
  }

  /** Matches conditions on the values of one field. */
  async #matchValues(conditions: ConditionGroup, level: number): Promise<Matches> {
    const [{ path, test }] = conditions as [Condition]
    const found = await this.#valuesOf(conditions, path, test, level)
    if (level > 0 && found.set.count > this.#costs.limits.targets) throw new TooManyMatches()
    return found
  }

  #valuesOf(
    conditions: ConditionGroup,
    path: Path,
    test: Condition['test'],
    level: number,
  ): Promise<Matches> {
    const { collections, indexField, type } = path
    if (type === 'collection') return this.#entriesOf(path, test)
    if (factsOf(type).refers) {
      return test.kind === 'present'
        ? this.#inEach(collections, async collection =>
            byEntry(await withLiveTarget(this.#reader, collection, path)),
          )
        : this.#referringTo(path, targetIdsOf(conditions), level)
    }
    if (test.kind === 'present') {
      return this.#inEach(collections, async collection =>
        byEntry(await this.#reader.present(collection, indexField)),
      )
    }
    const intervals = intervalsOf(conditions)
    if (intervals.length === 0) return Promise.resolve(none)
    return this.#inEach(collections, collection =>
      level === 0 && isRangeOf(conditions)
        ? matchRange(this.#reader, collection, path, intervals[0]!)
        : this.#reader.find(collection, indexField, intervals, this.#limitAt(level)),
    )
  }

  /** Counts the pairs that a group matches, without reading them if they can be counted. */
  async count(group: ConditionGroup): Promise<number> {
    const [{ path, test }] = group as [Condition]
    const isCounted =
      path.references.length === 0 &&
      test.kind !== 'present' &&
      !factsOf(path.type).refers &&
      path.type !== 'collection'
    if (!isCounted) return (await this.#match(group)).pairs
    let sum = 0
    for (const collection of path.collections) {
      const present = await this.#reader.present(collection, path.indexField)
      for (const interval of intervalsOf(group)) {
        const pairs = await this.#reader.countPairs(collection, path.indexField, interval)
        sum += isRangeOf(group) ? Math.min(pairs, present.count - pairs) : pairs
      }
    }
    return sum
  }

  /** Returns the entries of the collections that a condition on `collection` names. */
  async #entriesOf({ collections }: Path, test: Condition['test']): Promise<Matches> {
    const ranges = test.kind === 'present' ? [] : test.ranges
    const named = collections.filter(name => ranges.some(range => isNamed(name, range)))
    return this.#inEach(named, async collection => byEntry(await this.#reader.live(collection)))
  }

  /** Returns the entries that refer to the ids. Only published targets count. */
  async #referringTo(path: Path, ids: ReadonlySet<string>, level: number): Promise<Matches> {
    const live = await readLiveIds(this.#reader.reads, this.#reader.space, [...ids])
    return this.#referring(path.collections, path.indexField, [...live], level)
  }

  async #inEach(
    collections: readonly string[],
    find: (collection: string) => Promise<Matches>,
  ): Promise<Matches> {
    if (collections.length === 1) return find(collections[0]!)
    const set = new EntrySet()
    let pairs = 0
    for (const collection of collections) {
      const found = await find(collection)
      set.addAll(found.set)
      pairs += found.pairs
    }
    return { set, pairs }
  }

  /** Limits the targets of a reference by entry, and the entries of the list by pair. */
  #limitAt(level: number): MatchLimit {
    const { limits, pairsLeft } = this.#costs
    return level === 0 ? { pairs: pairsLeft } : { entries: limits.targets }
  }
}

/** Checks whether conditions on a single-valued field ask for one range. */
function isRangeOf(conditions: ConditionGroup): boolean {
  return conditions.every(
    ({ path, test }) =>
      !path.isMany && test.kind !== 'present' && test.ranges.length === 1 && test.ranges[0]!.kind === 'range',
  )
}

function byEntry(set: EntrySet): Matches {
  return { set, pairs: set.count }
}

function intersect(a: Matches | null, b: Matches): Matches {
  return a === null ? b : { set: a.set.and(b.set), pairs: a.pairs + b.pairs }
}

function isNamed(collection: string, range: ValueRange): boolean {
  if (range.kind === 'value') return collection === range.value
  return range.kind === 'prefix' && collection.startsWith(range.text)
}

/** Returns the entries of a collection that refer to at least one published entry. */
async function withLiveTarget(
  reader: IndexReader,
  collection: string,
  { indexField, isMany }: Pick<Path, 'indexField' | 'isMany'>,
): Promise<EntrySet> {
  const present = await reader.present(collection, indexField)
  if (present.count === 0) return new EntrySet()
  const { live, dangling } = await sortTargets(reader, collection, indexField)
  if (dangling.length === 0) return present
  const { set: withDangling } = await reader.findKeys(collection, indexField, dangling)
  const others = present.andNot(withDangling)
  return isMany ? others.or((await reader.findKeys(collection, indexField, live)).set) : others
}

interface Targets {
  readonly live: readonly Uint8Array[]
  readonly dangling: readonly Uint8Array[]
}

async function sortTargets(reader: IndexReader, collection: string, field: string): Promise<Targets> {
  const keys = await reader.distinctKeys(collection, field)
  const targets: { live: Uint8Array[]; dangling: Uint8Array[] } = { live: [], dangling: [] }
  for (let from = 0; from < keys.length; from += idsPerRead) {
    const some = keys.slice(from, from + idsPerRead).map(key => ({ key, id: idOf(key) }))
    const published = await readLiveIds(
      reader.reads,
      reader.space,
      some.map(({ id }) => id),
    )
    await reader.pace.count(some.length)
    for (const { key, id } of some) (published.has(id) ? targets.live : targets.dangling).push(key)
  }
  return targets
}

/** Returns the id in a key, without its tag. */
function idOf(key: Uint8Array): string {
  return Buffer.from(key).toString('utf8', 1)
}
