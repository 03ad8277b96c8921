// The queue of image jobs: who waits, who is refused, and whose turn is next.
import { describe, expect, test } from 'bun:test'
import { many, Simulation } from './queue-simulation.ts'

describe('the queue', () => {
  test('runs as many jobs at once as there are permits, then the next in turn', () => {
    const simulation = new Simulation(2)
    many(4, index => simulation.enter(`j${index}`, 'a'))
    expect(simulation.started).toEqual(['j0', 'j1'])
    simulation.finish('j1')
    expect(simulation.started).toEqual(['j0', 'j1', 'j2'])
  })

  test('lets 32 jobs of one client wait, and refuses the rest', () => {
    const simulation = new Simulation(1)
    many(500, index => simulation.enter(`j${index}`, 'a'))
    expect(simulation.queue.length).toBe(32)
    expect(simulation.refused).toHaveLength(500 - 33)
    simulation.enter('other', 'b')
    simulation.finish('j0')
    expect(simulation.started).toEqual(['j0', 'j1'])
    simulation.finish('j1')
    expect(simulation.started.at(-1)).toBe('other')
  })

  test('lets 64 jobs wait; then a client with fewer takes the newest place of the one with most', () => {
    const simulation = new Simulation(1)
    many(33, index => simulation.enter(`a${index}`, 'a'))
    many(20, index => simulation.enter(`b${index}`, 'b'))
    many(12, index => simulation.enter(`c${index}`, 'c'))
    expect([simulation.queue.length, simulation.refused]).toEqual([64, []])
    simulation.enter('d0', 'd')
    expect([simulation.queue.length, simulation.refused]).toEqual([64, ['a32']])
    many(11, index => simulation.enter(`e${index}`, 'e'))
    expect(simulation.refused).toEqual(Array.from({ length: 12 }, (_, index) => `a${32 - index}`))
    // Of the two that have most now, the newest.
    simulation.enter('c12', 'c')
    expect([simulation.queue.length, simulation.refused.at(-1)]).toEqual([64, 'b19'])
    simulation.enter('a33', 'a')
    expect([simulation.queue.length, simulation.refused.at(-1)]).toEqual([64, 'a33'])
  })

  test('refuses what has waited for 20 seconds', () => {
    const simulation = new Simulation(1)
    simulation.enter('first', 'a')
    simulation.enter('second', 'a')
    simulation.pass(12_000)
    simulation.enter('third', 'b')
    simulation.pass(7999)
    expect(simulation.refused).toEqual([])
    simulation.pass(1)
    expect(simulation.refused).toEqual(['second'])
    simulation.pass(12_000)
    expect(simulation.refused).toEqual(['second', 'third'])
    simulation.finish('first')
    expect([simulation.started, simulation.queue.length]).toEqual([['first'], 0])
  })

  test('runs placeholders of uploads first, and those of cleaning up last', () => {
    const simulation = new Simulation(1)
    simulation.enter('running', 'a')
    simulation.enter('cleanup', 'server', 'cleanup')
    simulation.enter('delivery', 'a')
    simulation.enter('upload', 'b', 'upload')
    for (const name of ['running', 'upload', 'delivery', 'cleanup']) simulation.finish(name)
    expect(simulation.started).toEqual(['running', 'upload', 'delivery', 'cleanup'])
  })

  test('forgets a job that leaves before its turn, and refuses all at the end', () => {
    const simulation = new Simulation(1)
    many(4, index => simulation.enter(`j${index}`, 'a'))
    simulation.leave('j1')
    simulation.finish('j0')
    expect(simulation.started).toEqual(['j0', 'j2'])
    simulation.queue.clear()
    expect(simulation.refused).toEqual(['j3'])
  })
})
