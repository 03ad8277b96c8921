// What the commands have in common: their context, their results, and the checks of their options. The words of each
// are declared with commander in its own file; main.ts runs them.
import type { z } from 'zod'
import { Problem, Refusal } from '../base/errors.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { readFields } from '../http/body.ts'

/** Wrong words on the command line: exit code 2. */
export class UsageError extends Error {
  readonly details: readonly string[]

  constructor(message: string, details: readonly string[] = []) {
    super(message)
    this.details = details
  }
}

export interface CommandContext {
  readonly config: Config
  readonly json: boolean
  /** Opened and migrated at the first call; made where there is none, unless told not to. */
  readonly database: (options?: { readonly create: boolean; readonly migrate?: boolean }) => Promise<Database>
  /** A line for people on standard error, which `--json` does not silence. */
  readonly note: (line: string) => void
}

/** What a command leaves behind: `value` for `--json`, `text` for people. Null: it has written its own output. */
export interface CommandResult {
  readonly value: unknown
  readonly text: string
  /** It says that something is wrong: exit code 1. */
  readonly hasFailed?: boolean
  /** It goes on after its result is printed, and closes the database itself. */
  readonly isServing?: boolean
}

/** Makes an action for commander of what a command does: `words` are its arguments, then its options. */
export type Run = <Words extends readonly unknown[]>(
  work: (context: CommandContext, ...words: Words) => Promise<CommandResult | null>,
) => (...words: Words) => Promise<void>

/** An option that may be given several times: its values in order. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value]
}

/** How the fields of a body are called on the command line. */
const optionNames: Readonly<Record<string, string>> = {
  scopes: '--scope',
  expiresAt: '--expires-at',
  password: 'The password',
}

/** The values by the same schema as over HTTP; a Refusal with `message` lists every fault, by the names of options. */
export function checkFields<Schema extends z.ZodObject>(
  schema: Schema,
  sent: Record<string, unknown>,
  message: string,
): z.output<Schema> {
  try {
    return readFields(schema, sent) as z.output<Schema>
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Refusal(
      message,
      (error.errors ?? []).map(({ name, message }) => `${optionNames[name] ?? `--${name}`} ${message}.`),
    )
  }
}

/** What words on the command line are refused for by themselves, whatever the database holds, is wrong usage. */
export function asUsage<Result>(check: () => Result): Result {
  try {
    return check()
  } catch (error) {
    if (error instanceof Refusal) throw new UsageError(error.message, error.details)
    throw error
  }
}

/** Columns of equal width, for people. */
export function toTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => (row[column] ?? '').length)))
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
