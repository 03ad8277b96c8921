// What must hold on a node of the simulation, whatever happens around it. It sees what the network sees: questions and
// what became of them; and it knows of the protocol only what is promised of it.
import type { SpaceCounters, SpaceVersion } from '../../src/database/space-versions.ts'
import { type Part, parts } from './lease-database.ts'
import type { SimulationEnvironment } from './lease-environment.ts'

/** The promise, and what the protocol says of itself. */
const freshMs = 1000
const leaseMs = 900
const responseMs = 400
const jitterMs = 12
/** A failure that is older proves nothing. */
const evidenceMs = 1000

interface Sent {
  readonly number: number
  readonly at: number
  readonly spaces: readonly string[]
  isOver: boolean
}

export interface Request {
  readonly space: string
  readonly beganAt: number
  /** Highest versions that this node had seen when the request began. */
  readonly seen: (SpaceCounters & { readonly epoch: number }) | undefined
  readonly mustNotWait: boolean
}

export class StalenessOracle {
  /** Since when nothing has been wrong with the database, the network to it, and this process. */
  fairSince = 0
  /** Of each space, the highest line of the database's past of which a response arrived. */
  readonly lines = new Map<string, number>()
  #newLineAt = Number.NEGATIVE_INFINITY
  /** Of a commit that was lost it may hear late, and then has to learn again that it was lost. */
  readonly #heardOfLostAt = new Map<string, number>()
  readonly #environment: SimulationEnvironment
  readonly #provenAt = new Map<string, number>()
  readonly #last = new Map<string, SpaceVersion>()
  readonly #seen = new Map<string, SpaceCounters & { readonly epoch: number }>()
  #sent = 0
  #newestResponse = 0
  #newestFailed = 0
  #newestFailedAt = Number.NEGATIVE_INFINITY
  /** The last time at which a question may have counted as failed, if none was answered in time since. */
  #failedAt = Number.NEGATIVE_INFINITY
  disturbedAt = Number.NEGATIVE_INFINITY

  constructor(environment: SimulationEnvironment) {
    this.#environment = environment
    this.fairSince = environment.time.now
  }

  get #now(): number {
    return this.#environment.time.now
  }

  asked(spaces: readonly string[]): Sent {
    this.#sent += 1
    const sent: Sent = { number: this.#sent, at: this.#now, spaces, isOver: false }
    // Whichever of the two comes first within the timer's jitter, it may count as failed from here on.
    this.#environment.time.in(responseMs - 1, () => {
      if (!sent.isOver) this.#failedAt = Math.max(this.#failedAt, this.#now)
    })
    this.#environment.time.in(responseMs + jitterMs + 1, () => {
      if (!sent.isOver) this.#fail(sent, sent.at + responseMs)
    })
    return sent
  }

  answered(sent: Sent): void {
    const { line, lineBeganAt } = this.#environment.database
    for (const space of sent.spaces) {
      this.#provenAt.set(space, Math.max(this.#provenAt.get(space) ?? sent.at, sent.at))
      // What is asked later is held against all that was known before.
      if (sent.at < lineBeganAt || line <= (this.lines.get(space) ?? -1)) continue
      this.lines.set(space, line)
      this.#newLineAt = this.#now
    }
    for (const space of sent.spaces) {
      const heardAt = this.#heardOfLostAt.get(space)
      if (heardAt === undefined || sent.at < heardAt) continue
      this.#heardOfLostAt.delete(space)
      this.#newLineAt = this.#now
    }
    if (!sent.isOver) {
      this.#newestResponse = Math.max(this.#newestResponse, sent.number)
      this.#newestFailed = 0
      if (this.#now < sent.at + responseMs) this.#failedAt = Number.NEGATIVE_INFINITY
    }
    sent.isOver = true
  }

  failed(sent: Sent): void {
    if (!sent.isOver) this.#fail(sent, Math.min(this.#now, sent.at + responseMs))
    sent.isOver = true
  }

  observed(space: string, versions: SpaceCounters, line: number): void {
    if (line < this.#environment.database.line) this.#heardOfLostAt.set(space, this.#now)
    const last = this.#last.get(space)
    if (last === undefined) return
    const seen = this.#seen.get(space)
    const floor = seen?.epoch === last.epoch ? seen : last
    this.#seen.set(space, {
      epoch: last.epoch,
      revision: Math.max(versions.revision, floor.revision),
      keys: Math.max(versions.keys, floor.keys),
    })
  }

  begin(space: string): Request {
    const mustNotWait =
      this.#newestFailed > this.#newestResponse &&
      this.#now - this.#newestFailedAt < evidenceMs &&
      this.#now - this.disturbedAt > freshMs
    return { space, beganAt: this.#now, seen: this.#seen.get(space), mustNotWait }
  }

  vouched(request: Request, known: SpaceVersion | null): void {
    const { space, seen } = request
    this.#checkWait(request)
    const ageMs = this.#ageOf(space)
    if (ageMs >= freshMs) this.#environment.meet('vouched while away')
    this.#check(ageMs < this.#limitMs, `vouches for ${space} as of ${ageMs} ms ago`)
    if (known === null) {
      this.#environment.meet('no such space')
      const bornAt = this.#environment.database.bornAt.get(space) ?? this.#now
      this.#check(this.#now - bornAt <= this.#limitMs, `denies ${space}`)
      return
    }
    const last = this.#last.get(space)
    if (last !== undefined) {
      const isBack = known.epoch < last.epoch
      this.#check(!isBack, `goes back to epoch ${known.epoch} of ${space}`)
      if (known.epoch !== last.epoch) this.#environment.meet('another epoch')
      const mayBegin = known.epoch === last.epoch || this.#environment.database.line > 0
      this.#check(mayBegin, `begins another epoch of ${space} without a reason`)
      for (const part of parts) {
        const isLower = known.epoch === last.epoch && known[part] < last[part]
        this.#check(!isLower, `goes back to ${part} ${known[part]} of ${space}`)
      }
    }
    this.#last.set(space, known)
    if (seen?.epoch !== known.epoch) return
    for (const part of parts) {
      this.#check(
        known[part] >= seen[part],
        `has forgotten ${part} ${seen[part]} of ${space}: ${known[part]}`,
      )
    }
  }

  refused(request: Request): void {
    this.#environment.meet('refused')
    this.#checkWait(request)
    this.#check(this.#isAway(), `refuses ${request.space} without a reason`)
    // Questions that were on their way when it learned that commits were lost do not count.
    const lostAt = Math.max(this.#newLineAt, this.#environment.database.lineBeganAt)
    const ageMs = this.#ageOf(request.space)
    const mayBeDoubted = this.#now - ageMs <= lostAt || this.#heardOfLostAt.has(request.space)
    const isKnown = ageMs < Math.max(leaseMs, this.#environment.staleMs)
    this.#check(!isKnown || mayBeDoubted, `refuses ${request.space} as of ${ageMs} ms ago`)
  }

  served(space: string, part: Part, replacedAt: number | null): void {
    this.#environment.meet('served')
    const ageMs = replacedAt === null ? 0 : this.#now - replacedAt
    this.#check(ageMs < this.#limitMs, `serves a ${part} of ${space} that was replaced ${ageMs} ms ago`)
  }

  #fail(sent: Sent, at: number): void {
    sent.isOver = true
    this.#failedAt = Math.max(this.#failedAt, at)
    this.#newestFailed = Math.max(this.#newestFailed, sent.number)
    this.#newestFailedAt = at
  }

  #ageOf(space: string): number {
    return this.#now - (this.#provenAt.get(space) ?? Number.NEGATIVE_INFINITY)
  }

  /** Whether the node may take the database for away. */
  #isAway(): boolean {
    return this.#now - this.#failedAt <= evidenceMs && this.#now - this.fairSince < freshMs
  }

  get #limitMs(): number {
    return this.#isAway() ? Math.max(leaseMs, this.#environment.staleMs) : freshMs
  }

  #checkWait({ space, beganAt, mustNotWait }: Request): void {
    const waitedMs = this.#now - beganAt
    if (mustNotWait)
      this.#check(waitedMs === 0, `waits ${waitedMs} ms for ${space} of a database that is away`)
    if (this.#now - this.disturbedAt < 2 * freshMs) return
    this.#check(waitedMs <= 2 * (responseMs + jitterMs), `lets ${space} wait ${waitedMs} ms`)
  }

  #check(holds: boolean, violation: string): void {
    if (!holds) this.#environment.violations.push(`at ${this.#now} a node ${violation}`)
  }
}
