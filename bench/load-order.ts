// The messages between the parent and the load generator: what to send, and the report.
export interface LoadRequest {
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** One of these statuses is expected. */
  readonly statuses: readonly number[]
  /** The expected length of the body; if absent, any. */
  readonly bytes?: number
}

/** `seconds`: the requests in turn, repeatedly. Without it: each of them once. `random`: this many new ones. */
export type LoadOrder = { readonly url: string; readonly connections: number } & (
  | { readonly requests: readonly LoadRequest[]; readonly seconds?: number }
  | { readonly random: number; readonly key: string; readonly posts: number }
)

export interface LoadRound {
  readonly requests: number
  readonly seconds: number
  readonly p99Ms: number
}

export type LoadReport = { readonly round: LoadRound } | { readonly error: string }
