// One node whose time passes, and whose questions are answered, when a test says so.
import { drainMicrotasks } from 'bun:jsc'
import { LeaseKeeper } from '../../src/database/lease/lease-keeper.ts'
import type { SpaceCounters } from '../../src/database/space-versions.ts'
import { Chance, Timeline, Timers } from './lease-time.ts'

interface Beat {
  readonly heartbeat: number
  readonly take: () => void
}

interface Asked {
  readonly spaces: readonly string[]
  readonly at: number
  readonly response: (spaces: Readonly<Record<string, SpaceCounters>>, history?: string) => void
  readonly fail: () => void
}

export class NodeByHand {
  readonly asked: Asked[] = []
  readonly heartbeats: Beat[] = []
  readonly states: string[] = []
  silences = 0
  readonly freshness: LeaseKeeper
  readonly #time = new Timeline(new Chance(1))
  readonly #timers = new Timers((ms, work) => this.#time.in(ms, work))

  constructor(staleMs = 10_000) {
    this.freshness = new LeaseKeeper({
      clock: () => this.#time.now,
      schedule: (ms, work) => this.#timers.schedule(ms, work),
      ask: spaces => {
        const { promise, resolve, reject } = Promise.withResolvers<{
          spaces: ReadonlyMap<string, SpaceCounters>
          history: string | undefined
        }>()
        const response: Asked['response'] = (found, history) => {
          resolve({ spaces: new Map(Object.entries(found)), history })
          drainMicrotasks()
        }
        const fail = () => {
          reject(new Error('refused'))
          drainMicrotasks()
        }
        this.asked.push({ spaces, at: this.#time.now, response, fail })
        return promise
      },
      heartbeat: heartbeat => {
        const { promise, resolve } = Promise.withResolvers<void>()
        const take = () => {
          resolve()
          drainMicrotasks()
        }
        this.heartbeats.push({ heartbeat, take })
        return promise
      },
      staleMs,
      onState: state => this.states.push(state),
      onSilentListener: () => {
        this.silences += 1
      },
    })
  }

  get timers(): number {
    return this.#timers.running
  }

  get last(): Asked {
    return this.asked.at(-1)!
  }

  /** Timers ring when they are due. */
  pass(ms: number): void {
    this.#time.runUntil(this.#time.now + ms, () => {
      drainMicrotasks()
      return true
    })
  }

  /** The process was stopped: time has passed, and no timer has rung yet. */
  stop(ms: number): void {
    this.#time.now += ms
  }

  /** For as long, every question is answered at once, and every heartbeat taken; the listener hears it, or does not. */
  live(ms: number, spaces: Readonly<Record<string, SpaceCounters>>, hears = false): void {
    for (let passed = 0; passed < ms; passed += 10) {
      this.pass(10)
      this.last.response(spaces)
      const { heartbeat, take } = this.heartbeats.at(-1) ?? {}
      take?.()
      if (hears && heartbeat !== undefined) this.freshness.onHeartbeat(heartbeat)
    }
  }

  /** What a request for the space comes to; null until it does. */
  request(space: string): { outcome: unknown } {
    const request: { outcome: unknown } = { outcome: 'waits' }
    this.freshness.getVersion(space).then(
      known => {
        request.outcome = known === null ? 'no such space' : `${known.revision} ${known.keys}`
      },
      error => {
        request.outcome = error.constructor.name
      },
    )
    drainMicrotasks()
    return request
  }

  /** What can be said without asking. */
  now(space: string): string | null {
    const known = this.freshness.current(space)
    return known === null ? null : `${known.revision} ${known.keys}`
  }
}

export const versions = (revision: number, keys = 1): SpaceCounters => ({ revision, keys })

/** A node that knows space `a` at revision 1, as of now. */
export function nodeThatKnows(staleMs?: number): NodeByHand {
  const node = new NodeByHand(staleMs)
  node.request('a')
  node.last.response({ a: versions(1) })
  return node
}

/** So many that polls about them are as far apart as they ever are. */
export const many = Object.fromEntries(Array.from({ length: 1000 }, (_, id) => [`s${id}`, versions(1)]))

export function nodeThatKnowsMany(): NodeByHand {
  const node = new NodeByHand()
  for (const space of Object.keys(many)) {
    node.request(space)
    node.last.response(many)
  }
  return node
}
