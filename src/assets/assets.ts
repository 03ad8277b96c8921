// Everything of this room that the server mounts: managing assets, and delivering files.
import type { ContentRight } from '../access/rights.ts'
import type { Caller } from '../base/caller.ts'
import type { Database } from '../database/database.ts'
import type { Endpoint, Guard } from '../http/endpoint.ts'
import type { Store } from '../storage/store.ts'
import { assetEndpoints } from './assets.routes.ts'
import { fileDeliveryEndpoints } from './file-delivery.routes.ts'
import type { ImageMaker } from './image-content.ts'
import { createVisibleFiles } from './visible-files.ts'

/** Where files are stored, and how they are served. */
export interface FileSettings {
  readonly store: Store
  /** Null: no images are made. */
  readonly images: ImageMaker | null
  /** For how long caches may keep what is delivered. */
  readonly maxAgeSeconds: number
}

interface AssetsParts {
  readonly database: Database
  readonly files: FileSettings
  /** The origin of the addresses of files; null if they are paths alone. */
  readonly filesOrigin: string | null
  /** The client IP of a request. */
  readonly addressOf: (request: Request) => string
  /** A session or an API key with all of the rights. */
  readonly guardFor: (...rights: ContentRight[]) => Guard<Caller>
}

export function createAssets(parts: AssetsParts): Endpoint[] {
  const { database, files, guardFor, addressOf } = parts
  const visible = createVisibleFiles(database)
  return [
    ...assetEndpoints({ database, filesOrigin: parts.filesOrigin ?? '', guardFor }),
    ...fileDeliveryEndpoints({ ...files, visible, clientOf: addressOf }),
  ]
}

/** The host of the files, with its port; null if it is that of everything else. */
export function findFilesHost(assetsUrl: string | null, publicUrl: string | null): string | null {
  if (assetsUrl === null || publicUrl === null) return null
  const { host } = new URL(assetsUrl)
  return host === new URL(publicUrl).host ? null : host
}
