// The benchmarks as commands with their options, checked before anything starts.
import type { Command } from 'commander'
import type { Workplace } from './workplace.ts'

export class UsageError extends Error {}

/** With `--quick` a benchmark only shows that everything runs. */
type NumberOption = readonly [about: string, value: number, quick: number]

export interface Options<Name extends string = string> {
  readonly numbers: Readonly<Record<Name, number>>
  readonly texts: Readonly<Record<string, string | undefined>>
  /** The file for the results; if absent, they are written into the project and its documents. */
  readonly out: string | undefined
  readonly isQuick: boolean
}

export interface Benchmark<Name extends string = string> {
  readonly name: string
  readonly about: string
  readonly numbers: Readonly<Record<Name, NumberOption>>
  readonly texts?: Readonly<Record<string, string>>
  run(options: Options<Name>, workplace: Workplace): Promise<void>
}

/** At most this many times the default. */
const factorMax = 1000

export function addBenchmark(
  program: Command,
  benchmark: Benchmark,
  start: (benchmark: Benchmark, options: Options) => Promise<void>,
): void {
  const numbers = Object.entries(benchmark.numbers)
  const command = program.command(benchmark.name).description(benchmark.about)
  for (const [name, option] of numbers) {
    command.option(`--${name} <n>`, `${option[0]} (${option[1]})`, text => toNumber(name, text, option))
  }
  for (const [flags, about] of Object.entries(benchmark.texts ?? {})) command.option(`--${flags}`, about)
  command
    .option('--out <file>', 'write the results there, and change nothing in the project')
    .option('--quick', 'run everything once on little data, and change nothing in the project')
    .action(async ({ quick: isQuick = false, out, ...given }) => {
      const chosen = numbers.map(([name, [, value, quick]]) => [
        name,
        given[name] ?? (isQuick ? quick : value),
      ])
      await start(benchmark, { numbers: Object.fromEntries(chosen), texts: given, out, isQuick })
    })
}

function toNumber(name: string, text: string, [, usual, quick]: NumberOption): number {
  // Fractions are accepted only for options that may be below 1.
  const pattern = quick < 1 ? /^\d{1,9}(\.\d{1,3})?$/ : /^\d{1,9}$/
  const value = pattern.test(text) ? Number(text) : Number.NaN
  if (value > 0 && value <= usual * factorMax) return value
  throw new UsageError(`--${name} must be a number above 0, at most ${usual * factorMax}.`)
}
