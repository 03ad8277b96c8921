// Whether the connection that hears notifications really hears: a beat that goes through the database and comes back.
// A connection that is cut off without a word looks like one on which nothing happens.

const silentMs = 1000

export class ListenerWatch {
  #newest = 0
  /** Beats from this one on were sent while the listener listened; earlier ones prove nothing of it. */
  #from = Number.POSITIVE_INFINITY
  #heard = 0
  /** Beats that have certainly been sent. */
  #awaited: { readonly beat: number; readonly sentAt: number }[] = []
  #isSound = false

  /** True from the first beat that is heard: until then notifications may be going past. */
  get isSound(): boolean {
    return this.#isSound
  }

  next(): number {
    this.#newest += 1
    return this.#newest
  }

  /** The question that carried it was answered. It may have been heard before that. */
  sent(beat: number, sentAt: number): void {
    if (beat >= this.#from && beat > this.#heard) this.#awaited.push({ beat, sentAt })
  }

  /** Notifications of one connection come in order, so a later beat stands for the earlier ones. */
  heard(beat: number): void {
    if (!(beat >= this.#from && beat <= this.#newest)) return
    this.#heard = Math.max(this.#heard, beat)
    this.#awaited = this.#awaited.filter(one => one.beat > this.#heard)
    this.#isSound = true
  }

  isSilent(now: number): boolean {
    const [oldest] = this.#awaited
    return oldest !== undefined && now - oldest.sentAt > silentMs
  }

  /** A connection has begun to listen; or the one there is has to prove itself again. */
  listening(): void {
    this.#from = this.#newest + 1
    this.#awaited = []
    this.#isSound = false
  }

  /** The database was away, and the listener perhaps with it: it has to prove itself again. */
  doubt(): void {
    if (this.#from !== Number.POSITIVE_INFINITY) this.listening()
  }

  lost(): void {
    this.#from = Number.POSITIVE_INFINITY
    this.#awaited = []
    this.#isSound = false
  }
}
