// Actors that take turns: each stops before and after every step, and a seed decides who continues. So any order of
// steps, and a kill between any two of them, can be repeated.
export type Random = () => number

/** Numbers from 0 to 1, the same for the same seed. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export interface Actor {
  readonly name: string
  /** Called where the actor would stop. */
  readonly step: () => Promise<void>
  isKilled: boolean
}

interface Running {
  readonly actor: Actor
  /** Set while it is stopped. */
  resume: (() => void) | null
  isDone: boolean
}

export class Turns {
  readonly #random: Random
  readonly #killed: number
  readonly #running: Running[] = []
  #arrived = Promise.withResolvers<void>()
  #error: unknown

  /** `killed` is how likely an actor is to be killed at a step. */
  constructor(random: Random, killed: number) {
    this.#random = random
    this.#killed = killed
  }

  start(name: string, work: (actor: Actor) => Promise<void>): void {
    const step = () =>
      new Promise<void>(resolve => {
        running.resume = resolve
        this.#arrived.resolve()
      })
    const running: Running = { actor: { name, step, isKilled: false }, resume: null, isDone: false }
    this.#running.push(running)
    const run = async () => {
      await step()
      await work(running.actor)
    }
    run()
      .catch(error => {
        this.#error ??= error
      })
      .finally(() => {
        running.isDone = true
        this.#arrived.resolve()
      })
  }

  /**
   * Until all have ended or were killed. With `together` more than one actor may run at a time, and what the database
   * does of it at once is left to the database.
   */
  async run({ together, onStep }: { together: number; onStep: () => Promise<void> }): Promise<void> {
    for (;;) {
      const live = this.#running.filter(({ actor, isDone }) => !isDone && !actor.isKilled)
      const stopped = live.filter(({ resume }) => resume !== null)
      if (live.length === 0 || this.#error !== undefined) break
      const running = live.length - stopped.length
      if (running === 0) await onStep()
      if (running < together && stopped.length > 0) this.#continue(stopped)
      else {
        await this.#arrived.promise
        this.#arrived = Promise.withResolvers()
      }
    }
    if (this.#error !== undefined) throw this.#error
  }

  #continue(stopped: readonly Running[]): void {
    const next = stopped[Math.floor(this.#random() * stopped.length)]
    if (!next) return
    if (this.#random() < this.#killed) {
      next.actor.isKilled = true
      return
    }
    const { resume } = next
    next.resume = null
    resume?.()
  }
}
