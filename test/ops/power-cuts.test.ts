// A server whose machine loses its power has kept what it promised. With figures it is `npm run stress power-cuts`.
import { expect, test } from 'bun:test'
import { testEngine } from '../kit/database/test-engine.ts'
import { whyNoMounts } from '../kit/files/mounts.ts'
import { broken } from '../stress/breaking.ts'
import { runPowerCuts } from '../stress/power-cuts.ts'
import { Findings } from '../stress/runner.ts'

const reason = testEngine === 'sqlite' ? whyNoMounts() : 'only on SQLite'
const left = reason === null ? '' : ` (left out: ${reason})`

test.skipIf(reason !== null)(`what was acknowledged is there after a power cut${left}`, async () => {
  const findings = new Findings()
  await runPowerCuts(findings, { cuts: 2 })
  expect(findings.broken).toEqual([])
})

test.skipIf(reason !== null)(
  `with commits that are not forced to the disk it is not, and the stress test says so${left}`,
  async () => {
    const findings = new Findings()
    // What the system happens to write out by itself survives a cut: on a busy machine that can be everything.
    const isFound = () => findings.broken.some(text => / draft \d+ of note-/.test(text))
    for (let cuts = 0; cuts < 10 && !isFound(); cuts++)
      await runPowerCuts(findings, { cuts: 1, program: broken('synchronous-normal') })
    expect(findings.broken.join('\n')).toMatch(/^0 lost of .* that were acknowledged \([1-9]/m)
    expect(isFound()).toBe(true)
  },
)
