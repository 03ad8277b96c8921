// Transformations in tests: from the text of the parameters to the file that comes out.
import { join } from 'node:path'
import sharp, { type Metadata } from 'sharp'
import type { ImageEngine } from '../../../src/media/images/engine.ts'
import { parseTransformation, resolveTransformation } from '../../../src/media/images/transformation.ts'
import { makeFolder } from '../../kit/test-folder.ts'

export const pixelsMax = 50_000_000

export function resolve(search: string, contentType: string, size: { width: number; height: number }) {
  const sent = [...new URLSearchParams(search)].map(([name, value]) => ({ name, value }))
  return resolveTransformation(
    parseTransformation(sent).transformation,
    { contentType, size, frames: 1, isUnreadable: false },
    null,
  )!
}

/** The result of a transformation, or why there is none. */
export function transformBy(engine: ImageEngine) {
  return async (source: string, contentType: string, search: string) => {
    const {
      width = 1,
      height = 1,
      autoOrient,
    } = await sharp(source, { limitInputPixels: false })
      .metadata()
      .catch((): Partial<Metadata> => ({}))
    const transformation = resolve(search, contentType, autoOrient ?? { width, height })
    const output = join(makeFolder(), transformation.name)
    const outcome = await engine.run({
      kind: 'transform',
      source,
      contentType,
      pixelsMax,
      output,
      transformation,
    })
    if ('failure' in outcome) return { failure: outcome.failure, output, metadata: null }
    return { failure: null, output, metadata: await sharp(output).metadata() }
  }
}
