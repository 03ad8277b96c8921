// Shared parts of the commands: their context, their results, and the validation of their options. Each command declares
// its arguments with commander in its own file; main.ts runs them.
import type { Command } from 'commander'
import type { z } from 'zod'
import { Refusal } from '../base/errors.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { parseFields } from '../http/body.ts'

/** Thrown for invalid command line arguments: exit code 2. */
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
  /**
   * Opens and migrates the database at the first call. Creates it if it does not exist, unless the options say otherwise.
   */
  readonly database: (options?: { readonly create: boolean; readonly migrate?: boolean }) => Promise<Database>
  /** Prints a line for people on standard error, which `--json` does not silence. */
  readonly note: (line: string) => void
}

/** The result of a command: `value` for `--json`, `text` for people. Null if the command has written its own output. */
interface CommandResult {
  readonly value: unknown
  readonly text: string
  /** True if the result reports a problem: exit code 1. */
  readonly hasFailed?: boolean
  /** True if the command keeps running after its result is printed, and closes the database itself. */
  readonly isServing?: boolean
}

/** Thrown by a command that failed after a part of its work. `result` is of that part, and is reported with the error. */
export class PartlyDone extends Error {
  readonly result: CommandResult

  constructor(cause: unknown, result: CommandResult) {
    super('The command failed after it had done a part.', { cause })
    this.result = result
  }
}

/** Wraps a command as an action for commander. `words` are its arguments, then its options. */
export type Run = <Words extends readonly unknown[]>(
  work: (context: CommandContext, ...words: Words) => Promise<CommandResult | null>,
) => (...words: Words) => Promise<void>

/** Collects the values of an option that may be repeated, in order. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value]
}

/** Marks an option whose empty value is valid. */
export function mayBeEmpty(value: string): string {
  return value
}

const isBlank = (value: string) => value.trim() === ''

/**
 * Refuses repeated, empty and missing values. Commander would take the last of several, an empty one, or another option.
 */
export function checkValues(command: Command): void {
  const flags = new Set(command.options.flatMap(({ long, short }) => [long, short]))
  for (const option of command.options.filter(({ required }) => required)) {
    const { parseArg, mandatory } = option
    const refuse = (reason: string) => command.error(`error: option '${option.flags}' ${reason}`)
    let isGiven = false
    command.on(`option:${option.name()}`, (value: string) => {
      if (isGiven && parseArg !== collect) refuse('is given twice and takes one value')
      if (flags.has(value)) refuse('argument missing')
      if (isBlank(value) && parseArg !== mayBeEmpty)
        refuse(`is empty: give it a value${mandatory ? '' : ', or leave it out'}`)
      isGiven = true
    })
  }
  command.hook('preAction', ({ registeredArguments, processedArgs }) => {
    for (const [place, argument] of registeredArguments.entries())
      if ([processedArgs[place]].flat().some(isBlank))
        command.error(`error: argument '${argument.name()}' is empty: give it a value`)
  })
}

/** Maps field names of request bodies to option names. */
const optionNames: Readonly<Record<string, string>> = {
  scopes: '--scope',
  expiresAt: '--expires-at',
  password: 'The password',
}

/** Validates by the schema of the HTTP API. Throws a Refusal with `message` that lists every error by option name. */
export function checkFields<Schema extends z.ZodObject>(
  schema: Schema,
  sent: Record<string, unknown>,
  message: string,
): z.output<Schema> {
  const { values, errors } = parseFields(schema, sent)
  if (errors.length === 0) return values as z.output<Schema>
  throw new Refusal(
    message,
    errors.map(({ name, message }) => `${optionNames[name] ?? `--${name}`} ${message}.`),
  )
}

/** Reports a refusal as wrong usage, for checks of arguments that do not depend on the database. */
export function asUsage<Result>(check: () => Result): Result {
  try {
    return check()
  } catch (error) {
    if (error instanceof Refusal) throw new UsageError(error.message, error.details)
    throw error
  }
}

/** Formats a table with aligned columns, for people. */
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
