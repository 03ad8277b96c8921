// Which spaces are polled and how often, and what the listener is good for.
import { describe, expect, test } from 'bun:test'
import { pollMsOf } from '../../src/database/lease/lease-keeper.ts'
import { many, NodeByHand, nodeThatKnows, nodeThatKnowsMany, versions } from './lease-by-hand.ts'

const known = { a: versions(1) }

describe('polls', () => {
  test('are 60 ms apart about few spaces', () => {
    const node = nodeThatKnows()
    node.freshness.onListening()
    node.live(240, known, true)
    expect(node.asked.map(({ at }) => at)).toEqual([0, 0, 60, 120, 180, 240])
  })

  test('about 1000 are so too until a heartbeat has been heard since LISTEN, and then 400 ms apart', () => {
    const node = nodeThatKnowsMany()
    const polledAt = () => node.asked.slice(1000).map(({ at }) => at)
    node.live(60, many)
    node.freshness.onListening()
    node.pass(0)
    const [before, after] = node.heartbeats
    node.last.response(many)
    node.freshness.onHeartbeat(before!.heartbeat)
    node.live(60, many)
    expect(polledAt()).toEqual([60, 60, 120])
    node.freshness.onHeartbeat(after!.heartbeat)
    node.live(800, many, true)
    expect(polledAt()).toEqual([60, 60, 120, 180, 580])
  })

  test.each([
    [0, 60],
    [1, 60],
    [500, 230],
    [1000, 400],
    [10_000, 400],
  ])('about %d spaces are %d ms apart', (spaces, ms) => {
    expect(pollMsOf(spaces)).toBe(ms)
  })

  test('go on for 30 seconds after the last request, whichever way that asked; then nothing runs', () => {
    const node = nodeThatKnows()
    node.live(500, known)
    expect(node.now('a')).toBe('1 1')
    node.live(29_900, known)
    expect(node.timers).toBe(1)
    node.live(300, known)
    expect(node.timers).toBe(0)
    const before = node.asked.length
    node.freshness.onListening()
    node.freshness.onListenerLost()
    node.pass(60_000)
    expect([node.asked.length, node.timers]).toEqual([before, 0])
    expect(node.request('a').outcome).toBe('waits')
  })

  test('ask for all that is watched in parts of 1000', () => {
    const node = new NodeByHand()
    for (let id = 0; id < 2500; id++) node.request(`s${id}`)
    const before = node.asked.length
    node.pass(100)
    const poll = node.asked.slice(before)
    expect(poll.map(({ spaces }) => spaces.length)).toEqual([1000, 1000, 500])
  })

  test('wait for the one before', () => {
    const node = nodeThatKnows()
    node.pass(459)
    expect(node.asked.map(({ at }) => at)).toEqual([0, 60])
    node.pass(1)
    expect(node.asked.map(({ at }) => at)).toEqual([0, 60, 460])
  })

  test('know 10,000 spaces: those that were wanted least lately go, and are another epoch when they come back', () => {
    const node = nodeThatKnows()
    const epoch = node.freshness.current('a')!.epoch
    node.pass(10)
    for (let id = 0; id < 9999; id++) node.request(`s${id}`)
    node.pass(1)
    expect(node.now('a')).toBe('1 1')
    node.request('s0')
    node.pass(1)
    for (let id = 0; id < 500; id++) node.request(`t${id}`)
    expect(node.freshness.current('a')?.epoch).toBe(epoch)
    node.pass(100)
    const polled = node.asked.filter(({ at }) => at === node.last.at).flatMap(({ spaces }) => spaces)
    expect(polled.length).toBe(9500)
    expect(polled).toContain('s0')
    expect(polled).not.toContain('s1')
  })
})

describe('the listener', () => {
  test('is silent, and told of once, where no heartbeat that was taken comes back within a second', () => {
    const node = nodeThatKnows()
    node.freshness.onListening()
    node.live(1000, known)
    expect(node.silences).toBe(0)
    node.live(1000, known)
    expect(node.silences).toBe(1)
    node.freshness.onListening()
    node.live(3000, known, true)
    expect(node.silences).toBe(1)
    node.live(2000, known)
    expect(node.silences).toBe(2)
  })

  test('is not blamed for a heartbeat that the database holds up, nor is another sent in the meantime; but polls are fast', () => {
    const node = nodeThatKnowsMany()
    node.freshness.onListening()
    node.live(1000, many, true)
    const [before, sent] = [node.heartbeats.length, node.asked.length]
    for (let turn = 0; turn < 300; turn++) {
      node.pass(10)
      node.last.response(many)
    }
    expect(node.silences).toBe(0)
    expect(node.heartbeats.length).toBeLessThanOrEqual(before + 1)
    expect(node.asked.length).toBeGreaterThan(sent + 15)
    expect(node.states).toEqual([])
    const { heartbeat, take } = node.heartbeats.at(-1)!
    take()
    node.freshness.onHeartbeat(heartbeat)
    node.live(3000, many, true)
    expect(node.silences).toBe(0)
  })

  test('is not blamed for a time in which nothing was watched, with its last heartbeat heard before it was taken', () => {
    const node = nodeThatKnows()
    node.freshness.onListening()
    let heard = 0
    for (let turn = 0; turn < 320; turn++) {
      node.pass(100)
      const { heartbeat, take } = node.heartbeats.at(-1)!
      if (heartbeat > heard) node.freshness.onHeartbeat(heartbeat)
      heard = heartbeat
      take()
      node.last.response(known)
    }
    expect(node.timers).toBe(0)
    node.pass(60_000)
    node.request('a')
    node.pass(500)
    expect(node.silences).toBe(0)
  })

  test('has to prove itself again after the database was away', () => {
    const node = nodeThatKnowsMany()
    node.freshness.onListening()
    node.live(1000, many, true)
    node.pass(400)
    node.last.fail()
    node.live(60, many)
    const before = node.asked.length
    node.live(180, many)
    expect(node.asked.length).toBe(before + 3)
    node.live(180, many, true)
    const calm = node.asked.length
    node.live(800, many, true)
    expect(node.asked.length).toBe(calm + 2)
  })

  test('that is lost makes polls faster at once', () => {
    const node = nodeThatKnowsMany()
    node.freshness.onListening()
    node.live(1000, many, true)
    node.freshness.onListenerLost()
    const before = node.asked.length
    node.live(180, many, true)
    expect(node.asked.length).toBeGreaterThanOrEqual(before + 3)
  })

  test('that hears heartbeats of nobody, of the future or of another process is no better for it', () => {
    const node = nodeThatKnowsMany()
    for (const heartbeat of [1, 0, -1, 1e9, Number.NaN]) node.freshness.onHeartbeat(heartbeat)
    node.freshness.onListening()
    for (const heartbeat of [0, -1, 1e9, Number.NaN]) node.freshness.onHeartbeat(heartbeat)
    const before = node.asked.length
    node.live(1000, many)
    expect(node.asked.length).toBeGreaterThanOrEqual(before + 10)
  })

  test('is sent a heartbeat each 400 ms, and one after the other until one is heard', () => {
    const node = nodeThatKnows()
    node.freshness.onListening()
    node.live(900, known)
    expect(node.heartbeats.length).toBeGreaterThanOrEqual(7)
    node.live(200, known, true)
    const before = node.heartbeats.length
    node.live(4200, known, true)
    expect(node.heartbeats.length).toBeGreaterThanOrEqual(before + 9)
    expect(node.heartbeats.length).toBeLessThanOrEqual(before + 11)
  })
})

test('after its end every waiting request is refused, nothing runs, and nothing that arrives is taken', () => {
  const node = nodeThatKnows()
  const requests = ['b', 'c'].map(space => node.request(space))
  node.freshness.close()
  expect(node.timers).toBe(0)
  node.pass(0)
  node.last.response({ b: versions(1) })
  expect(requests.map(({ outcome }) => outcome)).toEqual(['DatabaseUnavailable', 'DatabaseUnavailable'])
  expect(node.request('a').outcome).toBe('DatabaseUnavailable')
  node.freshness.observe('a', versions(2))
  node.freshness.onListening()
  node.freshness.onListenerLost()
  expect(node.now('a')).toBeNull()
  const before = node.asked.length
  node.pass(60_000)
  expect([node.asked.length, node.timers]).toEqual([before, 0])
})
