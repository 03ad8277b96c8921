// Decides when requests may be sent: a limited number at once, in order, and none while the server asks the client to wait.

export type Gate = readonly [
  /** Resolves once a request may be sent; retries go first. Rejects with the wait in milliseconds if it is too long. */
  enter: (attempts: number, signal: AbortSignal, isTooLong: (waitMs: number) => boolean) => Promise<void>,
  /** Must be called after each request that has entered. */
  leave: () => void,
  /** Stops all requests of the client for a time. After a 429 they resume one by one. */
  close: (waitMs: number) => void,
  /** Reports a response other than a 429. `tokens` is the remaining rate limit, if the server sends it. */
  open: (tokens: string | undefined) => void,
]

/** Admits a call if there is no wait, and rejects it if the wait is too long. Returns true if the call keeps waiting. */
type Waiting = (waitMs: number) => true | undefined

/** The server's rate limits are counted per second. */
const refillMs = 1000

export function createGate(concurrency: number, waitMaxMs: number): Gate {
  let queue: Waiting[] = []
  let active = 0
  /** Less than `concurrency` after a 429, so that the waiting requests do not all run into the next one. */
  let limit = concurrency
  let opensAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const admit = () => {
    const waitMs = opensAt - performance.now()
    clearTimeout(timer)
    if (waitMs > 0) {
      queue = queue.filter(call => call(waitMs))
      // Without a waiting call there is no timer, which would keep the process alive.
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
        // On abort the call has already ended; here it is only removed from the queue.
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
      // While more than `waitMaxMs` remain, calls are rejected. After that, they wait until a first request is sent.
      closeFor(Math.min(waitMs, 2 * waitMaxMs))
    },
    tokens => {
      // Responses to requests sent before the gate closed say nothing about the time after.
      if (opensAt < performance.now()) limit = Math.min(concurrency, limit * 2)
      // The other active requests may use up the remaining tokens.
      if (+tokens! < active) closeFor(Math.min(refillMs, waitMaxMs))
    },
  ]
}
