// The refusal of an answer over the budget: it names the limit, and a smaller parameter that was found to fit.
import { Problem } from '../../base/errors.ts'
import type { Fault } from '../../base/fault.ts'
import type { ListQuery } from '../query.ts'
import type { Loaded } from './build-response.ts'
import { type Budget, countFitting, defaultBudget, type Measure } from './measure.ts'

const { entriesMax, bytesMax, targetsMax } = defaultBudget
const limit = `The answer is over the limit: ${format(entriesMax)} entries, ${bytesMax / 2 ** 20} MiB of JSON, or ${format(targetsMax)} references to look up.`

function format(count: number): string {
  return count.toLocaleString('en')
}

/** Of those that fit here, other entries of the same number may be larger. */
const shareOfFitting = 3 / 4

/**
 * Proposes a smaller depth for the same page, otherwise a smaller perPage for the same depth. With another perPage the
 * page has other entries, so a proposal is measured before it is made: at the most two. `attempt` gives null where that
 * page fits.
 */
export async function refusePage(
  question: ListQuery,
  { measure, roots }: Loaded,
  budget: Budget,
  attempt: (perPage: number) => Promise<Loaded | null>,
): Promise<never> {
  if (measure.fits || measure.fittingDepth >= 0) throw refuseEntry(measure)
  const fitting = Math.min(countFitting(roots, budget), question.perPage)
  const likely = Math.max(1, Math.floor(fitting * shareOfFitting))
  for (const perPage of new Set([likely, 1])) {
    if (perPage >= question.perPage) continue
    const budgetExceeded = await attempt(perPage)
    if (budgetExceeded === null || budgetExceeded.measure.fits) throw refuse([smaller('perPage', perPage)])
    if (perPage === 1 && budgetExceeded.measure.fittingDepth >= 0) {
      throw refuse([smaller('perPage', 1), smaller('depth', budgetExceeded.measure.fittingDepth)])
    }
  }
  throw refuse([{ in: 'query', name: 'page', message: 'holds an entry that is over the limit by itself' }])
}

/** Proposes a smaller depth. */
export function refuseEntry(measured: Measure): Problem {
  if (!measured.fits && measured.fittingDepth >= 0) return refuse([smaller('depth', measured.fittingDepth)])
  return refuse([{ in: 'path', name: 'slug', message: 'names an entry that is over the limit by itself' }])
}

function smaller(name: 'depth' | 'perPage', value: number): Fault {
  return { in: 'query', name, message: `must be at most ${value} here` }
}

function refuse(faults: readonly Fault[]): Problem {
  const proposal = faults.map(fault => `${fault.name} ${fault.message}`).join(' and ')
  return new Problem('response_too_large', `${limit} For this request ${proposal}.`, { errors: faults })
}
