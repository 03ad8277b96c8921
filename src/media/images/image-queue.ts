// Which job runs next, and which are refused. Jobs of one client wait behind each other; clients take turns. So a client
// that asks for a thousand images at once delays another one's image by a job or two, not by a thousand.
import type { Clock } from '../../base/clock.ts'
import type { Delay } from './worker-process.ts'

/** From the first to run to the last. */
export const priorities = ['upload', 'delivery', 'cleanup'] as const
export type Priority = (typeof priorities)[number]

export const waitingMax = 64
export const waitingPerClientMax = 32
export const waitMsMax = 20_000

export interface QueueOptions {
  /** Jobs that may run at once. */
  readonly permitsMax: number
  readonly clock: Clock
  readonly delay: Delay
}

export interface QueueEntry {
  readonly client: string
  readonly priority: Priority
  /** Called when its turn comes, maybe at once; `release` when it has ended. */
  readonly start: (release: () => void) => void
  /** Called instead of `start`, maybe at once. */
  readonly refuse: () => void
}

interface Waiter extends QueueEntry {
  readonly since: number
}

/** Of one priority. Clients in the order of their turns, each with its jobs from the oldest. */
type Line = Map<string, Waiter[]>

export class ImageQueue {
  readonly #options: QueueOptions
  readonly #lines: Readonly<Record<Priority, Line>> = {
    upload: new Map(),
    delivery: new Map(),
    cleanup: new Map(),
  }
  readonly #waiting = new Set<Waiter>()
  #running = 0
  #cancelTimer: (() => void) | null = null

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** Jobs that wait. */
  get length(): number {
    return this.#waiting.size
  }

  /** Returns how to leave before the start. */
  enter(entry: QueueEntry): () => void {
    const waiter: Waiter = { ...entry, since: this.#options.clock() }
    if (!this.#admit(entry.client)) {
      entry.refuse()
      return () => {}
    }
    this.#waiting.add(waiter)
    const line = this.#lines[entry.priority]
    line.set(entry.client, [...(line.get(entry.client) ?? []), waiter])
    this.#startNext()
    this.#watchTime()
    return () => this.#remove(waiter)
  }

  /** Whether the client may wait. Where all places are taken, one that has fewer gets a place of the one that has most. */
  #admit(client: string): boolean {
    this.#refuseLate()
    if (this.#running < this.#options.permitsMax) return true
    const counts = new Map<string, number>()
    for (const waiter of this.#waiting) counts.set(waiter.client, (counts.get(waiter.client) ?? 0) + 1)
    const own = counts.get(client) ?? 0
    if (own >= waitingPerClientMax) return false
    if (this.#waiting.size < waitingMax) return true
    const most = Math.max(...counts.values())
    // The set is in the order of arrival.
    const newest = [...this.#waiting].findLast(waiter => counts.get(waiter.client) === most)
    if (newest === undefined || own >= most) return false
    this.#refuse(newest)
    return true
  }

  #startNext(): void {
    while (this.#running < this.#options.permitsMax) {
      const priority = priorities.find(each => this.#lines[each].size > 0)
      if (priority === undefined) return
      const line = this.#lines[priority]
      const [client, [first, ...others]] = line.entries().next().value as [string, [Waiter, ...Waiter[]]]
      this.#waiting.delete(first)
      // Behind all other clients.
      line.delete(client)
      if (others.length > 0) line.set(client, others)
      this.#run(first)
    }
  }

  #run(waiter: Waiter): void {
    this.#running += 1
    let isHeld = true
    waiter.start(() => {
      if (!isHeld) return
      isHeld = false
      this.#running -= 1
      this.#refuseLate()
      this.#startNext()
    })
  }

  #refuseLate(): void {
    const end = this.#options.clock() - waitMsMax
    for (const waiter of [...this.#waiting].filter(({ since }) => since <= end)) this.#refuse(waiter)
  }

  /** One timer, for the one that has waited longest. */
  #watchTime(): void {
    const [oldest] = this.#waiting
    if (this.#cancelTimer !== null || oldest === undefined) return
    this.#cancelTimer = this.#options.delay(oldest.since + waitMsMax - this.#options.clock(), () => {
      this.#cancelTimer = null
      this.#refuseLate()
      this.#watchTime()
    })
  }

  #refuse(waiter: Waiter): void {
    if (this.#remove(waiter)) waiter.refuse()
  }

  #remove(waiter: Waiter): boolean {
    if (!this.#waiting.delete(waiter)) return false
    const line = this.#lines[waiter.priority]
    const others = (line.get(waiter.client) ?? []).filter(other => other !== waiter)
    if (others.length > 0) line.set(waiter.client, others)
    else line.delete(waiter.client)
    return true
  }

  /** Refuses all that wait. */
  clear(): void {
    this.#cancelTimer?.()
    for (const waiter of [...this.#waiting]) this.#refuse(waiter)
  }
}
