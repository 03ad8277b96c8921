// What `npm test` runs on which engine, and what it says of it.
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'
import { findMemoryFolder } from '../../scripts/memory-folder.ts'
import { listTestFiles } from '../../scripts/test-imports.ts'
import {
  argumentsOn,
  countsIn,
  databaseFolders,
  engineNeutralTests,
  engines,
  enginesFor,
  failedFilesIn,
  listEngineNeutralTests,
  listTestsOn,
  toDuration,
  toLine,
  withSecondRun,
} from '../../scripts/test-runs.ts'
import { type Engine, testSeconds } from '../../scripts/test-seconds.ts'
import { slowModules } from '../../scripts/test-selections.ts'
import { makeFolder } from '../kit/test-folder.ts'

const root = join(import.meta.dir, '../..')

/** Folders whose tests make databases and run on SQLite only, and why that is enough. */
const onSqliteOnly: Readonly<Record<string, string>> = {
  'test/client': 'is about the package; what it asks of the server is tested elsewhere',
  'test/dashboard': 'is about pages in a browser; what they ask of the server is tested elsewhere',
  'test/deploy': 'is about what is deployed; each test starts the databases that it is about',
  'test/documents': 'runs what the documents show',
  'test/kit': 'is the kit itself',
  'test/api-docs': 'is about pages',
  'test/stress': 'has no tests: those that run stress tests are elsewhere',
}

test('every folder whose tests make a database is run on PostgreSQL too, or says why not', async () => {
  const folders = new Set<string>()
  for (const path of new Glob('test/*/**/*.ts').scanSync(root)) {
    const text = await Bun.file(join(root, path)).text()
    if (/\bcreate(?:TestSpace|CommandLine)\(|\bopenTestDatabase\(/.test(text))
      folders.add(`${dirname(path)}/`)
  }
  const reported = [...databaseFolders, ...Object.keys(onSqliteOnly)]
  const isReported = (folder: string) => reported.some(each => folder.startsWith(`${each}/`))
  expect([...folders].filter(folder => !isReported(folder))).toEqual([])
  const timed = Object.values(testSeconds).flatMap(seconds => Object.keys(seconds))
  const named = [...reported, ...engineNeutralTests, ...slowModules, ...timed]
  expect(named.filter(path => !existsSync(join(root, path)))).toEqual([])
})

test('a path is asked of both engines, whatever it takes', () => {
  const rows = [['test/keys'], ['test/keys', '-t', 'a name'], ['test/dashboard/pages.test.ts']]
  for (const args of rows) {
    for (const selection of ['usual', 'slow', 'fast'] as const) {
      expect(argumentsOn('sqlite', selection, args)).toEqual(args)
      expect(argumentsOn('postgres', selection, args)).toEqual(args)
    }
  }
  for (const args of [['-t', 'a name'], ['--timeout=9'], []]) {
    const files = argumentsOn('sqlite', 'usual', []).filter(arg => arg.startsWith('test/'))
    expect(argumentsOn('sqlite', 'usual', args)).toEqual([...args, ...files])
  }
})

test('npm test and npm run test:slow share out all files, and on PostgreSQL those that an engine could change', () => {
  for (const engine of Object.keys(engines) as Engine[]) {
    const usual = argumentsOn(engine, 'usual', [])
    const slow = argumentsOn(engine, 'slow', [])
    expect([...usual, ...slow].sort()).toEqual([...listTestsOn(engine)])
    expect(usual.length).toBeGreaterThan(slow.length)
  }
  expect(listTestsOn('sqlite')).toEqual(listTestFiles())
  const neutral = listEngineNeutralTests()
  for (const file of listTestsOn('postgres')) {
    expect(databaseFolders.some(folder => file.startsWith(`${folder}/`))).toBe(true)
    expect(neutral).not.toContain(file)
  }
})

test('no path of a file is a part of another, for which Bun would take it', () => {
  const files = listTestFiles()
  expect(files.filter(file => files.some(other => other !== file && other.includes(file)))).toEqual([])
})

test('what cannot know the engine runs once, and all else in those folders on both', () => {
  const neutral = listEngineNeutralTests()
  expect(neutral).toContain('test/database/lease-simulation.test.ts')
  expect(neutral).not.toContain('test/delivery/never-stale.test.ts')
  const unnamed = neutral.filter(path => !engineNeutralTests.includes(path))
  for (const path of unnamed) {
    const text = readFileSync(join(root, path), 'utf8')
    expect([path, /\b(?:createTestSpace|createCommandLine|openTestDatabase)\(/.test(text)]).toEqual([
      path,
      false,
    ])
  }
})

test('TEST_DATABASE chooses one engine, and a wrong one is reported', () => {
  expect(['', undefined, 'sqlite', 'postgres', 'mysql'].map(enginesFor)).toEqual([
    ['sqlite', 'postgres'],
    ['sqlite', 'postgres'],
    ['sqlite'],
    ['postgres'],
    null,
  ])
})

test('the fast tests start no browser, no PostgreSQL, no nginx and no stress test', () => {
  const fast = argumentsOn('sqlite', 'fast', [])
  for (const path of ['test/keys/401.test.ts', 'test/delivery/200-list.test.ts', 'test/architecture.test.ts'])
    expect(fast).toContain(path)
  for (const path of [
    'test/dashboard/journeys-keys.test.ts',
    'test/kit/cluster/cluster.test.ts',
    'test/deploy/balancer.test.ts',
    'test/ops/kills.test.ts',
    // By way of another module.
    'test/cluster/failover.test.ts',
    'test/bench/programs.test.ts',
    // Long ones.
    'test/delivery/never-stale.test.ts',
  ])
    expect(fast).not.toContain(path)
  const starts = /\b(?:startCluster|startNginx|startPgBouncer|describeInBrowser)\(/
  const texts = fast.map(path => [path, readFileSync(join(root, path), 'utf8')] as const)
  expect(texts.filter(([, text]) => starts.test(text)).map(([path]) => path)).toEqual([])
})

test('a duration is printed in minutes and seconds', () => {
  expect([0, 59_400, 60_000, 363_000].map(toDuration)).toEqual(['0 s', '59 s', '1 min 0 s', '6 min 3 s'])
})

test('the result of a run is printed in one line, an end without counts included', () => {
  const output = '3 tests skipped:\n\n 12 pass\n 3 skip\n 1 fail\n 40 expect() calls\n'
  expect(countsIn(output)).toEqual({ pass: 12, fail: 1, skip: 3 })
  expect(toLine('sqlite', countsIn(output), 1)).toBe('SQLite:     12 passed, 1 failed, 3 skipped')
  expect(toLine('postgres', countsIn(' 2 pass\n 0 fail\n'), 0)).toBe(
    'PostgreSQL: 2 passed, 0 failed, 0 skipped',
  )
  expect(toLine('sqlite', countsIn(' 2 pass\n 0 fail\n'), 1)).toEndWith('(and exit code 1)')
  expect(toLine('postgres', countsIn('killed'), 137)).toContain('before it had counted')
})

test('the files that run again are those with a failed test, and the second run counts', () => {
  const output = [
    ...['test/a.test.ts:', '(pass) one [1.00ms]', '(fail) two [2.00ms]', '(fail) three [2.00ms]', ''],
    ...['test/b.test.ts:', '(pass) one', 'expected: "(fail)"', '', 'test/a.test.ts:', '(fail) four', ''],
    ...['test/b.test.ts:', '(pass) five', '', '3 tests failed:', '(fail) two [2.00ms]', ' 2 pass', ' 3 fail'],
  ].join('\n')
  expect(failedFilesIn(output)).toEqual(['test/a.test.ts'])
  expect(failedFilesIn('test/a.test.ts:\n(pass) one\n')).toEqual([])
  const first = { pass: 9, fail: 3, skip: 1 }
  expect(withSecondRun(first, { pass: 4, fail: 0, skip: 0 })).toEqual({ pass: 12, fail: 0, skip: 1 })
  expect(withSecondRun(first, { pass: 3, fail: 1, skip: 0 })).toEqual({ pass: 11, fail: 1, skip: 1 })
})

test('files of tests are kept in memory only in a folder with enough room, and nothing of the check remains', () => {
  const folder = makeFolder()
  expect(findMemoryFolder(folder, 1)).toBe(folder)
  expect(findMemoryFolder(folder, 1e18)).toBeNull()
  expect(findMemoryFolder(join(folder, 'missing'), 1)).toBeNull()
  expect(readdirSync(folder)).toEqual([])
})
