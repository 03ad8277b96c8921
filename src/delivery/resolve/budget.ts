// Refuses a response that exceeds the budget. The error names the exceeded limit and smaller parameters that were verified
// to fit.
import { type FieldError, Problem } from '../../base/errors.ts'
import {
  type Budget,
  describeExcess,
  type Limit,
  storedBytesMax,
} from '../../content/publish/response-budget.ts'
import type { EntryQuery, ListQuery, Resolution } from '../query.ts'
import type { Node } from './entry-node.ts'
import type { BudgetExcess, Excess, LoadedEntries } from './measure.ts'
import { countReferences } from './projection.ts'

/** The share of the counted entries to propose, because other entries may be larger than those that were counted. */
const shareOfFitting = 3 / 4

/**
 * Limits the cost of measuring a proposal. The proposal need not be the largest page that fits, and refused requests should
 * not keep the server busy.
 */
const proposalLimits = { entriesMax: 5000, referencesMax: 100_000, targetsMax: 25_000 }

/**
 * Proposes a smaller depth for the same page, otherwise a smaller perPage for the same depth, otherwise both. Another
 * perPage selects other entries, so `attempt` measures the proposal first.
 */
export async function refusePage(
  query: ListQuery,
  budgetExceeded: BudgetExcess,
  budget: Budget,
  attempt: (perPage: number, depth: number, budget: Budget) => Promise<LoadedEntries>,
): Promise<never> {
  const { passed, fittingDepth } = budgetExceeded.measure
  if (fittingDepth >= 0) throw refuse(passed, budget, [smaller('depth', fittingDepth)])
  const cheap = atMost(budget)
  const fitting = Math.min(countFitting(budgetExceeded.roots, cheap), query.perPage)
  const likely = Math.max(1, Math.floor(fitting * shareOfFitting))
  let both: FieldError[] | null = null
  for (const perPage of new Set([likely, 1])) {
    if (perPage >= query.perPage) continue
    const { measure } = await attempt(perPage, query.depth, cheap)
    if (measure.fits) throw refuse(passed, budget, [smaller('perPage', perPage)])
    if (measure.fittingDepth >= 0) {
      both ??= [smaller('perPage', perPage), smaller('depth', measure.fittingDepth)]
    }
  }
  // A single entry is the smallest page, so it may exceed the cost limit of proposals.
  if (both === null && query.perPage > 1 && (await attempt(1, 0, budget)).measure.fits) {
    both = [smaller('perPage', 1), ...(query.depth > 0 ? [smaller('depth', 0)] : [])]
  }
  if (both !== null) throw refuse(passed, budget, both)
  const message = 'contains an entry that is over this limit by itself'
  throw refuse(passed, budget, [fewerFields(query) ?? { in: 'query', name: 'page', message }])
}

/** Proposes a smaller depth. */
export function refuseEntry(query: EntryQuery, { passed, fittingDepth }: Excess, budget: Budget): Problem {
  if (fittingDepth >= 0) return refuse(passed, budget, [smaller('depth', fittingDepth)])
  const message = 'names an entry that is over this limit by itself'
  return refuse(passed, budget, [fewerFields(query) ?? { in: 'path', name: 'slug', message }])
}

function atMost(budget: Budget): Budget {
  const { entriesMax, bytesMax, referencesMax, targetsMax } = budget
  return {
    bytesMax,
    entriesMax: Math.min(entriesMax, proposalLimits.entriesMax),
    referencesMax: Math.min(referencesMax, proposalLimits.referencesMax),
    targetsMax: Math.min(targetsMax, proposalLimits.targetsMax),
  }
}

/** Returns null if `fields` resolves no reference, because then it cannot be the cause of the size. */
function fewerFields({ projection }: Resolution): FieldError | null {
  if (projection === null || countReferences(projection) === 0) return null
  return { in: 'query', name: 'fields', message: 'must name fewer fields of referenced entries' }
}

function smaller(name: 'depth' | 'perPage', value: number): FieldError {
  return { in: 'query', name, message: `must be at most ${value}` }
}

function refuse(passed: Limit, budget: Budget, fieldErrors: readonly FieldError[]): Problem {
  const proposal = fieldErrors.map(({ name, message }) => `${name} ${message}`).join(' and ')
  return new Problem(
    'response_too_large',
    `${describeExcess('response', passed, { ...budget, storedBytesMax })} For this request, ${proposal}.`,
    {
      errors: fieldErrors,
    },
  )
}

/** Counts the nodes, from the first on, that fit the budget without their references. */
function countFitting(nodes: readonly Node[], budget: Budget): number {
  let bytes = 0
  let references = 0
  const firstOver = nodes.findIndex(({ entry }) => {
    bytes += entry?.template.size ?? 0
    for (const { targets } of entry?.template.slots ?? []) references += targets.length
    return bytes > budget.bytesMax || references > budget.targetsMax
  })
  return Math.min(firstOver < 0 ? nodes.length : firstOver, budget.entriesMax)
}
