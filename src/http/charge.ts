// What a request costs its caller where requests are counted, and what its answer says of that.

/** A request that has been counted, or refused because too many were. */
export interface RateLimitTicket {
  /** Seconds until one may pass again; null where this one does. */
  readonly waitSeconds: number | null
  /** Once the answer's status is known: header fields that say what is left. A 304 is given back. */
  readonly settle: (status: number) => Readonly<Record<string, string>>
}

/** Writes what the charge comes to into an answer's headers. */
export function settle(charge: RateLimitTicket, { status, headers }: Response): void {
  for (const [name, value] of Object.entries(charge.settle(status))) headers.set(name, value)
}
