// What the benchmark can be told on the command line, checked before anything starts.
import { parseArgs } from 'node:util'

export interface BenchOptions {
  readonly posts: number
  readonly rounds: number
  /** How long one round loads one server. */
  readonly seconds: number
  readonly connections: number
  /** Where the results go; null: into the project, with the chart and the table of docs/performance.md. */
  readonly out: string | null
  /** The Frontlist that is measured: an executable, or a TypeScript file; null: this checkout. */
  readonly program: string | null
}

export class BenchUsageError extends Error {}

export const usage = `Usage: npm run bench -- [OPTIONS]

Measures Frontlist against a bare server that returns the same bytes.

  --posts N        Posts in the data set, 10 to 100000 (10000).
  --rounds N       Rounds for each case and server, 1 to 50 (5).
  --seconds S      Length of a round, 0.05 to 60 (2).
  --connections N  Connections that the load keeps busy, 1 to 256 (16).
  --out FILE       Writes the results there, and leaves the chart and docs/performance.md alone.
  --program FILE   Measures this executable, such as dist/frontlist, instead of the checkout.
  --help           This text.`

/** Null where only the help is asked for. */
export function readOptions(args: readonly string[]): BenchOptions | null {
  const { values } = parse(args)
  if (values.help === true) return null
  return {
    posts: readNumber('posts', values.posts ?? '10000', 10, 100_000),
    rounds: readNumber('rounds', values.rounds ?? '5', 1, 50),
    seconds: readNumber('seconds', values.seconds ?? '2', 0.05, 60),
    connections: readNumber('connections', values.connections ?? '16', 1, 256),
    out: values.out ?? null,
    program: values.program ?? null,
  }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      options: {
        posts: text,
        rounds: text,
        seconds: text,
        connections: text,
        out: text,
        program: text,
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new BenchUsageError(error instanceof Error ? error.message : String(error))
  }
}

function readNumber(name: string, text: string, min: number, max: number): number {
  const pattern = name === 'seconds' ? /^\d{1,3}(\.\d{1,3})?$/ : /^\d{1,9}$/
  const value = pattern.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new BenchUsageError(`--${name} must be from ${min} to ${max}.`)
}
