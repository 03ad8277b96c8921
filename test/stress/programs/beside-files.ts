// `npm run stress beside-files`: content reads beside images and downloads.
import { cleanUp } from '../../kit/cleanup.ts'
import { runBesideFiles } from '../beside-files.ts'
import { runStressTest } from '../runner.ts'

const about = 'Content reads beside a full queue of images, and beside 500 slow downloads.'

const defaults = { seconds: 20, rate: 200, downloads: 500, side: 4900, megabytes: 64 }

await runStressTest(about, defaults, async (options, findings) => {
  try {
    const { alone, besideImages, besideDownloads, wasQueueFull } = await runBesideFiles(
      {
        ...{ rate: options.rate, downloads: options.downloads, side: options.side },
        milliseconds: options.seconds * 1000,
        fileBytes: options.megabytes * 1e6,
      },
      findings,
    )
    const ofAlone = ({ p99 }: typeof alone) => `${(p99 / alone.p99).toFixed(1)} times`
    findings.claim(wasQueueFull, 'the queue of images was full')
    findings.claim(
      besideImages.p99 <= 2 * alone.p99,
      `the p99 beside images is at most doubled (${ofAlone(besideImages)})`,
    )
    findings.claim(
      besideDownloads.p99 <= 2 * alone.p99,
      `the p99 beside slow downloads is at most doubled (${ofAlone(besideDownloads)})`,
    )
  } finally {
    await cleanUp()
  }
})
