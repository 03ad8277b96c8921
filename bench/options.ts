// What the benchmarks can be told on the command line, checked before anything starts.
import { parseArgs } from 'node:util'
import { UsageError } from './terminal.ts'

/** A number that an option takes. */
export interface NumberOption {
  readonly about: string
  readonly min: number
  readonly max: number
  readonly fallback: number
  /** With `--quick`, which shows that everything runs; its figures mean nothing. */
  readonly quick: number
  readonly fraction?: boolean
}

export type NumberOptions = Readonly<Record<string, NumberOption>>

/** Read from the command line: each number by its name, and `out`, which is in every one. */
export type ReadOptions<Numbers extends NumberOptions, Texts extends string> = {
  readonly [Name in keyof Numbers]: number
} & { readonly [Name in Texts]: string | null } & {
  /** Where the results go; null: into the project, with what is told of them there. */
  readonly out: string | null
  readonly isQuick: boolean
}

export interface OptionList<Numbers extends NumberOptions, Texts extends string> {
  readonly command: string
  readonly about: string
  readonly numbers: Numbers
  readonly texts: Readonly<Record<Texts, string>>
}

const commonHelp = {
  'out FILE': 'Writes the results there, and leaves what the project tells of them alone.',
  quick: 'Everything once, on little data. Nothing in the project is changed.',
  help: 'This text.',
}

export function toUsage({ command, about, numbers, texts }: OptionList<NumberOptions, string>): string {
  const lines = [
    ...Object.entries(numbers).map(([name, { about, min, max, fallback }]) => [
      `--${name} N`,
      `${about}, ${min} to ${max} (${fallback}).`,
    ]),
    ...Object.entries<string>({ ...texts, ...commonHelp }).map(([name, about]) => [
      `--${name}${name in texts ? ' TEXT' : ''}`,
      about,
    ]),
  ]
  const width = Math.max(...lines.map(([name = '']) => name.length))
  const help = lines.map(([name = '', about]) => `  ${name.padEnd(width)}  ${about}`).join('\n')
  return `Usage: npm run ${command} -- [OPTIONS]\n\n${about}\n\n${help}`
}

/** Null where only the help is asked for. */
export function readOptions<Numbers extends NumberOptions, Texts extends string>(
  args: readonly string[],
  { numbers, texts }: OptionList<Numbers, Texts>,
): ReadOptions<Numbers, Texts> | null {
  const values = parse(args, [...Object.keys(numbers), ...Object.keys(texts), 'out'])
  if (values.help === true) return null
  const isQuick = values.quick === true
  const read: Record<string, number | string | boolean | null> = { isQuick }
  for (const [name, option] of Object.entries(numbers)) {
    read[name] = readNumber(name, values[name] as string | undefined, option, isQuick)
  }
  for (const name of [...Object.keys(texts), 'out']) read[name] = (values[name] as string | undefined) ?? null
  return read as ReadOptions<Numbers, Texts>
}

function parse(args: readonly string[], withValue: readonly string[]): Record<string, unknown> {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = {
    ...Object.fromEntries(withValue.map(name => [name, text])),
    quick: flag,
    help: flag,
  }
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function readNumber(name: string, text: string | undefined, option: NumberOption, isQuick: boolean): number {
  const { min, max, fallback, quick, fraction = false } = option
  if (text === undefined) return isQuick ? quick : fallback
  const pattern = fraction ? /^\d{1,3}(\.\d{1,3})?$/ : /^\d{1,9}$/
  const value = pattern.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new UsageError(`--${name} must be from ${min} to ${max}.`)
}
