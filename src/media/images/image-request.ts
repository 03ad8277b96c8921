// The requests for images that other modules make, and their results.
import type { Priority } from './image-queue.ts'
import type { ImageFormat, ResolvedTransformation } from './transformation.ts'

/** The file that an image is made of, for as long as it is being made. */
export interface SourceFile {
  readonly path: string
  readonly release: () => void
}

export interface ImageSource {
  /** Called at most once, when the file is needed. */
  readonly source: () => Promise<SourceFile>
  readonly sha256: string
  readonly contentType: string
  /** Who waits, for a fair queue: a client IP, with IPv6 by its /64. */
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
  /** Base64; null where there is none, for whatever reason. */
  readonly thumbhash: string | null
  /** Whether the picture is the reason: then no other image can be made of it either. */
  readonly isUnreadable: boolean
}

/** `release` when the response has ended: a result that is not cached is removed then. */
export interface ImageFile {
  readonly path: string
  readonly size: number
  readonly contentType: string
  /** Whether the file stays when it is released. */
  readonly isCached: boolean
  readonly release: () => void
}

export type ImageFailure =
  | { readonly failure: 'overloaded'; readonly retryAfterSeconds: number }
  | { readonly failure: 'image_unreadable' | 'transform_unavailable' | 'storage_full' | 'aborted' }

export interface ImageFigures {
  readonly made: Readonly<Record<ImageFormat, number>>
  readonly cacheHits: number
  /** By reason; `overloaded` are requests that were refused. */
  readonly failures: Readonly<Record<string, number>>
  readonly queued: number
  readonly cachedBytes: number
}
