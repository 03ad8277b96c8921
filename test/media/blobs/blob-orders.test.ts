// Garbage collection beside uploads of the same bytes, replacements and publishes, each stopped between any two steps, with
// kills: no asset and no publication is ever without its file, and in the end nothing else is left.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { createFileSpace, takeAway } from '../../kit/app/file-space.ts'
import { statementOf } from '../../kit/database/statements.ts'
import { testEngine } from '../../kit/database/test-engine.ts'
import { fuzzRuns, longTestMs } from '../../kit/fuzz.ts'
import { World } from './blob-actors.ts'
import { seededRandom } from './turns.ts'

setDefaultTimeout(longTestMs)

const isSqlite = testEngine === 'sqlite'
/** `FUZZ_RUNS=4` has a thousand on SQLite; PostgreSQL gets a third. */
const orders = fuzzRuns(isSqlite ? 250 : 180)

async function listStored({ fixture }: World): Promise<string[]> {
  const stored: string[] = []
  for await (const page of fixture.options.store.list()) stored.push(...page.map(({ sha256 }) => sha256))
  return stored
}

const listRows = async ({ fixture }: World) => {
  const rows = await fixture.testSpace.everything.all(
    statementOf<{ sha256: string }>('select sha256 from blob order by sha256'),
  )
  return rows.map(({ sha256 }) => sha256)
}

test(`in ${orders} orders no asset or publication is without its file, and the rest is gone`, async () => {
  const fixture = await createFileSpace()
  const totals = { removed: 0, late: 0, named: 0 }
  for (let seed = 1; seed <= orders; seed++) {
    const world = new World(fixture, seededRandom(seed), seed % 2 ? 0.02 : 0)
    await world.startAll()
    let step = 0
    const expectFiles = async () => {
      const lost = (await world.listNamed()).filter(sha256 => !world.isStored(sha256))
      expect({ seed, lost }).toEqual({ seed, lost: [] })
    }
    // PostgreSQL runs several transactions at a time.
    await world.turns.run({
      together: isSqlite ? 1 : 3,
      onStep: async () => (++step % 4 === 0 ? expectFiles() : undefined),
    })
    await expectFiles()
    await world.settle()
    const named = await world.listNamed()
    expect({ seed, stored: await listStored(world) }).toEqual({ seed, stored: [...named] })
    expect({ seed, rows: await listRows(world) }).toEqual({ seed, rows: [...named] })
    expect({ seed, right: named.every(world.hasRightBytes) }).toEqual({ seed, right: true })
    for (const id of ['a', 'b', 'c']) await takeAway(fixture, id, 'both')
    await world.settle()
    expect({ seed, stored: await listStored(world), rows: await listRows(world) }).toEqual({
      seed,
      stored: [],
      rows: [],
    })
    totals.removed += world.counts.removed
    totals.late += world.counts.late
    totals.named += named.length
  }
  // The orders were worth their name.
  expect(totals.removed).toBeGreaterThan(orders / 2)
  expect(totals.late).toBeGreaterThan(orders / 10)
  expect(totals.named).toBeGreaterThan(orders / 2)
})
