// What writers were promised: every acknowledged write, to be compared with the database afterwards.
import type { PollResult } from './poller.ts'

export interface Promises {
  readonly keys: { readonly id: string; readonly key: string }[]
  /** Publications by entry and version, and whether they were ended. */
  readonly published: { readonly entry: string; readonly version: number; isEnded: boolean }[]
  /** The last name given to each key: a number that only grows. */
  readonly renamed: Map<string, number>
  /** The last save of each draft: a number that only grows. */
  readonly drafts: Map<string, number>
}

export function noPromises(): Promises {
  return { keys: [], published: [], renamed: new Map(), drafts: new Map() }
}

/** One request, and the write that it acknowledged. */
export type Write = (promises: Promises) => Promise<PollResult>
