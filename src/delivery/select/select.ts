// Evaluates a selection: the number of its entries, and those on a page.
import type { SpaceId } from '../../base/ids.ts'
import { factsOf } from '../../content/model/query-model.ts'
import type { Reads } from '../../database/database.ts'
import type { Condition, Selection } from '../../query/bound-query.ts'
import { type ConditionGroup, groupFilter } from '../../query/condition-groups.ts'
import { readIdsOfNumbers } from '../store/query-index.store.ts'
import type { ReadPace } from '../store/read-pace.ts'
import { type Cost, CostMeter, type QueryLimits, queryLimits, refusePairs, TooCostly } from './costs.ts'
import { EntrySet } from './entry-set.ts'
import { ConditionEvaluator } from './evaluate-conditions.ts'
import { IndexReader } from './index-reader.ts'
import { EntryOrder } from './order.ts'
import { SearchEvaluator } from './search.ts'
import type { PageRange } from './sort-values.ts'

interface SelectionContext {
  readonly reads: Reads
  readonly space: SpaceId
  readonly pace: ReadPace
}

/** The entries of a selection. */
interface SelectedEntries {
  readonly total: number
  /** Returns the ids on a page, in order. */
  page(range: PageRange): Promise<readonly string[]>
}

/** Evaluates a selection. Refuses one that costs too much, regardless of the page. */
export async function select(
  { reads, space, pace }: SelectionContext,
  selection: Selection,
  limits: QueryLimits = queryLimits,
): Promise<SelectedEntries> {
  const reader = new IndexReader(reads, space, selection.variant, pace)
  const sets = await evaluate(reader, selection, limits).catch(async error => {
    throw error instanceof TooCostly ? refusePairs(await listCosts(reader, selection), limits) : error
  })
  const order = new EntryOrder(reader, selection.collection, selection.sort)
  return {
    total: sets.reduce((sum, { count }) => sum + count, 0),
    page: async range => {
      const numbers = await order.page(sets, range)
      if (numbers.length === 0) return []
      const ids = await readIdsOfNumbers(reads, space, numbers)
      return numbers.map(number => ids.get(number)!)
    },
  }
}

/** Returns disjoint sets. With `q` and no sort, the best matches come first. */
async function evaluate(
  reader: IndexReader,
  selection: Selection,
  limits: QueryLimits,
): Promise<readonly EntrySet[]> {
  const { collection, filter, any, not, search, sort } = selection
  const costs = new CostMeter(limits)
  const conditions = new ConditionEvaluator(reader, costs)
  const required: EntrySet[] = []
  const excluded: EntrySet[] = []
  for (const group of groupFilter(filter)) {
    const set = await conditions.evaluate(group)
    ;(group[0]!.isNegated ? excluded : required).push(set)
  }
  for (const alternatives of any)
    required.push(await evaluateAny(reader, conditions, selection, alternatives))
  for (const condition of not) {
    const set = await conditions.evaluate([condition])
    ;(condition.isNegated ? required : excluded).push(set)
  }
  const narrow = (set: EntrySet) =>
    excluded.reduce(
      (left, other) => left.andNot(other),
      required.reduce((left, other) => left.and(other), set),
    )
  if (search === null) return [narrow(required.pop() ?? (await reader.live(collection)))]
  const tiers = (await new SearchEvaluator(reader, collection, costs).evaluate(search)).map(narrow)
  return sort.length === 0 ? tiers : [tiers.reduce((all, tier) => all.or(tier))]
}

async function evaluateAny(
  reader: IndexReader,
  conditions: ConditionEvaluator,
  { collection }: Selection,
  alternatives: readonly Condition[],
): Promise<EntrySet> {
  const found = new EntrySet()
  for (const condition of alternatives) {
    const set = await conditions.evaluate([condition])
    found.addAll(condition.isNegated ? (await reader.live(collection)).andNot(set) : set)
  }
  return found
}

async function listCosts(reader: IndexReader, selection: Selection): Promise<readonly Cost[]> {
  const { filter, any, not, search, collection } = selection
  const unlimited = new CostMeter({ ...queryLimits, pairs: Number.POSITIVE_INFINITY })
  const conditions = new ConditionEvaluator(reader, unlimited)
  const single = [...any.flat(), ...not].map(condition => [condition])
  const groups: readonly ConditionGroup[] = [...groupFilter(filter), ...single]
  const costs: Cost[] = []
  for (const group of groups)
    costs.push({ parameters: group.map(({ parameter }) => parameter), pairs: await conditions.count(group) })
  if (search !== null) {
    const words = new SearchEvaluator(reader, collection, unlimited)
    costs.push({ parameters: ['q'], pairs: await words.count(search) })
  }
  return costs
}

/** Returns the collections whose entries affect the selection; null if entries of any collection may. */
export function collectionsOf({ collection, filter, any, not }: Selection): readonly string[] | null {
  const names = new Set([collection])
  for (const { path } of [...filter, ...any.flat(), ...not]) {
    // The target of the reference may be in any collection.
    if (factsOf(path.type).refers) return null
    for (const { collections } of path.references) for (const name of collections) names.add(name)
    for (const name of path.collections) names.add(name)
  }
  return [...names]
}
