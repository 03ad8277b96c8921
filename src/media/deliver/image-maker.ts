// Makes images of stored files: provides the file on this host and converts failures to Problems.
import { rm } from 'node:fs/promises'
import { Problem } from '../../base/errors/errors.ts'
import type { RandomBytes } from '../../base/ids.ts'
import { noImages } from '../asset-problems.ts'
import type { ImageFailure, SourceFile } from '../images/image-request.ts'
import type { Images } from '../images/images.ts'
import type { Store } from '../stores/store.ts'
import { newTemporaryPath, type ProcessName } from '../stores/temporary-files.ts'
import type { ImageMaker } from './image-content.ts'

export interface TemporaryFiles {
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
