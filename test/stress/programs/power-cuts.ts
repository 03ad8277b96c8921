// `npm run stress power-cuts`: a server on a disk with power failures. With `--normal 1` its commits are not synced
// to the disk, and claims fail. Requires Linux and root.
import { whyNoMounts } from '../../kit/files/mounts.ts'
import { broken } from '../breaking.ts'
import { runPowerCuts } from '../power-cuts.ts'
import { runStressTest } from '../runner.ts'

const about = 'A server on a disk with power failures while it writes: acknowledged writes survive.'

await runStressTest(about, { cuts: 50, normal: 0 }, async ({ cuts, normal }, findings) => {
  const reason = whyNoMounts()
  findings.claim(reason === null, `a file system can be made and mounted ${reason ?? ''}`)
  if (reason !== null) return
  const program = normal === 1 ? { program: broken('synchronous-normal') } : {}
  await runPowerCuts(findings, { cuts, ...program })
})
