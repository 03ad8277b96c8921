// Opens the file store and the images of a command only if it needs them.

import { systemClock } from '../base/clock.ts'
import { systemRandom } from '../base/ids.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { type OpenFiles, openFiles } from '../media/open-files.ts'
import { requireFolder } from './terminal/path-errors.ts'

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
