// `npm run stress file-delivery`: files and images beside a bare server that sends the same.
import { cleanUp } from '../../kit/cleanup.ts'
import { runFileDelivery } from '../file-delivery.ts'
import { runStressTest } from '../runner.ts'

const about =
  'What delivering a file, and an image that was made before, costs beside a bare server that sends the same.'

await runStressTest(about, { rounds: 5, milliseconds: 2000 }, async (options, findings) => {
  try {
    await runFileDelivery(options, findings)
  } finally {
    await cleanUp()
  }
})
