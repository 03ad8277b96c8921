// `npm run stress image-cost`: images that are made beside sharp alone, by processor time and memory.
import { cleanUp } from '../../kit/cleanup.ts'
import { runImageCost } from '../image-cost.ts'
import { runStressTest } from '../runner.ts'

const about = 'What transforming an image costs beside sharp alone, in processor time and memory.'

await runStressTest(about, { images: 8, rounds: 5, width: 6000 }, async (options, findings) => {
  try {
    await runImageCost(options, findings)
  } finally {
    await cleanUp()
  }
})
