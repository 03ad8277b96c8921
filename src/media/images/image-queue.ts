// Decides which job runs next, and which jobs are refused. The jobs of one client wait for each other, and clients take
// turns. A client that requests a thousand images at once therefore delays another client's image by a job or two, not by a
// thousand.
import type { Clock } from '../../base/clock.ts'
import type { Delay } from './worker-process.ts'

/** From the highest to the lowest. */
export const priorities = ['upload', 'delivery', 'cleanup'] as const
export type Priority = (typeof priorities)[number]

export const waitingMax = 64
export const waitingPerClientMax = 32
export const waitMsMax = 20_000

export interface QueueOptions {
  /** The number of jobs that may run at once. */
  readonly permitsMax: number
  readonly clock: Clock
  readonly delay: Delay
}

export interface QueueEntry {
  readonly client: string
  readonly priority: Priority
  /** Called when it is the job's turn, possibly at once. It must call `release` when the job has ended. */
  readonly start: (release: () => void) => void
  /** Called instead of `start`, possibly at once. */
  readonly refuse: () => void
}

interface Waiter extends QueueEntry {
  readonly since: number
}

/** The waiting jobs of one priority: clients in the order of their turns, each with its jobs from the oldest on. */
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

  /** The number of waiting jobs. */
  get length(): number {
    return this.#waiting.size
  }

  /** Adds a job. Returns a function that removes it before its start. */
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

  /**
   * Checks whether the client may wait. If the queue is full, the newest job of the client with the most jobs is refused in
   * favor of a client with fewer jobs.
   */
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
      // The client moves behind all others.
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

  /** Sets one timer, for the job that has waited longest. */
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

  /** Refuses all waiting jobs. */
  clear(): void {
    this.#cancelTimer?.()
    for (const waiter of [...this.#waiting]) this.#refuse(waiter)
  }
}
