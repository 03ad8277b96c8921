// The queue of image jobs against its rules, written down in the plainest way, over generated sequences of events.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Priority, priorities } from '../../../src/media/images/image-queue.ts'
import { many, Simulation } from './queue-simulation.ts'

interface WaitingJob {
  readonly name: string
  readonly client: string
  readonly priority: Priority
  readonly since: number
}

/** The rules in the plainest way: one list in order of arrival, and the turns that clients have had. */
class Model {
  waiting: WaitingJob[] = []
  running = 0
  refused: string[] = []
  started: string[] = []
  #turns: string[] = []
  readonly permitsMax: number

  constructor(permitsMax: number) {
    this.permitsMax = permitsMax
  }

  countOf = (client: string) => this.waiting.filter(job => job.client === client).length

  refuse(job: WaitingJob): void {
    this.waiting = this.waiting.filter(other => other !== job)
    this.refused.push(job.name)
  }

  enter(job: WaitingJob): void {
    this.expire(job.since)
    const own = this.countOf(job.client)
    if (this.running < this.permitsMax) {
      this.running += 1
      this.started.push(job.name)
      return
    }
    const most = Math.max(0, ...this.waiting.map(({ client }) => this.countOf(client)))
    if (own >= 32 || (this.waiting.length >= 64 && own >= most)) {
      this.refused.push(job.name)
      return
    }
    if (this.waiting.length >= 64)
      this.refuse(this.waiting.findLast(({ client }) => this.countOf(client) === most)!)
    this.waiting.push(job)
    const turn = `${job.priority} ${job.client}`
    if (!this.#turns.includes(turn)) this.#turns.push(turn)
    this.#dropTurns()
  }

  finish(now: number): void {
    this.running -= 1
    this.expire(now)
    for (const priority of priorities) {
      const turn = this.#turns.find(each => each.startsWith(priority))
      if (turn === undefined) continue
      const job = this.waiting.find(each => `${each.priority} ${each.client}` === turn)!
      this.waiting = this.waiting.filter(other => other !== job)
      this.running += 1
      this.started.push(job.name)
      this.#turns = [...this.#turns.filter(each => each !== turn), turn]
      this.#dropTurns()
      return
    }
  }

  expire(now: number): void {
    for (const job of this.waiting.filter(({ since }) => now - since >= 20_000)) this.refuse(job)
    this.#dropTurns()
  }

  leave(name: string): void {
    this.waiting = this.waiting.filter(job => job.name !== name)
    this.#dropTurns()
  }

  #dropTurns(): void {
    const left = new Set(this.waiting.map(({ priority, client }) => `${priority} ${client}`))
    this.#turns = this.#turns.filter(turn => left.has(turn))
  }
}

const anyStep = fc.oneof(
  fc.record({
    kind: fc.constant('enter' as const),
    client: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    priority: fc.constantFrom(...priorities),
    count: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({ kind: fc.constant('finish' as const), at: fc.nat(3) }),
  fc.record({ kind: fc.constant('leave' as const), at: fc.nat(80) }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 15_000 }) }),
)

test('the queue does what the plain rules say, whatever happens in which order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), fc.array(anyStep, { maxLength: 60 }), (permitsMax, steps) => {
      const [simulation, model] = [new Simulation(permitsMax), new Model(permitsMax)]
      let entered = 0
      for (const step of steps) {
        if (step.kind === 'enter')
          many(step.count, () => {
            const name = `j${entered++}`
            simulation.enter(name, step.client, step.priority)
            model.enter({ name, client: step.client, priority: step.priority, since: simulation.now })
          })
        if (step.kind === 'finish') {
          const name = [...simulation.running.keys()][step.at]
          if (name === undefined) continue
          simulation.finish(name)
          model.finish(simulation.now)
        }
        if (step.kind === 'leave') {
          const name = model.waiting[step.at]?.name
          if (name === undefined) continue
          simulation.leave(name)
          model.leave(name)
        }
        if (step.kind === 'pass') {
          simulation.pass(step.ms)
          model.expire(simulation.now)
        }
        expect(simulation.started).toEqual(model.started)
        expect(simulation.refused).toEqual(model.refused)
        expect([simulation.queue.length, simulation.running.size]).toEqual([
          model.waiting.length,
          model.running,
        ])
      }
    }),
    { numRuns: 300 },
  )
})
