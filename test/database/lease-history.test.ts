// A database that has lost commits, by a failover or out of a backup, counts the same numbers for other contents.
import { describe, expect, test } from 'bun:test'
import { NodeByHand, nodeThatKnows, versions } from './lease-by-hand.ts'

const known = { a: versions(1) }

describe('commits that were lost', () => {
  test.each([versions(2, 1), versions(1, 2)])(
    'are told by a response lower than what was known when asked: all is of another epoch',
    higher => {
      const node = nodeThatKnows()
      node.request('b')
      node.last.response({ b: versions(7) })
      const [a, b] = [node.freshness.current('a')!, node.freshness.current('b')!]
      node.freshness.observe('a', higher)
      node.pass(100)
      expect(node.last.spaces).toEqual(['a', 'b'])
      node.last.response({ a: versions(1), b: versions(7) })
      expect([node.now('a'), node.now('b')]).toEqual(['1 1', '7 1'])
      expect(node.freshness.current('a')!.epoch).toBeGreaterThan(a.epoch)
      expect(node.freshness.current('b')!.epoch).toBeGreaterThan(b.epoch)
    },
  )

  test('are told by another history, though others have made the numbers equal again', () => {
    const node = new NodeByHand()
    node.request('a')
    node.last.response(known, 'timeline 1')
    const { epoch } = node.freshness.current('a')!
    node.pass(100)
    node.last.response(known, 'timeline 2')
    expect(node.freshness.current('a')!.epoch).toBeGreaterThan(epoch)
  })

  test('are told by a space that is gone', () => {
    const node = nodeThatKnows()
    node.request('b')
    node.last.response({ b: versions(1) })
    const { epoch } = node.freshness.current('b')!
    node.pass(100)
    node.last.response({ b: versions(1) })
    expect(node.request('a').outcome).toBe('no such space')
    expect(node.freshness.current('b')!.epoch).toBeGreaterThan(epoch)
  })

  test('are not told by answers that overtake each other', () => {
    const node = nodeThatKnows()
    const { epoch } = node.freshness.current('a')!
    node.pass(500)
    node.pass(400)
    const [, first, second, third] = node.asked
    third!.response({ a: versions(3) })
    second!.response({ a: versions(2) })
    first!.response({ a: versions(1) })
    expect(node.freshness.current('a')).toEqual({ epoch, revision: 3, keys: 1 })
  })

  test('leave no trace in answers to questions from before, and nobody waits for those', () => {
    const node = new NodeByHand()
    node.request('a')
    node.last.response(known, 'timeline 1')
    node.pass(100)
    const early = node.last
    node.request('b')
    node.last.response({ b: versions(3) }, 'timeline 2')
    expect(node.now('a')).toBeNull()
    const before = node.asked.length
    const request = node.request('a')
    expect(node.asked.length).toBe(before + 1)
    early.response({ a: versions(9) }, 'timeline 1')
    expect(node.now('a')).toBeNull()
    expect(request.outcome).toBe('waits')
    node.last.response({ a: versions(4) }, 'timeline 2')
    expect(request.outcome).toBe('4 1')
  })

  test('make a request ask again whose question was sent before', () => {
    const node = new NodeByHand()
    node.request('a')
    node.last.response(known, 'timeline 1')
    node.stop(950)
    const request = node.request('a')
    const early = node.last
    node.pass(0)
    node.last.response(known, 'timeline 2')
    early.response(known, 'timeline 2')
    expect(request.outcome).toBe('1 1')
  })
})
