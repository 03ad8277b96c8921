// Which requests may be sent: so many at once, in order, and none while the server asks to wait.

export type Gate = readonly [
  /** Resolves once a request may be sent; a retry goes first. Rejects with the wait where it is too long. */
  enter: (attempts: number, signal: AbortSignal, isTooLong: (waitMs: number) => boolean) => Promise<void>,
  /** After each that has entered. */
  leave: () => void,
  /** For all requests of the client; after a 429 they begin again one by one. */
  close: (waitMs: number) => void,
  /** After a response other than a 429; `tokens` is what the server says is left, if it does. */
  open: (tokens: string | undefined) => void,
]

/** Admits a call if there is no wait, and rejects it if it cannot wait so long. True if it goes on waiting. */
type Waiting = (waitMs: number) => true | undefined

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
    if (waitMs > 0) {
      queue = queue.filter(call => call(waitMs))
      // Without a call that waits, nothing keeps the process alive.
      if (queue[0]) timer = setTimeout(admit, waitMs)
    } else for (; active < limit && queue[0]; active++) queue.shift()!(0)
  }
  const closeFor = (waitMs: number) => {
    opensAt = Math.max(opensAt, performance.now() + waitMs)
  }

  return [
    (attempts, signal, isTooLong) =>
      new Promise((resolve, reject) => {
        const call: Waiting = waitMs => {
          if (!waitMs) resolve()
          else if (isTooLong(waitMs)) reject(waitMs)
          else return true
        }
        queue[attempts ? 'unshift' : 'push'](call)
        admit()
        // The call itself has ended then; it only must not be sent.
        if (queue.includes(call)) {
          signal.addEventListener('abort', () => {
            queue = queue.filter(each => each !== call)
            admit()
          })
        }
      }),
    () => {
      active--
      admit()
    },
    waitMs => {
      limit = 1
      // Calls are refused until no more than `waitMaxMs` are left, and then wait for one that asks again.
      closeFor(Math.min(waitMs, 2 * waitMaxMs))
    },
    tokens => {
      // What was under way when it was closed says nothing about the time after.
      if (opensAt < performance.now()) limit = Math.min(concurrency, limit * 2)
      // The others under way may take what is left.
      if (+tokens! < active) closeFor(Math.min(refillMs, waitMaxMs))
    },
  ]
}
