// Who is worked for now, who waits in line, and who is told to come again: so that under more load than a process can
// carry, answers go on being as many and as soon as before. Reading what has come in goes before work: work on a request
// is often one piece that nothing interrupts, and without a line the requests behind it would wait unseen, in the
// system's buffers, the probes among them.

/** Until when a request may wait for its turn where the line is longer than {@link AdmissionParts.patientMax}. */
export const waitMsMax = 200

/**
 * For how long requests are worked on as they are read, before the rest of what has come in is read. Bun sends an answer
 * of many kilobytes in one piece only where it was made while its request was read.
 */
export const turnMsMax = 50

/** What takes longer than this waits for something else than this process: its place is lent to another one. */
export const heldMsMax = 1000

/** How often each place may be lent while its first holder still waits. */
const lendingsMax = 3

/** What a request costs while it waits is little; this bounds it all the same. */
const lineMax = 1000

/** How soon is looked again where nobody has left. */
const lookMs = 50

/** Of the newest interval between two starts, in the mean of all. */
const paceShare = 1 / 16

export interface AdmissionParts {
  /** How many are worked for at once; 0 is no limit. */
  readonly placesMax: number
  /** So many may wait however long it takes: a client that asks for some dozens at once, as builds of sites do. */
  readonly patientMax: number
  /** Milliseconds that never go back. */
  readonly now: () => number
  /** Runs the work once what has come in meanwhile has been read. */
  readonly defer: (work: () => void) => void
  /** Runs the work later, in a process that may end before. */
  readonly delay: (ms: number, work: () => void) => void
}

export interface Place {
  /** While the client is waited for; others use the place. */
  pause(): void
  resume(): void
  leave(): void
}

interface Waiting {
  readonly since: number
  readonly start: (place: Place | null) => void
}

const unlimited: Place = { pause: () => {}, resume: () => {}, leave: () => {} }

export class Admission {
  readonly #parts: AdmissionParts
  /** By when each got its place, the first one first. */
  readonly #held = new Map<object, number>()
  /** Whose places were lent to others. */
  readonly #lent = new Set<object>()
  #line: Waiting[] = []
  /** When the first piece of work was begun since all that had come in was read. */
  #turnAt: number | null = null
  #isDelayed = false
  /** When the last one was taken out of a line that has stood since. */
  #startedAt: number | null = null
  /** Milliseconds between two starts in this line. */
  #pace = 0

  constructor(parts: AdmissionParts) {
    this.#parts = parts
  }

  /** Whoever came now would be refused at once. */
  get isFull(): boolean {
    const { length } = this.#line
    if (length < this.#parts.patientMax) return false
    return length >= lineMax || length * this.#pace > waitMsMax
  }

  /** A place, at once or in turn; null for who has to be told to come again. */
  enter(): Place | null | Promise<Place | null> {
    const { placesMax, now } = this.#parts
    if (placesMax === 0) return unlimited
    const at = now()
    const isInTurn = at - (this.#turnAt ?? at) < turnMsMax
    if (this.#line.length === 0 && isInTurn && this.#hasRoom(at)) return this.#start(at)
    if (this.isFull) return null
    return new Promise(start => {
      this.#line.push({ since: at, start })
      this.#look()
    })
  }

  #start(at: number): Place {
    this.#look()
    const holder = {}
    this.#held.set(holder, at)
    const leave = () => {
      const isCounted = this.#held.delete(holder)
      if ((this.#lent.delete(holder) || isCounted) && this.#line.length > 0) this.#look()
    }
    return { leave, pause: leave, resume: () => void this.#held.set(holder, this.#parts.now()) }
  }

  /** One of the line; after it, what has come in is read. */
  #next(): void {
    this.#turnAt = null
    const { now, patientMax } = this.#parts
    const at = now()
    const beyond = this.#line.length - patientMax
    let late = 0
    while (late < beyond && at - (this.#line[late]?.since ?? at) > waitMsMax) late++
    for (const { start } of this.#line.splice(0, late)) start(null)
    if (this.#line.length === 0) {
      this.#startedAt = null
      this.#pace = 0
      return
    }
    if (!this.#hasRoom(at)) {
      this.#lookLater()
      return
    }
    if (this.#startedAt !== null) this.#pace += (at - this.#startedAt - this.#pace) * paceShare
    this.#startedAt = at
    this.#line.shift()?.start(this.#start(at))
  }

  #hasRoom(at: number): boolean {
    const { placesMax } = this.#parts
    for (const [holder, since] of this.#held) {
      if (this.#held.size < placesMax) return true
      if (at - since <= heldMsMax || this.#lent.size >= placesMax * lendingsMax) return false
      this.#held.delete(holder)
      this.#lent.add(holder)
    }
    return this.#held.size < placesMax
  }

  #look(): void {
    if (this.#turnAt !== null) return
    this.#turnAt = this.#parts.now()
    this.#parts.defer(() => this.#next())
  }

  /** Nobody may leave for longer than those in line are to wait. */
  #lookLater(): void {
    if (this.#isDelayed) return
    this.#isDelayed = true
    this.#parts.delay(lookMs, () => {
      this.#isDelayed = false
      this.#look()
    })
  }
}
