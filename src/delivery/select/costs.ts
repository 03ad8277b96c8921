// The limits on the costs of a query, and the error of a query that exceeds them. Costs depend only on the content and the
// query.
import { type FieldError, Problem } from '../../base/errors.ts'

export interface QueryLimits {
  /** The number of pairs of a value and an entry that conditions and words match, summed before they are combined. */
  readonly pairs: number
  /** The number of entries that a path passes at each reference. */
  readonly targets: number
}

export const queryLimits: QueryLimits = { pairs: 2_000_000, targets: 10_000 }

/** The cost of conditions that are evaluated together, or of the words of `q`. */
export interface Cost {
  /** Parameters as sent. */
  readonly parameters: readonly string[]
  readonly pairs: number
}

/** Thrown if the costs of a query exceed the limit. */
export class TooCostly extends Error {}

/** Adds up the costs of one query. */
export class CostMeter {
  readonly limits: QueryLimits
  #pairs = 0

  constructor(limits: QueryLimits) {
    this.limits = limits
  }

  /** The number of pairs that may still be matched. */
  get pairsLeft(): number {
    return this.limits.pairs - this.#pairs
  }

  add(pairs: number): void {
    this.#pairs += pairs
    if (this.#pairs > this.limits.pairs) throw new TooCostly()
  }
}

/** Formats numbers independently of the machine's locale. */
const toText = (count: number) => count.toLocaleString('en-US')

/** Returns an error that names the most expensive parts. Without them, the others are within the limit. */
export function refusePairs(costs: readonly Cost[], { pairs: pairsMax }: QueryLimits): Problem {
  const total = costs.reduce((sum, { pairs }) => sum + pairs, 0)
  const dearest: Cost[] = []
  let left = total
  for (const cost of costs.toSorted((a, b) => b.pairs - a.pairs)) {
    if (left <= pairsMax) break
    dearest.push(cost)
    left -= cost.pairs
  }
  const parts = dearest.map(
    ({ parameters, pairs }) => `${parameters.join(' with ')} matches ${toText(pairs)}`,
  )
  const detail = `The conditions and words of a query may match ${toText(pairsMax)} values in all, and these match ${toText(total)}: ${parts.join(', ')}. Make them narrower.`
  const errors = dearest.flatMap(({ parameters, pairs }) =>
    parameters.map(name => toError(name, `matches ${toText(pairs)} values`)),
  )
  return new Problem('query_too_costly', detail, { errors })
}

export function refuseTargets(
  parameters: readonly string[],
  field: string,
  { targets }: QueryLimits,
): Problem {
  const message = `matches more than ${toText(targets)} entries that ${field} may refer to`
  const detail = `${parameters.join(' with ')} ${message}. Make it narrower, or put a condition on a field of the collection itself.`
  return new Problem('query_too_costly', detail, { errors: parameters.map(name => toError(name, message)) })
}

function toError(name: string, message: string): FieldError {
  return { in: 'query', name, message }
}
