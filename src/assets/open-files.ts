// The store and its folders, as the settings name them.
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import type { RandomBytes } from '../base/ids.ts'
import type { Config } from '../config.ts'
import { isShared } from '../database/open.ts'
import { openStore } from '../storage/open-store.ts'
import type { Store } from '../storage/store.ts'

/** The folder in which files are by default: beside an embedded database. */
function dataFolder({ DATABASE_URL }: Pick<Config, 'DATABASE_URL'>): string {
  return isShared(DATABASE_URL) ? 'data' : dirname(DATABASE_URL.slice('sqlite:'.length))
}

/** Writes and reads nothing yet. */
export function openConfiguredStore(
  config: Config,
  random: RandomBytes,
  address = storeAddress(config),
): Store {
  return openStore(address, {
    process: { host: hostname(), process: process.pid },
    random,
    secrets: { accessKeyId: config.S3_ACCESS_KEY_ID, secretAccessKey: config.S3_SECRET_ACCESS_KEY },
  })
}

function storeAddress(config: Config): string {
  return config.ASSETS_STORE === '' ? `file:${join(dataFolder(config), 'assets')}` : config.ASSETS_STORE
}

/** The origin of the addresses of files, where one is set for them. */
export function assetsUrlOf({ ASSETS_URL }: Pick<Config, 'ASSETS_URL'>): string | null {
  return ASSETS_URL === '' ? null : new URL(ASSETS_URL).origin
}

/** Where images that were made are cached. */
export function imagesFolder(config: Config): string {
  return config.IMAGES_DIR === '' ? join(dataFolder(config), 'images') : config.IMAGES_DIR
}
