// Which test files `npm test`, `npm run test:slow` and `npm run test:fast` choose: by what a file starts and how long it
// takes.
import { leadsTo } from './test-imports.ts'
import { type Engine, testSeconds } from './test-seconds.ts'

/** `npm test`, `npm run test:slow` for all that it leaves out, and `npm run test:fast`, a part of it on SQLite. */
export const selections = ['usual', 'slow', 'fast'] as const

export type Selection = (typeof selections)[number]

/** Chosen so that on two cores `npm test` takes about ten minutes, and `npm run test:fast` less than 90 seconds. */
const secondsMax = { usual: 7, fast: 2 }

const browserModule = 'test/kit/browser/browser.ts'

/** Modules that start a browser, a PostgreSQL of their own, nginx, a stress test in short, or benchmarks in short. */
export const slowModules: readonly string[] = [
  browserModule,
  'test/kit/cluster/cluster.ts',
  'test/kit/cluster/nginx.ts',
  'test/stress/runner.ts',
  'test/bench/run-program.ts',
]

export function isSelected(file: string, engine: Engine, selection: Selection): boolean {
  const seconds = testSeconds[engine][file] ?? 0
  if (selection === 'fast') return seconds <= secondsMax.fast && !leadsTo(file, slowModules)
  const isSlow = seconds > secondsMax.usual || leadsTo(file, [browserModule])
  return isSlow === (selection === 'slow')
}
