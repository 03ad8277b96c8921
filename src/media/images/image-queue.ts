// Decides which job runs next, and which jobs are refused. The jobs of one client wait for each other, and clients take
// turns. A client that requests a thousand images at once therefore delays another client's image by a job or two, not by
// a thousand. One job runs for all requests that need the same result. It is in the queue once for each client and
// priority that waits for it, and runs when the first of these has its turn.
import type { Clock } from '../../base/clock.ts'
import type { Delay } from './worker-process.ts'

interface Requester {
  readonly client: string
  readonly priority: Priority
  readonly signal?: AbortSignal | undefined
}

/** The result of a request, which other requests may share, until it is released. */
interface Share<Result> {
  readonly result: Result
  readonly release: () => void
}

type JobOutcome<Result> = Share<Result> | 'overloaded' | 'aborted'

interface JobWaiter<Result> {
  readonly resolve: (outcome: JobOutcome<Result>) => void
  readonly reject: (error: unknown) => void
}

/** An entry in the queue, for all requests of one client with one priority. */
interface Ticket<Result> {
  readonly waiters: Set<JobWaiter<Result>>
  leave: () => void
}

interface Job<Result> {
  readonly tickets: Map<string, Ticket<Result>>
  isStarted: boolean
}

export class SharedJobs<Result> {
  readonly #queue: ImageQueue
  readonly #remove: (result: Result) => void
  readonly #jobs = new Map<string, Job<Result>>()

  /** `remove` is called with each result once all of its users have released it. */
  constructor(queue: ImageQueue, remove: (result: Result) => void) {
    this.#queue = queue
    this.#remove = remove
  }

  /** Waits for the result of a job, which is started if it is not running. Rejects if the work does. */
  join(key: string, requester: Requester, work: () => Promise<Result>): Promise<JobOutcome<Result>> {
    const { client, priority, signal } = requester
    if (signal?.aborted) return Promise.resolve('aborted')
    const job = this.#jobs.get(key) ?? { tickets: new Map<string, Ticket<Result>>(), isStarted: false }
    this.#jobs.set(key, job)
    const name = `${priority} ${client}`
    const known = job.tickets.get(name)
    const ticket = known ?? { waiters: new Set(), leave: () => {} }
    job.tickets.set(name, ticket)
    const removeTicket = () => {
      job.tickets.delete(name)
      if (job.tickets.size === 0 && this.#jobs.get(key) === job) this.#jobs.delete(key)
    }
    const { promise, resolve, reject } = Promise.withResolvers<JobOutcome<Result>>()
    const waiter = { resolve, reject }
    ticket.waiters.add(waiter)
    const abort = () => {
      if (!ticket.waiters.delete(waiter)) return
      resolve('aborted')
      if (ticket.waiters.size > 0 || job.isStarted) return
      ticket.leave()
      removeTicket()
    }
    signal?.addEventListener('abort', abort, { once: true })
    if (known === undefined && !job.isStarted) {
      ticket.leave = this.#queue.enter({
        client,
        priority,
        start: release => void this.#run(key, job, work).finally(release),
        refuse: () => {
          removeTicket()
          for (const { resolve } of ticket.waiters) resolve('overloaded')
        },
      })
    }
    return promise.finally(() => signal?.removeEventListener('abort', abort))
  }

  async #run(key: string, job: Job<Result>, work: () => Promise<Result>): Promise<void> {
    job.isStarted = true
    for (const { leave } of job.tickets.values()) leave()
    const waiters = () => [...job.tickets.values()].flatMap(ticket => [...ticket.waiters])
    try {
      const result = await work()
      this.#jobs.delete(key)
      this.#share(result, waiters())
    } catch (error) {
      this.#jobs.delete(key)
      for (const { reject } of waiters()) reject(error)
    }
  }

  #share(result: Result, waiters: readonly JobWaiter<Result>[]): void {
    // This call counts too, because all waiters may have left.
    let holders = waiters.length + 1
    const release = () => {
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        holders -= 1
        if (holders === 0) this.#remove(result)
      }
    }
    for (const { resolve } of waiters) resolve({ result, release: release() })
    release()()
  }
}

/** From the highest to the lowest. */
export const priorities = ['upload', 'delivery', 'cleanup'] as const
export type Priority = (typeof priorities)[number]

const waitingMax = 64
const waitingPerClientMax = 32
const waitMsMax = 20_000

interface QueueOptions {
  /** The number of jobs that may run at once. */
  readonly permitsMax: number
  readonly clock: Clock
  readonly delay: Delay
}

interface QueueEntry {
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
