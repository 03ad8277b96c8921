// Changes of the query index that are applied before the lock. The resulting postings are the same as if all changes had
// been written one after the other, whatever others have written in the meantime.
import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { IndexStage } from '../../src/bulk/index-stage.ts'
import { Stage } from '../../src/bulk/stage.store.ts'
import { PostingChanges } from '../../src/content/index/posting-changes.ts'
import { toSlot } from '../../src/content/index/query-keys.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { dumpTables } from '../kit/oracle/tables.ts'

setDefaultTimeout(longTestMs)

interface Change {
  readonly number: number
  readonly isAdded: boolean
  readonly field: string
  readonly value: string | number
}

/** Of numbers in two chunks. */
const changesOf = (numbers: readonly number[]) =>
  fc.array(
    fc.record({
      number: fc.constantFrom(...numbers),
      isAdded: fc.boolean(),
      field: fc.constantFrom('title', 'size'),
      value: fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(1, 2)),
    }),
    { maxLength: 12 },
  )

const own = [0, 1, 63, 64, 4096]
const foreign = [2, 65, 4097]

function collect(changes: readonly Change[]): PostingChanges {
  const collected = new PostingChanges()
  for (const { number, isAdded, field, value } of changes) {
    const listener = isAdded ? collected.add('posts', number) : collected.remove('posts', number)
    const slot = toSlot(field, '')
    if (typeof value === 'string') listener.onText(slot, value)
    else listener.onSortNumber(slot, value)
  }
  return collected
}

const write = ({ database, space }: TestSpace, changes: readonly Change[]) =>
  database.transaction(writes => collect(changes).write(writes, space), space)

async function postingsOf({ everything, space }: TestSpace) {
  const { query_posting } = await dumpTables({ everything })
  return query_posting.flatMap(({ space: own, ...row }) => (own === space ? [row] : []))
}

test('changes that are staged in parts, and those of others, lead to the postings of all of them', async () => {
  const home = await createTestSpace()
  let spaces = 0
  const createSpace = () => createNeighbour(home, `run-${spaces++}`)
  const runs = fc.record({
    before: changesOf([...own, ...foreign]),
    parts: fc.array(changesOf(own), { minLength: 1, maxLength: 3 }),
    /** Of a field whose postings are not in the index yet. */
    later: changesOf(own),
    others: fc.option(changesOf(foreign), { nil: null }),
    isCurrent: fc.boolean(),
    rowsPerStatement: fc.constantFrom(1, 3, 1000),
  })
  await fc.assert(
    fc.asyncProperty(runs, async ({ before, parts, later, others, isCurrent, rowsPerStatement }) => {
      const [space, inTurn] = [await createSpace(), await createSpace()]
      for (const each of [space, inTurn]) await write(each, before)
      const renamed = later.map(change => ({ ...change, field: 'later' }))
      const stage = new Stage(space.space)
      await space.database.session(space.space, async session => {
        await stage.open(session.db)
        const revisions = { served: 7, models: isCurrent ? 0 : 1 }
        const index = new IndexStage(space.space, new Map(), revisions)
        await session.read(async writes => {
          for (const part of parts) await index.addChanges(writes, collect(part))
          await index.addChanges(writes, collect(renamed), { isOfIndex: false })
        })
        if (others !== null) await write(space, others)
        const served = others === null ? 7 : 8
        await session.write(writes => index.move(writes, served, { rowsPerStatement, pause: () => {} }))
        await stage.close(session.db)
      })
      for (const part of [...parts, renamed, others ?? []]) await write(inTurn, part)
      expect(await postingsOf(space)).toEqual(await postingsOf(inTurn))
    }),
    { numRuns: fuzzRuns(40) },
  )
})
