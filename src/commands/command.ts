// What a command is: its words, its options, and how it answers. Running one is main.ts's business.
import type { ParseArgsOptionsConfig } from 'node:util'
import type { z } from 'zod'
import { Problem, Refusal } from '../base/errors.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { readFields } from '../http/body.ts'

/** Wrong words on the command line: exit code 2. */
export class UsageError extends Error {}

export interface CommandContext {
  readonly config: Config
  /** Positional arguments after the command's words. */
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>
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
}

export interface Command {
  /** `keys create`. */
  readonly words: string
  /** What follows the words: `--space SLUG --name N`. */
  readonly usage: string
  readonly summary: string
  readonly options: ParseArgsOptionsConfig
  /** What each option means, in the order of the help. */
  readonly optionHelp: Readonly<Record<string, string>>
  /** Fewest and most positional arguments. */
  readonly arity: readonly [min: number, max: number]
  readonly run: (context: CommandContext) => Promise<CommandResult | null>
}

/** The option's text, or a UsageError that names it. */
export function requireOption(context: CommandContext, name: string): string {
  const value = context.options[name]
  if (typeof value === 'string') return value
  throw new UsageError(`--${name} is missing.`)
}

export function optionalOption(context: CommandContext, name: string): string | undefined {
  const value = context.options[name]
  return typeof value === 'string' ? value : undefined
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
