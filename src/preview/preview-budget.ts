// The limits of one response of a preview, which is built for each request, and the error of one that exceeds them.
import { type FieldError, Problem } from '../base/errors.ts'
import {
  type Budget,
  defaultBudget,
  describeExcess,
  type Limit,
  storedBytesMax,
} from '../content/publish/response-budget.ts'

export interface PreviewBudget extends Budget {
  /** The size of the drafts that are read. */
  readonly storedBytesMax: number
}

export const previewBudget: PreviewBudget = { ...defaultBudget, storedBytesMax, entriesMax: 5000 }

/** Thrown while a response is built, as soon as it exceeds a limit. */
export class PreviewTooLarge extends Error {
  constructor(readonly limit: Limit) {
    super(`The preview exceeds the limit of ${limit}.`)
  }
}

/** A smaller request that fits. */
export interface Proposal {
  readonly depth?: number
  readonly perPage?: number
}

export function refuse(
  { limit }: PreviewTooLarge,
  budget: PreviewBudget,
  proposal: Proposal | null,
): Problem {
  const errors: FieldError[] = Object.entries(proposal ?? {}).map(([name, value]) => ({
    in: 'query',
    name,
    message: `must be at most ${value}`,
  }))
  const hint = errors.map(({ name, message }) => `${name} ${message}`).join(' and ')
  const rest = hint === '' ? 'An entry is over this limit by itself.' : `For this request, ${hint}.`
  return new Problem('response_too_large', `${describeExcess('preview', limit, budget)} ${rest}`, { errors })
}
