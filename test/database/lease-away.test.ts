// While the database does not answer: what a node goes on with, for how long, and how that ends.
import { describe, expect, test } from 'bun:test'
import { NodeByHand, nodeThatKnows, versions } from './lease-by-hand.ts'

describe('while the database is away', () => {
  test('a space that was never known is refused after one question, then at once', () => {
    const node = new NodeByHand()
    const first = node.request('a')
    node.last.fail()
    expect(first.outcome).toBe('DatabaseUnavailable')
    expect(node.request('a').outcome).toBe('DatabaseUnavailable')
    expect(node.request('b').outcome).toBe('DatabaseUnavailable')
    expect(node.asked).toHaveLength(1)
  })

  test('a question without a response holds requests for 400 ms, and none after it', () => {
    const node = new NodeByHand()
    const first = node.request('a')
    node.pass(399)
    expect(first.outcome).toBe('waits')
    node.pass(1)
    expect(first.outcome).toBe('DatabaseUnavailable')
    expect(node.request('a').outcome).toBe('DatabaseUnavailable')
    expect(node.states).toEqual(['away'])
  })

  test('what was known is trusted until the stale time after the last query that was answered', () => {
    const node = nodeThatKnows(2000)
    for (let passed = 0; passed < 1990; passed += 10) {
      node.pass(10)
      node.last.fail()
    }
    node.pass(9)
    expect(node.now('a')).toBe('1 1')
    expect(node.request('a').outcome).toBe('1 1')
    node.pass(1)
    expect(node.now('a')).toBeNull()
    expect(node.request('a').outcome).toBe('DatabaseUnavailable')
  })

  test('a stale time of 0 leaves the lease, which is as good as it was', () => {
    const node = nodeThatKnows(0)
    node.pass(60)
    node.last.fail()
    node.stop(839)
    expect(node.request('a').outcome).toBe('1 1')
    node.stop(1)
    expect(node.request('a').outcome).toBe('DatabaseUnavailable')
  })

  test('a response that comes too late counts as of when it was asked, and is no sign that it is back', () => {
    const node = nodeThatKnows(1000)
    node.pass(60)
    const slow = node.last
    node.pass(700)
    slow.response({ a: versions(2) })
    expect(node.states).toEqual(['away'])
    node.pass(299)
    expect(node.now('a')).toBe('2 1')
    node.pass(1)
    expect(node.now('a')).toBeNull()
  })

  test('the first poll that is answered ends it: no version older than a lease is trusted from then on', () => {
    const node = nodeThatKnows()
    node.request('b')
    node.last.response({ b: versions(1) })
    for (let passed = 0; passed < 3000; passed += 10) {
      node.pass(10)
      node.last.fail()
    }
    expect(node.now('a')).toBe('1 1')
    node.pass(60)
    node.last.response({ a: versions(4), b: versions(1) })
    expect(node.states).toEqual(['away', 'fresh'])
    expect(node.now('a')).toBe('4 1')
    node.stop(900)
    expect(node.now('a')).toBeNull()
  })

  test('polls are 60 ms apart, and also ask for what was refused', () => {
    const node = new NodeByHand()
    node.request('a')
    node.last.fail()
    node.request('b')
    node.pass(60)
    expect(node.last.spaces).toEqual(['a', 'b'])
    node.last.fail()
    node.pass(60)
    expect(node.asked.map(({ at }) => at)).toEqual([0, 60, 120])
    node.last.response({ a: versions(1), b: versions(2) })
    expect([node.now('a'), node.now('b')]).toEqual(['1 1', '2 1'])
  })

  test('one connection that fails says nothing, where a later question has come through on another', () => {
    const node = new NodeByHand()
    const held = node.request('a')
    node.pass(60)
    node.last.response({ a: versions(1) })
    node.asked[0]!.fail()
    expect(held.outcome).toBe('1 1')
    expect(node.states).toEqual([])
  })

  test('a failure long ago, and no question since, say nothing: the next request asks', () => {
    const node = new NodeByHand()
    node.request('a')
    node.last.fail()
    node.stop(1000)
    expect(node.request('a').outcome).toBe('waits')
  })
})
