// What a node holds: at rest, for each answer that it keeps, for each key that it knows.
import { heapStats } from 'bun:jsc'
import { systemClock } from '../../src/base/clock.ts'
import { type SpaceId, systemRandom } from '../../src/base/ids.ts'
import { createKeyCache, hashKey } from '../../src/keys/key-cache.ts'
import { createKey } from '../../src/keys/keys.service.ts'
import { slugOf } from '../entries.ts'
import { ask } from '../one-request.ts'
import { residentBytes } from '../process-figures.ts'
import { rounded } from '../results.ts'
import { inParallel, type Stage } from './stage.ts'

export interface MemoryResult {
  readonly restBytes: number
  /** With code compiled and connections open, by requests of which nothing is kept. */
  readonly warmBytes: number
  readonly answerBytes: number
  readonly answerBodyBytes: number
  readonly keyBytes: number
}

const width = 16
const settleMs = 1000

export async function measureMemory(
  stage: Stage,
  { space, key }: { space: SpaceId; key: string },
): Promise<MemoryResult> {
  const { answers, keys } = stage.sizes
  const secrets = await makeKeys(stage, space, keys)
  const node = await stage.node()
  await ask(node, key, `posts/${slugOf(0)}`)
  const settled = async () => {
    await Bun.sleep(settleMs)
    return residentBytes(node.pid)
  }
  const restBytes = await settled()
  // What is not found is built like an answer, and not kept.
  await inParallel(numbers(answers), width, n => ask(node, key, `posts/none-${n}`, 404).then(() => {}))
  const warmBytes = await settled()
  let bodies = 0
  await inParallel(numbers(answers), width, async n => {
    const bytes = await ask(node, key, `posts?perPage=5&variants=v${n}`)
    bodies += bytes
  })
  const withAnswers = await settled()
  await node.stop()
  return {
    restBytes,
    warmBytes,
    answerBytes: rounded((withAnswers - warmBytes) / answers, 2),
    answerBodyBytes: Math.round(bodies / answers),
    keyBytes: rounded(await measureKeys(stage, secrets), 2),
  }
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number)
}

/** In this process and of its heap alone: too little to be seen in what a whole process holds. */
async function measureKeys({ database }: Stage, secrets: readonly string[]): Promise<number> {
  const hashes = secrets.map(hashKey)
  const known = createKeyCache(database, systemClock)
  await known.find(hashes[0] ?? '', Date.now())
  const before = heapBytes()
  for (const hash of hashes) await known.find(hash, Date.now())
  const held = heapBytes() - before
  // Still needed, or it would have been collected.
  await known.find(hashes[0] ?? '', Date.now())
  return held / secrets.length
}

function heapBytes(): number {
  Bun.gc(true)
  const { heapSize, extraMemorySize } = heapStats()
  return heapSize + extraMemorySize
}

async function makeKeys({ database }: Stage, space: SpaceId, count: number): Promise<string[]> {
  const parts = { clock: systemClock, random: systemRandom }
  const secrets: string[] = []
  await database.transaction(async writes => {
    for (let made = 0; made < count; made++) {
      const { key } = await createKey(writes, parts, space, {
        name: `k${made}`,
        expiresAt: null,
        createdBy: 'bench',
      })
      secrets.push(key)
    }
  })
  return secrets
}
