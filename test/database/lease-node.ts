// A node of the simulation: the protocol, a cache that goes by it, and a network that loses, delays, repeats and
// reorders. What happens to it is told to its judge.
import { DatabaseUnavailable, LeaseKeeper } from '../../src/database/lease/lease-keeper.ts'
import type { CountersResponse } from '../../src/database/lease/space-leases.ts'
import { parseNotification, toNotification } from '../../src/database/notify-change.ts'
import type { SpaceCounters, SpaceVersion } from '../../src/database/space-versions.ts'
import { type Part, parts, type SpaceState, toVersions } from './lease-database.ts'
import { type Hearing, type Link, links, type SimulationEnvironment } from './lease-environment.ts'
import { type Request, StalenessOracle } from './lease-oracle.ts'
import { Timers } from './lease-time.ts'

interface Item {
  readonly known: SpaceVersion
  readonly state: SpaceState
}

export class SimulatedNode {
  readonly oracle: StalenessOracle
  readonly freshness: LeaseKeeper
  link: Link = 'good'
  hearing: Hearing = 'good'
  pausedUntil = 0
  queries = 0
  isUp = true
  readonly #environment: SimulationEnvironment
  /** Clocks of nodes have nothing to do with each other. */
  readonly #clockAhead: number
  readonly #items = new Map<string, Item>()
  readonly #timers = new Timers((ms, work) => this.in(ms + this.#environment.chance.between(0, 12), work))
  /** The listener's connection; 0 while there is none. */
  #connection = 0
  #connections = 0

  constructor(environment: SimulationEnvironment) {
    this.#environment = environment
    this.#clockAhead = environment.chance.between(0, 1e6)
    this.oracle = new StalenessOracle(environment)
    this.freshness = new LeaseKeeper({
      clock: () => environment.time.now + this.#clockAhead,
      schedule: (ms, work) => this.#timers.schedule(ms, work),
      ask: spaces => this.#ask(spaces),
      heartbeat: heartbeat => this.#sendHeartbeat(heartbeat),
      staleMs: environment.staleMs,
      onState: state => environment.trace(`state ${state}`),
      onSilentListener: () => {
        environment.meet('silent listener')
        this.#reconnect()
      },
    })
    this.#reconnect()
  }

  get timers(): number {
    return this.#timers.running
  }

  /** Later, and not while the process is stopped; never, once it has ended. */
  in(ms: number, work: () => void): void {
    const { time, chance } = this.#environment
    time.in(ms, () => {
      if (!this.isUp) return
      const waitMs = this.pausedUntil - time.now
      if (waitMs > 0) this.in(waitMs + chance.between(0, 5), work)
      else work()
    })
  }

  end(): void {
    this.isUp = false
    this.freshness.close()
  }

  request(space: string): void {
    const request = this.oracle.begin(space)
    const current = this.freshness.current(space)
    if (current !== null) this.#serve(request, current)
    else {
      this.freshness.getVersion(space).then(
        known => this.#serve(request, known),
        error => this.#refuse(request, error),
      )
    }
  }

  hear(notice: string): void {
    const { chance, database } = this.#environment
    const { line } = database
    const times = this.hearing === 'lossy' ? chance.between(0, 2) : 1
    if (this.hearing === 'deaf') return
    for (let time = 0; time < times; time++) {
      this.#carry(() => {
        const read = parseNotification(notice)
        if (!database.canArrive(line)) return
        if (read === null) throw new Error(`not a notice: ${notice}`)
        this.#environment.trace(`hears ${notice}`)
        this.freshness.observe(read.space, read.versions)
        this.oracle.observed(read.space, read.versions, line)
      })
    }
  }

  /** Breaks the listener's connection, or whatever is to become of the next ones. */
  setHearing(hearing: Hearing): void {
    this.hearing = hearing
    if (hearing !== 'cut' || this.#connection === 0) return
    this.#connection = 0
    this.in(this.#environment.chance.between(0, 300), () => {
      this.freshness.onListenerLost()
      this.#reconnect()
    })
  }

  #ask(spaces: readonly string[]): Promise<CountersResponse> {
    const { chance, database, time, trace } = this.#environment
    this.queries += 1
    const link = this.link === 'mixed' ? chance.pick(links) : this.link
    const { promise, resolve, reject } = Promise.withResolvers<CountersResponse>()
    const sent = this.oracle.asked(spaces)
    trace(`asks ${spaces} ${link}`)
    const travelMs = () => (link === 'slow' ? chance.between(20, 600) : chance.between(0, 40))
    const isLost = link === 'silent' && chance.is(0.7)
    const fail = () => {
      this.oracle.failed(sent)
      reject(new Error('refused'))
    }
    if (link === 'refusing') this.in(chance.between(0, 30), fail)
    else if (isLost) this.in(chance.between(2000, 9000), fail)
    else {
      const onWayMs = link === 'silent' ? chance.between(300, 5000) : travelMs()
      time.in(onWayMs, () => {
        const response = database.response(spaces)
        const { line } = database
        this.in(travelMs(), () => {
          if (!database.canArrive(line)) return fail()
          trace(
            `answer ${[...response.spaces].map(([space, { revision, keys }]) => `${space} ${revision} ${keys}`)}`,
          )
          this.oracle.answered(sent)
          resolve(response)
        })
      })
    }
    return promise
  }

  /** It is held up at times by somebody's commit, or lost. */
  #sendHeartbeat(heartbeat: number): Promise<void> {
    const { chance, time } = this.#environment
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const onWayMs = chance.is(0.05) ? chance.between(500, 4000) : chance.between(0, 40)
    if (this.link === 'refusing') this.in(onWayMs, () => reject(new Error('refused')))
    else if (this.link === 'silent') this.in(chance.between(2000, 9000), () => reject(new Error('lost')))
    else {
      time.in(onWayMs, () => {
        if (this.isUp) this.#carry(() => this.freshness.onHeartbeat(heartbeat))
        this.in(chance.between(0, 40), resolve)
      })
    }
    return promise
  }

  /** By the listener's connection, if it is still that one when it arrives. */
  #carry(work: () => void): void {
    const { chance } = this.#environment
    const connection = this.#connection
    if (connection === 0 || this.hearing === 'silent') return
    if (this.hearing === 'lossy' && chance.is(0.3)) return
    const ms =
      this.hearing === 'slow' || this.hearing === 'lossy' ? chance.between(0, 3000) : chance.between(1, 40)
    this.in(ms, () => {
      if (this.#connection === connection) work()
    })
  }

  #reconnect(): void {
    this.#connection = 0
    this.in(this.#environment.chance.between(5, 500), () => {
      if (this.#connection !== 0) return
      if (this.hearing === 'cut' || this.hearing === 'silent') return this.#reconnect()
      this.#connections += 1
      this.#connection = this.#connections
      this.#environment.trace('listens')
      this.freshness.onListening()
    })
  }

  /** Out of the cache where that is as new as the node knows; otherwise it is read, and cached as of that reading. */
  #serve(request: Request, known: SpaceVersion | null): void {
    if (!this.isUp) return
    this.oracle.vouched(request, known)
    if (known === null) return
    const { space } = request
    const misses = parts.filter(part => {
      const item = this.#items.get(`${part} ${space}`)
      const isNew = item?.known.epoch === known.epoch && item.known[part] === known[part]
      if (isNew && item !== undefined) this.oracle.served(space, part, item.state[part].replacedAt)
      return !isNew
    })
    if (misses.length > 0 && (this.link === 'good' || this.link === 'slow')) this.#read(space, known, misses)
  }

  #refuse(request: Request, error: unknown): void {
    if (!this.isUp) return
    this.#environment.trace(`refused ${request.space}`)
    if (error instanceof DatabaseUnavailable) this.oracle.refused(request)
    else this.#environment.violations.push(String(error))
  }

  #read(space: string, known: SpaceVersion, misses: readonly Part[]): void {
    const { chance, database, time } = this.#environment
    time.in(chance.between(0, 30), () => {
      const state = database.read(space)
      const { line } = database
      if (state === undefined) return
      this.in(chance.between(0, 60), () => {
        if (!database.canArrive(line)) return
        const versions = toVersions(state)
        // The epoch is of before the reading: where the past has changed since, the item is of no use.
        for (const part of misses)
          this.#items.set(`${part} ${space}`, { known: { ...known, ...versions }, state })
        this.freshness.observe(space, versions)
        this.oracle.observed(space, versions, line)
      })
    })
  }

  /** This node's own commit was acknowledged. */
  committed(space: string, versions: SpaceCounters, line: number): void {
    if (!this.#environment.database.canArrive(line)) return
    this.freshness.observe(space, versions)
    this.oracle.observed(space, versions, line)
    this.#environment.trace(`committed ${toNotification(space, versions)}`)
  }
}
