// Opens the database and the file store while a command on files runs.

import { systemClock } from '../base/clock.ts'
import { systemRandom } from '../base/ids.ts'
import { assetsUrlOf, publicUrlOf } from '../config.ts'
import type { Database } from '../database/database.ts'
import { openFiles } from '../media/open-files.ts'
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
