// One run of the simulation: nodes, what commits and asks, and what goes wrong. All of it comes from the seed.
import { drainMicrotasks } from 'bun:jsc'
import { toNotification } from '../../src/database/notify-change.ts'
import { type Part, parts, SimulatedDatabase } from './lease-database.ts'
import { hearings, type Link, links, type SimulationEnvironment } from './lease-environment.ts'
import { SimulatedNode } from './lease-node.ts'
import { Chance, Timeline } from './lease-time.ts'

export interface Outcome {
  readonly tally: ReadonlyMap<string, number>
  readonly violation: string | null
}

const calmMs = 3000
/** Spaces that nobody has asked for are watched for 30 seconds. */
const restMs = 31_000

export class Simulation {
  readonly #chance: Chance
  readonly #time: Timeline
  readonly #environment: SimulationEnvironment
  readonly #endsAt: number
  readonly #spaces: readonly string[]
  /** Spaces whose commits were lost, where only lower numbers tell of it: nobody may count past them unseen. */
  readonly #frozen = new Set<string>()
  readonly #trouble: number
  readonly #busyMs: number
  #nodes: SimulatedNode[] = []
  readonly #tally = new Map<string, number>()

  constructor(seed: number, trace: (text: string) => void = () => {}) {
    const chance = new Chance(seed)
    this.#chance = chance
    this.#time = new Timeline(chance)
    this.#trouble = chance.pick([0.1, 0.5, 0.9])
    this.#busyMs = chance.pick([50, 200, 600])
    this.#endsAt = chance.between(2000, 14_000)
    this.#spaces = ['a', 'b', 'c', 'd'].slice(0, chance.between(1, 4))
    this.#environment = {
      time: this.#time,
      chance,
      database: new SimulatedDatabase(chance.is(0.5)),
      staleMs: chance.pick([0, 500, 2000, 10_000]),
      violations: [],
      meet: what => this.#tally.set(what, (this.#tally.get(what) ?? 0) + 1),
      trace: text => trace(`${this.#time.now} ${text}`),
    }
  }

  run(): Outcome {
    const { chance, database, violations } = this.#environment
    for (const space of this.#spaces) if (chance.is(0.8)) database.commit(space, parts, 0)
    for (let place = chance.between(0, 3); place >= 0; place--) this.#start(place)
    this.#often(
      () => chance.between(5, this.#busyMs * 8),
      () => this.#commit(),
    )
    this.#often(
      () => chance.between(1000, 12_000),
      () => this.#loseCommits(),
    )
    this.#often(
      () => chance.between(2000, 15_000),
      () => this.#restart(),
    )
    this.#time.in(this.#endsAt, () => this.#calmDown())
    const goOn = () => {
      drainMicrotasks()
      return violations.length === 0
    }
    const isLeftAlone = this.#time.runUntil(this.#endsAt + calmMs, goOn) && chance.is(0.1)
    if (isLeftAlone && this.#time.runUntil(this.#endsAt + calmMs + restMs, goOn)) {
      const timers = this.#nodes.reduce((sum, node) => sum + node.timers, 0)
      if (timers > 0) violations.push(`${timers} timers run while nothing is watched`)
    }
    for (const node of this.#nodes) node.end()
    return { tally: this.#tally, violation: violations[0] ?? null }
  }

  /** As long as there is trouble, or a little longer: the calm at the end is for requests and commits only. */
  #often(waitMs: () => number, work: () => void, endsAt = this.#endsAt): void {
    this.#time.in(waitMs(), () => {
      if (this.#time.now >= endsAt) return
      work()
      this.#often(waitMs, work, endsAt)
    })
  }

  #start(place: number): void {
    const { chance } = this.#environment
    const trace = (text: string) => this.#environment.trace(`node ${place} ${text}`)
    const node = new SimulatedNode({ ...this.#environment, trace })
    this.#nodes[place] = node
    const whileUp = (work: () => void) => () => {
      if (node.isUp) work()
    }
    const isTroubled = () => chance.is(this.#trouble)
    this.#often(
      () => chance.between(1, this.#busyMs),
      whileUp(() => {
        const space = chance.pick(this.#spaces)
        node.in(0, () => node.request(space))
      }),
      this.#endsAt + calmMs,
    )
    this.#often(
      () => chance.between(50, 5000),
      whileUp(() => this.#setLink(node, isTroubled() ? chance.pick(links) : 'good')),
    )
    this.#often(
      () => chance.between(50, 5000),
      whileUp(() => node.setHearing(isTroubled() ? chance.pick(hearings) : 'good')),
    )
    this.#often(
      () => chance.between(500, 15_000),
      whileUp(() => this.#pause(node, chance.pick([50, 450, 950, 3000, 12_000]))),
    )
  }

  #setLink(node: SimulatedNode, link: Link): void {
    const wasGood = node.link === 'good'
    node.link = link
    if (link !== 'good') node.oracle.fairSince = Number.POSITIVE_INFINITY
    else if (!wasGood) node.oracle.fairSince = Math.max(this.#time.now, node.pausedUntil)
  }

  #pause(node: SimulatedNode, ms: number): void {
    if (!this.#chance.is(this.#trouble)) return
    node.pausedUntil = Math.max(node.pausedUntil, Math.min(this.#time.now + ms, this.#endsAt))
    this.#disturb(node, node.pausedUntil)
  }

  #disturb(node: SimulatedNode, until: number): void {
    node.oracle.disturbedAt = Math.max(node.oracle.disturbedAt, until)
    if (node.link === 'good') node.oracle.fairSince = Math.max(node.oracle.fairSince, until)
  }

  #commit(): void {
    const { chance, database, time } = this.#environment
    const space = chance.pick(this.#spaces)
    if (this.#frozen.has(space)) {
      const isKnown = (node: SimulatedNode) =>
        (node.oracle.lines.get(space) ?? database.line) >= database.line
      if (!this.#nodes.every(isKnown)) return
      this.#frozen.delete(space)
    }
    const ackMs = chance.between(0, 20)
    const changed: readonly Part[] = database.has(space) && chance.is(0.8) ? [chance.pick(parts)] : parts
    const versions = database.commit(space, changed, time.now + ackMs)
    this.#environment.trace(`commit ${space} ${versions.revision} ${versions.keys}`)
    for (const node of this.#nodes) node.hear(toNotification(space, versions))
    const by = chance.pick(this.#nodes)
    const { line } = database
    if (chance.is(0.7)) by.in(ackMs, () => by.committed(space, versions, line))
  }

  #loseCommits(): void {
    const { chance, database, time, trace } = this.#environment
    if (!chance.is(this.#trouble)) return
    const lowered = database.lose(time.now, () => chance.between(0, 3))
    trace(`loses commits of ${lowered}`)
    if (!database.namesHistory) for (const space of lowered) this.#frozen.add(space)
    for (const node of this.#nodes) this.#disturb(node, time.now)
  }

  #restart(): void {
    const place = this.#chance.between(0, this.#nodes.length - 1)
    if (!this.#chance.is(this.#trouble)) return
    this.#environment.trace('restart')
    this.#nodes[place]!.end()
    this.#start(place)
  }

  #calmDown(): void {
    this.#environment.trace('calm')
    for (const node of this.#nodes) {
      this.#disturb(node, this.#time.now)
      this.#setLink(node, 'good')
      node.setHearing('good')
    }
  }
}
