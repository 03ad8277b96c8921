// What is counted for the small things that a node keeps is what they take, about: a bound on the count is one on memory.
import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import { ByteCache } from '../../src/base/byte-cache.ts'
import type { SpaceId } from '../../src/base/ids.ts'
import { type Block, blockSize, CollectionIndex } from '../../src/content/cache/collection-index.ts'
import { KeyShelf } from '../../src/content/cache/key-shelf.ts'
import type { ListKey } from '../../src/content/cache/list-key.ts'
import type { Item } from '../../src/content/cache/shelf.ts'
import { stateLimits } from '../../src/content/cache/space-states.ts'
import { StubShelf } from '../../src/content/cache/stub-shelf.ts'
import { toStub } from '../../src/content/template.ts'
import { openTestDatabase } from '../kit/test-databases.ts'
import { createStates } from './states.ts'

/** A text of its own, as the database hands them over. */
const idOf = (number: number) => Buffer.from(String(number).padStart(26, '0')).toString()

const keyOf = (number: number): ListKey => ({ publishedAt: 2 ** 41 - number, entry: idOf(number) })

function memory(): number {
  Bun.gc(true)
  const { heapSize, extraMemorySize } = heapStats()
  return heapSize + extraMemorySize
}

/** What else the process holds may come and go meanwhile. */
function expectAbout(taken: number, counted: number): void {
  expect(taken / counted).toBeGreaterThan(0.6)
  expect(taken / counted).toBeLessThan(1.15)
}

test('an index of 13 million entries takes what it says, which is what a space may have', () => {
  const total = 13_000_000
  const before = memory()
  const index = new CollectionIndex(total)
  let at = 0
  for (let part = index.missing(0, total); part !== null; part = index.missing(0, total)) {
    const blocks = Math.ceil(part.count / blockSize)
    const starts = Array.from({ length: blocks + 1 }, (_, block) => keyOf(at + block))
    at += blocks
    index.append(part, starts)
  }
  expect(index.locate(total - 20, 20)!.blocks.length).toBe(1)
  expectAbout(memory() - before, index.bytes)
  expect(index.bytes).toBeLessThan(stateLimits.indexBytes)
})

test('the keys of blocks', () => {
  let counted = 0
  const onBytes = (bytes: number) => {
    counted = bytes
  }
  const before = memory()
  const items = new ByteCache<Item>(20_000_000, { onEviction: () => {}, onBytes })
  const shelf = new KeyShelf(items)
  const blocks: Block[] = []
  for (let number = 0; number < 1000; number++) {
    const keys = Array.from({ length: blockSize }, (_, at) => keyOf(number * blockSize + at))
    const block = { start: keys[0]!, count: blockSize }
    blocks.push(block)
    shelf.keep(block, keys)
  }
  expect(blocks.every(block => shelf.find(block)?.length === blockSize)).toBe(true)
  expectAbout(memory() - before, counted)
})

test('references that are not resolved', async () => {
  const { database } = await openTestDatabase()
  const states = createStates(database)
  const bytesMax = 20_000_000
  const before = memory()
  const shelf = new StubShelf(bytesMax, states)
  const stubs = shelf.at({ space: 'main' as SpaceId, epoch: 1, revision: 1 })
  const most = 100_000
  for (let number = 0; number < most; number++) {
    stubs.keep(idOf(number), toStub({ entry: idOf(number), collection: 'posts', slug: `slug-${number}` }))
  }
  const taken = memory() - before
  expect(stubs.find(idOf(most - 1))).toBeDefined()
  expectAbout(taken, bytesMax)
})
