// The cache of transformed images: its limit, its order, restarts, and what is removed.
import { describe, expect, test } from 'bun:test'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ImageCache } from '../../../src/media/images/image-cache.ts'
import { nameWorkFolder } from '../../../src/media/images/worker-process.ts'
import { makeFolder } from '../../kit/test-folder.ts'
import { until } from '../../kit/until.ts'

const sha = (digit: string) => digit.repeat(64)
const name = (width: number) => `${width}x1-q75.webp`

/** What the smallest file takes of a disk. */
const block = 4096

/** A cache of 100 blocks; each call is a start. */
function createCache(folder = makeFolder(), blocksMax = 100) {
  const time = { now: 1_700_000_000_000 }
  const cache = new ImageCache({
    folder: join(folder, 'cache'),
    bytesMax: blocksMax * block,
    clock: () => time.now,
  })
  const add = (sha256: string, file: string, blocks: number) => {
    const path = join(folder, `temporary-${file}`)
    writeFileSync(path, 'x'.repeat(blocks * block))
    time.now += 1000
    return cache.add(sha256, file, path)
  }
  const find = (sha256: string, file: string) => {
    time.now += 1000
    return cache.find(sha256, file)
  }
  return { folder, cache, add, find, time }
}

describe('the cache', () => {
  test('returns what was added, and nothing else', async () => {
    const { cache, add, find } = createCache()
    const added = await add(sha('a'), name(1), 10)
    expect(find(sha('a'), name(1))).toEqual(added)
    expect(readFileSync(added!.path, 'utf8')).toBe('x'.repeat(10 * block))
    expect([find(sha('b'), name(1)), find(sha('a'), name(2)), cache.bytes]).toEqual([null, null, 10 * block])
  })

  test('holds no more than its limit: the least recently used goes first', async () => {
    const { cache, add, find } = createCache()
    for (const width of [1, 2, 3]) await add(sha('a'), name(width), 30)
    find(sha('a'), name(1))
    await add(sha('b'), name(4), 30)
    expect(cache.bytes).toBe(90 * block)
    expect([1, 2, 3].map(width => find(sha('a'), name(width)) !== null)).toEqual([true, false, true])
    expect(find(sha('b'), name(4))).not.toBeNull()
  })

  test('counts what a file takes of the disk: very many tiny ones are not many times the limit', async () => {
    const { folder, cache } = createCache(makeFolder(), 4)
    for (let width = 1; width <= 10; width++) {
      const path = join(folder, 'tiny')
      writeFileSync(path, 'x')
      await cache.add(sha('a'), name(width), path)
    }
    expect(cache.bytes).toBe(4 * block)
    expect(readdirSync(join(folder, 'cache/aa', sha('a')))).toHaveLength(4)
  })

  test('keeps its order over a restart', async () => {
    const first = createCache()
    for (const width of [1, 2, 3]) await first.add(sha('a'), name(width), 30)
    first.time.now += 600_000
    const { path } = first.find(sha('a'), name(1))!
    const stamp = () => Bun.file(path).lastModified
    await until(() => stamp() === first.time.now)
    const second = createCache(first.folder)
    await second.cache.ready
    expect(second.cache.bytes).toBe(90 * block)
    await second.add(sha('b'), name(4), 30)
    expect([1, 2, 3].map(width => second.find(sha('a'), name(width)) !== null)).toEqual([true, false, true])
  })

  test('evicts after a restart with a lower limit', async () => {
    const first = createCache()
    for (const width of [1, 2, 3]) await first.add(sha('a'), name(width), 30)
    const second = createCache(first.folder, 40)
    await second.cache.ready
    expect(second.cache.bytes).toBe(30 * block)
  })

  test('does not take what is larger than the limit, and nothing if the limit is 0', async () => {
    const { cache, add } = createCache()
    await add(sha('a'), name(1), 30)
    expect(await add(sha('a'), name(2), 101)).toBeNull()
    expect(cache.bytes).toBe(30 * block)
    const none = createCache(makeFolder(), 0)
    expect(await none.add(sha('a'), name(1), 1)).toBeNull()
  })

  test('forgets everything that was made of a file, and nothing of another', async () => {
    const { folder, cache, add, find } = createCache()
    for (const width of [1, 2]) await add(sha('a'), name(width), 10)
    await add(sha('b'), name(1), 10)
    expect(cache.forget(sha('a'))).toBe(2)
    expect(cache.forget(sha('a'))).toBe(0)
    expect([cache.bytes, find(sha('a'), name(1))]).toEqual([10 * block, null])
    expect(find(sha('b'), name(1))).not.toBeNull()
    expect(readdirSync(join(folder, 'cache/aa'))).toEqual([])
    // Another process of this node has cached results that this one does not know.
    const other = createCache(folder)
    await other.cache.ready
    await add(sha('c'), name(1), 10)
    expect(other.cache.forget(sha('c'))).toBe(1)
    expect(find(sha('c'), name(1))).toBeNull()
    expect(cache.bytes).toBe(10 * block)
  })

  test.each([
    ['../../etc', name(1)],
    [sha('A'), name(1)],
    [sha('a').slice(1), name(1)],
    [sha('a'), '../x'],
    [sha('a'), '..'],
    [sha('a'), 'a/b'],
    [sha('a'), ''],
  ])('refuses names that could lead elsewhere: %s, %s', async (sha256, file) => {
    const { cache } = createCache()
    expect(() => cache.find(sha256, file)).toThrow(RangeError)
  })

  test.skipIf(process.platform === 'win32')(
    'lets a reader finish that has opened an evicted file',
    async () => {
      const { add } = createCache()
      const { path } = (await add(sha('a'), name(1), 60))!
      const open = openSync(path, 'r')
      await add(sha('b'), name(1), 60)
      expect(existsSync(path)).toBe(false)
      expect(readFileSync(open, 'utf8')).toBe('x'.repeat(60 * block))
      closeSync(open)
    },
  )

  test('leaves files alone that it did not write', async () => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'cache/notes'), { recursive: true })
    writeFileSync(join(folder, 'cache/notes/important.txt'), 'x'.repeat(1000))
    const { cache, add } = createCache(folder)
    await add(sha('a'), name(1), 90)
    await cache.ready
    expect([cache.bytes, existsSync(join(folder, 'cache/notes/important.txt'))]).toEqual([90 * block, true])
  })
})

test('a start removes unfinished files of processes that are gone, and of no others', () => {
  const folder = makeFolder()
  const now = 1_700_000_000_000
  const make = (entry: string, ageMs = 0) => {
    mkdirSync(join(folder, entry), { recursive: true })
    writeFileSync(join(folder, entry, 'result-0'), 'x')
    utimesSync(join(folder, entry), (now - ageMs) / 1000, (now - ageMs) / 1000)
  }
  const gone = Bun.spawnSync([process.execPath, '--version']).pid
  make(`${hostname()}-${gone}-abc123`)
  make(`${hostname()}-${process.ppid}-abc123`)
  make(`${hostname()}-${process.pid}-abc123`)
  make('other-host-7-abc123', 3_600_000)
  make('other-host-8-abc123', 90_000_000)
  make('notes')
  const first = nameWorkFolder(folder, () => now)
  const second = nameWorkFolder(folder, () => now)
  for (const { path } of [first, second]) mkdirSync(path)
  const expected = [`${hostname()}-${process.ppid}-abc123`, 'notes', 'other-host-7-abc123']
  expect(readdirSync(folder).sort()).toEqual(
    [...expected, ...[first, second].map(({ path }) => path.slice(folder.length + 1))].sort(),
  )
  first.remove()
  second.remove()
  expect(readdirSync(folder).sort()).toEqual(expected.sort())
})
