// The command line: finds the command, reads its options, runs it, and tells how it went.
import { parseArgs } from 'node:util'
import { systemClock } from './base/clock.ts'
import { Refusal } from './base/errors.ts'
import { type Command, type CommandContext, toTable, UsageError } from './commands/command.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { importCommand } from './commands/import.ts'
import { keysCreate, keysList, keysRevoke } from './commands/keys.ts'
import { backupCommand, migrateCommand } from './commands/maintenance.ts'
import { publishCommand, unpublishCommand } from './commands/publish.ts'
import { serveCommand } from './commands/serve.ts'
import { spacesCreate, spacesList } from './commands/spaces.ts'
import { usersCreate, usersList, usersRemove, usersResetPassword, usersSetRole } from './commands/users.ts'
import { readConfig } from './config.ts'
import type { Database } from './database/database.ts'
import { openDatabase } from './database/open.ts'
import { ImportRefused } from './publishing/import.service.ts'
import { version } from './version.ts'

const commands: readonly Command[] = [
  serveCommand,
  spacesCreate,
  spacesList,
  usersCreate,
  usersList,
  usersSetRole,
  usersRemove,
  usersResetPassword,
  keysCreate,
  keysList,
  keysRevoke,
  importCommand,
  exportCommand,
  publishCommand,
  unpublishCommand,
  backupCommand,
  migrateCommand,
  doctorCommand,
]

const detailsShownMax = 50

const exitCodes = { done: 0, refused: 1, usage: 2 } as const

function print(text: string): void {
  if (text !== '') process.stdout.write(`${text}\n`)
}

function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** One text under its name for `--json`, as it is for people. */
function answer(json: boolean, named: Readonly<Record<string, string>>): void {
  print(json ? JSON.stringify(named) : Object.values(named).join('\n'))
}

function findCommand(words: readonly string[]): { command: Command; rest: readonly string[] } | null {
  for (const command of commands) {
    const own = command.words.split(' ')
    if (own.every((word, place) => words[place] === word)) return { command, rest: words.slice(own.length) }
  }
  return null
}

function overview(): string {
  const rows = commands.map(({ words, summary }) => [`  ${words}`, summary])
  return `Frontlist ${version}: published content over HTTP.

Usage: frontlist COMMAND [OPTIONS]

${toTable(rows)}

Every command takes --help and --json (one JSON value on standard output, all else on standard error).
Settings are environment variables, see .env.example.`
}

/** The commands that begin with this word and another: `keys create` and its like. */
function groupOf(word: string | undefined): readonly Command[] {
  return commands.filter(({ words }) => words.startsWith(`${word} `))
}

function groupHelp(group: readonly Command[]): string {
  const [word] = group[0]!.words.split(' ')
  const rows = group.map(({ words, summary }) => [`  ${words}`, summary])
  return `Usage: frontlist ${word} COMMAND [OPTIONS]\n\n${toTable(rows)}\n\nEach takes --help and --json.`
}

/** Where there is no command: what was asked for instead, or a UsageError that says how it would be right. */
function toTextWithoutCommand(args: readonly string[]): Readonly<Record<string, string>> {
  const group = groupOf(args[0] === 'help' ? args[1] : args[0])
  const isHelp = args[0] === 'help' || args.includes('--help') || args.includes('-h')
  if (args[0] === '--version') return { version }
  if (isHelp) return { help: group.length > 0 ? groupHelp(group) : overview() }
  if (args.length === 0) throw new UsageError(overview())
  if (group.length === 0) throw new UsageError(`There is no command "${args.join(' ')}".`)
  if (args[1] === undefined || args[1].startsWith('-')) throw new UsageError(groupHelp(group))
  throw new UsageError(`There is no command "${args[0]} ${args[1]}".\n\n${groupHelp(group)}`)
}

function usageOf({ words, usage }: Command): string {
  return `Usage: frontlist ${words} ${usage}`.trimEnd()
}

function help(command: Command): string {
  const own = Object.entries(command.optionHelp).map(([name, meaning]) => [`  --${name}`, meaning])
  const rows = [...own, ['  --json', 'One JSON value on standard output.'], ['  --help', 'This text.']]
  return `${usageOf(command)}\n\n${command.summary}\n\n${toTable(rows)}`
}

function parse(command: Command, rest: readonly string[]) {
  try {
    return parseArgs({
      args: [...rest],
      allowPositionals: true,
      options: { ...command.options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('. To specify')
    throw new UsageError(`${reason}.\n${usageOf(command)}`)
  }
}

async function run(command: Command, rest: readonly string[]): Promise<number> {
  const { values, positionals } = parse(command, rest)
  if (values.help === true) {
    answer(values.json === true, { help: help(command) })
    return exitCodes.done
  }
  const [min, max] = command.arity
  if (positionals.length < min || positionals.length > max) {
    throw new UsageError(`${command.words} takes ${command.usage || 'no arguments'}.`)
  }
  const config = readConfig(process.env)
  let database: Database | null = null
  const context: CommandContext = {
    config,
    args: positionals,
    options: values,
    json: values.json === true,
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
  const result = await command.run(context)
  if (result) print(context.json ? JSON.stringify(result.value) : result.text)
  if (command !== serveCommand) await (database as Database | null)?.close()
  return result?.hasFailed ? exitCodes.refused : exitCodes.done
}

function tell(error: unknown, json: boolean): number {
  if (error instanceof UsageError) {
    note(`${error.message}\n\nSee frontlist --help.`)
    if (json) print(JSON.stringify({ error: error.message }))
    return exitCodes.usage
  }
  const faults = error instanceof ImportRefused ? error.faults : undefined
  const details =
    faults?.map(({ where, message }) => `${where}: ${message}`) ??
    (error instanceof Refusal ? error.details : [])
  const known = error instanceof Refusal || error instanceof ImportRefused
  const message = known
    ? error.message
    : `It failed: ${error instanceof Error ? error.message : String(error)}`
  const shown = details.slice(0, detailsShownMax).map(detail => `  ${detail}`)
  if (details.length > shown.length)
    shown.push(`  … and ${details.length - shown.length} more; --json lists them all.`)
  note([message, ...shown].join('\n'))
  if (json)
    print(JSON.stringify({ error: message, ...(faults ? { faults } : details.length > 0 && { details }) }))
  return exitCodes.refused
}

async function main(args: readonly string[]): Promise<number> {
  const json = args.includes('--json')
  try {
    const found = findCommand(args)
    if (found) return await run(found.command, found.rest)
    answer(json, toTextWithoutCommand(args))
    return exitCodes.done
  } catch (error) {
    return tell(error, json)
  }
}

// Output that nobody takes any more ends the program; without this it would end in a stack trace.
process.stdout.on('error', (error: Error & { code?: string }) => {
  if (error.code !== 'EPIPE') note(`The output could not be written: ${error.message}`)
  process.exit(exitCodes.refused)
})

process.exitCode = await main(process.argv.slice(2))
