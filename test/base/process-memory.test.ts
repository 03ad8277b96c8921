import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { cacheBytesOf, defaultCacheBytes, processMemoryBytes } from '../../src/base/process-memory.ts'

const mib = 2 ** 20

test.each([
  [128 * mib, 64 * mib],
  [512 * mib, 64 * mib],
  [1000 * mib, 125 * mib],
  [8192 * mib, 1024 * mib],
  [65_536 * mib, 1024 * mib],
])('of %d bytes of memory, %d are for cached responses', (memory, cache) => {
  expect(defaultCacheBytes(memory)).toBe(cache)
})

test('a setting wins over the default, 0 too', () => {
  expect(cacheBytesOf(0)).toBe(0)
  expect(cacheBytesOf(5)).toBe(5)
  expect(cacheBytesOf(null)).toBe(defaultCacheBytes(processMemoryBytes()))
})

/** A memory cgroup below the current one, if this process may create it. */
function createMemoryGroup(): string | null {
  try {
    const line = readFileSync('/proc/self/cgroup', 'utf8')
      .split('\n')
      .find(text => text.split(':')[1] === 'memory')
    const folder = join('/sys/fs/cgroup/memory', line?.split(':')[2] ?? '', `frontlist-test-${process.pid}`)
    if (line === undefined) return null
    mkdirSync(folder)
    return existsSync(join(folder, 'memory.limit_in_bytes')) ? folder : null
  } catch {
    return null
  }
}

const group = createMemoryGroup()
if (group === null)
  process.stderr.write('skipped: the limit of a memory cgroup, which cannot be created here\n')

test.skipIf(group === null)('a limit of the cgroup counts, not the memory of the machine', () => {
  const limit = 700 * mib
  try {
    writeFileSync(join(group!, 'memory.limit_in_bytes'), String(limit))
    const source = join(import.meta.dir, '../../src/base/process-memory.ts')
    const script = `import { processMemoryBytes } from ${JSON.stringify(source)}; console.log(processMemoryBytes())`
    const child = Bun.spawnSync([
      'sh',
      '-c',
      `echo $$ > "${group}/cgroup.procs"; exec "$0" -e "$1"`,
      process.execPath,
      script,
    ])
    expect(child.stderr.toString()).toBe('')
    expect(Number(child.stdout.toString())).toBe(limit)
    expect(processMemoryBytes()).toBeGreaterThan(limit)
    expect(processMemoryBytes()).toBeLessThanOrEqual(totalmem())
  } finally {
    rmdirSync(group!)
  }
})
