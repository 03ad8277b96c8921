// The check of images for `doctor`: whether this installation can create any.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { type Diagnostic, ok, warning } from '../../database/diagnostics/diagnostic.ts'
import { findProgram, ImageEngine } from '../../media/images/engine.ts'
import { defaultLimits, realDelay } from '../../media/images/worker-process.ts'

const check = 'images'

/** Starts a worker in a temporary folder. */
export async function checkImages({ IMAGE_WORKERS }: Pick<Config, 'IMAGE_WORKERS'>): Promise<Diagnostic> {
  if (IMAGE_WORKERS === 0) return ok(check, 'No images are made: IMAGE_WORKERS is 0.')
  const program = findProgram()
  if (program === null) {
    return warning(
      check,
      'The folder frontlist-images is not beside the executable: requests for images in other sizes get a 501.',
      'Put the folder there that was built with it.',
    )
  }
  const folder = createFolder()
  if (typeof folder !== 'string') {
    const hint = 'Set TMPDIR to a folder that can be written.'
    return warning(check, `Whether images can be made was not checked: ${folder.message}.`, hint)
  }
  // A busy machine may start a worker slowly, and nobody waits for a picture here.
  const limits = { ...defaultLimits, jobMs: defaultLimits.idleMs }
  const engine = new ImageEngine({ workers: 1, program, folder, limits, delay: realDelay })
  try {
    if (await engine.check()) return ok(check, 'Images can be made.')
    return warning(
      check,
      'sharp, or its part for this platform, does not start: requests for images in other sizes get a 501.',
      'Install the dependencies again on this machine, such as with: npm ci',
    )
  } finally {
    engine.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function createFolder(): string | Error {
  try {
    return mkdtempSync(join(tmpdir(), 'frontlist-doctor-'))
  } catch (error) {
    return error as Error
  }
}
