// migrate, backup
import { openDatabase } from '../database/open.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  words: 'migrate',
  usage: '',
  summary: 'Brings the tables up to this version; serve and every command that needs them do so too.',
  options: {},
  optionHelp: {},
  arity: [0, 0],
  run: async ({ config }) => {
    const database = openDatabase(config.DATABASE_URL, { create: true })
    try {
      const applied = await database.migrate()
      const text = applied.length === 0 ? 'Nothing to do.' : `Ran ${applied.join(', ')}.`
      return { value: { applied }, text }
    } finally {
      await database.close()
    }
  },
}

export const backupCommand: Command = {
  words: 'backup',
  usage: 'FILE',
  summary: 'Writes a consistent copy of the embedded database to a new file, while others read and write.',
  options: {},
  optionHelp: {},
  arity: [1, 1],
  run: async context => {
    const file = context.args[0] ?? ''
    // A backup of an empty database that a mistyped setting made would look like one.
    const database = await context.database({ create: false })
    await database.backup(file)
    const bytes = Bun.file(file).size
    return { value: { file, bytes }, text: `Wrote ${file}, ${bytes} bytes.` }
  },
}
