// The rate limit of a request: its cost for the caller, and the header fields that report it.

/** A request that was counted, or refused by the rate limit. */
export interface RateLimitTicket {
  /** Seconds until the next request is allowed; null if this one is. */
  readonly waitSeconds: number | null
  /** Call it when the status is known. Returns header fields with the remaining rate. A 304 is not charged. */
  readonly consume: (status: number) => Readonly<Record<string, string>>
}

/** Adds the remaining rate to the headers of a response. */
export function consume(ticket: RateLimitTicket, { status, headers }: Response): void {
  for (const [name, value] of Object.entries(ticket.consume(status))) headers.set(name, value)
}
