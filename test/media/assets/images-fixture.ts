// A space whose files are delivered with image workers.
import { Images, type ImagesOptions } from '../../../src/media/images/images.ts'
import { createMetrics } from '../../../src/ops/metrics.ts'
import { serveWith } from '../../kit/app/serve-with.ts'
import { cleanUpLater } from '../../kit/cleanup.ts'
import { longTestMs } from '../../kit/fuzz.ts'
import { makeFolder } from '../../kit/test-folder.ts'
import { patientLimits } from '../images/engines.ts'
import { photo } from '../images/pictures.ts'
import { type AssetsFixture, openAssets } from './assets-fixture.ts'

export interface ImagesFixture extends AssetsFixture {
  readonly images: Images
  /** Asks the server that makes images; `X-Test-Address` is the client IP. */
  readonly getFile: (
    path: string,
    headers?: Readonly<Record<string, string>>,
    init?: RequestInit,
  ) => Promise<Response>
}

export async function openImages(options: Partial<ImagesOptions> = {}): Promise<ImagesFixture> {
  const fixture = await openAssets()
  const images = new Images({
    ...{ folder: makeFolder(), cacheBytes: 2 ** 24, workers: 1, pixelsMax: 50_000_000 },
    limits: patientLimits,
    clock: () => fixture.space.time.now,
    ...options,
  })
  cleanUpLater(() => images.stop())
  // The machine may be busy.
  const uploads = { ...fixture.space.files.uploads, placeholderMsMax: longTestMs }
  const files = { ...fixture.space.files, images, uploads }
  const metrics = createMetrics()
  metrics.watchImages(images)
  const made = serveWith(fixture.space, { files, metrics })
  return {
    ...fixture,
    images,
    getFile: (path, headers = {}, init = {}) => made.request(path, { headers, ...init }),
  }
}

/** Returns the address of the file, which a published entry shows. */
export async function publishImage(
  { add, show }: AssetsFixture,
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const { url } = await add(bytes, `filename=${id}&id=${id}`)
  await show(`entry-${id}`, { cover: { id } })
  return url
}

export const bytesOf = async (picture: Promise<Buffer> | Buffer) => new Uint8Array(await picture)
/** 900 by 600 pixels. */
export const photoBytes = async () => bytesOf((await photo(900, 600)).jpeg().toBuffer())
