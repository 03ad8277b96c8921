// `npm run stress embedded-revocation`: two servers on one file, ten thousand changes. With `--late 1` the second one
// does not check for commits on each request, and claims fail. `--in-memory 0` puts the file on a disk.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { broken } from '../breaking.ts'
import { startEmbedded } from '../embedded.ts'
import { entriesFor, runEmbeddedTrials } from '../embedded-revocation.ts'
import { createNotes } from '../notes.ts'
import { runStressTest } from '../runner.ts'

const about = 'Two servers on one file: once a change is acknowledged, neither serves the old state.'

const defaults = { trials: 10_000, commands: 100, lanes: 12, late: 0, 'in-memory': 1 }

await runStressTest(about, defaults, async ({ trials, commands, lanes, late, ...options }, findings) => {
  const memory = options['in-memory'] === 1 && existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const at = mkdtempSync(join(memory, 'frontlist-trials-'))
  process.on('exit', () => rmSync(at, { recursive: true, force: true }))
  const deployment = await startEmbedded({ records: createNotes(entriesFor(lanes)), nodes: 1, at })
  try {
    await deployment.addNode(late === 1 ? { program: broken('fresh-later') } : {})
    await runEmbeddedTrials(deployment, findings, { trials, commands, lanes })
    findings.claim(
      deployment.nodes.every(({ ended }) => ended === null),
      'no server has ended',
    )
  } finally {
    await deployment.remove()
  }
})
