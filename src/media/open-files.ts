// Opens the store, its folders and the images according to the settings.
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import type { Clock } from '../base/clock.ts'
import type { RandomBytes } from '../base/ids.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { isShared } from '../database/open.ts'
import type { FileSettings } from './assets.ts'
import { openIdentifiedStore } from './blobs/store-identity.store.ts'
import { Images } from './images/images.ts'
import type { ReceiveOptions } from './receive/receive-file.ts'
import { createCountedStore, openStore } from './stores/open-store.ts'
import type { Store } from './stores/store.ts'

interface OpenParts {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  readonly random: RandomBytes
  /** Called for each operation of the store that fails. */
  readonly onStoreError?: (() => void) | undefined
}

/** Files and images, which are open until `images` are stopped. */
export interface OpenFiles extends FileSettings {
  readonly images: Images
}

/** Does not access the store yet. */
export function openFiles(parts: OpenParts): OpenFiles {
  const { config, random } = parts
  const identified = openIdentifiedStore({ ...parts, store: openConfiguredStore(config, random) })
  const store = parts.onStoreError ? createCountedStore(identified, parts.onStoreError) : identified
  const images = new Images({
    folder: imagesFolder(config),
    cacheBytes: config.IMAGES_CACHE_BYTES,
    workers: config.IMAGE_WORKERS,
    pixelsMax: config.IMAGE_PIXELS_MAX,
    clock: parts.clock,
  })
  const uploads = { ...receiveOptions(config, store, random), wait: Bun.sleep }
  return { store, images, uploads, maxAgeSeconds: config.ASSETS_MAX_AGE }
}

const thisProcess = { host: hostname(), process: process.pid }

/** Opens the store without checking which database it belongs to. `to` overrides the store of the settings. */
export function openConfiguredStore(config: Config, random: RandomBytes, to?: string): Store {
  return openStore(to ?? storeAddress(config), {
    process: thisProcess,
    random,
    secrets: { accessKeyId: config.S3_ACCESS_KEY_ID, secretAccessKey: config.S3_SECRET_ACCESS_KEY },
    addressName: to === undefined ? 'ASSETS_STORE' : '--to',
  })
}

function receiveOptions(config: Config, { temporaryFolder }: Store, random: RandomBytes): ReceiveOptions {
  return {
    folder: temporaryFolder ?? join(dataFolder(config), 'uploads'),
    process: thisProcess,
    bytesMax: config.ASSET_BYTES_MAX,
    pixelsMax: config.IMAGE_PIXELS_MAX,
    keepMetadata: config.ASSETS_KEEP_METADATA,
    timer: (work, ms) => {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    random,
  }
}

function storeAddress(config: Config): string {
  return config.ASSETS_STORE === '' ? `file:${join(dataFolder(config), 'assets')}` : config.ASSETS_STORE
}

function imagesFolder(config: Config): string {
  return config.IMAGES_DIR === '' ? join(dataFolder(config), 'images') : config.IMAGES_DIR
}

/** Returns the default folder of files: beside an embedded database. */
function dataFolder({ DATABASE_URL }: Pick<Config, 'DATABASE_URL'>): string {
  return isShared(DATABASE_URL) ? 'data' : dirname(DATABASE_URL.slice('sqlite:'.length))
}
