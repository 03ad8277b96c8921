// import
import { getPriority, setPriority } from 'node:os'
import { type Command, Option } from 'commander'
import { getSpaceBySlug } from '../accounts/spaces.service.ts'
import { systemClock } from '../base/clock.ts'
import { type ImportReport, importContent } from '../publishing/import.service.ts'
import { type ImportFormat, importFormats, openSource } from '../publishing/sources.ts'
import type { CommandContext, Run } from './command.ts'
import { createProgress } from './progress.ts'

/**
 * Niceness: who reads beside an import gets the processor first. Not more of it, since an embedded database takes no
 * other writes until the import has ended.
 */
const importNiceness = 5

interface ImportWords {
  readonly space: string
  readonly format?: ImportFormat
  readonly prune?: true
  readonly dryRun?: true
}

export function addImport(program: Command, run: Run): void {
  program
    .command('import')
    .description('Brings the content of a file into a space: all of it or nothing.')
    .argument('<FILE>', 'The file to read.')
    .requiredOption('--space <SLUG>', 'The space that takes the content.')
    .addOption(
      new Option(`--format <${importFormats.join('|')}>`, 'Told by the content where absent.').choices(
        importFormats,
      ),
    )
    .option('--prune', 'Removes entries and collections that the file does not have.')
    .option('--dry-run', 'Reports what would happen and changes nothing.')
    .action(run(importFile))
}

async function importFile(context: CommandContext, file: string, words: ImportWords) {
  const { space: slug, format } = words
  const [prune, dryRun] = [words.prune === true, words.dryRun === true]
  stepBack()
  const source = await openSource(file, format)
  const database = await context.database()
  const space = await getSpaceBySlug(database.reads, slug)
  const progress = createProgress(process.stderr, systemClock)
  try {
    const report = await importContent(database, space.id, source, {
      clock: systemClock,
      prune,
      dryRun,
      onProgress: progress.show,
    })
    const { created, changed, removed } = report
    if (!dryRun && created + changed + removed > 0) await database.takeStock()
    return { value: report, text: toText(report, dryRun) }
  } finally {
    progress.clear()
  }
}

/** A courtesy: where a process may not, the import runs as it is. */
function stepBack(): void {
  try {
    setPriority(Math.max(getPriority(), importNiceness))
  } catch {}
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
