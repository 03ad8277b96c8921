// What a run of the tests gets on which engine, and how its result is printed.
import { leadsTo, listTestFiles } from './test-imports.ts'
import type { Engine } from './test-seconds.ts'
import { isSelected, type Selection } from './test-selections.ts'

export const engines: Readonly<Record<Engine, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** Variables of the test run, which are no settings of the server. */
export const testVariables: readonly string[] = [
  'TEST_DATABASE',
  'TEST_POSTGRES_URL',
  'TEST_POSTGRES_ADMIN_URL',
  'TEST_POSTGRES_TEMPLATE',
  'TEST_POSTGRES_DATA',
  'TEST_EXECUTABLE',
  'TEST_SCREENSHOTS',
  'FUZZ_RUNS',
  'FUZZ_SEED',
  'OTHER_CHECKOUT',
]

/** Folders of tests that open a database: these also run on PostgreSQL. */
export const databaseFolders = [
  'test/access',
  'test/accounts',
  'test/cli',
  'test/delivery',
  'test/database',
  'test/http',
  'test/keys',
  'test/cluster',
  'test/ops',
  'test/authoring',
  'test/content',
  'test/entries',
  'test/bulk',
  'test/query',
  'test/preview',
  'test/import-export',
  'test/media/assets',
  'test/media/blobs',
  'test/media/receive',
  'test/upgrade',
]

/**
 * Files in those folders whose subject does not depend on the engine: requests rejected or results computed before a
 * database is used, or what a browser, a port or a queue does with responses whose statements other tests of both
 * engines run. They run on SQLite only.
 */
export const engineNeutralTests = [
  'test/accounts/passwords.test.ts',
  'test/accounts/proxies.test.ts',
  'test/accounts/security-headers.test.ts',
  'test/media/assets/files-in-browser.test.ts',
  'test/cli/configuration.test.ts',
  'test/cli/usage.test.ts',
  'test/delivery/cache-index.test.ts',
  'test/delivery/cache-memory.test.ts',
  'test/delivery/gc-pacer.test.ts',
  'test/delivery/variant-cache.test.ts',
  'test/delivery/reference-cache.test.ts',
  'test/media/receive/any-bytes.test.ts',
  'test/media/receive/broken-images.test.ts',
  'test/media/receive/file-name.test.ts',
  'test/media/receive/file-type.test.ts',
  'test/media/receive/image-head.test.ts',
  'test/media/receive/receive-file.test.ts',
  'test/media/receive/remove-metadata.test.ts',
  'test/media/receive/same-pixels.test.ts',
  'test/media/receive/temporary-files.test.ts',
  'test/http/400-path.test.ts',
  'test/http/503-overloaded.test.ts',
  'test/http/404-pages.test.ts',
  'test/http/405-methods.test.ts',
  'test/http/concurrency-limiter.test.ts',
  'test/http/bodies.test.ts',
  'test/http/cors.test.ts',
  'test/http/malformed.test.ts',
  'test/http/raw-limits.test.ts',
  'test/http/same-origin.test.ts',
  'test/keys/400-key-bodies.test.ts',
  'test/keys/400-key-fields.test.ts',
  'test/keys/400-key-query.test.ts',
  'test/keys/413-key-bodies.test.ts',
  'test/keys/415-key-bodies.test.ts',
  'test/keys/contract.test.ts',
  'test/keys/key-format.test.ts',
  'test/keys/specification.test.ts',
  'test/ops/metrics-port.test.ts',
  'test/import-export/bad-lines.test.ts',
  'test/content/field-values.test.ts',
  'test/import-export/limits.test.ts',
  'test/import-export/lossy-numbers.test.ts',
]

/** The module that says which engine is tested: what does not lead to it is the same on both. */
const engineModule = 'test/kit/database/test-engine.ts'

const isInDatabaseFolder = (file: string) => databaseFolders.some(folder => file.startsWith(`${folder}/`))

/** Those and the files in the folders that cannot know the engine. */
export function listEngineNeutralTests(): readonly string[] {
  const unaware = listTestFiles().filter(file => isInDatabaseFolder(file) && !leadsTo(file, [engineModule]))
  return [...new Set([...engineNeutralTests, ...unaware])]
}

/** All test files on SQLite, and on PostgreSQL those that depend on the engine. */
export function listTestsOn(engine: Engine): readonly string[] {
  if (engine === 'sqlite') return listTestFiles()
  const neutral = listEngineNeutralTests()
  return listTestFiles().filter(file => isInDatabaseFolder(file) && !neutral.includes(file))
}

/** Bun options whose value is a separate argument, so that it is not mistaken for a path. */
const optionsWithValue = new Set(['-t', '--test-name-pattern', '--timeout', '--seed', '--rerun-each'])

export interface Counts {
  readonly pass: number
  readonly fail: number
  readonly skip: number
}

/** Both engines, or the one in `TEST_DATABASE`; null if its value is unknown. */
export function enginesFor(wanted: string | undefined): readonly Engine[] | null {
  if (!wanted) return ['sqlite', 'postgres']
  return wanted === 'sqlite' || wanted === 'postgres' ? [wanted] : null
}

/** Checks whether the arguments name files or folders. */
export function namesPath(args: readonly string[]): boolean {
  return args.some((arg, at) => !arg.startsWith('-') && !optionsWithValue.has(args[at - 1] ?? ''))
}

/** Without a path argument: the files of the selection. */
export function argumentsOn(
  engine: Engine,
  selection: Selection,
  args: readonly string[],
): readonly string[] {
  if (namesPath(args)) return args
  return [...args, ...listTestsOn(engine).filter(file => isSelected(file, engine, selection))]
}

/** The last lines of a run's output; null if it ended before printing counts. */
export function countsIn(output: string): Counts | null {
  const last = (word: string) => {
    const lines = [...output.matchAll(new RegExp(`^\\s*(\\d+) ${word}$`, 'gm'))]
    return lines.length === 0 ? null : Number(lines.at(-1)![1])
  }
  const pass = last('pass')
  return pass === null ? null : { pass, fail: last('fail') ?? 0, skip: last('skip') ?? 0 }
}

/** The files with failed tests, by the headings in a run's output. */
export function failedFilesIn(output: string): readonly string[] {
  const files = new Set<string>()
  let file = ''
  for (const line of output.split('\n')) {
    // Bun repeats the failures in the end, without their files.
    if (/^\d+ tests? failed:$/.test(line)) break
    const heading = /^(\S+\.test\.ts):$/.exec(line)
    if (heading) file = heading[1]!
    else if (line.startsWith('(fail)') && file !== '') files.add(file)
  }
  return [...files]
}

/** The counts of a run of which some files have run again: what passed then is passed. */
export function withSecondRun(first: Counts, again: Counts): Counts {
  return { ...first, pass: first.pass + first.fail - again.fail, fail: again.fail }
}

/** The summary of a run. `.ci/run` adds these lines up. */
export function toLine(engine: Engine, counts: Counts | null, exitCode: number): string {
  const result = counts
    ? `${counts.pass} passed, ${counts.fail} failed, ${counts.skip} skipped`
    : 'ended before it had counted its tests'
  const exit = exitCode !== 0 && counts?.fail === 0 ? ` (and exit code ${exitCode})` : ''
  return `${`${engines[engine]}:`.padEnd(12)}${result}${exit}`
}

/** `6 min 3 s`; below a minute `12 s`. */
export function toDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`
}
