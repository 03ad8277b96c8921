// migrate, backup
import type { Command } from 'commander'
import { openDatabase } from '../database/open.ts'
import type { CommandContext, Run } from './command.ts'

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

async function backup(context: CommandContext, file: string) {
  // A mistyped setting would otherwise create an empty database, and its backup would look like a real one.
  const database = await context.database({ create: false })
  await database.backup(file)
  const bytes = Bun.file(file).size
  return { value: { file, bytes }, text: `Wrote ${file}, ${bytes} bytes.` }
}
