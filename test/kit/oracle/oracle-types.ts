// Plain entries and queries, as the oracle of queried lists takes them.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type Values = Readonly<Record<string, Json>>

export interface OracleField {
  readonly apiName: string
  readonly type: string
  readonly many?: boolean
  readonly search?: number
  readonly paths?: readonly { readonly path: string; readonly type: string; readonly many?: boolean }[]
}

export interface OracleCollection {
  readonly apiName: string
  readonly fields: readonly OracleField[]
}

/** An entry as readers see it: published, or in a preview. Times are null if nothing is live. */
export interface OracleEntry {
  readonly id: string
  readonly collection: string
  readonly slug: string
  readonly publishedAt: number | null
  readonly firstPublishedAt: number | null
  readonly values: Values
  readonly overlays: Readonly<Record<string, Values>>
}

/** The last name of a path may be that of an entry itself, or begin with `data.`; one in `json` has a colon. */
export type Path = readonly string[]

export interface Condition {
  readonly group: string
  readonly path: Path
  readonly operator: string
  /** Decoded; a list for `in`, `nin` and `all`. */
  readonly value: string | readonly string[]
}

export interface GeneratedQuery {
  readonly collection: string
  readonly conditions: readonly Condition[]
  readonly sort: readonly string[]
  readonly search: string | null
  readonly variant: string | null
  readonly page: number
  readonly perPage: number
}

export interface Expected {
  readonly count: number
  readonly ids: readonly string[]
}

export type Scalar = string | number | boolean
