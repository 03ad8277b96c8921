// Limits the lists with conditions or an order that are evaluated entry by entry: one at a time for each credential, and
// few at once on a node. The others wait without a permit and without a snapshot.
import { Problem } from '../../base/errors.ts'

const runningMax = 2
/** The number of waiting scans of one credential, and of all. */
const waitingMax = { ofOne: 8, ofAll: 64 } as const

/** Created once, because creating an error collects a stack trace. */
const overloaded = new Problem(
  'overloaded',
  'Too many lists of drafts with conditions or an order at once. Retry after the delay in `Retry-After`.',
  { headers: { 'Retry-After': '1' }, isExpected: true },
)

/** The request that a scan is for. */
export interface ScanRequest {
  /** Names the session or the key. */
  readonly credential: string
  /** Runs the work without holding the permit of the request. */
  readonly withoutPermit: <Result>(work: () => Promise<Result>) => Promise<Result>
}

interface Waiter {
  readonly credential: string
  readonly start: () => void
}

export class BroadScans {
  readonly #running = new Set<string>()
  #waiting: Waiter[] = []

  /** Waits for a turn and runs the scan. Refuses if too many are waiting. */
  async run<Result>(
    { credential, withoutPermit }: ScanRequest,
    scan: () => Promise<Result>,
  ): Promise<Result> {
    const release = await withoutPermit(() => this.acquire(credential))
    try {
      return await scan()
    } finally {
      release()
    }
  }

  /** Waits for a turn and returns the function that ends it. */
  async acquire(credential: string): Promise<() => void> {
    const ofOne = this.#waiting.filter(waiter => waiter.credential === credential)
    if (ofOne.length >= waitingMax.ofOne || this.#waiting.length >= waitingMax.ofAll) throw overloaded
    await new Promise<void>(start => {
      this.#waiting.push({ credential, start })
      this.#startNext()
    })
    return () => {
      this.#running.delete(credential)
      this.#startNext()
    }
  }

  #startNext(): void {
    while (this.#running.size < runningMax) {
      const next = this.#waiting.find(({ credential }) => !this.#running.has(credential))
      if (next === undefined) return
      this.#waiting = this.#waiting.filter(waiter => waiter !== next)
      this.#running.add(next.credential)
      next.start()
    }
  }
}
