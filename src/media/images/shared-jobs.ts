// Runs one job for all requests that need the same result. The job is in the queue once for each client that waits for it,
// and runs at the first turn of any of them, so no client waits longer because another one requested the image first.
import type { ImageQueue, Priority } from './image-queue.ts'

export interface Requester {
  readonly client: string
  readonly priority: Priority
  readonly signal?: AbortSignal | undefined
}

/** The result of a request, which other requests may share, until it is released. */
export interface Share<Result> {
  readonly result: Result
  readonly release: () => void
}

type JobOutcome<Result> = Share<Result> | 'overloaded' | 'aborted'

interface Waiter<Result> {
  readonly resolve: (outcome: JobOutcome<Result>) => void
  readonly reject: (error: unknown) => void
}

/** An entry in the queue, for all requests of one client. */
interface Ticket<Result> {
  readonly waiters: Set<Waiter<Result>>
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

  #share(result: Result, waiters: readonly Waiter<Result>[]): void {
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
