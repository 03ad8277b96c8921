// What is counted for the small things that a node keeps is what they take, about: a bound on the count is one on memory.
import { expect } from 'bun:test'
import { join } from 'node:path'
import { snapshotLimits } from '../../src/delivery/cache/space-snapshots.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import type { Memory, MemoryCase } from './memory-process.ts'

async function measure(what: MemoryCase): Promise<Memory> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'memory-process.ts'), what], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
    timeout: longTestMs,
  })
  return JSON.parse(await new Response(child.stdout).text()) as Memory
}

function expectAbout({ taken, counted, stored }: Memory): void {
  expect(stored).toBe(true)
  expect(taken / counted).toBeGreaterThan(0.6)
  expect(taken / counted).toBeLessThan(1.15)
}

testOnSqlite(
  'an index of 13 million entries takes what it says, which is what a space may have',
  async () => {
    const index = await measure('index of 13 million entries')
    expectAbout(index)
    expect(index.counted).toBeLessThan(snapshotLimits.indexBytes)
  },
)

testOnSqlite('references that are not resolved', async () =>
  expectAbout(await measure('references that are not resolved')),
)
