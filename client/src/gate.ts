// Which requests may be sent: so many at once, in order, and none while the server asks to wait.

export interface Gate {
  /** Resolves once a request may be sent; a retry goes first. Rejects with `refuse` where the wait is too long. */
  enter(attempts: number, signal: AbortSignal, refuse: (waitMs: number) => Error): Promise<void>
  /** After each that has entered. */
  leave(): void
  /** For all requests of the client; after a 429 they begin again one by one. */
  close(waitMs: number): void
  /** After a response other than a 429; `tokens` is what the server says is left, if it does. */
  open(tokens: string | undefined): void
}

type Waiting = (waitMs: number) => void

/** A rate limit of the server is one of requests in a second. */
const refillMs = 1000

export function createGate(concurrency: number, waitMaxMs: number): Gate {
  let queue: Waiting[] = []
  let active = 0
  /** Lower than `concurrency` after a 429, so that what waited does not run into the next one together. */
  let limit = concurrency
  let opensAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const admit = () => {
    const waitMs = opensAt - performance.now()
    clearTimeout(timer)
    if (waitMs > waitMaxMs) for (const next of queue.splice(0)) next(waitMs)
    else if (waitMs <= 0) while (active < limit && queue[0]) queue.shift()!(0)
    // Without a call that waits, nothing keeps the process alive.
    else if (queue[0]) timer = setTimeout(admit, waitMs)
  }
  const closeFor = (waitMs: number) => {
    opensAt = Math.max(opensAt, performance.now() + waitMs)
  }

  return {
    enter: (attempts, signal, refuse) =>
      new Promise((resolve, reject) => {
        const next: Waiting = waitMs => {
          if (waitMs) return reject(refuse(waitMs))
          active++
          resolve()
        }
        queue[attempts ? 'unshift' : 'push'](next)
        admit()
        // The call itself has ended then; it only must not be sent.
        if (queue.includes(next)) {
          signal.addEventListener('abort', () => {
            queue = queue.filter(each => each !== next)
            admit()
          })
        }
      }),
    leave() {
      active--
      admit()
    },
    close(waitMs) {
      limit = 1
      closeFor(waitMs)
    },
    open(tokens) {
      // What was under way when it was closed says nothing about the time after.
      if (opensAt < performance.now()) limit = Math.min(concurrency, limit * 2)
      // The others under way may take what is left.
      if (+tokens! < active) closeFor(Math.min(refillMs, waitMaxMs))
    },
  }
}
