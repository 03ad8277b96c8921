// What the load is ordered to send, and what it reports, as messages between the processes.
export interface LoadRequest {
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** One of these is the expected status. */
  readonly statuses: readonly number[]
  /** The expected length of the body; absent: any. */
  readonly bytes?: number
}

/** `seconds`: the requests in turn, again and again. Without: each of them once. `random`: so many new ones. */
export type LoadOrder = { readonly url: string; readonly connections: number } & (
  | { readonly requests: readonly LoadRequest[]; readonly seconds?: number }
  | { readonly random: number; readonly key: string; readonly posts: number }
)

export interface LoadRound {
  readonly requests: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export type LoadReport = { readonly round: LoadRound } | { readonly error: string }
