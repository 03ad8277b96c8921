// Runs a benchmark and cleans up after it, whether it ends well, fails, is interrupted or takes too long.
import type { Benchmark, Options } from './options.ts'
import { Workplace } from './workplace.ts'

const hoursMax = 3

export async function runProgram(benchmark: Benchmark, options: Options): Promise<void> {
  if (process.platform !== 'linux') throw new Error('CPU times are read from /proc: Linux only.')
  const workplace = new Workplace()
  const stop = () => void workplace.close().finally(() => process.exit(1))
  const late = setTimeout(stop, hoursMax * 3_600_000)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  try {
    await benchmark.run(options, workplace)
  } finally {
    clearTimeout(late)
    await workplace.close()
  }
}

export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}
