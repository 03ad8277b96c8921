// What can be asked of the content, as typed values: parameters are parsed before, defaults are in.
import type { Measure } from './measure.ts'

export interface Resolution {
  readonly depth: number
  readonly variants: readonly string[]
}

export interface PageQuestion extends Resolution {
  readonly collection: string | null
  readonly page: number
  readonly perPage: number
}

export interface EntryQuestion extends Resolution {
  readonly collection: string | null
  readonly slug: string | null
}

/** What a page would be: measured, and not yet written. */
export interface PageAttempt {
  readonly measure: Measure
  /** How many of its entries fit before anything that they refer to is counted. */
  countFitting(): number
  render(): string
}
