// The refusal of an answer over the budget: it names the limit, and a smaller parameter that was found to fit.
import { type Fault, Problem } from '../base/errors.ts'
import { defaultBudget, type Measure } from './measure.ts'
import type { PageAttempt, PageQuestion } from './questions.ts'

const { entriesMax, bytesMax } = defaultBudget
const limit = `The answer would hold more than ${entriesMax.toLocaleString('en')} entries or ${bytesMax / 2 ** 20} MiB of JSON.`

/** Proposals of a smaller perPage are measured, each on its own page; this bounds how many. */
const attemptsMax = 4

/** Proposes a smaller depth for the same page, otherwise a smaller perPage for the same depth. */
export async function refusePage(
  question: PageQuestion,
  measured: Measure & { fits: false },
  attempt: (perPage: number) => Promise<PageAttempt>,
): Promise<never> {
  if (measured.fittingDepth >= 0) throw refuse([smaller('depth', measured.fittingDepth)])
  let perPage = question.perPage
  for (let tried = 0; tried < attemptsMax && perPage > 1; tried++) {
    perPage = tried === attemptsMax - 1 ? 1 : Math.max(1, Math.floor(perPage / 4))
    const { measure } = await attempt(perPage)
    if (measure.fits) throw refuse([smaller('perPage', perPage)])
    if (perPage === 1 && measure.fittingDepth >= 0) {
      throw refuse([smaller('perPage', 1), smaller('depth', measure.fittingDepth)])
    }
  }
  throw refuse([{ in: 'query', name: 'page', message: 'holds an entry that is over the limit by itself' }])
}

/** Proposes a smaller depth. */
export function refuseEntry(measured: Measure & { fits: false }): Problem {
  if (measured.fittingDepth >= 0) return refuse([smaller('depth', measured.fittingDepth)])
  return refuse([{ in: 'path', name: 'slug', message: 'names an entry that is over the limit by itself' }])
}

function smaller(name: 'depth' | 'perPage', value: number): Fault {
  return { in: 'query', name, message: `must be at most ${value} here` }
}

function refuse(faults: readonly Fault[]): Problem {
  const proposal = faults.map(fault => `${fault.name} ${fault.message}`).join(' and ')
  return new Problem('response_too_large', `${limit} For this request ${proposal}.`, { errors: faults })
}
