// The help of commands: its format, the detection of requests for it, and suggestions for unknown commands.
import type { Command, HelpConfiguration } from 'commander'
import { nearestName } from '../base/nearest-name.ts'
import { collect } from './command.ts'

export function leavesOf({ commands }: Command): Command[] {
  return commands.flatMap(command => (command.commands.length > 0 ? leavesOf(command) : [command]))
}

/** Returns the full name, such as `keys create`. */
export function pathOf(command: Command): string {
  const above = command.parent?.parent ? `${pathOf(command.parent)} ` : ''
  return command.parent ? `${above}${command.name()}` : ''
}

/** Lists every option, so that the first line of a command's help is enough in most cases. */
function usageOf(command: Command): string {
  const path = ['frontlist', pathOf(command)].filter(Boolean)
  if (command.commands.length > 0) return [...path, 'COMMAND [OPTIONS]'].join(' ')
  const words = command.registeredArguments.map(word => `${word.name()}${word.variadic ? '…' : ''}`)
  const options = command.options
    .filter(({ long }) => long !== '--json')
    .map(({ flags, mandatory, parseArg }) => {
      const text = flags.replaceAll(/[<>]/g, '')
      return mandatory ? text : `[${text}]${parseArg === collect ? '…' : ''}`
    })
  return [...path, ...words, ...options].join(' ')
}

export const helpFormat: HelpConfiguration = {
  // Lists every command of a group by its full name.
  visibleCommands: leavesOf,
  subcommandTerm: pathOf,
  commandUsage: usageOf,
}

/** Returns the arguments among which options are possible. */
export function beforeDashes(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--')
  return end < 0 ? args : args.slice(0, end)
}

/** The command that the arguments before the first option name. */
interface FoundCommand {
  readonly command: Command
  /** The argument that is not a command of `command`, or the option in its place. */
  readonly unknown: string | null
  /** True if help is shown, even if the arguments have errors. */
  readonly isHelpWanted: boolean
}

export function findCommand(program: Command, args: readonly string[]): FoundCommand {
  const words = beforeDashes(args)
  let isHelpWanted = words.some(word => word === '--help' || word === '-h')
  let command = program
  for (const word of words) {
    if (command.commands.length === 0) break
    if (word.startsWith('-')) {
      const isKnown = isHelpWanted || words.includes('--version')
      return { command, unknown: isKnown ? null : word, isHelpWanted }
    }
    const next = command.commands.find(each => each.name() === word)
    if (next !== undefined) command = next
    else if (word === 'help') isHelpWanted = true
    else return { command, unknown: word, isHelpWanted }
  }
  return { command, unknown: null, isHelpWanted }
}

/** Suggests commands. Commander would only compare the argument with full names of commands. */
export function refuseUnknown(command: Command, word: string): never {
  if (word.startsWith('-')) {
    const hint = '(Options come after the whole command.)'
    return command.error(`error: unknown option '${word}'\n${hint}`, { code: 'commander.unknownOption' })
  }
  const near = nearestName(
    word,
    command.commands.map(each => each.name()),
  )
  const meant = near === null ? leavesOf(command) : command.commands
  const paths = meant.filter(each => each.name() === (near ?? word)).map(pathOf)
  const suggestion = paths.length > 1 ? `one of ${paths.join(', ')}` : paths[0]
  const hint = suggestion === undefined ? '' : `\n(Did you mean ${suggestion}?)`
  return command.error(`error: unknown command '${word}'${hint}`, { code: 'commander.unknownCommand' })
}
