// Chooses the content for a request for a file: the file itself, or an image made from it by the parameters.
import { type FieldError, Problem } from '../../base/errors/errors.ts'
import { rawSearch, splitSearch } from '../../http/request-url.ts'
import { noImages } from '../asset-problems.ts'
import { isTransformable } from '../images/picture.ts'
import {
  endingOf,
  parseTransformation,
  type ResolvedTransformation,
  resolveTransformation,
  transformedETag,
} from '../images/transformation.ts'
import { FileLost, type OpenFile, type Store } from '../stores/store.ts'
import { type FileContent, withEnding } from './file-headers.ts'

/** A stored file, and the name under which it was requested. */
export interface FileSource {
  readonly sha256: string
  readonly filename: string
  readonly contentType: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  /** 1 for a still picture; null if the file is not a picture or was not examined. */
  readonly frames: number | null
  /** 1 if the file is a picture that cannot be decoded. */
  readonly unreadable: 0 | 1
}

/** The client that waits for an image. `signal` is aborted when it no longer waits. */
export interface ImageRequester {
  readonly client: string
  readonly signal: AbortSignal
}

/** Makes images or takes them from a cache. */
export interface ImageMaker {
  /** Makes an image or returns the cached one. Throws a Problem if that fails. */
  make(source: FileSource, transformation: ResolvedTransformation, requester: ImageRequester): Promise<Blob>
  /** Returns a function that looks up a cached image at each call; null if {@link make} has to decide. */
  finder(source: FileSource, transformation: ResolvedTransformation): () => OpenFile | null
}

export interface ContentParts {
  readonly store: Store
  /** Null: no images are made. */
  readonly images: ImageMaker | null
  /** Returns the client of a request. The images of one client wait for each other. */
  readonly clientOf: (request: Request) => string
}

/**
 * Chooses the content. Throws a 400 with all errors of the parameters, after the `others` of the request. Parameters are
 * ignored for files that are not transformable images.
 */
export function chooseContent(
  parts: ContentParts,
  request: Request,
  source: FileSource,
  others: readonly FieldError[] = [],
): FileContent {
  const { transformation, variesByAccept, errors } = readTransformation(request, source)
  if (errors.length + others.length > 0) throw invalidParameters([...errors, ...others])
  if (transformation === null) return { ...original(parts.store, source), variesByAccept }
  const { images } = parts
  const client = parts.clientOf(request)
  return {
    filename: withEnding(source.filename, endingOf[transformation.format]),
    contentType: transformation.contentType,
    etag: transformedETag(source.sha256, transformation),
    variesByAccept: transformation.variesByAccept,
    load: async () => {
      if (images === null) throw noImages()
      const image = await images.make(source, transformation, { client, signal: request.signal })
      return { size: image.size, open: async range => (range ? image.slice(range.start, range.end) : image) }
    },
    openNow: images?.finder(source, transformation) ?? (() => null),
  }
}

function readTransformation(request: Request, source: FileSource) {
  const { contentType, width, height, frames, unreadable } = source
  const search = rawSearch(request)
  const isWhole = search === '' || !isTransformable(contentType)
  if (isWhole || width === null || height === null)
    return { transformation: null, variesByAccept: false, errors: [] }
  const { transformation, errors } = parseTransformation(splitSearch(search))
  const file = { contentType, size: { width, height }, frames, isUnreadable: unreadable === 1 }
  return {
    transformation: resolveTransformation(transformation, file, request.headers.get('Accept')),
    variesByAccept: transformation.format === 'auto',
    errors,
  }
}

function invalidParameters(errors: readonly FieldError[]): Problem {
  return new Problem(
    'invalid_parameters',
    errors.map(({ name, message }) => `${name} ${message}.`).join(' '),
    {
      errors,
    },
  )
}

function original(store: Store, { sha256, filename, contentType, size }: FileSource): FileContent {
  // A file that is truncated on the disk would end before its declared length.
  const requireSize = (stored: number | undefined) => {
    if (stored !== size) throw new FileLost(sha256, store.location)
  }
  return {
    ...{ filename, contentType, etag: `"${sha256}"`, variesByAccept: false },
    load: async isUnopened => {
      if (isUnopened) requireSize((await store.stat(sha256))?.size)
      return {
        size,
        open: async range => {
          const opened = await store.open(sha256, range ?? undefined)
          if (range === null) requireSize(opened.size)
          return opened.body
        },
      }
    },
    openNow: () => {
      const file = store.openNow(sha256)
      return file?.size === size ? file : null
    },
  }
}
