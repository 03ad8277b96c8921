// Who writes next. SQLite has one writer, in this process or in another, and waiting for it inside of SQLite would stop
// everything else that this process does: so it is waited for here, between other work.
import { Refusal } from '../../base/errors.ts'

const patienceMs = 10_000
const retryMs = 15
const waitingMax = 200

export const busyRefusal = [
  'The database is busy: another process keeps writing to it. Nothing was changed; try again.',
  'unavailable',
] as const

/** One after another; whoever has waited for 10 seconds in all, or finds 200 waiting, is refused in words. */
export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #until = 0

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= waitingMax) return Promise.reject(refuse())
    this.#waiting += 1
    const until = performance.now() + patienceMs
    const next = () => {
      this.#waiting -= 1
      this.#until = until
      return performance.now() < until ? work() : Promise.reject(refuse())
    }
    // Writing is synchronous: without a turn of the event loop between two of them, nobody reads until all are done.
    const result = this.#last.then(() => new Promise<void>(resolve => setImmediate(resolve))).then(next)
    this.#last = result.catch(() => {})
    return result
  }

  /** Tries again, while others run, until it is not refused as busy or patience ends. */
  async insist(begin: () => Promise<unknown>, isBusy: (error: unknown) => boolean): Promise<void> {
    for (;;) {
      try {
        await begin()
        return
      } catch (error) {
        if (!isBusy(error)) throw error
        if (performance.now() >= this.#until) throw refuse()
      }
      await Bun.sleep(retryMs)
    }
  }
}

function refuse(): Refusal {
  return new Refusal(busyRefusal[0], [], busyRefusal[1])
}
