// Who is worked for, who waits and who is refused, on a clock and with turns that the test moves itself.
import { describe, expect, test } from 'bun:test'
import { Admission, heldMsMax, type Place, turnMsMax, waitMsMax } from '../../src/http/admission.ts'

/** A place, `null` for a refusal, or `waits` while neither is known. */
type Outcome = Place | null | 'waits'

function createStage(placesMax: number, patientMax = 0) {
  const time = { now: 1000 }
  const [turns, delayed]: [(() => void)[], (() => void)[]] = [[], []]
  const admission = new Admission({
    placesMax,
    patientMax,
    now: () => time.now,
    defer: work => void turns.push(work),
    delay: (_, work) => void delayed.push(work),
  })
  const run = (all: (() => void)[]) => {
    for (const work of all.splice(0)) work()
  }
  return {
    time,
    enter: () => {
      const one: { outcome: Outcome } = { outcome: 'waits' }
      const tell = (outcome: Outcome) => {
        one.outcome = outcome
      }
      const entered = admission.enter()
      if (entered instanceof Promise) void entered.then(tell)
      else tell(entered)
      return one
    },
    /** What was read has been worked on; the next turn of the loop. */
    turn: async () => {
      run(turns)
      await Bun.sleep(0)
    },
    later: async () => {
      run(delayed)
      run(turns)
      await Bun.sleep(0)
    },
  }
}

const leave = ({ outcome }: { outcome: Outcome }) => (outcome as Place).leave()
const isIn = ({ outcome }: { outcome: Outcome }) => outcome !== null && outcome !== 'waits'

describe('a request', () => {
  test('begins at once where there is nothing to do', () => {
    expect(isIn(createStage(1).enter())).toBe(true)
  })

  test('begins at once as long as the turn is short, and waits for the next one where it has become long', async () => {
    const { time, enter, turn } = createStage(10)
    const early = [enter(), enter()]
    time.now += turnMsMax
    const late = enter()
    expect([...early, late].map(isIn)).toEqual([true, true, false])
    await turn()
    expect(isIn(late)).toBe(true)
  })

  test('goes behind all that wait, one of whom begins in a turn', async () => {
    const { time, enter, turn } = createStage(10)
    enter()
    time.now += turnMsMax
    const waiting = [enter(), enter()]
    await turn()
    waiting.push(enter())
    expect(waiting.map(isIn)).toEqual([true, false, false])
    await turn()
    expect(waiting.map(isIn)).toEqual([true, true, false])
    await turn()
    expect(waiting.map(isIn)).toEqual([true, true, true])
  })

  test('waits until somebody leaves where all places are taken', async () => {
    const { enter, turn } = createStage(2)
    const [first] = [enter(), enter()]
    const third = enter()
    await turn()
    expect(isIn(third)).toBe(false)
    leave(first!)
    await turn()
    expect(isIn(third)).toBe(true)
  })

  test('that has waited for too long is refused, and the one behind it begins', async () => {
    const { time, enter, turn } = createStage(1)
    const first = enter()
    const second = enter()
    await turn()
    time.now += waitMsMax
    const third = enter()
    time.now += 1
    leave(first)
    await turn()
    expect([second.outcome, isIn(third)]).toEqual([null, true])
  })

  test('is refused in time where nobody leaves at all', async () => {
    const { time, enter, turn, later } = createStage(1)
    enter()
    const second = enter()
    await turn()
    await later()
    expect(second.outcome).toBe('waits')
    time.now += waitMsMax + 1
    await later()
    expect(second.outcome).toBe(null)
  })

  test('is not refused in a short line, however slowly it moves', async () => {
    const { time, enter, turn } = createStage(1000, 10)
    enter()
    time.now += turnMsMax
    const line = Array.from({ length: 10 }, enter)
    for (let round = 0; round < 9; round++) {
      time.now += waitMsMax
      await turn()
    }
    expect(line.map(({ outcome }) => outcome).indexOf('waits')).toBe(9)
    const more = Array.from({ length: 10 }, enter).map(({ outcome }) => outcome)
    expect(more).toEqual([...Array(9).fill('waits'), null])
  })

  test('is refused at once where the line moves too slowly for it', async () => {
    const { time, enter, turn } = createStage(1000)
    enter()
    time.now += turnMsMax
    // A line of ten that goes on by one in 15 milliseconds.
    const line = Array.from({ length: 10 }, enter)
    for (let round = 0; round < 50; round++) {
      await turn()
      time.now += 15
      line.push(enter())
    }
    expect(line.every(({ outcome }) => outcome !== null)).toBe(true)
    const more = Array.from({ length: 10 }, enter).map(({ outcome }) => outcome)
    expect(more).toEqual([...Array(4).fill('waits'), ...Array(6).fill(null)])
    // Once the line has come to its end, its pace is forgotten.
    for (let round = 0; round < 16; round++) {
      await turn()
      time.now += 15
    }
    enter()
    time.now += turnMsMax
    expect(Array.from({ length: 20 }, enter).map(({ outcome }) => outcome)).toEqual(Array(20).fill('waits'))
  })
})

describe('a place', () => {
  test('that is held for long is lent, but not without end', async () => {
    const { time, enter, turn, later } = createStage(2)
    for (let round = 0; round < 4; round++) {
      expect([enter(), enter()].map(isIn)).toEqual([true, true])
      await turn()
      time.now += heldMsMax + 1
    }
    const after = enter()
    await turn()
    await later()
    expect(isIn(after)).toBe(false)
  })

  test('is free for another while its holder waits for the client, and counts again afterwards', async () => {
    const { enter, turn } = createStage(1)
    const first = enter()
    ;(first.outcome as Place).pause()
    const second = enter()
    expect(isIn(second)).toBe(true)
    ;(first.outcome as Place).resume()
    leave(second)
    const third = enter()
    await turn()
    expect(isIn(third)).toBe(false)
    leave(first)
    await turn()
    expect(isIn(third)).toBe(true)
  })

  test('that is left twice is free once', () => {
    const { enter } = createStage(2)
    const first = enter()
    enter()
    leave(first)
    leave(first)
    expect([enter(), enter()].map(isIn)).toEqual([true, false])
  })

  test('is there for everybody where there is no limit', () => {
    const { time, enter } = createStage(0)
    time.now += 10 * turnMsMax
    expect(Array.from({ length: 5000 }, enter).every(isIn)).toBe(true)
  })
})
