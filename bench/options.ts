// The command-line options of the benchmarks, checked before anything starts.
import { parseArgs } from 'node:util'
import type { Workplace } from './workplace.ts'

export class UsageError extends Error {}

/** With `--quick` a benchmark only shows that everything runs. */
export type NumberOption = readonly [about: string, value: number, quick: number]

export interface Options<Name extends string = string> {
  readonly numbers: Readonly<Record<Name, number>>
  readonly texts: Readonly<Record<string, string | undefined>>
  /** The folder for the results; if absent, they are written into the project and its documents. */
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
const common: Readonly<Record<string, string>> = {
  'out FILE': 'write the results there, and change nothing in the project',
  quick: 'run everything once on little data, and change nothing in the project',
  help: 'show this text',
}

export function toUsage({ name, about, numbers, texts = {} }: Benchmark): string {
  const lines = [
    ...Object.entries(numbers).map(([option, [text, value]]) => [`${option} N`, `${text} (${value})`]),
    ...Object.entries({ ...texts, ...common }),
  ].map(([option, text]) => `  --${String(option).padEnd(16)}  ${text}`)
  return `Usage: npm run bench ${name} -- [OPTIONS]\n\n${about}\n\n${lines.join('\n')}`
}

/** Null if only the help is requested. */
export function readOptions(args: readonly string[], { numbers, texts = {} }: Benchmark): Options | null {
  const names = [...Object.keys(numbers), ...Object.keys(texts).map(name => name.split(' ')[0]!), 'out']
  const values = parse(args, names)
  if (values.help === true) return null
  const isQuick = values.quick === true
  const given = Object.fromEntries(names.map(name => [name, values[name] as string | undefined]))
  const read = Object.entries(numbers).map(([name, option]) => {
    const [, value, quick] = option
    const text = given[name]
    return [name, text === undefined ? (isQuick ? quick : value) : toNumber(name, text, option)]
  })
  return { numbers: Object.fromEntries(read), texts: given, out: given.out, isQuick }
}

function parse(args: readonly string[], names: readonly string[]): Record<string, unknown> {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    const options = { ...Object.fromEntries(names.map(name => [name, text])), quick: flag, help: flag }
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function toNumber(name: string, text: string, [, usual, quick]: NumberOption): number {
  // Fractions are accepted only for options that may be below 1.
  const pattern = quick < 1 ? /^\d{1,9}(\.\d{1,3})?$/ : /^\d{1,9}$/
  const value = pattern.test(text) ? Number(text) : Number.NaN
  if (value > 0 && value <= usual * factorMax) return value
  throw new UsageError(`--${name} must be a number above 0, at most ${usual * factorMax}.`)
}
