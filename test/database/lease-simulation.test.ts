// N1: nodes of one database, whose notifications are lost, late, doubled and out of order, whose database is slow or
// away, whose processes stop and whose database loses commits: what the protocol promises holds at every moment of
// virtual time. FUZZ_RUNS=200 gives the long form.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { Simulation } from './lease-simulation.ts'

const runs = fuzzRuns(500)

/** The last of what happened, for whoever has to find out why. */
function storyOf(seed: number): string {
  const story: string[] = []
  new Simulation(seed, line => story.push(line)).run()
  return story.slice(-60).join('\n')
}

test(
  `in ${runs} runs no lease is valid for longer than promised, nothing goes back, nobody waits or is refused in vain`,
  () => {
    const met = new Map<string, number>()
    fc.assert(
      fc.property(fc.integer(), seed => {
        const { violation, tally } = new Simulation(seed).run()
        if (violation !== null) throw new Error(`seed ${seed}: ${violation}\n${storyOf(seed)}`)
        for (const [what, count] of tally) met.set(what, (met.get(what) ?? 0) + count)
      }),
      { numRuns: runs, endOnFailure: true },
    )
    // A simulation in which these do not happen would prove nothing.
    const rare = [
      'vouched while away',
      'refused',
      'another epoch',
      'no such space',
      'silent listener',
      'served',
    ]
    expect(rare.filter(what => (met.get(what) ?? 0) < runs / 10)).toEqual([])
  },
  longTestMs * Math.max(1, runs / 10_000),
)
