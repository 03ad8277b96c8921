// What `npm run test:fast` skips: test files whose imports lead to something slow to start or to run.
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Glob } from 'bun'

const root = join(import.meta.dir, '..')

/** Modules of the tests, with what they start. */
export const slowModules: Readonly<Record<string, string>> = {
  'test/kit/browser.ts': 'a browser',
  'test/kit/cluster.ts': 'a PostgreSQL of its own',
  'test/kit/nginx.ts': 'nginx',
  'test/stress/runner.ts': 'a stress test in short',
  'test/bench/run-program.ts': 'benchmarks in short',
}

/** Files and folders that are slow for other reasons. */
export const slowPaths: readonly string[] = [
  'test/build/executable.test.ts',
  // A process for each command.
  'test/cli/',
]

const scanner = new Bun.Transpiler({ loader: 'ts' })

/** Paths relative to the root, each with the files of tests, scripts and bench that it imports. */
function importsOf(path: string, known: Map<string, readonly string[]>): readonly string[] {
  const before = known.get(path)
  if (before) return before
  const imports = scanner
    .scanImports(readFileSync(join(root, path), 'utf8'))
    .map(item => item.path)
    .filter(target => /^\.\.?\/.*\.tsx?$/.test(target))
    .map(target => relative(root, join(root, dirname(path), target)))
    // Source files never import test modules.
    .filter(target => !target.startsWith('src/') && !target.startsWith('dashboard/'))
  known.set(path, imports)
  return imports
}

function reachesSlow(path: string, known: Map<string, readonly string[]>): boolean {
  const seen = new Set([path])
  for (const file of seen) {
    if (Object.hasOwn(slowModules, file)) return true
    for (const target of importsOf(file, known)) seen.add(target)
  }
  return false
}

export function listFastTests(): readonly string[] {
  const known = new Map<string, readonly string[]>()
  const files = [...new Glob('test/**/*.test.ts').scanSync(root)].sort()
  return files.filter(file => !slowPaths.some(path => file.startsWith(path)) && !reachesSlow(file, known))
}
