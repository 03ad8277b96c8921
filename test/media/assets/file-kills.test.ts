// A server that is killed while files come and go, in small: with more kills it is `npm run stress file-kills`.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { startFileServer } from '../../kit/command/file-server.ts'
import { longTestMs } from '../../kit/fuzz.ts'
import { makeFolder } from '../../kit/test-folder.ts'
import { runFileKills } from '../../stress/file-kills.ts'
import { Findings } from '../../stress/runner.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

test('a server that is killed has lost no acknowledged file, and shows none that is not there', async () => {
  const findings = new Findings()
  const files = await startFileServer(makeFolder())
  await runFileKills(files, findings, { kills: 2, writers: 3, milliseconds: 1000 })
  // Whether a change was under way when the server was killed is left to chance.
  expect(findings.broken.filter(words => !words.startsWith('some were acknowledged'))).toEqual([])
})
