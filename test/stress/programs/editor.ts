// `npm run stress editor`: what people wait for in the dashboard, in Chromium.
import { cleanUp } from '../../kit/cleanup.ts'
import { runEditor } from '../editor.ts'
import { runStressTest } from '../runner.ts'

const about =
  'How long people wait for a key, a list of 10,000 entries and the picker of references, in Chromium.'

await runStressTest(about, { keys: 200, entries: 10_000, rounds: 5 }, async (options, findings) => {
  try {
    await runEditor(options, findings)
  } finally {
    await cleanUp()
  }
})
