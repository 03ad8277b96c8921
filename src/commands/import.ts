// import
import { getPriority, setPriority } from 'node:os'
import { getSpaceBySlug } from '../accounts/spaces.service.ts'
import { systemClock } from '../base/clock.ts'
import { type ImportReport, importContent } from '../publishing/import.service.ts'
import { type ImportFormat, importFormats, openSource } from '../publishing/sources.ts'
import { type Command, optionalOption, requireOption, UsageError } from './command.ts'
import { createProgress } from './progress.ts'

/**
 * Niceness: who reads beside an import gets the processor first. Not more of it, since an embedded database takes no
 * other writes while it writes its own.
 */
const importNiceness = 5

export const importCommand: Command = {
  words: 'import',
  usage: `FILE --space SLUG [--format ${importFormats.join('|')}] [--prune] [--dry-run]`,
  summary: 'Brings the content of a file into a space: all of it or nothing.',
  options: {
    space: { type: 'string' },
    format: { type: 'string' },
    prune: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  },
  optionHelp: {
    space: 'The space that takes the content.',
    format: `${importFormats.join(' or ')}; told by the content where absent.`,
    prune: 'Removes entries and collections that the file does not have.',
    'dry-run': 'Reports what would happen and changes nothing.',
  },
  arity: [1, 1],
  run: async context => {
    stepBack()
    const slug = requireOption(context, 'space')
    const format = readFormat(optionalOption(context, 'format'))
    const source = await openSource(context.args[0] ?? '', format)
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
      const { created, changed, removed } = report
      if (!dryRun && created + changed + removed > 0) await database.takeStock()
      return { value: report, text: toText(report, dryRun) }
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

function readFormat(text: string | undefined): ImportFormat | undefined {
  const format = importFormats.find(known => known === text)
  if (text !== undefined && !format) throw new UsageError(`--format must be ${importFormats.join(' or ')}.`)
  return format
}

function toText(report: ImportReport, dryRun: boolean): string {
  const { created, changed, unchanged, removed, losses, dangling } = report
  const lines = [
    `${created} created, ${changed} changed, ${unchanged} unchanged, ${removed} removed.`,
    ...section(
      'Not carried over as it was',
      losses.map(({ where, what }) => `${where}: ${what}`),
    ),
    ...section(
      'References to entries that do not exist',
      dangling.map(({ entry, field, to }) => `${entry}: ${field} refers to ${to}`),
    ),
  ]
  return (dryRun ? ['Dry run, nothing was changed. It would be:', ...lines] : lines).join('\n')
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title} (${lines.length}):`, ...lines.map(line => `  ${line}`)]
}
