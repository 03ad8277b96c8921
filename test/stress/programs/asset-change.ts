// `npm run stress asset-change`: an asset that 50,001 live entries show is changed by commands that are killed.
import { cleanUp } from '../../kit/cleanup.ts'
import { runAssetChange } from '../asset-change.ts'
import { runStressTest } from '../runner.ts'

const about = 'A change of an asset that 50,001 live entries show: refused to a request, killed as a command.'

const defaults = { entries: 50_001, kills: 10 }

await runStressTest(about, defaults, async (options, findings) => {
  try {
    await runAssetChange(options, findings)
  } finally {
    await cleanUp()
  }
})
