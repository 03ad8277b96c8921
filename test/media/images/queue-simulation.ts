// The queue of image jobs in tests: jobs that do nothing until they are finished by hand, and time that passes by hand.
import { ImageQueue, type Priority } from '../../../src/media/images/image-queue.ts'

export class Simulation {
  now = 0
  readonly running = new Map<string, () => void>()
  readonly started: string[] = []
  readonly refused: string[] = []
  readonly #timers = new Set<{ readonly at: number; readonly work: () => void }>()
  readonly #leave = new Map<string, () => void>()
  readonly queue: ImageQueue

  constructor(permitsMax: number) {
    const delay = (ms: number, work: () => void) => {
      const timer = { at: this.now + ms, work }
      this.#timers.add(timer)
      return () => this.#timers.delete(timer)
    }
    this.queue = new ImageQueue({ permitsMax, clock: () => this.now, delay })
  }

  enter(name: string, client: string, priority: Priority = 'delivery'): void {
    const leave = this.queue.enter({
      client,
      priority,
      start: release => {
        this.started.push(name)
        this.running.set(name, release)
      },
      refuse: () => this.refused.push(name),
    })
    this.#leave.set(name, leave)
  }

  leave(name: string): void {
    this.#leave.get(name)?.()
  }

  finish(name: string): void {
    const release = this.running.get(name)
    this.running.delete(name)
    release?.()
  }

  pass(ms: number): void {
    this.now += ms
    for (const timer of [...this.#timers].filter(({ at }) => at <= this.now)) {
      this.#timers.delete(timer)
      timer.work()
    }
  }
}

export const many = (count: number, work: (index: number) => void) => {
  for (let index = 0; index < count; index++) work(index)
}
