// The requests of other modules for images, and their results.
import type { Priority } from './image-queue.ts'
import type { ImageFormat, ResolvedTransformation } from './transformation.ts'

/** The source file of an image. It must stay until `release`. */
export interface SourceFile {
  readonly path: string
  readonly release: () => void
}

export interface ImageSource {
  /** Called at most once, when the file is needed. */
  readonly source: () => Promise<SourceFile>
  readonly sha256: string
  readonly contentType: string
  /** The waiting client, for a fair queue: a client IP, or the /64 of an IPv6 address. */
  readonly client: string
  readonly signal?: AbortSignal | undefined
}

export interface ImageRequest extends ImageSource {
  readonly transformation: ResolvedTransformation
}

export interface PlaceholderRequest extends ImageSource {
  readonly priority: Exclude<Priority, 'delivery'>
}

export interface PlaceholderResult {
  /** Base64; null if there is none, for any reason. */
  readonly thumbhash: string | null
  /** True if the picture is the reason. Then no other image can be made from it either. */
  readonly isUnreadable: boolean
}

/** The result. `release` must be called when the response has ended; it removes a result that is not cached. */
export interface ImageFile {
  readonly path: string
  readonly size: number
  readonly contentType: string
  /** True if the file stays after it is released. */
  readonly isCached: boolean
  readonly release: () => void
}

export type ImageFailure =
  | { readonly failure: 'overloaded'; readonly retryAfterSeconds: number }
  | { readonly failure: 'image_unreadable' | 'transform_unavailable' | 'storage_full' | 'aborted' }

export interface ImageFigures {
  readonly made: Readonly<Record<ImageFormat, number>>
  readonly cacheHits: number
  /** The number of failures by reason. `overloaded` counts refused requests. */
  readonly failures: Readonly<Record<string, number>>
  readonly queued: number
  readonly cachedBytes: number
}
