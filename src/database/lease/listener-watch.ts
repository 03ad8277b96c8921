// Whether the connection that hears notifications really hears: a beat that goes through the database and comes back.
// A connection that is cut off without a word looks like one on which nothing happens.

const silentMs = 1000

interface PendingHeartbeat {
  readonly beat: number
  readonly since: number
}

export class ListenerMonitor {
  #newest = 0
  /** Beats from this one on were sent while the listener listened; earlier ones prove nothing of it. */
  #from = Number.POSITIVE_INFINITY
  #heard = 0
  #heardAt = Number.NEGATIVE_INFINITY
  /** Beats that have certainly been sent. */
  #awaited: readonly PendingHeartbeat[] = []

  /** From the first beat that is heard, and for as long as others follow: otherwise notifications may be going past. */
  isHealthy(now: number): boolean {
    return now - this.#heardAt <= silentMs
  }

  next(): number {
    this.#newest += 1
    return this.#newest
  }

  /** The database has taken it. It may have been heard before that. */
  sent(beat: number, now: number): void {
    if (beat < this.#from || beat <= this.#heard) return
    this.#awaited = [...this.#awaited, { beat, since: now }]
  }

  /** Notifications of one connection come in order, so a later beat stands for the earlier ones. */
  heard(beat: number, now: number): void {
    if (!(beat >= this.#from && beat > this.#heard && beat <= this.#newest)) return
    this.#heard = beat
    this.#heardAt = now
    this.#awaited = this.#awaited.filter(one => one.beat > this.#heard)
  }

  /** A beat that the database has taken does not come back. */
  isSilent(now: number): boolean {
    const [oldest] = this.#awaited
    return oldest !== undefined && now - oldest.since > silentMs
  }

  /** A connection has begun to listen; or the one there is has to prove itself again. */
  listening(): void {
    this.#begin(this.#newest + 1)
  }

  /** The database was away, and the listener perhaps with it: it has to prove itself again. */
  markSuspect(): void {
    if (this.#from !== Number.POSITIVE_INFINITY) this.listening()
  }

  lost(): void {
    this.#begin(Number.POSITIVE_INFINITY)
  }

  #begin(from: number): void {
    this.#from = from
    this.#awaited = []
    this.#heardAt = Number.NEGATIVE_INFINITY
  }
}
