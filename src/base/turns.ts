// Shares the event loop between long pieces of work, such as broad queries.

/**
 * Resumes one piece of work in each turn of the event loop. A new request therefore waits for one slice at most, even if
 * many pieces of work are waiting.
 */
class Turns {
  readonly #waiting: (() => void)[] = []

  next(): Promise<void> {
    return new Promise(resolve => {
      this.#waiting.push(resolve)
      if (this.#waiting.length === 1) this.#schedule()
    })
  }

  #schedule(): void {
    setImmediate(() => {
      const goOn = this.#waiting.shift()!
      if (this.#waiting.length > 0) this.#schedule()
      goOn()
    })
  }
}

const turns = new Turns()

/** Resolves in a later turn of the event loop. */
export function nextTurn(): Promise<void> {
  return turns.next()
}
