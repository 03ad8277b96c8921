// Everything that the server mounts for files: the management of assets and the delivery of files.
import type { FileSignatures } from '../access/file-signatures.ts'
import type { ContentRight } from '../access/rights.ts'
import type { Caller } from '../base/caller.ts'
import type { Clock } from '../base/clock.ts'
import type { RandomBytes } from '../base/ids.ts'
import type { Database } from '../database/database.ts'
import { type Endpoint, type Guard, toPattern } from '../http/endpoint.ts'
import type { RequestContextOptions } from '../http/request-context.ts'
import type { Fetch } from '../http/server-env.ts'
import { fileDeliveryEndpoints, filePath } from './deliver/file-delivery.ts'
import { createFileFastPath } from './deliver/file-fast-path.ts'
import { createImageMaker } from './deliver/image-content.ts'
import { createVisibleFiles } from './deliver/shown-files.store.ts'
import type { Images } from './images/images.ts'
import { assetChangeEndpoints, assetEndpoints, assetFileEndpoint } from './manage/assets.routes.ts'
import { createUploadSlots, type UploadSettings } from './manage/upload.service.ts'
import type { Store } from './stores/store.ts'

/** The settings of storing, receiving and serving files. */
export interface FileSettings {
  readonly store: Store
  /** Null: neither images nor placeholders are made. */
  readonly images: Images | null
  readonly uploads: Omit<UploadSettings, 'placeholders'>
  /** The `max-age` of delivered files. */
  readonly maxAgeSeconds: number
}

interface AssetsParts extends RequestContextOptions {
  readonly database: Database
  readonly clock: Clock
  readonly random: RandomBytes
  readonly files: FileSettings
  /** The origin of the addresses of files; null if they are only paths. */
  readonly filesOrigin: string | null
  /** Returns the client IP of a request. */
  readonly addressOf: (request: Request) => string
  /** Returns a guard that admits a session or an API key with all of the rights. */
  readonly guardFor: (...rights: ContentRight[]) => Guard<Caller>
  readonly guardForFile: Guard<Caller>
  readonly signatures: FileSignatures
}

interface Assets {
  readonly endpoints: readonly Endpoint[]
  /** The route pattern of file delivery, in the syntax of Hono and Bun. */
  readonly filePattern: string
  /** Wraps the handler of requests for files: tries the fast path, then `next`. */
  before(next: Fetch): Fetch
}

export function createAssets(parts: AssetsParts): Assets {
  const { database, files, addressOf } = parts
  const { store, images, uploads, maxAgeSeconds } = files
  const maker = images && createImageMaker(images, store, uploads)
  const own = { ...parts, filesOrigin: parts.filesOrigin ?? '' }
  const visible = createVisibleFiles(database)
  const fastPath = createFileFastPath({ ...parts, visible, maxAgeSeconds })
  const endpoints = [
    ...assetEndpoints(own),
    ...assetChangeEndpoints({
      ...own,
      store,
      wait: uploads.wait,
      slots: createUploadSlots(),
      uploads: { ...uploads, placeholders: images },
    }),
    assetFileEndpoint({ ...own, store, images: maker, clientOf: addressOf }),
    ...fileDeliveryEndpoints({
      ...{ database, clock: parts.clock, signatures: parts.signatures },
      ...{ store, visible, fastPath, maxAgeSeconds },
      images: maker,
      clientOf: addressOf,
    }),
  ]
  return { endpoints, filePattern: toPattern(filePath), before: fastPath.before }
}
