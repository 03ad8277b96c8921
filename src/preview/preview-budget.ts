// The limits of one response of a preview, which is built for each request, and the error of one that exceeds them.
import { type FieldError, Problem } from '../base/errors.ts'
import { defaultBudget, storedBytesMax } from '../content/publish/response-budget.ts'

export interface PreviewBudget {
  /** Entries with `data` in the response, including nested ones. */
  readonly entriesMax: number
  /** UTF-8 bytes of the whole response. */
  readonly bytesMax: number
  /** References in the entries that are read. */
  readonly referencesMax: number
  /** Distinct entries whose addresses are looked up. */
  readonly targetsMax: number
  /** The size of the drafts that are read. */
  readonly storedBytesMax: number
}

export const previewBudget: PreviewBudget = { ...defaultBudget, storedBytesMax, entriesMax: 5000 }

type PreviewLimit = 'entries' | 'bytes' | 'references' | 'targets' | 'stored'

/** Thrown while a response is built, as soon as it exceeds a limit. */
export class PreviewTooLarge extends Error {
  constructor(readonly limit: PreviewLimit) {
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
  return new Problem('response_too_large', `${describe(limit, budget)} ${rest}`, { errors })
}

function describe(limit: PreviewLimit, budget: PreviewBudget): string {
  const { entriesMax, bytesMax, referencesMax, targetsMax, storedBytesMax: storedMax } = budget
  switch (limit) {
    case 'entries':
      return `The preview would contain more than ${format(entriesMax)} entries with data.`
    case 'bytes':
      return `The preview would be larger than ${format(bytesMax)} bytes of JSON.`
    case 'references':
      return `The preview would contain more than ${format(referencesMax)} references.`
    case 'targets':
      return `The preview would refer to more than ${format(targetsMax)} different entries.`
    case 'stored':
      return `More than ${format(storedMax)} bytes of drafts would have to be read for the preview.`
  }
}

function format(count: number): string {
  return count.toLocaleString('en-US')
}
