// Monitors the LISTEN connection by heartbeats that pass through the database and come back: a silently broken
// connection looks the same as an idle one.

const silentMs = 1000

interface PendingHeartbeat {
  readonly heartbeat: number
  readonly since: number
}

export class ListenerMonitor {
  #newest = 0
  /** Heartbeats from this one on were sent after LISTEN; earlier ones prove nothing about this connection. */
  #firstBeat = Number.POSITIVE_INFINITY
  #heard = 0
  #heardAt = Number.NEGATIVE_INFINITY
  /** Heartbeats that the database has accepted. */
  #pending: readonly PendingHeartbeat[] = []

  /** True while heartbeats arrive; otherwise notifications may be getting lost. */
  isHealthy(now: number): boolean {
    return now - this.#heardAt <= silentMs
  }

  next(): number {
    this.#newest += 1
    return this.#newest
  }

  /** The database has accepted the heartbeat, which may have arrived already. */
  sent(heartbeat: number, now: number): void {
    if (heartbeat < this.#firstBeat || heartbeat <= this.#heard) return
    this.#pending = [...this.#pending, { heartbeat, since: now }]
  }

  /** Notifications of one connection arrive in order, so a later heartbeat confirms the earlier ones. */
  heard(heartbeat: number, now: number): void {
    if (!(heartbeat >= this.#firstBeat && heartbeat > this.#heard && heartbeat <= this.#newest)) return
    this.#heard = heartbeat
    this.#heardAt = now
    this.#pending = this.#pending.filter(one => one.heartbeat > this.#heard)
  }

  /** A heartbeat that the database accepted did not come back in time. */
  isSilent(now: number): boolean {
    const [oldest] = this.#pending
    return oldest !== undefined && now - oldest.since > silentMs
  }

  /** A connection has started to listen, or the current one must be confirmed again. */
  listening(): void {
    this.#reset(this.#newest + 1)
  }

  /** The database was unavailable, and the listener may be too: it must be confirmed again. */
  markSuspect(): void {
    if (this.#firstBeat !== Number.POSITIVE_INFINITY) this.listening()
  }

  lost(): void {
    this.#reset(Number.POSITIVE_INFINITY)
  }

  #reset(from: number): void {
    this.#firstBeat = from
    this.#pending = []
    this.#heardAt = Number.NEGATIVE_INFINITY
  }
}
