// The refusal of a response over the budget: it names the limit that was passed, and smaller parameters that were found
// to fit.
import { type FieldError, Problem } from '../../base/errors.ts'
import { type Budget, type Limit, storedBytesMax } from '../../content/response-budget.ts'
import type { ListQuery } from '../query.ts'
import { countFitting, type Excess, type Loaded, type TooLarge } from './measure.ts'

/** Other entries of the same number may be larger than those that were counted. */
const shareOfFitting = 3 / 4

/**
 * What a proposal may cost to measure. It needs not be the largest page that fits, and a client that was refused should not
 * keep the server busy with finding it.
 */
const proposedMax = { entriesMax: 5000, referencesMax: 100_000, targetsMax: 25_000 }

/**
 * Proposes a smaller depth for the same page, otherwise a smaller perPage for the same depth, otherwise both. With
 * another perPage the page has other entries, so a proposal is measured before it is made. `attempt` measures one.
 */
export async function refusePage(
  query: ListQuery,
  budgetExceeded: TooLarge,
  budget: Budget,
  attempt: (perPage: number, depth: number, budget: Budget) => Promise<Loaded>,
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
  // One entry may need more than a proposal should cost, and is as small as a page can be.
  if (both === null && query.perPage > 1 && (await attempt(1, 0, budget)).measure.fits) {
    both = [smaller('perPage', 1), ...(query.depth > 0 ? [smaller('depth', 0)] : [])]
  }
  if (both !== null) throw refuse(passed, budget, both)
  const message = 'contains an entry that is over this limit by itself'
  throw refuse(passed, budget, [{ in: 'query', name: 'page', message }])
}

/** Proposes a smaller depth. */
export function refuseEntry({ passed, fittingDepth }: Excess, budget: Budget): Problem {
  if (fittingDepth >= 0) return refuse(passed, budget, [smaller('depth', fittingDepth)])
  const message = 'names an entry that is over this limit by itself'
  return refuse(passed, budget, [{ in: 'path', name: 'slug', message }])
}

function atMost(budget: Budget): Budget {
  const { entriesMax, bytesMax, referencesMax, targetsMax } = budget
  return {
    bytesMax,
    entriesMax: Math.min(entriesMax, proposedMax.entriesMax),
    referencesMax: Math.min(referencesMax, proposedMax.referencesMax),
    targetsMax: Math.min(targetsMax, proposedMax.targetsMax),
  }
}

function smaller(name: 'depth' | 'perPage', value: number): FieldError {
  return { in: 'query', name, message: `must be at most ${value}` }
}

function refuse(passed: Limit, budget: Budget, faults: readonly FieldError[]): Problem {
  const proposal = faults.map(({ name, message }) => `${name} ${message}`).join(' and ')
  return new Problem('response_too_large', `${describe(passed, budget)} For this request, ${proposal}.`, {
    errors: faults,
  })
}

function describe(passed: Limit, { entriesMax, bytesMax, referencesMax, targetsMax }: Budget): string {
  switch (passed) {
    case 'entries':
      return `The response would contain more than ${format(entriesMax)} entries with data.`
    case 'bytes':
      return `The response would be larger than ${formatBytes(bytesMax)} of JSON.`
    case 'references':
      return `The response would contain more than ${format(referencesMax)} references.`
    case 'targets':
      return `The response would refer to more than ${format(targetsMax)} different entries.`
    case 'stored':
      return `More than ${formatBytes(storedBytesMax)} of stored content would have to be read for the response.`
  }
}

function format(count: number): string {
  return count.toLocaleString('en')
}

function formatBytes(bytes: number): string {
  return bytes % 2 ** 20 === 0 ? `${bytes / 2 ** 20} MiB` : `${format(bytes)} bytes`
}
