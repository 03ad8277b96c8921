// Polls one node at a steady rate: a slow response does not delay the next request, so that no wrong response is
// missed in a gap.

export interface Asked {
  /** By `performance.now()`. */
  readonly startedAt: number
  readonly endedAt: number
  /** 0 if there was no response. */
  readonly status: number
  readonly text: string
}

const openMax = 60

export class Asker {
  readonly asked: Asked[] = []
  readonly #ask: () => Promise<Response>
  readonly #timer: ReturnType<typeof setInterval>
  readonly #open = new Set<Promise<void>>()

  constructor(ask: () => Promise<Response>, everyMs: number) {
    this.#ask = ask
    this.#timer = setInterval(() => this.#one(), everyMs)
  }

  /** Stops sending; resolves when all requests that were sent have responses. */
  async stop(): Promise<readonly Asked[]> {
    clearInterval(this.#timer)
    await Promise.all(this.#open)
    return this.asked
  }

  #one(): void {
    if (this.#open.size >= openMax) return
    const startedAt = performance.now()
    const one = askOnce(this.#ask, startedAt).then(asked => {
      this.asked.push(asked)
      this.#open.delete(one)
    })
    this.#open.add(one)
  }
}

export async function askOnce(ask: () => Promise<Response>, startedAt = performance.now()): Promise<Asked> {
  try {
    const response = await ask()
    const text = await response.text()
    return { startedAt, endedAt: performance.now(), status: response.status, text }
  } catch (error) {
    return { startedAt, endedAt: performance.now(), status: 0, text: (error as Error).message }
  }
}

/** The number of responses by status; 0 means no response. */
export function tally(asked: readonly Asked[]): string {
  const counts = new Map<number, number>()
  for (const { status } of asked) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${status}: ${count}`).join(', ') || 'none'
}
