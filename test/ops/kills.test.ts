// A server that is killed in the middle of its work has kept what it promised. With figures it is `npm run stress kills`.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { describeOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { broken } from '../stress/breaking.ts'
import { runKills } from '../stress/kills.ts'
import { Findings } from '../stress/runner.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

describeOnSqlite('a server that is killed', () => {
  test('has lost nothing that was acknowledged, leaves no half import, and starts again', async () => {
    const findings = new Findings()
    await runKills(findings, { kills: 2, entries: 300 })
    expect(findings.broken).toEqual([])
  })

  test('has lost some if it responds before it commits, and the stress test says so', async () => {
    const findings = new Findings()
    await runKills(findings, { kills: 3, entries: 5, program: broken('commit-later') })
    expect(findings.broken.join('\n')).toMatch(/^0 lost of .* that were acknowledged \([1-9]/m)
  })
})
