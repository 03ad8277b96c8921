// Contract 1.3 and M2: graphs made to cost, each answered or refused. `npm run stress bombs` has them in full size, and
// asks for the CPU time and the memory that each takes.
import { beforeAll, describe, expect, test } from 'bun:test'
import { Refusal } from '../../src/base/errors.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { testEngine } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { graph, numbers } from '../stress/bomb-graphs.ts'
import { createBombs } from '../stress/bombs.ts'
import { explode } from '../stress/explode.ts'
import { Findings } from '../stress/runner.ts'

const isInFull = process.env.BOMBS === 'full'
const namedMs = 250
/** Of the others, against what grows without end; another process does half of the work on PostgreSQL. */
const worstMs = testEngine === 'postgres' ? 10_000 : 2000

const short = createBombs(0.1)
/** The same code resolves them on both engines. Fewer overlays would meet no limit. */
const shorter = createBombs(0.05).map((bomb, at) => (/overlays/.test(bomb.name) ? short[at]! : bomb))
const bombs = isInFull ? createBombs(1) : testEngine === 'postgres' ? shorter : short
/** As it goes: the whole takes minutes. */
const say = (line: string) =>
  void (isInFull && !line.startsWith('holds') && process.stderr.write(`${line}\n`))
let of: TestSpace
beforeAll(async () => {
  of = await createTestSpace()
})

describe('a graph made to cost', () => {
  for (const bomb of bombs) {
    test(
      bomb.name,
      async () => {
        const findings = new Findings(say)
        const limits = {
          worstMs: bomb.isNamed ? namedMs : worstMs,
          ...(bomb.isNamed && { peakMax: 64 * 2 ** 20 }),
        }
        await explode(of, bomb, findings, isInFull ? { rounds: 3, limits } : { rounds: 1 })
        expect(findings.broken).toEqual([])
      },
      longTestMs,
    )
  }
})

test('without a budget a graph is answered that has to be refused, and the stress test says so', async () => {
  const limitless = {
    entriesMax: Infinity,
    bytesMax: Infinity,
    referencesMax: Infinity,
    targetsMax: Infinity,
  }
  const [bomb] = bombs.filter(({ name }) => name === 'four references to itself')
  const findings = new Findings()
  const sends = [['/a?depth=7', 400]] as const
  await explode(of, { ...bomb!, asks: sends, budget: limitless }, findings, { rounds: 1 })
  expect(findings.broken).toEqual(['four references to itself: /a?depth=7 is 400 (200)'])
})

test('what cannot be a graph is refused when it comes in: 10,001 references in one field', async () => {
  const refusal = of.import(graph([['a', numbers(10_001).map(() => 'a')]]))
  await expect(refusal).rejects.toThrow()
  await expect(refusal).rejects.not.toBeInstanceOf(Refusal)
})
