// The command `import`.
import { getPriority, setPriority } from 'node:os'
import { dirname } from 'node:path'
import { type Command, Option } from 'commander'
import { getSpaceBySlug } from '../accounts/spaces/spaces.service.ts'
import { systemClock } from '../base/clock.ts'
import { type ChangedPolicy, changedPolicies } from '../import-export/formats/format.ts'
import { formatNames, openSource } from '../import-export/formats/formats.ts'
import { importContent } from '../import-export/import.service.ts'
import type { CommandContext, Run } from './command.ts'
import { createLazyFiles } from './open-command-files.ts'
import { toReportText, toReportValue, toWithdrawnLines } from './terminal/import-report.ts'
import { createProgress } from './terminal/progress.ts'

/**
 * The niceness, so that requests that run beside an import get the CPU first. It is no higher, because an embedded
 * database accepts no other writes while the import writes.
 */
const importNiceness = 5

interface ImportFlags {
  readonly space: string
  readonly format?: string
  readonly changed?: ChangedPolicy
  readonly prune?: true
  readonly dryRun?: true
  readonly assets?: string
  readonly placeholders: boolean
}

export function addImport(program: Command, run: Run): void {
  program
    .command('import')
    .description('Imports the content of a file into a space, all or nothing.')
    .argument('<FILE>', 'The file to read.')
    .requiredOption('--space <SLUG>', 'The space to import into.')
    .addOption(
      new Option(`--format <${formatNames.join('|')}>`, 'Detected from the content by default.').choices(
        formatNames,
      ),
    )
    .addOption(
      new Option(
        `--changed <${changedPolicies.join('|')}>`,
        'What to do with Contentful entries that were changed after their publication: latest publishes their latest values, draft imports them as drafts. By default such a file is refused, with a list of these entries.',
      ).choices(changedPolicies),
    )
    .option(
      '--prune',
      'Archives entries that are not in the file, and deletes collections that are not, with their entries.',
    )
    .option(
      '--assets <DIR>',
      'Where the files are that the content names: of NDJSON the folder of FILE by default, of Contentful that of contentful-export --download-assets.',
    )
    .option('--no-placeholders', 'Makes no placeholders of images.')
    .option('--dry-run', 'Reports what would change, and changes nothing.')
    .action(run(importFile))
}

async function importFile(context: CommandContext, file: string, flags: ImportFlags) {
  const [prune, dryRun] = [flags.prune === true, flags.dryRun === true]
  lowerPriority()
  const source = await openSource(file, {
    format: flags.format,
    changed: flags.changed,
    assets: flags.assets,
  })
  const database = await context.database()
  const space = await getSpaceBySlug(database.reads, flags.space)
  const files = createLazyFiles(context.config, database)
  const progress = createProgress(process.stderr, systemClock)
  try {
    const report = await importContent(database, space.id, source, {
      clock: systemClock,
      prune,
      dryRun,
      onProgress: progress.show,
      files: () => {
        const { store, images, uploads } = files.open()
        return {
          folder: flags.assets ?? dirname(file),
          store,
          wait: uploads.wait,
          receive: uploads,
          placeholders: flags.placeholders ? images : null,
        }
      },
    })
    if (!dryRun && report.created + report.changed + report.removed > 0) await database.analyze()
    // The JSON value does not contain these lines, but a script's log should have them.
    if (context.json) for (const line of toWithdrawnLines(report)) context.note(line)
    return { value: toReportValue(report), text: toReportText(report, dryRun) }
  } finally {
    progress.clear()
    files.close()
  }
}

/** Lowers the priority if possible. If the process may not change it, the import runs with the current one. */
function lowerPriority(): void {
  try {
    setPriority(Math.max(getPriority(), importNiceness))
  } catch {}
}
