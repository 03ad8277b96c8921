// Polls one node at a steady rate: a slow response does not delay the next request, so that no wrong response is
// missed in a gap.

export interface PollResult {
  /** By `performance.now()`. */
  readonly startedAt: number
  readonly endedAt: number
  /** 0 if there was no response. */
  readonly status: number
  readonly text: string
}

const openMax = 60

export class Poller {
  readonly asked: PollResult[] = []
  readonly #ask: () => Promise<Response>
  readonly #timer: ReturnType<typeof setInterval>
  readonly #open = new Set<Promise<void>>()

  constructor(send: () => Promise<Response>, everyMs: number) {
    this.#ask = send
    this.#timer = setInterval(() => this.#one(), everyMs)
  }

  /** Stops sending; resolves when all requests that were sent have responses. */
  async stop(): Promise<readonly PollResult[]> {
    clearInterval(this.#timer)
    await Promise.all(this.#open)
    return this.asked
  }

  #one(): void {
    if (this.#open.size >= openMax) return
    const startedAt = performance.now()
    const one = pollOnce(this.#ask, startedAt).then(sent => {
      this.asked.push(sent)
      this.#open.delete(one)
    })
    this.#open.add(one)
  }
}

export async function pollOnce(
  send: () => Promise<Response>,
  startedAt = performance.now(),
): Promise<PollResult> {
  try {
    const response = await send()
    const text = await response.text()
    return { startedAt, endedAt: performance.now(), status: response.status, text }
  } catch (error) {
    return { startedAt, endedAt: performance.now(), status: 0, text: (error as Error).message }
  }
}

/** The number of responses by status; 0 means no response. */
export function tally(sent: readonly PollResult[]): string {
  const counts = new Map<number, number>()
  for (const { status } of sent) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${status}: ${count}`).join(', ') || 'none'
}
