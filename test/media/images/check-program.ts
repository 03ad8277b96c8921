// Compiled to an executable by a test: makes an image of the file that its argument names, and writes what came of it.
import { join } from 'node:path'
import { Images } from '../../../src/media/images/images.ts'
import { resolveTransformation } from '../../../src/media/images/transformation.ts'
import { defaultLimits } from '../../../src/media/images/worker-process.ts'

const [folder = '', path = ''] = process.argv.slice(2)
const images = new Images({
  folder,
  cacheBytes: 2 ** 20,
  workers: 1,
  pixelsMax: 1_000_000,
  clock: () => 0,
  limits: { ...defaultLimits, jobMs: 240_000 },
})
const transformation = resolveTransformation(
  { width: 16, ratio: null, focalPoint: null, format: 'webp', quality: null },
  { contentType: 'image/png', size: { width: 40, height: 40 }, frames: 1, isUnreadable: false },
  null,
)!
const response = await images.make({
  source: async () => ({ path: join(process.cwd(), path), release: () => {} }),
  sha256: '0'.repeat(64),
  contentType: 'image/png',
  client: '192.0.2.1',
  transformation,
})
process.stdout.write(JSON.stringify({ isAvailable: await images.check(), ...response }))
images.stop()
process.exit(0)
