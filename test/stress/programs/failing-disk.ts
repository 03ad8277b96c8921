// `npm run stress failing-disk`: each sync and each write of a sequence of requests fails once; then the disk is
// full. Requires Linux, strace, and root for the full disk. With `--deaf 1` the server ignores failed commits, and
// claims fail.
import { whyNoMounts } from '../../kit/files/mounts.ts'
import { broken } from '../breaking.ts'
import { runFailingSyncs, runFailingWrites, whyNoFailures } from '../failing-disk.ts'
import { runFullDisk } from '../full-disk.ts'
import { runStressTest } from '../runner.ts'

const about = 'A disk that is full, or fails once at each position: no lost write is acknowledged.'

const upTo = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1))

await runStressTest(about, { syncs: 14, writes: 40, deaf: 0 }, async ({ syncs, writes, deaf }, findings) => {
  const program = deaf === 1 ? broken('commit-deaf') : undefined
  const some = program ? { program } : {}
  const whyNot = whyNoFailures()
  findings.claim(whyNot === null, `calls can be made to fail ${whyNot ?? ''}`)
  if (whyNot === null) {
    await runFailingSyncs(findings, { when: upTo(syncs), rows: 2, ...some })
    const when = [...upTo(writes), '10+3', '10+7', '11+10']
    for (const error of ['EIO', 'ENOSPC'] as const)
      await runFailingWrites(findings, error, { when, rows: 4, ...some })
  }
  const whyNotFull = whyNoMounts()
  findings.claim(whyNotFull === null, `a small disk can be mounted ${whyNotFull ?? ''}`)
  if (whyNotFull === null) await runFullDisk(findings, program)
})
