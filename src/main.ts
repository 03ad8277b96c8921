// The command line: finds the command, runs it, and reports the result.
import { Command, CommanderError } from 'commander'
import { systemClock } from './base/clock.ts'
import { Problem, Refusal } from './base/errors.ts'
import { addAssets } from './cli/assets.ts'
import { type CommandContext, checkValues, PartlyDone, type Run, UsageError } from './cli/command.ts'
import { addDoctor } from './cli/doctor.ts'
import { addExport } from './cli/export.ts'
import { beforeDashes, findCommand, helpFormat, leavesOf, pathOf, refuseUnknown } from './cli/help.ts'
import { addImport } from './cli/import.ts'
import { addKeys } from './cli/keys.ts'
import { addMaintenance } from './cli/maintenance.ts'
import { addModel } from './cli/model.ts'
import { addPublishing } from './cli/publish.ts'
import { addServe } from './cli/serve.ts'
import { addSpaces } from './cli/spaces.ts'
import { describePathError } from './cli/terminal/path-errors.ts'
import { addTypes } from './cli/types.ts'
import { addUsers } from './cli/users.ts'
import { readConfig } from './config.ts'
import type { Database } from './database/database.ts'
import { openDatabase } from './database/open.ts'
import { ImportRefused } from './import-export/import.service.ts'
import { version } from './version.ts'

/** The commands in the order of the help text. */
const additions = [
  addServe,
  addSpaces,
  addUsers,
  addKeys,
  addImport,
  addExport,
  addPublishing,
  addModel,
  addTypes,
  addMaintenance,
  addAssets,
  addDoctor,
]

const detailsShownMax = 50

const exitCodes = { done: 0, refused: 1, usage: 2 } as const

function print(text: string): void {
  if (text !== '') process.stdout.write(`${text}\n`)
}

function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** The output of commander itself: help, the version, or errors in the arguments. */
interface CommanderOutput {
  out: string
  err: string
}

/** Registers all commands. A completed action sets the exit code. */
function createProgram(json: boolean, output: CommanderOutput): Command {
  const program = new Command('frontlist')
    .description(`Frontlist ${version}: published content over HTTP.`)
    .version(version, '--version', 'Shows the version.')
    .helpOption('-h, --help', 'Shows this help.')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: text => {
        output.out += text
      },
      writeErr: text => {
        output.err += text
      },
    })
    .configureHelp(helpFormat)
    .addHelpText('after', '\nSettings are environment variables, see .env.example.')
  const run = createRun(json)
  for (const add of additions) add(program, run)
  const groups = program.commands.filter(({ commands }) => commands.length > 0)
  for (const command of [program, ...groups]) command.showHelpAfterError()
  for (const command of leavesOf(program)) {
    command.option('--json', 'Prints one JSON value on standard output.')
    checkValues(command)
  }
  return program
}

function createRun(json: boolean): Run {
  return work =>
    async (...words) => {
      const config = readConfig(process.env)
      let database: Database | null = null
      const context: CommandContext = {
        config,
        json,
        database: async ({ create, migrate = true } = { create: true }) => {
          if (database) return database
          database = openDatabase(config.DATABASE_URL, {
            create,
            staleMs: config.STALE_SECONDS * 1000,
            wallClock: systemClock,
            replicaUrls: config.DATABASE_REPLICA_URLS,
          })
          if (migrate) await database.migrate()
          return database
        },
        note,
      }
      const result = await work(context, ...words)
      if (result) print(json ? JSON.stringify(result.value) : result.text)
      if (!result?.isServing) await (database as Database | null)?.close()
      process.exitCode = result?.hasFailed ? exitCodes.refused : exitCodes.done
    }
}

function reportError(error: unknown, json: boolean, pointer: string): number {
  if (error instanceof UsageError) {
    const { message, details } = error
    note([message, ...details.map(detail => `  ${detail}`), '', pointer].join('\n'))
    if (json) print(JSON.stringify({ error: message, ...(details.length > 0 && { details }) }))
    return exitCodes.usage
  }
  if (error instanceof PartlyDone && !json) print(error.result.text)
  const faults = error instanceof ImportRefused ? error.errors : undefined
  const { message, details, members } = describeError(error)
  const shown = details.slice(0, detailsShownMax).map(detail => `  ${detail}`)
  if (details.length > shown.length)
    shown.push(`  … and ${details.length - shown.length} more; --json lists them all.`)
  note([message, ...shown].join('\n'))
  if (json)
    print(
      JSON.stringify({
        error: message,
        ...(faults ? { faults } : details.length > 0 && { details }),
        ...members,
      }),
    )
  return exitCodes.refused
}

interface DescribedError {
  readonly message: string
  readonly details: readonly string[]
  /** Further members of the JSON value. */
  readonly members?: Readonly<Record<string, unknown>>
}

/** Describes an error. Code that requests use too throws a Problem: its detail is for clients, its cause for operators. */
function describeError(error: unknown): DescribedError {
  if (error instanceof ImportRefused) {
    return {
      message: error.message,
      details: error.errors.map(({ where, message }) => `${where}: ${message}`),
    }
  }
  if (error instanceof PartlyDone) {
    const { message, details, members } = describeError(error.cause)
    return { message, details, members: { ...members, ...Object(error.result.value) } }
  }
  if (error instanceof Refusal) return error
  if (error instanceof Problem) {
    const { detail, cause, members } = error
    return { message: detail, details: cause instanceof Error ? [cause.message] : [], members }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { message: describePathError(error) ?? `Unexpected error: ${message}`, details: [] }
}

/** Handles the error that commander throws after it has printed something. */
function reportCommanderError(
  { exitCode, code, message }: CommanderError,
  { out, err }: CommanderOutput,
  json: boolean,
  pointer: string,
): number {
  if (exitCode === exitCodes.done) {
    const text = out.trim()
    print(json ? JSON.stringify({ [text === version ? 'version' : 'help']: text }) : text)
    return exitCodes.done
  }
  note(`${plain(err)}\n\n${pointer}`)
  if (json) print(JSON.stringify({ error: plain(code === 'commander.help' ? err : message) }))
  return exitCodes.usage
}

function plain(text: string): string {
  return text.replace(/^error: /, '').trim()
}

async function main(args: readonly string[]): Promise<void> {
  const json = beforeDashes(args).includes('--json')
  const output: CommanderOutput = { out: '', err: '' }
  const program = createProgram(json, output)
  const { command, unknown, isHelpWanted } = findCommand(program, args)
  try {
    if (unknown !== null) refuseUnknown(command, unknown)
    if (isHelpWanted) command.help()
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    const pointer = `See ${['frontlist help', pathOf(command)].join(' ').trim()}.`
    process.exitCode =
      error instanceof CommanderError
        ? reportCommanderError(error, output, json, pointer)
        : reportError(error, json, pointer)
  }
}

// A closed output pipe ends the program. Without this handler it would end with a stack trace.
process.stdout.on('error', (error: Error & { code?: string }) => {
  if (error.code !== 'EPIPE') note(`The output could not be written: ${error.message}`)
  process.exit(exitCodes.refused)
})

// There is no way to report this error. The result of the command decides the exit code.
process.stderr.on('error', () => {})

await main(process.argv.slice(2))
