// Monitors the LISTEN connection by heartbeats that pass through the database and come back, because a silently broken
// connection looks the same as an idle one.

const silentMs = 1000

interface PendingHeartbeat {
  readonly heartbeat: number
  readonly since: number
}

export class ListenerMonitor {
  #newest = 0
  /** The first heartbeat sent after LISTEN. Earlier ones prove nothing about this connection. */
  #firstBeat = Number.POSITIVE_INFINITY
  #heard = 0
  #heardAt = Number.NEGATIVE_INFINITY
  /** Heartbeats that the database has accepted. */
  #pending: readonly PendingHeartbeat[] = []

  /** Returns true while heartbeats arrive. Otherwise notifications may be getting lost. */
  isHealthy(now: number): boolean {
    return now - this.#heardAt <= silentMs
  }

  next(): number {
    this.#newest += 1
    return this.#newest
  }

  /** Reports that the database has accepted the heartbeat, which may have arrived already. */
  sent(heartbeat: number, now: number): void {
    if (heartbeat < this.#firstBeat || heartbeat <= this.#heard) return
    this.#pending = [...this.#pending, { heartbeat, since: now }]
  }

  /** Reports a received heartbeat. Notifications of one connection arrive in order, so it confirms the earlier ones too. */
  heard(heartbeat: number, now: number): void {
    if (!(heartbeat >= this.#firstBeat && heartbeat > this.#heard && heartbeat <= this.#newest)) return
    this.#heard = heartbeat
    this.#heardAt = now
    this.#pending = this.#pending.filter(one => one.heartbeat > this.#heard)
  }

  /** Returns true if a heartbeat that the database accepted did not come back in time. */
  isSilent(now: number): boolean {
    const [oldest] = this.#pending
    return oldest !== undefined && now - oldest.since > silentMs
  }

  /** Reports that a connection has started to listen, or that the current one must be confirmed again. */
  listening(): void {
    this.#reset(this.#newest + 1)
  }

  /** Reports that the database was unavailable. The listener may be too, so it must be confirmed again. */
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
