// What a request for a file gets: the file itself, or an image that is made of it as its parameters say.
import { Problem } from '../base/errors.ts'
import { rawSearch, splitSearch } from '../http/request-url.ts'
import {
  endingOf,
  isTransformable,
  parseTransformation,
  type ResolvedTransformation,
  resolveTransformation,
  transformedETag,
} from '../images/transformation.ts'
import { FileLost, type OpenFile, type Store } from '../storage/store.ts'
import { noImages } from './asset-problems.ts'
import { type FileContent, withEnding } from './file-headers.ts'

/** A stored file, under the name by which it was asked for. */
export interface FileSource {
  readonly sha256: string
  readonly filename: string
  readonly contentType: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
}

/** Makes images, or has them cached. */
export interface ImageMaker {
  /** Throws a Problem where there is none. */
  make(source: FileSource, transformation: ResolvedTransformation, client: string): Promise<Blob>
  /** Null if {@link make} has to decide. */
  find(source: FileSource, transformation: ResolvedTransformation): OpenFile | null
}

export interface ContentParts {
  readonly store: Store
  /** Null: no images are made. */
  readonly images: ImageMaker | null
  /** Whose images wait behind each other. */
  readonly clientOf: (request: Request) => string
}

/** Throws a 400 with every error of the parameters. Of a file that is no such image they are ignored. */
export function chooseContent(parts: ContentParts, request: Request, source: FileSource): FileContent {
  const transformation = transformationOf(request, source)
  if (transformation === null) return original(parts.store, source)
  const { images } = parts
  const client = parts.clientOf(request)
  return {
    filename: withEnding(source.filename, endingOf[transformation.format]),
    contentType: transformation.contentType,
    etag: transformedETag(source.sha256, transformation),
    variesByAccept: transformation.variesByAccept,
    load: async () => {
      if (images === null) throw noImages()
      const image = await images.make(source, transformation, client)
      return { size: image.size, open: async range => (range ? image.slice(range.start, range.end) : image) }
    },
    openNow: () => images?.find(source, transformation) ?? null,
  }
}

function transformationOf(request: Request, { contentType, width, height }: FileSource) {
  if (width === null || height === null) return null
  const search = rawSearch(request)
  const file = { contentType, size: { width, height } }
  if (search === '' || !isTransformable(contentType)) return null
  const { transformation, errors } = parseTransformation(splitSearch(search))
  if (errors.length > 0) {
    const detail = errors.map(({ name, message }) => `${name} ${message}.`).join(' ')
    throw new Problem('invalid_parameters', detail, { errors })
  }
  return resolveTransformation(transformation, file, request.headers.get('Accept'))
}

function original(store: Store, { sha256, filename, contentType, size }: FileSource): FileContent {
  // A file that is cut off on the disk would end before its declared length.
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
