// Limits what the evaluation of one query may cost, and refuses queries that exceed a limit.
import { type FieldError, Problem } from '../../base/errors.ts'
import type { Rule } from './rules.ts'

export interface ScanLimits {
  /** The number of entries of a list. */
  readonly entries: number
  /** The number of pairs of an entry and one of its values or targets that conditions look at. */
  readonly pairs: number
  /** The number of different targets of references. */
  readonly targets: number
  /** The size of everything that is read. */
  readonly bytes: number
}

export const scanLimits: ScanLimits = {
  entries: 10_000,
  pairs: 2_000_000,
  targets: 10_000,
  bytes: 128 * 2 ** 20,
}

/** Adds up the costs of one query. */
export class ScanCosts {
  readonly #limits: ScanLimits
  #pairs = 0
  #targets = 0
  #bytes = 0

  constructor(limits: ScanLimits) {
    this.#limits = limits
  }

  addPairs(pairs: number, rule: Rule): void {
    this.#pairs += pairs
    const { pairs: max } = this.#limits
    if (this.#pairs > max) throw refuse(`compares more than ${toText(max)} values of drafts`, rule)
  }

  addTargets(targets: number, rule: Rule): void {
    this.#targets += targets
    const { targets: max } = this.#limits
    if (this.#targets > max)
      throw refuse(`passes more than ${toText(max)} entries that references lead to`, rule)
  }

  addBytes(bytes: number): void {
    this.#bytes += bytes
    const max = this.#limits.bytes
    if (this.#bytes <= max) return
    const detail = `For this query, more than ${max / 2 ** 20} MiB of drafts would have to be read. Ask for fewer entries, or leave the conditions and \`sort\` out.`
    throw new Problem('query_too_costly', detail)
  }
}

/** Formats numbers independently of the machine's locale. */
const toText = (count: number) => count.toLocaleString('en-US')

function refuse(message: string, { parameters }: Rule): Problem {
  const detail = `${parameters.join(' with ')} ${message}. Make the query narrower, or leave the condition out.`
  const errors = parameters.map((name): FieldError => ({ in: 'query', name, message }))
  return new Problem('query_too_costly', detail, { errors })
}
