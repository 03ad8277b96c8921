// Which requests begin, wait and are refused, on a clock and with turns that the test moves itself.
import { describe, expect, test } from 'bun:test'
import { ConcurrencyLimiter, overdueMs, turnMsMax, waitMsMax } from '../../src/http/concurrency-limiter.ts'
import type { Permit } from '../../src/http/server-env.ts'

/** A permit, `null` for a refusal, or `waits` while neither is known. */
type Outcome = Permit | null | 'waits'

function createFixture(permitsMax: number, patientMax = 0) {
  const time = { now: 1000 }
  const turns: (() => void)[] = []
  const delayed: { readonly at: number; readonly work: () => void }[] = []
  const limiter = new ConcurrencyLimiter({
    permitsMax,
    patientMax,
    now: () => time.now,
    defer: work => void turns.push(work),
    delay: (ms, work) => void delayed.push({ at: time.now + ms, work }),
  })
  return {
    time,
    acquire: () => {
      const one: { outcome: Outcome } = { outcome: 'waits' }
      const tell = (outcome: Outcome) => {
        one.outcome = outcome
      }
      const acquired = limiter.acquire()
      if (acquired instanceof Promise) void acquired.then(tell)
      else tell(acquired)
      return one
    },
    isFull: () => limiter.isFull,
    /** What was read has been worked on; the next turn of the loop. */
    turn: async () => {
      for (const work of turns.splice(0)) work()
      await Bun.sleep(0)
    },
    later: async (ms: number) => {
      time.now += ms
      const due = delayed.filter(({ at }) => at <= time.now)
      delayed.splice(0, delayed.length, ...delayed.filter(({ at }) => at > time.now))
      for (const { work } of due) work()
      await Bun.sleep(0)
    },
  }
}

const permitOf = ({ outcome }: { outcome: Outcome }) => outcome as Permit
const hasBegun = ({ outcome }: { outcome: Outcome }) => outcome !== null && outcome !== 'waits'

describe('a request', () => {
  test('begins at once where there is nothing to do', () => {
    expect(hasBegun(createFixture(1).acquire())).toBe(true)
  })

  test('begins at once as long as the turn is short, and waits for the next one where it has become long', async () => {
    const { time, acquire, turn } = createFixture(10)
    const early = [acquire(), acquire()]
    time.now += turnMsMax
    const late = acquire()
    expect([...early, late].map(hasBegun)).toEqual([true, true, false])
    await turn()
    expect(hasBegun(late)).toBe(true)
  })

  test('goes before those that wait until one is overdue; in each turn one of them begins', async () => {
    const { time, acquire, turn } = createFixture(10, 10)
    acquire()
    time.now += turnMsMax
    const waiting = [acquire(), acquire(), acquire()]
    await turn()
    expect([...waiting, acquire()].map(hasBegun)).toEqual([true, false, false, true])
    time.now += overdueMs
    await turn()
    waiting.push(acquire())
    expect(waiting.map(hasBegun)).toEqual([true, true, false, false])
    await turn()
    expect(waiting.map(hasBegun)).toEqual([true, true, true, false])
    expect(hasBegun(acquire())).toBe(true)
  })

  test('waits for a release where all permits are taken', async () => {
    const { acquire, turn } = createFixture(2)
    const [first] = [acquire(), acquire()]
    const third = acquire()
    await turn()
    expect(hasBegun(third)).toBe(false)
    permitOf(first!).release()
    await turn()
    expect(hasBegun(third)).toBe(true)
  })

  test('that has waited for too long is refused, and the one behind it begins', async () => {
    const { time, acquire, turn } = createFixture(1)
    const first = acquire()
    const second = acquire()
    await turn()
    time.now += 1
    const third = acquire()
    time.now += waitMsMax - 1
    permitOf(first).release()
    await turn()
    expect([second.outcome, hasBegun(third)]).toEqual([null, true])
  })

  test('is refused in time where no permit is released at all', async () => {
    const { acquire, turn, later } = createFixture(1)
    acquire()
    const second = acquire()
    await turn()
    await later(waitMsMax - 1)
    expect(second.outcome).toBe('waits')
    await later(1)
    expect(second.outcome).toBe(null)
  })

  test('is not refused in a short queue, however slowly it moves', async () => {
    const { time, acquire, turn } = createFixture(1000, 10)
    acquire()
    time.now += turnMsMax
    const queue = Array.from({ length: 10 }, acquire)
    for (let round = 0; round < 9; round++) {
      time.now += waitMsMax
      await turn()
    }
    expect(queue.map(({ outcome }) => outcome).indexOf('waits')).toBe(9)
  })

  test('is refused on arrival where those before it take too long, and not once they have begun', async () => {
    const { time, acquire, turn, isFull } = createFixture(1000, 5)
    acquire()
    time.now += turnMsMax
    const burst = Array.from({ length: 100 }, acquire)
    expect([burst.map(({ outcome }) => outcome).includes(null), isFull()]).toEqual([false, false])
    for (let begun = 1; begun <= 30; begun++) {
      await turn()
      time.now += 2
    }
    // 70 wait, and one begins in 2 milliseconds; a request that may run as it is read is not refused.
    expect(isFull()).toBe(false)
    time.now += turnMsMax
    expect([isFull(), acquire().outcome]).toEqual([true, null])
    for (let begun = 31; begun <= 96; begun++) await turn()
    time.now += turnMsMax
    expect([isFull(), acquire().outcome]).toEqual([false, 'waits'])
    expect(burst.filter(({ outcome }) => outcome === null)).toEqual([])
  })

  test('is admitted on arrival in a short queue, however slowly it moves', async () => {
    const { time, acquire, turn, isFull } = createFixture(1000, 10)
    acquire()
    time.now += turnMsMax
    for (let round = 0; round < 30; round++) {
      acquire()
      time.now += 1000
      if (round > 8) await turn()
      expect(isFull()).toBe(false)
    }
    acquire()
    expect(isFull()).toBe(true)
  })

  test('of a burst is admitted as long as nobody has waited since the last one', async () => {
    const { time, acquire, turn, isFull } = createFixture(1000, 0)
    acquire()
    time.now += turnMsMax
    for (let round = 0; round < 20; round++) {
      acquire()
      time.now += 150
      await turn()
    }
    await turn()
    await turn()
    Array.from({ length: 50 }, acquire)
    expect(isFull()).toBe(false)
  })

  test('is refused at once where 1,000 wait', async () => {
    const { time, acquire } = createFixture(1, 10)
    acquire()
    time.now += turnMsMax
    const queue = Array.from({ length: 1001 }, acquire).map(({ outcome }) => outcome)
    expect(queue).toEqual([...Array(1000).fill('waits'), null])
  })
})

describe('a permit', () => {
  test('that is paused is free for another request, and is waited for when it is resumed', async () => {
    const { acquire, turn } = createFixture(1)
    const first = acquire()
    permitOf(first).pause()
    const second = acquire()
    expect(hasBegun(second)).toBe(true)
    let isResumed = false
    const resumed = permitOf(first)
      .resume()
      .then(() => {
        isResumed = true
      })
    await turn()
    expect(isResumed).toBe(false)
    const third = acquire()
    permitOf(second).release()
    await turn()
    await resumed
    // It was begun before the third.
    expect(hasBegun(third)).toBe(false)
    permitOf(first).release()
    await turn()
    expect(hasBegun(third)).toBe(true)
  })

  test('that is paused and never resumed is free', async () => {
    const { acquire } = createFixture(1)
    const first = acquire()
    permitOf(first).pause()
    permitOf(first).release()
    expect([acquire(), acquire()].map(hasBegun)).toEqual([true, false])
  })

  test('that is released twice is free once', () => {
    const { acquire } = createFixture(2)
    const first = acquire()
    acquire()
    permitOf(first).release()
    permitOf(first).release()
    expect([acquire(), acquire()].map(hasBegun)).toEqual([true, false])
  })

  test('is there for every request where there is no limit', () => {
    const { time, acquire } = createFixture(0)
    time.now += 10 * turnMsMax
    expect(Array.from({ length: 5000 }, acquire).every(hasBegun)).toBe(true)
  })
})
