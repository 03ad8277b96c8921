// A server whose disk fails, or is full, promises nothing that is not there. With each call of a row of requests it is
// `npm run stress failing-disk`.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { testEngine } from '../kit/database/test-engine.ts'
import { whyNoMounts } from '../kit/files/mounts.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { broken } from '../stress/breaking.ts'
import { runFailingSyncs, runFailingWrites, whyNoFailures } from '../stress/failing-disk.ts'
import { runFullDisk } from '../stress/full-disk.ts'
import { Findings } from '../stress/runner.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

type Run = (findings: Findings) => Promise<void>

function testWhere(why: () => string | null, title: string, run: Run, check: (broken: string) => void): void {
  const reason = testEngine === 'sqlite' ? why() : 'only on SQLite'
  test.skipIf(reason !== null)(reason === null ? title : `${title} (left out: ${reason})`, async () => {
    const findings = new Findings()
    await run(findings)
    check(findings.broken.join('\n'))
  })
}

const nothing = (text: string) => expect(text).toBe('')

testWhere(
  whyNoFailures,
  'after a sync that failed nothing is acknowledged, and the server ends and says so',
  findings => runFailingSyncs(findings, { when: ['4'], rows: 2 }),
  nothing,
)

testWhere(
  whyNoFailures,
  'a write that failed is refused, and the server goes on',
  findings => runFailingWrites(findings, 'EIO', { when: ['10+7'], rows: 3 }),
  nothing,
)

testWhere(
  whyNoFailures,
  'a server that does not look whether its commits were made is found out',
  findings => runFailingSyncs(findings, { when: ['4'], rows: 2, program: broken('commit-deaf') }),
  text => expect(text).toContain('a commit that was not forced to the disk is acknowledged'),
)

testWhere(
  whyNoMounts,
  'on a full disk writing is refused in words, reading goes on, and with room again both do',
  runFullDisk,
  nothing,
)
