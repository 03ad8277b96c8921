// The command `export`.
import type { Command } from 'commander'
import { getSpaceBySlug } from '../accounts/spaces/spaces.service.ts'
import { counted } from '../base/text.ts'
import type { Database } from '../database/database.ts'
import { exportContent } from '../import-export/export/export.service.ts'
import { prepareFolder, writeFiles } from '../import-export/export/export-files.ts'
import type { CommandContext, Run } from './command.ts'
import { createLazyFiles } from './open-command-files.ts'

export function addExport(program: Command, run: Run): void {
  program
    .command('export')
    .description(
      'Writes the content of a space as NDJSON to standard output; importing it again changes nothing.',
    )
    .requiredOption('--space <SLUG>', 'The space to export.')
    .option('--archived', 'Exports archived entries too. By default they are left out.')
    .option('--assets <DIR>', 'Writes the files too, into this folder, each under its SHA-256.')
    .action(run(exportSpace))
}

interface ExportFlags {
  readonly space: string
  readonly archived?: boolean
  readonly assets?: string
}

async function exportSpace(
  context: CommandContext,
  { space: slug, archived = false, assets: folder }: ExportFlags,
) {
  const database = await context.database()
  const space = await getSpaceBySlug(database.reads, slug)
  // Prepared before the first line, so that the lines are not mistaken for a complete export if it fails.
  if (folder !== undefined) await prepareFolder(folder)
  const options = { archived, hasFiles: folder !== undefined }
  if (context.json) {
    const lines: string[] = []
    const { files } = await exportContent(database, space.id, async batch => void lines.push(batch), options)
    await writeExported(context, database, folder, files)
    const records = lines.join('').split('\n').filter(Boolean)
    return { value: records.map(line => JSON.parse(line) as unknown), text: '' }
  }
  const { collections, entries, assets, files } = await exportContent(database, space.id, write, options)
  await writeExported(context, database, folder, files)
  const what = [
    counted(collections, 'collection'),
    counted(entries, 'entry', 'entries'),
    ...(assets > 0 ? [counted(assets, 'asset')] : []),
  ]
  context.note(`Exported ${what.join(', ')}.`)
  return null
}

/** Writes the files after the lines, which are of one snapshot. Unused files stay in the store for a day. */
async function writeExported(
  context: CommandContext,
  database: Database,
  folder: string | undefined,
  files: ReadonlySet<string>,
): Promise<void> {
  if (folder === undefined) return
  const opened = createLazyFiles(context.config, database)
  try {
    await writeFiles(opened.open().store, folder, files)
  } finally {
    opened.close()
  }
}

/** Waits until the consumer has read the batch, so that a slow one does not fill the memory. */
function write(batch: string): Promise<void> {
  return new Promise(resolve => process.stdout.write(batch, () => resolve()))
}
