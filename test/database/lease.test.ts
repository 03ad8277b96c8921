// By what right a node serves what it has cached, and until when: the protocol, a rule at a time.
// test/database/lease-simulation.test.ts has it all at once.
import { describe, expect, test } from 'bun:test'
import { NodeByHand, nodeThatKnows, versions } from './lease-by-hand.ts'

describe('what is known', () => {
  test('is asked for by the first request, and then needs neither a question nor a promise', () => {
    const node = new NodeByHand()
    expect(node.now('a')).toBeNull()
    const request = node.request('a')
    expect(request.outcome).toBe('waits')
    node.last.response({ a: versions(3, 2) })
    expect(request.outcome).toBe('3 2')
    expect(node.now('a')).toBe('3 2')
    expect(node.freshness.current('a')).toBe(node.freshness.current('a')!)
    expect(node.asked).toHaveLength(1)
  })

  test('is trusted as of when it was requested, not of when the response came', () => {
    const node = new NodeByHand()
    node.request('a')
    node.pass(300)
    node.asked[0]!.response({ a: versions(1) })
    node.stop(599)
    expect(node.now('a')).toBe('1 1')
    node.stop(1)
    expect(node.now('a')).toBeNull()
    expect(node.request('a').outcome).toBe('waits')
  })

  test('is raised by a notification, each counter by itself, and never lowered by a late one', () => {
    const node = nodeThatKnows()
    node.freshness.observe('a', versions(5, 1))
    node.freshness.observe('a', versions(4, 3))
    node.freshness.observe('a', versions(2, 2))
    expect(node.now('a')).toBe('5 3')
  })

  test('is made no more certain by a notification', () => {
    const node = nodeThatKnows()
    node.stop(899)
    node.freshness.observe('a', versions(2))
    expect(node.now('a')).toBe('2 1')
    node.stop(1)
    expect(node.now('a')).toBeNull()
  })

  test("holds this node's own commit, though a question from before it is answered after it", () => {
    const node = nodeThatKnows()
    node.pass(100)
    node.freshness.observe('a', versions(2))
    node.last.response({ a: versions(1) })
    expect(node.now('a')).toBe('2 1')
    expect(node.freshness.current('a')?.epoch).toBe(1)
  })

  test("holds this node's own commit to a space whose first question is on its way", () => {
    const node = new NodeByHand()
    const request = node.request('a')
    node.freshness.observe('a', versions(2))
    expect(node.now('a')).toBeNull()
    node.last.response({ a: versions(1) })
    expect(request.outcome).toBe('2 1')
  })

  test('holds a space that was made while the response that it is missing was on its way', () => {
    const node = new NodeByHand()
    const request = node.request('a')
    node.freshness.observe('a', versions(1))
    node.last.response({})
    expect(request.outcome).toBe('1 1')
    expect(node.asked).toHaveLength(1)
  })

  test('is not lowered by a response that was overtaken by a later one, nor as of earlier', () => {
    const node = nodeThatKnows()
    node.pass(60)
    node.pass(400)
    const [, early, late] = node.asked
    late!.response({ a: versions(3) })
    early!.response({ a: versions(2) })
    expect(node.now('a')).toBe('3 1')
    node.stop(899)
    expect(node.now('a')).toBe('3 1')
  })

  test('can be that there is no such space, which only a response says', () => {
    const node = new NodeByHand()
    const request = node.request('a')
    node.last.response({})
    expect(request.outcome).toBe('no such space')
    expect(node.request('a').outcome).toBe('no such space')
    node.freshness.observe('a', versions(1))
    expect(node.now('a')).toBe('1 1')
  })

  test('is made of numbers: a version as text, which drivers hand over, is no response', () => {
    const node = nodeThatKnows()
    const text = JSON.parse('{ "revision": "10", "keys": "1" }')
    node.pass(100)
    node.last.response({ a: text })
    expect(node.states).toEqual(['away'])
    expect(() => node.freshness.observe('a', text)).toThrow(TypeError)
    expect(node.now('a')).toBe('1 1')
  })

  test('is not that there is a space, where it was gone as of later', () => {
    const node = new NodeByHand()
    node.request('a')
    node.pass(100)
    const [early, late] = node.asked
    late!.response({})
    early!.response({ a: versions(1) })
    expect(node.request('a').outcome).toBe('no such space')
  })
})

describe('questions', () => {
  test('are one for many requests; who comes in the meantime for other spaces is in the next one together', () => {
    const node = new NodeByHand()
    const requests = ['a', 'a', 'b', 'c', 'b'].map(space => node.request(space))
    expect(node.asked.map(({ spaces }) => spaces)).toEqual([['a']])
    node.last.response({ a: versions(1) })
    expect(node.asked.map(({ spaces }) => spaces)).toEqual([['a'], ['b', 'c']])
    node.last.response({ b: versions(2), c: versions(3) })
    expect(requests.map(({ outcome }) => outcome)).toEqual(['1 1', '1 1', '2 1', '3 1', '2 1'])
  })

  test('have at most 1000 spaces: the next one does not wait where it is full', () => {
    const node = new NodeByHand()
    for (let id = 0; id < 1500; id++) node.request(`s${id}`)
    expect(node.asked.map(({ spaces }) => spaces.length)).toEqual([1, 1000])
  })

  test('that fail refuse everyone who has gathered behind them', () => {
    const node = new NodeByHand()
    const requests = ['a', 'b'].map(space => node.request(space))
    node.last.fail()
    expect(requests.map(({ outcome }) => outcome)).toEqual(['DatabaseUnavailable', 'DatabaseUnavailable'])
    expect(node.asked).toHaveLength(1)
  })

  test('that were sent before the process was stopped are of no use after it, so another is asked', () => {
    const node = new NodeByHand()
    const request = node.request('a')
    node.stop(5000)
    node.last.response({ a: versions(1) })
    expect(request.outcome).toBe('waits')
    expect(node.asked).toHaveLength(2)
    node.last.response({ a: versions(2) })
    expect(request.outcome).toBe('2 1')
  })

  test('whose time limit rings late, since the process was stopped, are no sign that the database is away', () => {
    const node = nodeThatKnows()
    node.live(300, { a: versions(1) })
    node.pass(100)
    node.stop(5000)
    expect(node.now('a')).toBeNull()
    const request = node.request('a')
    node.pass(0)
    expect(node.states).toEqual([])
    expect(request.outcome).toBe('waits')
    for (const { at, response } of node.asked) if (at > 5000) response({ a: versions(2) })
    expect(request.outcome).toBe('2 1')
  })
})
