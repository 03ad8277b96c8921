// What `npm run test:fast` skips: test files whose imports lead to something slow to start or to run.
import { leadsTo, listTestFiles } from './test-imports.ts'

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
  // The packed client, in a project of its own.
  'test/client/package.test.ts',
  'test/client/runtimes.test.ts',
  // Tens of thousands of entries.
  'test/import-export/movies.test.ts',
]

export function listFastTests(): readonly string[] {
  const isFast = (file: string) =>
    !slowPaths.some(path => file.startsWith(path)) && !leadsTo(file, Object.keys(slowModules))
  return listTestFiles().filter(isFast)
}
