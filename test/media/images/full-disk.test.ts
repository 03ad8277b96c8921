// A full disk is a failure that says so, and is over once there is room again.
import { afterAll, expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Images } from '../../../src/media/images/images.ts'
import { keepMounts, whyNoMounts } from '../../kit/files/mounts.ts'
import { patientLimits } from './engines.ts'
import { photo, save } from './pictures.ts'
import { pixelsMax, resolve } from './transform.ts'

const reason = whyNoMounts()
const mebibytes = 8

test.skipIf(reason !== null)(
  'on a full disk an image is refused in words, and with room again it is made',
  async () => {
    const mounts = keepMounts()
    afterAll(() => mounts.end())
    const disk = mounts.mountDisk(mebibytes)
    const picture = await save((await photo(600, 400)).png(), 'photo.png')
    const images = new Images({
      ...{ folder: join(disk, 'images'), cacheBytes: 2 ** 24, workers: 1, pixelsMax, limits: patientLimits },
      clock: () => 0,
    })
    const make = () =>
      images.make({
        source: async () => ({ path: picture, release: () => {} }),
        ...{ sha256: 'ab'.repeat(32), contentType: 'image/png', client: '192.0.2.1' },
        transformation: resolve('w=384', 'image/png', { width: 600, height: 400 }),
      })
    try {
      // At first there is no room for a folder, then none for the picture.
      for (const free of [0, 40_000]) {
        const filler = join(disk, 'filler')
        fill(filler, free)
        expect(await make()).toEqual({ failure: 'storage_full' })
        rmSync(filler)
      }
      expect(images.figures().failures).toMatchObject({ storage_full: 2, unreadable: 0 })
      expect(await make()).toMatchObject({ isCached: true })
    } finally {
      images.stop()
    }
  },
)

/** Takes all of the disk but about that many bytes. */
function fill(file: string, free: number): void {
  for (let size = mebibytes * 2 ** 20 - free; size > 0; size -= 4096) {
    try {
      writeFileSync(file, Buffer.alloc(size, 1))
      return
    } catch {
      // There is less room than that.
    }
  }
}
