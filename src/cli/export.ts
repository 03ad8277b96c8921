// export
import type { Command } from 'commander'
import { getSpaceBySlug } from '../accounts/spaces.service.ts'
import { counted } from '../base/counted.ts'
import { exportContent } from '../import-export/export.service.ts'
import type { CommandContext, Run } from './command.ts'

export function addExport(program: Command, run: Run): void {
  program
    .command('export')
    .description(
      'Writes the content of a space as NDJSON to standard output; importing it again changes nothing.',
    )
    .requiredOption('--space <SLUG>', 'The space to export.')
    .option('--archived', 'Exports archived entries too. By default they are left out.')
    .action(run(exportSpace))
}

interface ExportFlags {
  readonly space: string
  readonly archived?: boolean
}

async function exportSpace(context: CommandContext, { space: slug, archived = false }: ExportFlags) {
  const database = await context.database()
  const space = await getSpaceBySlug(database.reads, slug)
  if (context.json) {
    const lines: string[] = []
    await exportContent(database, space.id, async batch => void lines.push(batch), { archived })
    const records = lines.join('').split('\n').filter(Boolean)
    return { value: records.map(line => JSON.parse(line) as unknown), text: '' }
  }
  const { collections, entries } = await exportContent(database, space.id, write, { archived })
  context.note(`Exported ${counted(collections, 'collection')}, ${counted(entries, 'entry', 'entries')}.`)
  return null
}

/** Waits until the consumer has read the batch, so that a slow one does not fill the memory. */
function write(batch: string): Promise<void> {
  return new Promise(resolve => process.stdout.write(batch, () => resolve()))
}
