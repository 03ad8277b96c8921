// What a request costs its caller where requests are counted, and what its response says of that.

/** A request that was counted, or refused because there were too many. */
export interface RateLimitTicket {
  /** Seconds until the next one may pass; null where this one does. */
  readonly waitSeconds: number | null
  /** Once the status is known: header fields that say what is left. A 304 is given back. */
  readonly settle: (status: number) => Readonly<Record<string, string>>
}

/** Writes what is left into the headers of a response. */
export function settle(ticket: RateLimitTicket, { status, headers }: Response): void {
  for (const [name, value] of Object.entries(ticket.settle(status))) headers.set(name, value)
}
