// export
import { getSpaceBySlug } from '../accounts/spaces.service.ts'
import { exportContent } from '../publishing/export.service.ts'
import { type Command, requireOption } from './command.ts'

export const exportCommand: Command = {
  words: 'export',
  usage: '--space SLUG',
  summary: 'Writes the content of a space as NDJSON to standard output; importing it again changes nothing.',
  options: { space: { type: 'string' } },
  optionHelp: { space: 'The space to export.' },
  arity: [0, 0],
  run: async context => {
    const slug = requireOption(context, 'space')
    const database = await context.database()
    const space = await getSpaceBySlug(database.reads, slug)
    if (context.json) {
      const lines: string[] = []
      await exportContent(database, space.id, async batch => void lines.push(batch))
      const records = lines.join('').split('\n').filter(Boolean)
      return { value: records.map(line => JSON.parse(line) as unknown), text: '' }
    }
    const { collections, entries } = await exportContent(database, space.id, batch => write(batch))
    context.note(
      `Exported ${counted(collections, 'collection', 'collections')}, ${counted(entries, 'entry', 'entries')}.`,
    )
    return null
  },
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Waits until the reader has taken it, so that a slow one does not fill the memory. */
function write(batch: string): Promise<void> {
  return new Promise(resolve => process.stdout.write(batch, () => resolve()))
}
