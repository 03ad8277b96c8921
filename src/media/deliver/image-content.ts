// Chooses the content for a request for a file: the file itself, or an image made from it by the parameters. To make one,
// it provides the file on this host and converts failures to Problems.
import { rm } from 'node:fs/promises'
import { type FieldError, Problem } from '../../base/errors.ts'
import type { RandomBytes } from '../../base/ids.ts'
import { rawSearch, splitSearch } from '../../http/request-url.ts'
import { noImages } from '../asset-problems.ts'
import type { ImageFailure, SourceFile } from '../images/image-request.ts'
import type { Images } from '../images/images.ts'
import {
  endingOf,
  isTransformable,
  parseTransformation,
  type ResolvedTransformation,
  resolveTransformation,
  transformedETag,
} from '../images/transformation.ts'
import { FileLost, type OpenFile, type Store } from '../stores/store.ts'
import { newTemporaryPath, type ProcessName } from '../stores/temporary-files.ts'
import { type FileContent, withEnding } from './file-response.ts'

interface TemporaryFiles {
  readonly folder: string
  readonly process: ProcessName
  readonly random: RandomBytes
}

export function createImageMaker(images: Images, store: Store, temporary: TemporaryFiles): ImageMaker {
  return {
    finder: ({ sha256 }, transformation) => {
      const find = images.finder({ sha256, transformation })
      let body: Blob | null = null
      return () => {
        const cached = find()
        if (cached === null) return null
        body ??= Bun.file(cached.path)
        return { size: cached.size, body }
      }
    },
    make: async ({ sha256, contentType }, transformation, requester) => {
      const source = () => toLocalFile(store, sha256, temporary)
      const made = await images.make({ source, sha256, contentType, transformation, ...requester })
      if ('failure' in made) throw toProblem(made)
      const file = Bun.file(made.path)
      if (made.isCached) return file
      try {
        return new Blob([await file.bytes()])
      } finally {
        made.release()
      }
    },
  }
}

/** Returns the file of the store if it is on this host, otherwise a copy. */
export async function toLocalFile(
  store: Store,
  sha256: string,
  { folder, process, random }: TemporaryFiles,
): Promise<SourceFile> {
  const { body } = await store.open(sha256)
  const path = body instanceof Blob ? (body as Bun.BunFile).name : undefined
  if (path !== undefined) return { path, release: () => {} }
  const copy = await newTemporaryPath(folder, process, random)
  const release = () => void rm(copy, { force: true })
  try {
    await Bun.write(copy, new Response(body))
  } catch (error) {
    release()
    throw error
  }
  return { path: copy, release }
}

function toProblem(failed: ImageFailure): Problem {
  switch (failed.failure) {
    case 'overloaded':
      return new Problem(
        'overloaded',
        'Too many images are being made. Retry after the delay in `Retry-After`.',
        {
          headers: { 'Retry-After': String(failed.retryAfterSeconds) },
        },
      )
    case 'image_unreadable':
      return new Problem(
        'image_unreadable',
        'The picture cannot be decoded, or that takes too long or too much memory.',
      )
    case 'transform_unavailable':
      return noImages()
    case 'storage_full':
      return new Problem('storage_full', 'The disk where images are made is full.')
    case 'aborted':
      return new Problem('unavailable', 'The request was given up, or the server is closing.', {
        isExpected: true,
      })
  }
}

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
interface ImageRequester {
  readonly client: string
  readonly signal: AbortSignal
}

/** Makes images or takes them from a cache. */
interface ImageMaker {
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
