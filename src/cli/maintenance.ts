// The commands `migrate`, `reindex` and `backup`.
import type { Command } from 'commander'
import { getSpaceBySlug } from '../accounts/spaces/spaces.service.ts'
import { listSpaces } from '../accounts/spaces/spaces.store.ts'
import { systemClock } from '../base/clock.ts'
import { rebuildQueryIndexes } from '../content/index/query-index.ts'
import { openDatabase } from '../database/open.ts'
import type { CommandContext, Run } from './command.ts'
import { createProgress } from './terminal/progress.ts'

export function addMaintenance(program: Command, run: Run): void {
  program
    .command('backup')
    .description(
      'Writes a consistent copy of the embedded database to a new file, also while the server runs.',
    )
    .argument('<FILE>', 'The file to write.')
    .action(run(backup))
  program
    .command('migrate')
    .description('Migrates the tables to this version. The other commands do so too when they need to.')
    .action(run(migrate))
  program
    .command('reindex')
    .description('Rebuilds the query index from published content. `doctor` says when that is needed.')
    .option('--space <SLUG>', 'The space. Default: all spaces.')
    .action(run(reindex))
}

async function migrate({ config }: CommandContext) {
  const database = openDatabase(config.DATABASE_URL, { create: true })
  try {
    const applied = await database.migrate()
    const text = applied.length === 0 ? 'Nothing to do.' : `Ran ${applied.join(', ')}.`
    return { value: { applied }, text }
  } finally {
    await database.close()
  }
}

async function reindex(context: CommandContext, { space }: { space?: string }) {
  const database = await context.database({ create: false })
  const spaces =
    space === undefined ? await listSpaces(database.reads) : [await getSpaceBySlug(database.reads, space)]
  const progress = createProgress(process.stderr, systemClock)
  try {
    await rebuildQueryIndexes(database, spaces, progress.show)
  } finally {
    progress.clear()
  }
  const slugs = spaces.map(({ slug }) => slug)
  return { value: { spaces: slugs }, text: `Rebuilt the query index of ${slugs.join(', ') || 'no space'}.` }
}

async function backup(context: CommandContext, file: string) {
  // A mistyped setting would otherwise create an empty database, and its backup would look like a real one.
  const database = await context.database({ create: false })
  await database.backup(file)
  const bytes = Bun.file(file).size
  return { value: { file, bytes }, text: `Wrote ${file}, ${bytes} bytes.` }
}
