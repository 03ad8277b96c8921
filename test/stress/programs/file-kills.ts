// `npm run stress file-kills`: a server and cleaning up, killed repeatedly while files come and go.

import { cleanUp } from '../../kit/cleanup.ts'
import { startFileServer } from '../../kit/command/file-server.ts'
import { makeFolder } from '../../kit/test-folder.ts'
import { runFileKills } from '../file-kills.ts'
import { runStressTest } from '../runner.ts'

const about = 'Files beside kills: acknowledged uploads, and what live content shows.'

const defaults = { kills: 100, writers: 4, milliseconds: 1500 }

await runStressTest(about, defaults, async (options, findings) => {
  try {
    await runFileKills(await startFileServer(makeFolder()), findings, options)
  } finally {
    await cleanUp()
  }
})
