// Opens the file store and the image workers for commands. A command on files opens both with the database; a command that
// may need no files opens them when it first uses them.
import { systemClock } from '../base/clock.ts'
import { systemRandom } from '../base/ids.ts'
import { assetsUrlOf, type Config, publicUrlOf } from '../config.ts'
import type { Database } from '../database/database.ts'
import { type OpenFiles, openFiles } from '../media/open-files.ts'
import type { CommandContext } from './command.ts'
import { requireFolder } from './terminal/path-errors.ts'

export interface Opened {
  readonly database: Database
  readonly files: ReturnType<typeof openFiles>
  readonly filesOrigin: string
}

export async function withFiles<Result>(
  context: CommandContext,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const { config } = context
  const database = await context.database({ create: false })
  const files = openFiles({ config, database, clock: systemClock, random: systemRandom })
  try {
    requireFolder(files.store, 'ASSETS_STORE')
    return await work({ database, files, filesOrigin: assetsUrlOf(config) ?? publicUrlOf(config) ?? '' })
  } finally {
    files.images.stop()
  }
}

export function createLazyFiles(config: Config, database: Database) {
  let opened: OpenFiles | null = null
  return {
    open: (): OpenFiles => {
      opened ??= openFiles({ config, database, clock: systemClock, random: systemRandom })
      requireFolder(opened.store, 'ASSETS_STORE')
      return opened
    },
    close: () => opened?.images.stop(),
  }
}
