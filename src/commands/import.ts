// import
import { getPriority, setPriority } from 'node:os'
import { getSpaceBySlug } from '../accounts/spaces.service.ts'
import { systemClock } from '../base/clock.ts'
import { changedPolicies } from '../publishing/contentful/states.ts'
import { importContent } from '../publishing/import.service.ts'
import { importFormats, openSource } from '../publishing/sources.ts'
import { type Command, type CommandContext, optionalOption, requireOption, UsageError } from './command.ts'
import { toReportText, toReportValue, toWithdrawnLines } from './import-report.ts'
import { createProgress } from './progress.ts'

/**
 * Niceness: who reads beside an import gets the processor first. Not more of it, since an embedded database takes no
 * other writes until the import has ended.
 */
const importNiceness = 5

export const importCommand: Command = {
  words: 'import',
  usage: `FILE --space SLUG [--format ${importFormats.join('|')}] [--changed ${changedPolicies.join('|')}] [--prune] [--dry-run]`,
  summary: 'Imports the content of a file into a space: all of it or nothing.',
  options: {
    space: { type: 'string' },
    format: { type: 'string' },
    changed: { type: 'string' },
    prune: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  },
  optionHelp: {
    space: 'The space to import into.',
    format: `${importFormats.join(' or ')}; detected from the content by default.`,
    changed:
      'What becomes of Contentful entries that were changed after their publication: latest makes their latest values live, draft imports them as drafts.',
    prune: 'Removes entries and collections that the file does not have.',
    'dry-run': 'Reports what would change, and changes nothing.',
  },
  arity: [1, 1],
  run: async context => {
    stepBack()
    const slug = requireOption(context, 'space')
    const format = readChoice(context, 'format', importFormats)
    const changed = readChoice(context, 'changed', changedPolicies)
    const source = await openSource(context.args[0] ?? '', { format, changed })
    const database = await context.database()
    const space = await getSpaceBySlug(database.reads, slug)
    const dryRun = context.options['dry-run'] === true
    const progress = createProgress(process.stderr, systemClock)
    try {
      const report = await importContent(database, space.id, source, {
        clock: systemClock,
        prune: context.options.prune === true,
        dryRun,
        onProgress: progress.show,
      })
      if (!dryRun && report.created + report.changed + report.removed > 0) await database.takeStock()
      // The value has no place for it, and a script's log should say it all the same.
      if (context.json) for (const line of toWithdrawnLines(report)) context.note(line)
      return { value: toReportValue(report), text: toReportText(report, dryRun) }
    } finally {
      progress.clear()
    }
  },
}

/** A courtesy: where a process may not, the import runs as it is. */
function stepBack(): void {
  try {
    setPriority(Math.max(getPriority(), importNiceness))
  } catch {}
}

function readChoice<Choice extends string>(
  context: CommandContext,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = optionalOption(context, name)
  const choice = choices.find(known => known === text)
  if (text !== undefined && !choice) throw new UsageError(`--${name} must be ${choices.join(' or ')}.`)
  return choice
}
